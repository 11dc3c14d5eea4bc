// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/layouts.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// What completion hands over: coordinates z = (x, jets below the top), unknowns w (top derivatives
/// and multipliers) with rows A(z) w + b(z) = 0.
///
/// The direction is the kernel of C = (b | A) in (ξ, w) [TA01, (5.1)], where ξ is the speed of x:
/// at folds A is singular, C is not, and ξ = 0. More rows than unknowns are allowed; so are
/// unknowns that no coordinate has for a velocity (multipliers) and that the rows do not determine:
/// they are then as small as possible. The unknowns are the attached quantities.
template <typename Real>
class LinearBlockDistribution final : public Distribution<Real> {
 public:
  /// `rows`: C(z) row by row, outputs r·(1 + number of unknowns).
  /// @throws InvalidInput if the layout does not fit the map, or there is not one independent
  /// variable
  LinearBlockDistribution(const std::shared_ptr<const SmoothMap<Real>>& rows,
                          LinearBlockLayout layout);
  ~LinearBlockDistribution() override;
  LinearBlockDistribution(const LinearBlockDistribution&) = delete;
  LinearBlockDistribution& operator=(const LinearBlockDistribution&) = delete;

  [[nodiscard]] std::size_t dimension() const noexcept override;
  [[nodiscard]] const std::vector<std::string>& attached_names() const noexcept override;
  [[nodiscard]] Orientation orientation() const noexcept override;
  DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) override;
  void attached(std::span<const Real> z, std::span<Real> out) override;
  bool taylor(std::span<Real> curve, std::size_t degree) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override;
  [[nodiscard]] bool differentiates() const noexcept override { return true; }
  void settle(std::span<const Real> z) override;
  [[nodiscard]] std::vector<std::int64_t> memory() const override;
  void restore(std::span<const std::int64_t> memory) override;
  [[nodiscard]] std::unique_ptr<Distribution<Real>> clone() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class LinearBlockDistribution<double>;
extern template class LinearBlockDistribution<long double>;

}  // namespace leafwise::integrator
