// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/position_parts.hpp"

#include <utility>
#include <vector>

#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::pipeline::detail {

bool have_several_parts(const Model& model,
                        const algebra::CompletionOptions& options,
                        const algebra::Limits& limits) {
  if (!model.mechanics || !model.polynomial.mechanics) return false;
  std::vector<algebra::Variable> variables;
  variables.reserve(model.mechanics->coordinates.size());
  for (const std::string& name : model.mechanics->coordinates) {
    variables.push_back({algebra::Role::unknown, name, 0});
  }
  const std::vector<algebra::Polynomial>& constraints = model.polynomial.mechanics->constraints;
  for (const algebra::Polynomial& constraint : constraints) {
    for (const algebra::Variable& variable : constraint.variables()) {
      // Of moving lengths, or with letters for them, the completion knows more.
      if (variable.role != algebra::Role::unknown) return true;
    }
  }
  algebra::DecompositionOptions wanted;
  wanted.verify = false;
  wanted.seed = options.seed;
  wanted.cache = options.cache;
  wanted.use_cache = options.use_cache;
  const algebra::Ideal positions(std::move(variables), constraints, options.engine);
  const algebra::Limits few = limits.spend(&algebra::Effort::position_parts);
  return algebra::minimal_primes(positions, wanted, few).components.size() > 1;
}

}  // namespace leafwise::pipeline::detail
