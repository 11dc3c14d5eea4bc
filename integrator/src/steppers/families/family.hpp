// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/stepper.hpp"

/// Families of methods on manifolds. A family says which names it has and makes their steppers;
/// LEAFWISE_STEPPER_FAMILIES is the only other place that knows of it.
namespace leafwise::integrator {

/// The problem and settings for which a stepper is made.
template <typename Real>
struct StepperRequest {
  std::string_view method;
  const ManifoldProblem<Real>& problem;
  Parameter parameter = Parameter::independent;
  const StepperOptions& options;
  const Tolerance<Real>& tolerance;
};

template <typename Real>
using MadeStepper = std::unique_ptr<Stepper<Real>>;

class StepperFamily {
 public:
  StepperFamily() = default;
  StepperFamily(const StepperFamily&) = delete;
  StepperFamily& operator=(const StepperFamily&) = delete;
  virtual ~StepperFamily() = default;

  /// The listed methods, in this order.
  [[nodiscard]] const std::vector<MethodDescription>& descriptions() const { return descriptions_; }
  /// Nothing if the name is none of the family's. An entry of the list may stand for many names.
  [[nodiscard]] virtual std::optional<MethodDescription> describe(std::string_view name) const;

  /// A single step of the method. @pre it is one of the family
  /// @throws InvalidInput if the problem lacks what it needs
  [[nodiscard]] virtual MadeStepper<double> make(const StepperRequest<double>& request) const = 0;
  [[nodiscard]] virtual MadeStepper<long double> make(
      const StepperRequest<long double>& request) const = 0;

  /// Whether doubled steps integrate the error by slopes, too, where Simpson's rule can.
  [[nodiscard]] virtual bool doubles_by_slopes() const { return false; }

 protected:
  explicit StepperFamily(std::vector<MethodDescription> descriptions)
      : descriptions_(std::move(descriptions)) {}

 private:
  std::vector<MethodDescription> descriptions_;
};

/// A family that makes its steppers by one template, `Family::made(request)`, for all numbers.
template <typename Family>
class FamilyOf : public StepperFamily {
 public:
  [[nodiscard]] MadeStepper<double> make(const StepperRequest<double>& request) const final {
    return Family::made(request);
  }
  [[nodiscard]] MadeStepper<long double> make(
      const StepperRequest<long double>& request) const final {
    return Family::made(request);
  }

 protected:
  explicit FamilyOf(std::vector<MethodDescription> descriptions)
      : StepperFamily(std::move(descriptions)) {}
};

/// Families have no state: there is one of each.
template <typename Family>
[[nodiscard]] const StepperFamily& only() {
  static const Family family;
  return family;
}

/// The registry of families, in the order in which methods are listed. FAMILY(name) stands for the
/// function `const StepperFamily& name()`, defined in name.cpp beside this file.
#define LEAFWISE_STEPPER_FAMILIES(FAMILY) \
  FAMILY(explicit_family)                 \
  FAMILY(implicit_family)                 \
  FAMILY(geometric_taylor_family)         \
  FAMILY(series_family)

namespace families {

#define LEAFWISE_DECLARE_FAMILY(name) [[nodiscard]] const StepperFamily& name();
LEAFWISE_STEPPER_FAMILIES(LEAFWISE_DECLARE_FAMILY)
#undef LEAFWISE_DECLARE_FAMILY

}  // namespace families

/// The family of that method; null: there is none on manifolds.
[[nodiscard]] const StepperFamily* family_of(std::string_view method);
[[nodiscard]] std::span<const StepperFamily* const> all_families();

/// @throws InvalidInput if inner stages are to be left unprojected: the method has none
void refuse_step_projection(std::string_view method, const StepperOptions& options);

/// @throws InvalidInput if the direction has no Taylor coefficients up to that degree
template <typename Real>
void demand_series(const StepperRequest<Real>& request, std::size_t degree);

/// Their papers, at that place.
[[nodiscard]] std::string tuomela_arponen(const std::string& place);

}  // namespace leafwise::integrator
