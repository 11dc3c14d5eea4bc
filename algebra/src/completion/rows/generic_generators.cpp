// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/generic_generators.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "completion/rows/independent_rows.hpp"
#include "geometry/modular_point.hpp"

namespace leafwise::algebra::detail {

namespace {}  // namespace

std::vector<Relation> generic_generators(const Ideal& prime,
                                         int dimension,
                                         const Filtration& filtration,
                                         const std::vector<Relation>& candidates,
                                         const Sources& sources,
                                         const Limits& limits) {
  const Limits short_limits = limits.spend(&Effort::generic_choice);
  std::vector<Relation> all;
  all.reserve(prime.generators().size());
  for (const Polynomial& generator : prime.generators()) all.push_back({generator, sources});
  const std::size_t codimension = prime.variables().size() - filtration.parameters.size() -
                                  static_cast<std::size_t>(std::max(0, dimension));
  std::vector<Variable> variables = filtration.base;
  std::erase_if(variables, [](const Variable& v) { return v.role == Role::parameter; });
  std::vector<Relation> choices = candidates;
  choices.insert(choices.end(), all.begin(), all.end());
  const auto choose = [&](const auto& add) {
    std::vector<Relation> chosen;
    for (const Relation& relation : choices) {
      if (chosen.size() == codimension) break;
      const Outcome<bool> added = add(gradient(relation.polynomial, variables));
      if (!added) break;
      if (added.value()) chosen.push_back(relation);
    }
    return chosen;
  };
  const auto point = modular_point(prime, short_limits);
  if (point && point.value()) {
    RowsAtPoint independent(*point.value());
    std::vector<Relation> chosen =
        choose([&](const auto& row) -> Outcome<bool> { return independent.add(row); });
    if (chosen.size() == codimension) return chosen;
  }
  IndependentRows eliminated(prime, short_limits);
  std::vector<Relation> chosen = choose([&](const auto& row) { return eliminated.add(row); });
  return chosen.size() == codimension ? chosen : all;
}

}  // namespace leafwise::algebra::detail
