// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "local/derivative_array.hpp"
#include "local/top_matrix.hpp"

namespace leafwise::algebra::detail {

/// Rows of J that depend on each other at every jet, and none of them can be spared: Σ u_i J_i = 0.
/// One of the lines l with the least c is replaced by G = Σ u_i D^(c_i − c_l) F_i, u_l = 1: where
/// the other u are finite, the derivatives of the new lines generate what those of the old ones
/// did.
struct Combination {
  struct Term {
    std::size_t equation = 0;
    unsigned times = 0;  ///< c_i − c_l
    Expression coefficient;
  };
  std::size_t line = 0;       ///< l
  std::vector<Term> terms;    ///< all, l included
  Expression residual;        ///< G, without jets that it does not truly have
  std::size_t divisions = 0;  ///< in the coefficients, by what may vanish elsewhere
  bool is_proved = false;     ///< that these jets cancel; else it was seen at random jets
};

struct SystemInWords {
  std::vector<Expression> equations;
  std::vector<std::string> unknowns;
  std::string independent;
};

/// The combinations of such lines that have true signature below that of the line they replace,
/// those with the fewest divisions first: they have the fewest poles near the point.
/// @pre `rows` are those of dependent_rows
[[nodiscard]] std::vector<Combination> combinations(LocalSystem& system,
                                                    const SystemInWords& words,
                                                    const Offsets& offsets,
                                                    const DerivativeArray& array,
                                                    const std::vector<std::size_t>& rows,
                                                    const PointOfJets& near);

}  // namespace leafwise::algebra::detail
