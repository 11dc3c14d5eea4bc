// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// A map as a user's own functions. Only `value` must be given; arguments and results are laid out
/// as in SmoothMap. They must not depend on anything that changes between calls.
template <typename Real>
struct MapFunctions {
  using Input = std::span<const Real>;
  using Output = std::span<Real>;

  std::function<void(Input x, Output f)> value;
  std::function<void(Input x, Output jacobian)> jacobian;
  std::function<void(Input x, Input v, Input w, Output out)> second;
  std::function<void(Input curve, std::size_t degree, Output out)> taylor;
};

/// SmoothMap from functions. Missing derivatives are replaced by central differences: the Jacobian
/// is then good to about ε^(2/3), d²f to ε^(2/3) with a Jacobian and to ε^(1/2) without (ε: the
/// round-off unit). Taylor coefficients end at degree 2 unless `taylor` is given.
template <typename Real>
class CallableMap final : public SmoothMap<Real> {
 public:
  /// @throws InvalidInput if there is no `value`, or no input or output
  CallableMap(std::size_t inputs, std::size_t outputs, MapFunctions<Real> functions);

  [[nodiscard]] std::size_t inputs() const noexcept override { return inputs_; }
  [[nodiscard]] std::size_t outputs() const noexcept override { return outputs_; }
  void value(std::span<const Real> x, std::span<Real> f) override;
  void jacobian(std::span<const Real> x, std::span<Real> f, std::span<Real> jacobian) override;
  void second(std::span<const Real> x,
              std::span<const Real> v,
              std::span<const Real> w,
              std::span<Real> out) override;
  void taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override;
  [[nodiscard]] bool has_exact_derivatives() const noexcept override;
  [[nodiscard]] std::unique_ptr<SmoothMap<Real>> clone() const override;

 private:
  void difference_jacobian(std::span<const Real> x, std::span<Real> jacobian);
  void second_from_jacobians(std::span<const Real> x,
                             std::span<const Real> v,
                             std::span<const Real> w,
                             std::span<Real> out);
  void second_from_values(std::span<const Real> x,
                          std::span<const Real> v,
                          std::span<const Real> w,
                          std::span<Real> out);

  std::size_t inputs_;
  std::size_t outputs_;
  MapFunctions<Real> functions_;
  std::vector<Real> point_;
  std::vector<Real> value_;
  std::vector<Real> matrix_;
};

extern template class CallableMap<double>;
extern template class CallableMap<long double>;

}  // namespace leafwise::integrator
