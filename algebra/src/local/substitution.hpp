// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::algebra::detail {

/// Line `from` is a·jet + rest, a ≠ 0 a rational number: in all other lines the jet and its
/// derivatives are replaced by what the line says of them. The derivatives of the new lines
/// generate what those of the old ones did. It helps where J is singular on the leaf only, as
/// products with other lines make it.
struct Substitution {
  std::size_t from = 0;
  Variable jet;
  Rational slope;                 ///< a
  std::vector<Expression> lines;  ///< all, as they are now
  std::vector<std::pair<std::size_t, unsigned>>
      changed;                       ///< which, and derivatives of `from` in them
  std::optional<std::size_t> value;  ///< of the new transversal
};

/// All that there are, those of the least value first, the ones without a transversal last.
[[nodiscard]] std::vector<Substitution> substitutions(const std::vector<Expression>& lines,
                                                      const std::vector<std::string>& unknowns);

}  // namespace leafwise::algebra::detail
