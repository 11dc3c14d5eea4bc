// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/invariant_rates.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "leafwise/integrator/initialise.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Rates of constants of the motion cancel up to the rounding of their terms, and of the rows by
/// which these are off the leaf: 1e-16 to 1e-12 of their size. Rates of forces that do work do not
/// cancel at all.
constexpr double round_off = 1e-8;
constexpr std::size_t most_rows = 64;

/// The largest rate of a function along a leaf's direction, beside its terms.
class Rates {
 public:
  Rates(const NumericLeaf& leaf, const integrator::SmoothMap<double>& function)
      : map_(function.clone()),
        distribution_(leaf.problem.distribution->clone()),
        direction_(map_->inputs()),
        gradient_(map_->inputs()) {}

  [[nodiscard]] bool fits() const { return map_->inputs() == distribution_->dimension(); }
  /// @return false where there is no direction, or numbers end
  bool add(std::span<const double> point) {
    if (!distribution_->direction(point, direction_).defined) return false;
    double value = 0;
    map_->jacobian(point, std::span<double>(&value, 1), gradient_);
    double sum = 0;
    double sizes = 0;
    for (std::size_t j = 0; j < gradient_.size(); ++j) {
      sum += gradient_[j] * direction_[j];
      sizes += std::abs(gradient_[j] * direction_[j]);
    }
    if (!std::isfinite(sizes)) return false;
    rate_ = std::max(rate_, std::abs(sum));
    terms_ = std::max(terms_, sizes);
    return true;
  }
  [[nodiscard]] bool cancel() const { return rate_ <= round_off * terms_; }
  [[nodiscard]] double largest() const { return rate_; }

 private:
  std::unique_ptr<integrator::SmoothMap<double>> map_;
  std::unique_ptr<integrator::Distribution<double>> distribution_;
  std::vector<double> direction_;
  std::vector<double> gradient_;
  double rate_ = 0;
  double terms_ = 0;
};

}  // namespace

bool has_rate(const NumericLeaf& leaf,
              const integrator::SmoothMap<double>& function,
              const integrator::Trajectory<double>& rows) {
  Rates rates(leaf, function);
  if (rows.empty() || !rates.fits()) return false;
  const std::size_t step = rows.size() / most_rows + 1;
  for (std::size_t i = 0; i < rows.size(); i += step) (void)rates.add(rows.point(i));
  return !rates.cancel();
}

RateNearby rate_nearby(const NumericLeaf& leaf,
                       const integrator::SmoothMap<double>& function,
                       std::span<const double> start) {
  RateNearby result;
  Rates rates(leaf, function);
  if (!rates.fits()) return result;
  std::mt19937_64 random(11);  // any: the same points for the same file
  std::normal_distribution<double> normal;
  constexpr std::size_t enough = 6;
  constexpr std::size_t most_tries = 24;
  std::size_t found = 0;
  for (std::size_t number = 0; number < most_tries && found < enough; ++number) {
    // From far enough for functions to differ to near, where the leaf is small.
    const double distance = std::ldexp(0.25, -static_cast<int>(number / 3));
    integrator::StartingValues<double> near;
    near.values.reserve(start.size());
    near.meant.reserve(start.size());
    for (std::size_t j = 0; j < start.size(); ++j) {
      near.values.push_back(start[j] +
                            distance * std::max(0.1, std::abs(start[j])) * normal(random));
      near.meant.push_back(j == leaf.problem.independent ? integrator::Meant::fixed
                                                         : integrator::Meant::given);
    }
    const auto point = integrator::initialise(leaf.problem, near);
    if (point && rates.add(point.value().point)) ++found;
  }
  result.largest = rates.largest();
  if (!rates.cancel()) {
    result.vanishes = Truth::no;
  } else if (found == enough) {
    result.vanishes = Truth::yes;
  }
  return result;
}

}  // namespace leafwise::pipeline::detail
