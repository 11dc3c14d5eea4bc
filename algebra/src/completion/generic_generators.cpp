// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/generic_generators.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "completion/independent_rows.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::chrono::milliseconds choice_time{3000};

}  // namespace

std::vector<Relation> generic_generators(const Ideal& prime,
                                         const Filtration& filtration,
                                         const std::vector<Relation>& candidates,
                                         const Sources& sources,
                                         const Limits& limits) {
  const Limits short_limits = limits.at_most(choice_time);
  std::vector<Relation> all;
  all.reserve(prime.generators().size());
  for (const Polynomial& generator : prime.generators()) all.push_back({generator, sources});
  const Outcome<int> dimension = prime.dimension(short_limits);
  if (!dimension) return all;
  const std::size_t codimension =
      prime.variables().size() - static_cast<std::size_t>(std::max(0, dimension.value()));
  std::vector<Variable> variables = filtration.base;
  std::erase_if(variables, [](const Variable& v) { return v.role == Role::parameter; });
  IndependentRows eliminated(prime, short_limits);
  std::vector<Relation> chosen;
  const auto try_all = [&](const std::vector<Relation>& relations) {
    for (const Relation& relation : relations) {
      if (chosen.size() == codimension) return;
      const Outcome<bool> added = eliminated.add(gradient(relation.polynomial, variables));
      if (!added) return;
      if (added.value()) chosen.push_back(relation);
    }
  };
  try_all(candidates);
  try_all(all);
  return chosen.size() == codimension ? chosen : all;
}

}  // namespace leafwise::algebra::detail
