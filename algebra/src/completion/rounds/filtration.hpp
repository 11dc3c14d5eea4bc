// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// How the jets of a system are divided. Each unknown has its own order; its derivative of that
/// order is its top. A smallest set of tops goes to the base such that all equations are affine in
/// the others, the graph variables. This never changes in the whole tree.
struct Filtration {
  Variable independent;
  std::map<std::string, unsigned> orders;
  std::vector<Variable> base_tops;   ///< T_b
  std::vector<Variable> graph;       ///< w = T_g
  std::vector<Variable> base;        ///< z: independent variable, lower jets, T_b, parameters
  std::vector<Variable> functions;   ///< functions of the state, a part of z
  std::vector<Variable> state;       ///< J_{q−1}: z without T_b
  std::vector<Variable> parameters;  ///< the last ones of z

  [[nodiscard]] std::vector<Variable> all() const;
  [[nodiscard]] bool is_graph(const Variable& variable) const;
};

[[nodiscard]] Filtration filtration_of(const DifferentialSystem& system);

}  // namespace leafwise::algebra::detail
