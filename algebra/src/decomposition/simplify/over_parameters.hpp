// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "leafwise/algebra/ideal.hpp"

/// ℚ[parameters, unknowns], seen over the field ℚ(parameters).
namespace leafwise::algebra::detail {

using Exponents = std::vector<unsigned>;

/// Degree reverse lexicographic.
struct IsSmallerByDegree {
  [[nodiscard]] bool operator()(const Exponents& left, const Exponents& right) const;
};

/// Of the monomial's powers of these variables.
[[nodiscard]] Exponents exponents_of(const Monomial& monomial,
                                     const std::vector<Variable>& variables);

/// Unknowns first, parameters last: the order in which bases over ℚ(parameters) can be read off
/// bases over ℚ.
struct Roles {
  explicit Roles(const std::vector<Variable>& variables);

  [[nodiscard]] std::vector<Variable> all() const;

  std::vector<Variable> unknowns;
  std::vector<Variable> parameters;
};

/// The coefficients in ℚ[parameters] of the monomials in the unknowns, smallest monomial first.
using Coefficients = std::map<Exponents, Polynomial, IsSmallerByDegree>;
[[nodiscard]] Coefficients coefficients_of(const Polynomial& polynomial, const Roles& roles);

/// The largest monomial in the unknowns, and its coefficient. @pre the polynomial is not zero
struct Leading {
  Monomial monomial;
  Polynomial coefficient;
};
[[nodiscard]] Leading leading_of(const Polynomial& polynomial, const Roles& roles);

/// A basis of I by which it is also a basis over ℚ(parameters), in the order above; its leading
/// coefficients tell at which parameters it is none. @pre there are unknowns
[[nodiscard]] Outcome<std::vector<Polynomial>> basis_over_parameters(const Ideal& ideal,
                                                                     const Roles& roles,
                                                                     const Limits& limits);

/// Whether I·ℚ(parameters)[unknowns] is the intersection of its minimal primes.
/// @param primes  of ℚ[parameters, unknowns]: all minimal ones of I that hold no polynomial in the
///                parameters alone, and none besides
[[nodiscard]] Truth is_radical_over_parameters(const Ideal& ideal,
                                               const std::vector<Ideal>& primes,
                                               const Limits& limits);

}  // namespace leafwise::algebra::detail
