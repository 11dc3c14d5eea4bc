// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/distribution.hpp"

namespace leafwise::integrator::detail {

/// A distribution with its coordinates in other units: W(x) = V(a x)/a, (a x)ⱼ = aⱼ xⱼ, by a
/// parameter in units of the independent variable. What is attached stays in the units it has.
template <typename Real>
class ScaledDistribution final : public Distribution<Real> {
 public:
  /// @param time the unit of the independent variable; 1 if there is none
  /// @pre as many units as dimensions
  ScaledDistribution(std::unique_ptr<Distribution<Real>> own, std::vector<Real> units, Real time);

  [[nodiscard]] std::size_t dimension() const noexcept override { return units_.size(); }
  [[nodiscard]] const std::vector<std::string>& attached_names() const noexcept override {
    return own_->attached_names();
  }
  [[nodiscard]] Orientation orientation() const noexcept override { return own_->orientation(); }
  DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) override;
  void attached(std::span<const Real> z, std::span<Real> out) override;
  bool taylor(std::span<Real> curve, std::size_t degree) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override {
    return own_->highest_taylor_degree();
  }
  [[nodiscard]] bool differentiates() const noexcept override { return own_->differentiates(); }
  void settle(std::span<const Real> z) override;
  [[nodiscard]] std::vector<std::int64_t> memory() const override { return own_->memory(); }
  void restore(std::span<const std::int64_t> memory) override { own_->restore(memory); }
  [[nodiscard]] std::unique_ptr<Distribution<Real>> clone() const override;

 private:
  std::span<const Real> scaled(std::span<const Real> z);

  std::unique_ptr<Distribution<Real>> own_;
  std::vector<Real> units_;
  Real time_;
  std::vector<Real> point_;
  std::vector<Real> curve_;
};

}  // namespace leafwise::integrator::detail
