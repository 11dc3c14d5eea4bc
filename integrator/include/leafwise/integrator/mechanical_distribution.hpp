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

/// The distribution of a mechanical system: time has speed 1, q has speed q', and q'' solves
///
///     M(z) q'' + G(z)ᵀ λ = F(z),    G(z) q'' = γ(z)                     [TA01, (6.8)]
///
/// M positive definite on ker G. Redundant constraints are left out of the accelerations, which
/// they do not change; the multipliers are the smallest ones, of the rows that have names: no
/// numbers where these alone cannot hold the motion. Attached quantities: q'', then λ.
template <typename Real>
class MechanicalDistribution final : public Distribution<Real> {
 public:
  /// Outputs of `terms`: M (n × n, row by row, all of it), F (n), G (k × n), γ (k), and the
  /// velocities of the auxiliaries.
  /// @throws InvalidInput if layout and map do not fit
  MechanicalDistribution(const std::shared_ptr<const SmoothMap<Real>>& terms,
                         MechanicalLayout layout);
  ~MechanicalDistribution() override;
  MechanicalDistribution& operator=(const MechanicalDistribution&) = delete;

  [[nodiscard]] std::size_t dimension() const noexcept override;
  [[nodiscard]] const std::vector<std::string>& attached_names() const noexcept override;
  [[nodiscard]] Orientation orientation() const noexcept override;
  DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) override;
  void attached(std::span<const Real> z, std::span<Real> out) override;
  bool taylor(std::span<Real> curve, std::size_t degree) override;
  [[nodiscard]] std::size_t highest_taylor_degree() const noexcept override;
  [[nodiscard]] bool differentiates() const noexcept override { return true; }
  [[nodiscard]] std::vector<std::int64_t> memory() const override;
  void restore(std::span<const std::int64_t> memory) override;
  [[nodiscard]] std::unique_ptr<Distribution<Real>> clone() const override;

 private:
  struct State;
  struct Code;
  MechanicalDistribution(const MechanicalDistribution& other);
  void use_code(std::shared_ptr<const Code> code);

  std::unique_ptr<State> state_;
};

extern template class MechanicalDistribution<double>;
extern template class MechanicalDistribution<long double>;

}  // namespace leafwise::integrator
