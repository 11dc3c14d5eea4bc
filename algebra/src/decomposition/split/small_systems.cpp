// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/split/small_systems.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "ring/rewriting.hpp"

namespace leafwise::algebra::detail {

namespace {

using Polynomials = std::vector<Polynomial>;
using VariableSet = std::set<Variable>;
using Group = std::vector<std::size_t>;

/// Larger systems are not small; more of them would cost more than they show.
constexpr std::size_t most_variables = 12;
constexpr std::size_t most_systems = 48;
/// Loops are compared in pairs.
constexpr std::size_t most_compared = 60;

std::vector<VariableSet> variables_of_each(const Polynomials& generators) {
  std::vector<VariableSet> sets;
  sets.reserve(generators.size());
  for (const Polynomial& generator : generators) sets.push_back(generator.variables());
  return sets;
}

/// Numbers that stand for classes; union by pointing one representative to the other.
class Classes {
 public:
  explicit Classes(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t element) {
    while (parent_[element] != element) element = parent_[element] = parent_[parent_[element]];
    return element;
  }
  void unite(std::size_t a, std::size_t b) { parent_[of(b)] = of(a); }

 private:
  std::vector<std::size_t> parent_;
};

std::vector<Group> blocks_of(const std::vector<VariableSet>& sets, const Group& members) {
  Classes classes(sets.size());
  std::map<Variable, std::size_t> first_use;
  for (const std::size_t member : members) {
    for (const Variable& variable : sets[member]) {
      classes.unite(first_use.emplace(variable, member).first->second, member);
    }
  }
  std::map<std::size_t, std::size_t> number_of_class;
  std::vector<Group> blocks;
  for (const std::size_t member : members) {
    const auto [entry, fresh] = number_of_class.emplace(classes.of(member), blocks.size());
    if (fresh) blocks.emplace_back();
    blocks[entry->second].push_back(member);
  }
  return blocks;
}

Group all_numbers(std::size_t count) {
  Group numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

/// All generators in no other variables than these.
Group within(const std::vector<VariableSet>& sets, const VariableSet& variables) {
  Group members;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (std::includes(variables.begin(), variables.end(), sets[i].begin(), sets[i].end())) {
      members.push_back(i);
    }
  }
  return members;
}

VariableSet united(const VariableSet& left, const VariableSet& right) {
  VariableSet result = left;
  result.insert(right.begin(), right.end());
  return result;
}

bool meet(const VariableSet& left, const VariableSet& right) {
  return std::any_of(
      left.begin(), left.end(), [&](const Variable& variable) { return right.contains(variable); });
}

/// Sine and cosine belong together, and so do the coordinates of a point on a circle.
std::map<Variable, Variable> partners_on_circles(const Polynomials& generators) {
  std::map<Variable, Variable> partners;
  for (const Polynomial& generator : generators) {
    if (!is_circle(generator)) continue;
    const VariableSet pair = generator.variables();
    partners.emplace(*pair.begin(), *pair.rbegin());
    partners.emplace(*pair.rbegin(), *pair.begin());
  }
  return partners;
}

VariableSet with_partners(const VariableSet& variables,
                          const std::map<Variable, Variable>& partners) {
  VariableSet result = variables;
  for (const Variable& variable : variables) {
    const auto partner = partners.find(variable);
    if (partner != partners.end()) result.insert(partner->second);
  }
  return result;
}

/// The ratio of coefficients that most of the common terms share, with their number.
std::pair<Rational, std::size_t> common_ratio(const Polynomial& left, const Polynomial& right) {
  std::map<Rational, std::size_t> votes;
  for (const auto& [monomial, coefficient] : left.terms()) {
    const auto other = right.terms().find(monomial);
    if (monomial.degree() > 0 && other != right.terms().end()) {
      ++votes[coefficient / other->second];
    }
  }
  std::pair<Rational, std::size_t> best{Rational(), 0};
  for (const auto& [ratio, count] : votes) {
    if (count > best.second) best = {ratio, count};
  }
  return best;
}

}  // namespace

std::vector<Group> connected_blocks(const Polynomials& generators) {
  return blocks_of(variables_of_each(generators), all_numbers(generators.size()));
}

Polynomials differences_of_similar(const Polynomials& generators) {
  Polynomials result;
  if (generators.size() > most_compared) return result;
  for (std::size_t i = 0; i < generators.size(); ++i) {
    for (std::size_t k = i + 1; k < generators.size(); ++k) {
      const auto [ratio, count] = common_ratio(generators[i], generators[k]);
      if (count < 2) continue;
      Polynomial scaled = generators[k];
      scaled *= ratio;
      Polynomial difference = (generators[i] - scaled).primitive();
      const std::size_t most =
          std::max(generators[i].variables().size(), generators[k].variables().size());
      const std::size_t both = united(generators[i].variables(), generators[k].variables()).size();
      const std::size_t left = difference.variables().size();
      if (!difference.is_constant() && left <= most && left < both) {
        result.push_back(std::move(difference));
      }
    }
  }
  return result;
}

std::vector<Group> small_systems(const Polynomials& generators) {
  const std::vector<VariableSet> sets = variables_of_each(generators);
  const std::map<Variable, Variable> partners = partners_on_circles(generators);
  std::set<VariableSet> frames;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    frames.insert(with_partners(sets[i], partners));
    for (std::size_t k = i + 1; k < sets.size(); ++k) {
      if (meet(sets[i], sets[k])) {
        frames.insert(with_partners(united(sets[i], sets[k]), partners));
      }
    }
  }
  // Linear equations cost nothing; each of the others multiplies the degree.
  struct Candidate {
    std::size_t nonlinear;
    std::size_t freedom;
    std::size_t variables;
    Group members;
    auto operator<=>(const Candidate&) const = default;
  };
  std::set<Candidate> candidates;
  for (const VariableSet& frame : frames) {
    if (frame.size() > most_variables) continue;
    Group members = within(sets, frame);
    if (members.size() < 2 || members.size() == generators.size()) continue;
    if (blocks_of(sets, members).size() > 1) continue;
    const std::size_t freedom = frame.size() - std::min(frame.size(), members.size());
    const auto nonlinear = static_cast<std::size_t>(
        std::count_if(members.begin(), members.end(), [&](std::size_t member) {
          return generators[member].degree() > 1;
        }));
    candidates.insert({nonlinear, freedom, frame.size(), std::move(members)});
  }
  std::vector<Group> systems;
  systems.reserve(std::min(candidates.size(), most_systems));
  for (const Candidate& candidate : candidates) {
    if (systems.size() == most_systems) break;
    systems.push_back(candidate.members);
  }
  return systems;
}

}  // namespace leafwise::algebra::detail
