// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "leafwise/integrator/program.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// The map of a program, with exact derivatives: programs for dF and d²F(v, w) are made with it,
/// Taylor coefficients come from recurrences. Clones share all code; each has its own registers.
template <typename Real>
class CompiledMap final : public SmoothMap<Real> {
 public:
  explicit CompiledMap(Program program);
  ~CompiledMap() override;
  CompiledMap(const CompiledMap&) = delete;
  CompiledMap& operator=(const CompiledMap&) = delete;

  [[nodiscard]] std::size_t inputs() const noexcept override;
  [[nodiscard]] std::size_t outputs() const noexcept override;
  void value(std::span<const Real> x, std::span<Real> f) override;
  void jacobian(std::span<const Real> x, std::span<Real> f, std::span<Real> jacobian) override;
  void second(std::span<const Real> x,
              std::span<const Real> v,
              std::span<const Real> w,
              std::span<Real> out) override;
  /// Allocates when a degree is reached that none of the calls before has reached.
  void taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) override;
  [[nodiscard]] bool has_exact_derivatives() const noexcept override { return true; }
  [[nodiscard]] std::optional<std::size_t> polynomial_degree() const override {
    return integrator::polynomial_degree(program());
  }
  [[nodiscard]] std::unique_ptr<SmoothMap<Real>> clone() const override;

  [[nodiscard]] const Program& program() const noexcept;

 private:
  struct Code;
  struct Workspace;
  explicit CompiledMap(std::shared_ptr<const Code> code);

  std::shared_ptr<const Code> code_;
  std::unique_ptr<Workspace> workspace_;
};

extern template class CompiledMap<double>;
extern template class CompiledMap<long double>;

}  // namespace leafwise::integrator
