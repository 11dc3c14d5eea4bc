// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "completion/bases/prime_split.hpp"
#include "decomposition/simplify/readable_generators.hpp"

/// Splits brought into a form that does not tell which engine was first.
namespace leafwise::algebra::detail {

namespace {

using Generators = std::vector<Polynomial>;

/// In how many of the components each polynomial is among the generators.
using Counts = std::map<Polynomial, std::size_t>;

Counts counts_in(const std::vector<PrimeComponent>& components) {
  Counts counts;
  for (const PrimeComponent& component : components) {
    const Generators& generators = component.ideal.generators();
    for (const Polynomial& one : std::set<Polynomial>(generators.begin(), generators.end())) {
      ++counts[one];
    }
  }
  return counts;
}

/// Its own equation that fewest of the others have, then the simplest; none if it has only what all
/// have.
const Polynomial* own_equation(const PrimeComponent& own, std::size_t all, const Counts& counts) {
  using Rank = std::tuple<std::size_t, unsigned, std::size_t>;
  const Polynomial* best = nullptr;
  Rank best_rank{all, 0, 0};
  for (const Polynomial& generator : own.ideal.generators()) {
    const Rank rank{counts.at(generator), generator.degree(), generator.terms().size()};
    if (rank >= best_rank) continue;
    best = &generator;
    best_rank = rank;
  }
  return best;
}

}  // namespace

std::vector<std::string> words_on_parts(const Decomposition& found) {
  const std::vector<PrimeComponent>& components = found.components;
  std::vector<std::string> words;
  words.reserve(components.size());
  const Counts counts = components.size() > 1 ? counts_in(components) : Counts{};
  for (const PrimeComponent& component : components) {
    if (component.prime != Truth::yes) {
      const bool is_whole = !component.path.empty() && component.path.back() == left_whole_words;
      words.emplace_back(is_whole ? left_whole_words : "not split");
      continue;
    }
    const Polynomial* own =
        components.size() > 1 ? own_equation(component, components.size(), counts) : nullptr;
    words.push_back(own != nullptr             ? to_string(*own) + " = 0"
                    : found.unexplored.empty() ? "prime"
                                               : "holds the point");
  }
  return words;
}

void join_unexplored(const Ideal& whole, Decomposition& found, const Limits& limits) {
  if (found.unexplored.empty()) return;
  UnexploredPart rest{whole, found.unexplored.front().why};
  found.unexplored.clear();
  const Limits rest_limits = limits.spend(&Effort::remaining_parts);
  for (const PrimeComponent& component : found.components) {
    Outcome<Ideal> next = saturation(rest.ideal, component.ideal, rest_limits);
    const Outcome<int> dimension =
        next ? next.value().dimension(rest_limits) : Outcome<int>(Unable{next.reason()});
    if (!dimension) {
      found.unexplored.push_back({whole, std::move(rest.why)});
      return;
    }
    if (dimension.value() < 0) return;
    rest.ideal = std::move(next).value();
  }
  if (!found.components.empty()) {
    ReadableGenerators readable = readable_generators(rest.ideal, whole.generators(), rest_limits);
    rest.ideal = Ideal(whole.variables(), std::move(readable.polynomials), whole.engine());
  }
  found.unexplored.push_back(std::move(rest));
}

}  // namespace leafwise::algebra::detail
