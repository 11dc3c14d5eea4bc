// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>

namespace leafwise::integrator {

/// The degree of maps with Taylor coefficients of all degrees.
inline constexpr std::size_t every_degree = std::numeric_limits<std::size_t>::max();

/// The degree of solutions of a differential equation whose right-hand side has this degree.
[[nodiscard]] constexpr std::size_t degree_above(std::size_t degree) noexcept {
  return degree == every_degree ? every_degree : degree + 1;
}

/// A map F: ℝⁿ → ℝᵏ with the derivatives that the methods need, however they are computed: a
/// compiled program, machine code, or a user's own functions. `Real` is double or long double.
///
/// An object may keep scratch space between calls, so it belongs to one thread at a time: give each
/// thread its own `clone()`. After the first call of each member nothing is allocated.
/// Values outside the domain (sqrt of −1, 1/0) come back as not-a-number or infinity; nothing
/// throws.
template <typename Real>
class SmoothMap {
 public:
  virtual ~SmoothMap() = default;

  [[nodiscard]] virtual std::size_t inputs() const noexcept = 0;   ///< n
  [[nodiscard]] virtual std::size_t outputs() const noexcept = 0;  ///< k

  /// F(x). @pre x has n entries, f has k
  virtual void value(std::span<const Real> x, std::span<Real> f) = 0;

  /// F(x) and dF at x, row by row: jacobian[i·n + j] = ∂Fᵢ/∂xⱼ. @pre jacobian has k·n entries
  virtual void jacobian(std::span<const Real> x, std::span<Real> f, std::span<Real> jacobian) = 0;

  /// d²F at x, applied to v and w: k entries.
  virtual void second(std::span<const Real> x,
                      std::span<const Real> v,
                      std::span<const Real> w,
                      std::span<Real> out) = 0;

  /// Coefficient `degree` of F(x(s)) in powers of s, where the curve is x(s) = Σ x_d sᵈ and
  /// curve[d·n + j] its coefficients, d = 0…degree. Called with degree = 0, 1, 2, … in turn for one
  /// curve, of which coefficients below `degree` must not have changed since: what was computed for
  /// them is reused, so that all coefficients up to N cost N²/2, not N³, products.
  /// The result is affine in x_degree with matrix dF(x₀): to solve for that coefficient, call with
  /// zeros in its place, and once more with what was found.
  virtual void taylor(std::span<const Real> curve, std::size_t degree, std::span<Real> out) = 0;

  /// The highest degree of `taylor`; above it, the result is not-a-number.
  [[nodiscard]] virtual std::size_t highest_taylor_degree() const noexcept { return every_degree; }

  /// If F is known to be a polynomial, a number that its degree does not exceed.
  [[nodiscard]] virtual std::optional<std::size_t> polynomial_degree() const {
    return std::nullopt;
  }

  /// Whether d²F and Taylor coefficients are exact derivatives, not differences.
  [[nodiscard]] virtual bool has_exact_derivatives() const noexcept = 0;

  [[nodiscard]] virtual std::unique_ptr<SmoothMap> clone() const = 0;

 protected:
  SmoothMap() = default;
  SmoothMap(const SmoothMap&) = default;
  SmoothMap& operator=(const SmoothMap&) = default;
};

}  // namespace leafwise::integrator
