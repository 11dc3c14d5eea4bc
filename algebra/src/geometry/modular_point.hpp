// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "geometry/jacobian.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "number/finite_field.hpp"

/// Points over a finite field. What is not zero at a point where all generators vanish modulo p
/// does not lie in the ideal, but for the finitely many p that divide denominators of combinations
/// of the generators. Where a basis over ℚ is known, points modulo these are refused; elsewhere p
/// is random, has 30 bits, and depends on the generators and the user's seed. So a rank at such a
/// point bounds the rank over K(V(P)) from below; a deficit proves nothing.
namespace leafwise::algebra::detail {

struct ModularPoint {
  std::shared_ptr<const FiniteField> field;
  std::map<Variable, FiniteField::Element> values;  ///< of all variables of the ideal

  /// Nothing if a denominator vanishes. @pre no other variables
  [[nodiscard]] std::optional<FiniteField::Element> value_of(const Polynomial& polynomial) const;
};

/// A random point of the variety, the same one whenever this ideal (or a copy) is asked again;
/// null if none was found.
[[nodiscard]] Outcome<std::shared_ptr<const ModularPoint>> modular_point(const Ideal& ideal,
                                                                         const Limits& limits);

/// Others, modulo other primes: number 0 is the one above, further ones are not remembered.
[[nodiscard]] Outcome<std::shared_ptr<const ModularPoint>> further_modular_point(
    const Ideal& ideal, unsigned number, const Limits& limits);

/// Whether the polynomial, with the point's values for all other variables, keeps its degree in
/// this one and is irreducible.
[[nodiscard]] bool is_irreducible_at(const ModularPoint& point,
                                     const Polynomial& polynomial,
                                     const Variable& variable);

/// P + affine conditions on new variables: a point of it over the one that is known of P, if there
/// is one, is remembered. It takes no engine.
void remember_point_over(const Ideal& base,
                         const Ideal& extension,
                         const PolynomialMatrix& coefficients,
                         const std::vector<Polynomial>& constants,
                         const std::vector<Variable>& fresh);

/// Collects rows that are linearly independent at a point.
class RowsAtPoint {
 public:
  /// @param point must outlive this
  explicit RowsAtPoint(const ModularPoint& point) : point_(point) {}

  [[nodiscard]] std::size_t rank() const { return rows_.size(); }

  /// Whether the row is independent of those before; it is added then.
  bool add(const std::vector<Polynomial>& row);

  /// Changes the point so that the rows, each Σ row[j]·unknowns[j] + row.back(), vanish there.
  /// False: they cannot.
  [[nodiscard]] bool solve(const std::vector<Variable>& unknowns, ModularPoint& point) const;

 private:
  const ModularPoint& point_;
  struct Row {
    std::map<std::size_t, FiniteField::Element> values;  ///< by column; none is zero
    std::size_t pivot = 0;                               ///< the column of a 1
  };
  std::vector<Row> rows_;
};

/// Whether the rows are independent at a random point of the variety: then they are over its field
/// of functions. False is no answer: no point was found, or an unlucky one.
[[nodiscard]] bool are_independent_at_a_point(const Ideal& ideal,
                                              const PolynomialMatrix& rows,
                                              const Limits& limits);

}  // namespace leafwise::algebra::detail
