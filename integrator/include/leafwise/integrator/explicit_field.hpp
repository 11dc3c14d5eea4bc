// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// The distribution spanned by a vector field V: ℝᵐ → ℝᵐ; its sign is V's. Undefined where V = 0.
template <typename Real>
class ExplicitField final : public Distribution<Real> {
 public:
  /// @throws InvalidInput if there is no field or it does not map ℝᵐ into itself
  explicit ExplicitField(const std::shared_ptr<const SmoothMap<Real>>& field);

  [[nodiscard]] std::size_t dimension() const noexcept override { return field_->inputs(); }
  [[nodiscard]] const std::vector<std::string>& attached_names() const noexcept override {
    return no_names_;
  }
  [[nodiscard]] Orientation orientation() const noexcept override { return Orientation::meant; }
  DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) override;
  void attached(std::span<const Real> z, std::span<Real> out) override;
  bool taylor(std::span<Real> curve, std::size_t degree) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override;
  [[nodiscard]] bool differentiates() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<Distribution<Real>> clone() const override;

 private:
  std::unique_ptr<SmoothMap<Real>> field_;
  std::vector<std::string> no_names_;
};

extern template class ExplicitField<double>;
extern template class ExplicitField<long double>;

}  // namespace leafwise::integrator
