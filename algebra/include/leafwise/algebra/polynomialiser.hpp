// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra {

/// Limits of expansion; far beyond systems that could be completed.
struct PolynomialLimits {
  std::size_t most_terms = 20000;  ///< of one polynomial
  unsigned most_degree = 1000;     ///< of one polynomial
  std::size_t most_bits = 20000;   ///< of one coefficient
  /// Over the life of the polynomialiser: factors of monomials touched in products.
  std::size_t most_work = 10'000'000;
  std::size_t most_auxiliaries = 2000;
  std::size_t most_argument_terms = 1000;  ///< of a function: its derivative is multiplied out
};

/// Turns expressions into polynomials, with auxiliary unknowns in the place of functions and
/// divisions: √u, 1/u, sin u and cos u, … (AuxiliaryKind). Equal subexpressions share theirs, also
/// up to sign where the function is odd or even: sin(y−x) is −sin(x−y).
///
/// Law: at any point where the original expression is defined, the polynomial has the same value
/// when each auxiliary has the value of its `definition`; and along any curve the relations vanish.
class Polynomialiser {
 public:
  /// @param taken names that no auxiliary may get
  /// @param parameters values of parameters; one that has no value here stays a letter
  Polynomialiser(std::set<std::string> taken,
                 std::map<std::string, Expression> parameters,
                 const PolynomialLimits& limits = {});
  ~Polynomialiser();
  Polynomialiser(Polynomialiser&&) noexcept;
  Polynomialiser& operator=(Polynomialiser&&) noexcept;
  Polynomialiser(const Polynomialiser&) = delete;
  Polynomialiser& operator=(const Polynomialiser&) = delete;

  /// The polynomial; new auxiliaries are added as needed.
  /// @throws InvalidInput, with the range of the part: π or another transcendental constant,
  ///   division by zero, root of a negative constant, exponents that are not allowed, limits
  [[nodiscard]] Polynomial convert(const Expression& expression);

  /// In order of creation: arguments use earlier ones only.
  [[nodiscard]] const std::vector<Auxiliary>& auxiliaries() const noexcept;

  /// The defining relations of all auxiliaries so far, in their order.
  [[nodiscard]] std::vector<AuxiliaryRelation> relations() const;

  /// How many constants of integration the relations leave open: one for each function that is
  /// defined by a differential equation. The solutions of the polynomial system have that many
  /// dimensions more than those of the original one.
  [[nodiscard]] unsigned added_constants() const;

  /// The expression with each auxiliary replaced by its definition. Its parts are shared; written
  /// out as text it may be long.
  [[nodiscard]] Expression restore(const Polynomial& polynomial) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace leafwise::algebra
