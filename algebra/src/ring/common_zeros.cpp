// SPDX-License-Identifier: GPL-3.0-or-later
#include "ring/common_zeros.hpp"

#include <algorithm>
#include <optional>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

bool have_no_zero(std::vector<Polynomial> polynomials) {
  const auto is_number = [](const Polynomial& polynomial) {
    return polynomial.is_constant() && !polynomial.is_zero();
  };
  while (true) {
    if (std::any_of(polynomials.begin(), polynomials.end(), is_number)) return true;
    const auto linear =
        std::find_if(polynomials.begin(), polynomials.end(), [](const Polynomial& polynomial) {
          return polynomial.degree() == 1;
        });
    if (linear == polynomials.end()) return false;
    const std::optional<Graph> graph = solve_for_a_variable(*linear, linear->terms().size());
    if (!graph) return false;
    polynomials.erase(linear);
    for (Polynomial& other : polynomials) {
      other = substituted(other, graph->variable, graph->value);
    }
  }
}

}  // namespace leafwise::algebra::detail
