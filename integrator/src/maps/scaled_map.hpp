// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator::detail {

/// A map with its inputs, and its outputs, in other units: G(x)ᵢ = bᵢ F(a x)ᵢ, (a x)ⱼ = aⱼ xⱼ. By
/// powers of two nothing is rounded.
template <typename Real>
class ScaledMap final : public SmoothMap<Real> {
 public:
  /// @pre as many factors as inputs, and as outputs
  ScaledMap(std::unique_ptr<SmoothMap<Real>> map,
            std::vector<Real> of_inputs,
            std::vector<Real> of_outputs);

  [[nodiscard]] std::size_t inputs() const noexcept override { return of_inputs_.size(); }
  [[nodiscard]] std::size_t outputs() const noexcept override { return of_outputs_.size(); }
  void value(std::span<const Real> x, std::span<Real> f) override;
  void jacobian(std::span<const Real> x, std::span<Real> f, std::span<Real> jacobian) override;
  void second(std::span<const Real> x,
              std::span<const Real> v,
              std::span<const Real> w,
              std::span<Real> out) override;
  void taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override {
    return map_->highest_taylor_degree();
  }
  [[nodiscard]] std::optional<std::size_t> polynomial_degree() const override {
    return map_->polynomial_degree();
  }
  [[nodiscard]] bool has_exact_derivatives() const noexcept override {
    return map_->has_exact_derivatives();
  }
  [[nodiscard]] std::unique_ptr<SmoothMap<Real>> clone() const override;

 private:
  std::span<const Real> scaled(std::span<const Real> x, std::vector<Real>& room) const;
  void scale_outputs(std::span<Real> f) const;

  std::unique_ptr<SmoothMap<Real>> map_;
  std::vector<Real> of_inputs_;
  std::vector<Real> of_outputs_;
  std::vector<Real> x_, v_, w_;
  std::vector<Real> curve_;
};

}  // namespace leafwise::integrator::detail
