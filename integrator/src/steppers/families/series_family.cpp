// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <system_error>

#include "steppers/families/family.hpp"
#include "steppers/series_stepper.hpp"

namespace leafwise::integrator::families {
namespace {

constexpr std::string_view by_tolerance = "taylor";
constexpr std::string_view prefix = "taylor_";
constexpr std::size_t lowest_order = 2;
constexpr std::size_t highest_order = 40;

const char* const jorba_zou =
    "A. Jorba and M. Zou, A software package for the numerical integration of ODEs by means of "
    "high-order Taylor methods, Experimental Mathematics 14 (2005) 99-117";

std::vector<MethodDescription> described() {
  const std::string kind = "Taylor, recurrences";
  return {{std::string(by_tolerance), kind, "by tolerance", "last terms", jorba_zou},
          {"taylor_N", kind, "N = 2 to 40", "last terms", jorba_zou}};
}

std::optional<std::size_t> order_of(std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  std::size_t order = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), order);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  // A leading zero would give the same method two names.
  if (!is_number || digits.front() == '0') return std::nullopt;
  if (order < lowest_order || order > highest_order) return std::nullopt;
  return order;
}

/// Taylor methods of any order, by recurrences.
class SeriesFamily final : public FamilyOf<SeriesFamily> {
 public:
  SeriesFamily() : FamilyOf(described()) {}

  [[nodiscard]] std::optional<MethodDescription> describe(std::string_view name) const override {
    if (name == by_tolerance) return descriptions().front();
    const std::optional<std::size_t> order = order_of(name);
    if (!order) return std::nullopt;
    MethodDescription series = descriptions().back();
    series.name = name;
    series.order = std::to_string(*order);
    return series;
  }
  [[nodiscard]] bool doubles_by_slopes() const override { return true; }

  template <typename Real>
  [[nodiscard]] static MadeStepper<Real> made(const StepperRequest<Real>& request) {
    refuse_step_projection(request.method, request.options);
    const std::size_t automatic = SeriesStepper<Real>::automatic_order(request.tolerance);
    const std::size_t order = order_of(request.method).value_or(automatic);
    demand_series(request, order);
    return std::make_unique<SeriesStepper<Real>>(
        request.problem, request.parameter, order, request.options, request.tolerance);
  }
};

}  // namespace

const StepperFamily& series_family() {
  return only<SeriesFamily>();
}

}  // namespace leafwise::integrator::families
