// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/bases/contradiction.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "completion/mechanics/equations_of_motion.hpp"
#include "completion/rounds/complete_leaves.hpp"
#include "completion/rounds/filtration.hpp"
#include "completion/rows/auxiliary_rates.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::size_t long_system = 100;

/// An equation, a constraint or an inequation of the system.
struct Suspect {
  enum class Kind { equation, constraint, inequation } kind = Kind::equation;
  std::size_t number = 0;
};

using Suspects = std::vector<Suspect>;

/// Divide and conquer: of k guilty ones among n, about k·log n questions.
class Search {
 public:
  Search(const DifferentialSystem& system, const CompletionOptions& options, const Limits& limits)
      : system_(system),
        options_(options),
        limits_(limits.spend(system.equations.size() > long_system ? &Effort::long_contradiction
                                                                   : &Effort::contradiction)) {
    options_.point.reset();
    options_.critical = false;
    options_.progress = nullptr;
  }

  [[nodiscard]] bool contradict(const Suspects& kept) const;

  [[nodiscard]] Suspects guilty(const Suspects& all) {
    if (contradict({})) return {};
    return among(all, {}, false);
  }

 private:
  /// Those of `open` that contradict each other and `known`.
  Suspects among(const Suspects& open, const Suspects& known, bool is_new) {
    if (is_new && contradict(known)) return {};
    if (open.size() <= 1) return open;
    const auto middle = open.begin() + static_cast<std::ptrdiff_t>(open.size() / 2);
    const Suspects left(open.begin(), middle);
    const Suspects right(middle, open.end());
    const Suspects from_right = among(right, joined(known, left), true);
    const Suspects from_left = among(left, joined(known, from_right), !from_right.empty());
    return joined(from_left, from_right);
  }

  static Suspects joined(Suspects left, const Suspects& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }

  [[nodiscard]] std::map<std::string, unsigned> orders_of_all() const {
    return system_.mechanics ? system_.orders : filtration_of(system_).orders;
  }

  const DifferentialSystem& system_;
  CompletionOptions options_;
  Limits limits_;
};

bool Search::contradict(const Suspects& kept) const {
  if (limits_.is_over()) return false;
  DifferentialSystem part = system_;
  std::erase_if(part.equations, [](const auto& equation) { return !equation.is_definition; });
  if (part.mechanics) part.equations = system_.equations;
  if (part.mechanics) part.mechanics->constraints.clear();
  part.inequations.clear();
  // Without an equation of it an unknown keeps its order: the jets must stay the same.
  part.orders = orders_of_all();
  for (const Suspect& suspect : kept) {
    switch (suspect.kind) {
      case Suspect::Kind::equation:
        part.equations.push_back(system_.equations[suspect.number]);
        break;
      case Suspect::Kind::constraint:
        part.mechanics->constraints.push_back(system_.mechanics->constraints[suspect.number]);
        break;
      case Suspect::Kind::inequation:
        part.inequations.push_back(system_.inequations[suspect.number]);
        break;
    }
  }
  const Completion found = complete_leaves(part, options_, limits_);
  return found.complete && found.leaves.empty();
}

Suspects suspects_of(const DifferentialSystem& system) {
  Suspects all;
  if (system.mechanics) {
    for (std::size_t i = 0; i < system.mechanics->constraints.size(); ++i) {
      all.push_back({Suspect::Kind::constraint, i});
    }
  } else {
    for (std::size_t i = 0; i < system.equations.size(); ++i) {
      if (!system.equations[i].is_definition) all.push_back({Suspect::Kind::equation, i});
    }
  }
  for (std::size_t i = 0; i < system.inequations.size(); ++i) {
    all.push_back({Suspect::Kind::inequation, i});
  }
  return all;
}

/// The constraints alone: whatever is massive and free of forces can be at rest.
DifferentialSystem without_forces(DifferentialSystem system) {
  MechanicalSystem& mechanics = *system.mechanics;
  for (std::size_t i = 0; i < mechanics.coordinates.size(); ++i) {
    mechanics.force[i] = Polynomial();
    for (std::size_t j = 0; j < mechanics.coordinates.size(); ++j) {
      mechanics.mass[i][j] = i == j ? Polynomial(Rational(1)) : Polynomial();
    }
  }
  return system;
}

/// The equations of motion alone, each one to be blamed.
DifferentialSystem without_constraints(DifferentialSystem system, const Engine& engine) {
  system.mechanics->constraints.clear();
  std::vector<Polynomial> definitions;
  for (const SourcedEquation& equation : system.equations) {
    if (!has_derivatives(equation.polynomial)) definitions.push_back(equation.polynomial);
  }
  PositionComponent component{
      PrimeComponent{Ideal(position_variables(system), definitions, engine)}};
  write_equations(system, definitions, component);
  for (SourcedEquation& equation : component.system.equations) {
    equation.is_definition =
        equation.is_definition ||
        std::find(definitions.begin(), definitions.end(), equation.polynomial) != definitions.end();
  }
  return component.system;
}

}  // namespace

std::vector<std::string> contradicting_sources(const DifferentialSystem& system,
                                               const std::set<std::string>& met,
                                               const CompletionOptions& options,
                                               const Limits& limits) {
  if (system.mechanics && !met.empty() && Search(system, options, limits).contradict({})) {
    const DifferentialSystem motion = without_constraints(system, options.engine);
    return contradicting_sources(motion, met, options, limits);
  }
  std::vector<std::string> sources;
  // What nobody met on the way contradicts itself among the positions.
  const DifferentialSystem asked =
      system.mechanics && met.empty() ? without_forces(system) : system;
  Search search(asked, options, limits);
  const Suspects all = suspects_of(system);
  Suspects first;
  std::copy_if(all.begin(), all.end(), std::back_inserter(first), [&](const Suspect& suspect) {
    return suspect.kind == Suspect::Kind::equation &&
           met.contains(system.equations[suspect.number].source);
  });
  const bool is_enough = first.size() < all.size() && search.contradict(first);
  for (const Suspect& suspect : search.guilty(is_enough ? first : all)) {
    switch (suspect.kind) {
      case Suspect::Kind::equation:
        sources.push_back(system.equations[suspect.number].source);
        break;
      case Suspect::Kind::constraint:
        sources.push_back(system.mechanics->constraints[suspect.number].source);
        break;
      case Suspect::Kind::inequation:
        sources.push_back("inequation " + std::to_string(suspect.number + 1));
        break;
    }
  }
  return sources;
}

}  // namespace leafwise::algebra::detail
