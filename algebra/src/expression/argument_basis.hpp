// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// Arguments of one kind of function that has an addition theorem, linearly independent over ℚ.
/// It expresses a further argument by them: sin(a − b) needs no auxiliary of its own
/// beside those of a and b, and giving it one would lose the relation between the three.
class ArgumentBasis {
 public:
  /// A multiple of one member of the basis.
  struct Part {
    std::size_t member = 0;  ///< as it was given to `add`
    Rational factor;
  };

  /// u as a combination of the members, if it is one.
  [[nodiscard]] std::optional<std::vector<Part>> express(const Polynomial& u) const;

  /// @pre express(u) is empty
  void add(const Polynomial& u, std::size_t member);

 private:
  /// A combination of members, brought to echelon form.
  struct Row {
    Polynomial polynomial;
    Monomial pivot;
    std::map<std::size_t, Rational> combination;
  };

  /// u minus multiples of the rows; `combination` takes what was subtracted.
  [[nodiscard]] Polynomial remainder(const Polynomial& u,
                                     std::map<std::size_t, Rational>& combination) const;

  std::vector<Row> rows_;
};

/// q·u = Σ p_i·B_i with integers: what a rational combination says without fractions.
struct IntegerRelation {
  std::int64_t multiple = 1;  ///< q ≥ 1
  std::vector<std::pair<std::size_t, std::int64_t>> parts;

  /// q + Σ|p_i|: the degree of what the addition theorems make of it.
  [[nodiscard]] std::int64_t weight() const;
};

/// Empty if the numbers are too large for a relation that anyone wants to see.
[[nodiscard]] std::optional<IntegerRelation> integer_relation(
    const std::vector<ArgumentBasis::Part>& parts);

}  // namespace leafwise::algebra::detail
