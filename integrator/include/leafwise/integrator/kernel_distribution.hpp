// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// The distribution D_z = ker N(z), where N(z) is a k × m matrix of rank m − 1, k ≥ m − 1; for
/// instance the derivatives of f together with the contact forms [TA01, §5.1].
///
/// By elimination with complete pivoting where N is well-conditioned, by singular values elsewhere.
template <typename Real>
class KernelDistribution final : public Distribution<Real> {
 public:
  /// `matrix` has k·m outputs, row by row. `independent`: the coordinate that has speed 1 in Taylor
  /// expansions; without one, they are taken along a parameter s with ⟨z'(0), z'(s)⟩ = |z'(0)| = 1.
  /// @throws InvalidInput if the outputs are no whole number of rows, or fewer than m − 1
  KernelDistribution(const std::shared_ptr<const SmoothMap<Real>>& matrix,
                     std::optional<std::size_t> independent);
  ~KernelDistribution() override;
  KernelDistribution(const KernelDistribution&) = delete;
  KernelDistribution& operator=(const KernelDistribution&) = delete;

  [[nodiscard]] std::size_t dimension() const noexcept override;
  [[nodiscard]] const std::vector<std::string>& attached_names() const noexcept override;
  [[nodiscard]] Orientation orientation() const noexcept override;
  DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) override;
  void attached(std::span<const Real> z, std::span<Real> out) override;
  bool taylor(std::span<Real> curve, std::size_t degree) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override;
  [[nodiscard]] std::vector<std::int64_t> memory() const override;
  void restore(std::span<const std::int64_t> memory) override;
  [[nodiscard]] std::unique_ptr<Distribution<Real>> clone() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class KernelDistribution<double>;
extern template class KernelDistribution<long double>;

}  // namespace leafwise::integrator
