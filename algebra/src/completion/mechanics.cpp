// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/mechanics.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "completion/affine_rows.hpp"
#include "completion/completer.hpp"
#include "completion/independent_rows.hpp"
#include "completion/redundancy.hpp"
#include "geometry/modular_point.hpp"
#include "geometry/row_dependence.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Positions that cannot be split in this share of the time stay whole.
constexpr double share_of_positions = 0.4;
constexpr std::chrono::milliseconds position_time{60000};

bool has_derivatives(const Polynomial& polynomial) {
  const std::set<Variable> used = polynomial.variables();
  return std::any_of(used.begin(), used.end(), [](const Variable& v) { return v.order > 0; });
}

/// t, coordinates, auxiliaries, parameters: where the positions live.
std::vector<Variable> position_variables(const DifferentialSystem& system) {
  std::vector<Variable> variables{system.independent};
  for (const std::string& unknown : system.unknowns) {
    variables.push_back({Role::unknown, unknown, 0});
  }
  std::set<Variable> parameters;
  const auto look = [&](const Polynomial& polynomial) {
    for (const Variable& variable : polynomial.variables()) {
      if (variable.role == Role::parameter) parameters.insert(variable);
    }
  };
  for (const SourcedEquation& equation : system.equations) look(equation.polynomial);
  const MechanicalSystem& mechanics = *system.mechanics;
  for (const SourcedEquation& constraint : mechanics.constraints) look(constraint.polynomial);
  for (const Polynomial& force : mechanics.force) look(force);
  for (const auto& row : mechanics.mass) {
    for (const Polynomial& entry : row) look(entry);
  }
  variables.insert(variables.end(), parameters.begin(), parameters.end());
  return variables;
}

/// The rates of the auxiliaries by those of the coordinates: from their relations and the total
/// derivatives of these.
class AuxiliaryRates {
 public:
  AuxiliaryRates(const DifferentialSystem& system, const std::vector<Polynomial>& relations) {
    const std::set<std::string> coordinates(system.mechanics->coordinates.begin(),
                                            system.mechanics->coordinates.end());
    for (const std::string& unknown : system.unknowns) {
      if (!coordinates.contains(unknown)) rates_.push_back({Role::unknown, unknown, 1});
    }
    std::vector<AffineRow> rows;
    for (const Polynomial& relation : relations) {
      const Polynomial rate = has_derivatives(relation) ? relation : relation.total_derivative();
      AffineRow row = row_from(rate, rates_);
      if (row.has_graph_variables()) rows.push_back(std::move(row));
    }
    while (!rows.empty()) {
      const auto best =
          std::min_element(rows.begin(), rows.end(), [&](const AffineRow& a, const AffineRow& b) {
            return pivot_cost(a) < pivot_cost(b);
          });
      AffineRow row = std::move(*best);
      rows.erase(best);
      const std::size_t column = pivot_of(row);
      for (AffineRow& other : rows) clear(other, row, column);
      std::erase_if(rows, [](const AffineRow& other) { return !other.has_graph_variables(); });
      solved_.emplace_back(std::move(row), column);
    }
  }

  /// A multiple of the rate without rates of auxiliaries (a constant one wherever their relations
  /// have constant pivots: sines and cosines).
  [[nodiscard]] Polynomial without_auxiliaries(const Polynomial& rate) const {
    AffineRow row = row_from(rate, rates_);
    for (const auto& [solved, column] : solved_) clear(row, solved, column);
    return polynomial_from(row, rates_);
  }

 private:
  static std::size_t pivot_of(const AffineRow& row) {
    const auto& entries = row.coefficients.entries();
    const auto best =
        std::min_element(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
          return a.second.degree() < b.second.degree();
        });
    return best->first;
  }
  static unsigned pivot_cost(const AffineRow& row) {
    return row.coefficients[pivot_of(row)].degree();
  }
  static void clear(AffineRow& row, const AffineRow& by, std::size_t column) {
    const Polynomial factor = row.coefficients[column];
    if (factor.is_zero()) return;
    const Polynomial pivot = by.coefficients[column];
    const bool constant = pivot.is_constant();
    const Polynomial scale = constant ? Polynomial(Rational(1)) : pivot;
    Polynomial times = factor;
    if (constant) times *= Rational(1) / pivot.constant_value();
    row = combined(row, scale, by, times);
  }

  std::vector<Variable> rates_;
  std::vector<std::pair<AffineRow, std::size_t>> solved_;
};

Polynomial coefficient_of(const Polynomial& polynomial, const Variable& variable) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    if (monomial.exponent_of(variable) == 1) {
      result += Polynomial::term(coefficient, monomial.without(variable));
    }
  }
  return result;
}

/// Without the generators that the auxiliaries satisfy by themselves.
std::vector<Polynomial> true_constraints(const std::vector<Polynomial>& generators,
                                         const Ideal& relations,
                                         const Limits& limits) {
  std::vector<Polynomial> result;
  for (const Polynomial& generator : generators) {
    const Outcome<bool> known = relations.contains(generator, limits);
    if (!known || !known.value()) result.push_back(generator);
  }
  return result;
}

std::string unused_name(const std::string& stem, const std::vector<std::string>& taken) {
  std::string name = stem;
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += "_";
  return name;
}

/// The constraint that it is, if it is one of those given.
std::string source_of(const Polynomial& generator, const DifferentialSystem& given) {
  const Polynomial primitive = generator.primitive();
  for (const SourcedEquation& constraint : given.mechanics->constraints) {
    if (constraint.polynomial.primitive() == primitive) return constraint.source;
  }
  return "its positions";
}

/// G: what constrains the velocities, by coordinates.
PolynomialMatrix velocity_matrix(const std::vector<Polynomial>& velocity_constraints,
                                 const std::vector<std::string>& coordinates) {
  PolynomialMatrix matrix;
  for (const Polynomial& constraint : velocity_constraints) {
    std::vector<Polynomial> row;
    row.reserve(coordinates.size());
    for (const std::string& name : coordinates) {
      row.push_back(coefficient_of(constraint, {Role::unknown, name, 1}));
    }
    matrix.push_back(std::move(row));
  }
  return matrix;
}

constexpr std::chrono::milliseconds question_time{2000};
constexpr double share_of_question = 0.1;

/// The coordinates less the rank of what constrains their velocities.
int degrees_of_freedom(const PolynomialMatrix& velocities,
                       std::size_t coordinates,
                       const Ideal& positions,
                       const Limits& limits) {
  const Limits shortly = share_of(limits, share_of_question, question_time);
  const auto rest = [&](std::size_t rank) {
    return static_cast<int>(coordinates) - static_cast<int>(rank);
  };
  const auto point = modular_point(positions, shortly);
  if (point && point.value()) {
    RowsAtPoint independent(*point.value());
    const bool all = std::all_of(velocities.begin(), velocities.end(), [&](const auto& row) {
      return independent.add(row);
    });
    if (all) return rest(velocities.size());
  }
  IndependentRows rows(positions, shortly);
  for (const std::vector<Polynomial>& row : velocities) {
    if (!rows.add(row)) break;
  }
  return rest(rows.rank());
}

/// By Gauss: all pivots are positive. @pre symmetric
bool is_positive_definite(const std::vector<std::vector<Polynomial>>& mass) {
  std::vector<std::vector<Rational>> rows;
  for (const auto& row : mass) {
    std::vector<Rational> values;
    for (const Polynomial& entry : row) {
      if (!entry.is_constant()) return false;
      values.push_back(entry.is_zero() ? Rational(0) : entry.constant_value());
    }
    rows.push_back(std::move(values));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!(rows[i][i] > Rational(0))) return false;
    for (std::size_t k = i + 1; k < rows.size(); ++k) {
      const Rational factor = rows[k][i] / rows[i][i];
      for (std::size_t j = i; j < rows.size(); ++j) rows[k][j] -= factor * rows[i][j];
    }
  }
  return true;
}

/// Whether G has full rank everywhere on V(P), over ℂ.
bool has_full_rank(const PolynomialMatrix& velocities,
                   const Ideal& positions,
                   const Limits& limits) {
  const Limits shortly = share_of(limits, share_of_question, question_time);
  const Outcome<bool> independent = are_rows_independent(positions, velocities, shortly);
  return independent && independent.value();
}

/// M q'' − F + Gᵀλ = 0, the component's generators, the auxiliaries' relations. @return G
PolynomialMatrix write_equations(const DifferentialSystem& given,
                                 const std::vector<Polynomial>& generators,
                                 PositionComponent& component) {
  const MechanicalSystem& mechanics = *given.mechanics;
  DifferentialSystem& system = component.system;
  system.independent = given.independent;
  system.unknowns = given.unknowns;
  system.inequations = given.inequations;
  system.orders = given.orders;
  std::vector<Polynomial> relations;
  std::set<std::string> with_rates;
  for (const SourcedEquation& equation : given.equations) {
    relations.push_back(equation.polynomial);
    for (const auto& [unknown, order] : orders_of(equation.polynomial)) {
      if (order > 0) with_rates.insert(unknown);
    }
  }
  for (const std::string& unknown : given.unknowns) {
    const auto& coordinates = mechanics.coordinates;
    const bool is_auxiliary =
        std::find(coordinates.begin(), coordinates.end(), unknown) == coordinates.end();
    if (is_auxiliary && !with_rates.contains(unknown)) system.functions_of_state.insert(unknown);
  }
  const AuxiliaryRates rates(given, relations);
  std::vector<Polynomial> velocity_constraints;
  for (const Polynomial& constraint : component.constraints) {
    velocity_constraints.push_back(rates.without_auxiliaries(constraint.total_derivative()));
    const std::string stem = "lambda" + std::to_string(component.multipliers.size() + 1);
    component.multipliers.push_back({Role::unknown, unused_name(stem, system.unknowns), 0});
    system.unknowns.push_back(component.multipliers.back().name);
  }
  for (std::size_t i = 0; i < mechanics.coordinates.size(); ++i) {
    Polynomial motion = -mechanics.force[i];
    for (std::size_t j = 0; j < mechanics.coordinates.size(); ++j) {
      motion +=
          mechanics.mass[i][j] * Polynomial(Variable{Role::unknown, mechanics.coordinates[j], 2});
    }
    const Variable velocity{Role::unknown, mechanics.coordinates[i], 1};
    for (std::size_t k = 0; k < velocity_constraints.size(); ++k) {
      motion +=
          coefficient_of(velocity_constraints[k], velocity) * Polynomial(component.multipliers[k]);
    }
    system.equations.push_back({motion, "equation of motion of " + mechanics.coordinates[i]});
  }
  for (const Polynomial& generator : generators) {
    system.equations.push_back({generator, source_of(generator, given)});
  }
  for (const SourcedEquation& equation : given.equations) {
    if (has_derivatives(equation.polynomial)) system.equations.push_back(equation);
  }
  return velocity_matrix(velocity_constraints, mechanics.coordinates);
}

/// What can be told of the motion from G on the component.
void look_at_velocities(const MechanicalSystem& mechanics,
                        const PolynomialMatrix& velocities,
                        PositionComponent& component,
                        const Limits& limits) {
  const Ideal& positions = component.positions.base;
  component.degrees_of_freedom =
      degrees_of_freedom(velocities, mechanics.coordinates.size(), positions, limits);
  component.regular_over_reals =
      is_positive_definite(mechanics.mass) && has_full_rank(velocities, positions, limits);
}

}  // namespace

DifferentialSystem plain_mechanics(const DifferentialSystem& system, const Leaf& leaf) {
  std::vector<Polynomial> generators = leaf.constraints;
  for (const SourcedEquation& equation : system.equations) {
    if (!has_derivatives(equation.polynomial)) generators.push_back(equation.polynomial);
  }
  const Ideal positions(position_variables(system), generators, leaf.base.engine());
  PositionComponent component{BasePart{positions}};
  component.constraints = leaf.constraints;
  write_equations(system, generators, component);
  return component.system;
}

namespace {

/// Relations of auxiliaries among the positions: those that constraints need, directly or through
/// others, and those that only forces and masses do.
struct Relations {
  std::vector<Polynomial> needed;
  std::vector<Polynomial> others;
};

Relations relations_of(const DifferentialSystem& system) {
  std::set<Variable> used;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    used.merge(constraint.polynomial.variables());
  }
  Relations relations;
  for (const SourcedEquation& equation : system.equations) {
    if (!has_derivatives(equation.polynomial)) relations.others.push_back(equation.polynomial);
  }
  std::erase_if(used, [&](const Variable& variable) {
    const auto& coordinates = system.mechanics->coordinates;
    return variable.role != Role::unknown ||
           std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
  });
  bool grows = true;
  while (grows) {
    grows = false;
    for (std::size_t i = 0; i < relations.others.size(); ++i) {
      const std::set<Variable> own = relations.others[i].variables();
      const bool shares = std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
        return used.contains(variable);
      });
      if (!shares) continue;
      for (const Variable& variable : own) {
        const auto& coordinates = system.mechanics->coordinates;
        const bool is_coordinate =
            std::find(coordinates.begin(), coordinates.end(), variable.name) != coordinates.end();
        if (variable.role == Role::unknown && !is_coordinate) used.insert(variable);
      }
      relations.needed.push_back(std::move(relations.others[i]));
      relations.others.erase(relations.others.begin() + static_cast<std::ptrdiff_t>(i));
      grows = true;
      break;
    }
  }
  return relations;
}

/// The constraints, in all variables of the positions.
Ideal ideal_of_positions(const DifferentialSystem& system,
                         const std::vector<Variable>& variables,
                         const Relations& relations,
                         const CompletionOptions& options) {
  std::vector<Polynomial> generators;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    generators.push_back(constraint.polynomial);
  }
  generators.insert(generators.end(), relations.needed.begin(), relations.needed.end());
  return {variables, std::move(generators), options.engine};
}

Decomposition split_constraints(const Ideal& whole,
                                const CompletionOptions& options,
                                const Limits& limits) {
  if (!options.split) {
    Decomposition result;
    const Outcome<int> dimension = whole.dimension(limits);
    if (!dimension || dimension.value() >= 0) result.components.push_back({whole});
    if (dimension && dimension.value() >= 0) {
      result.components.front().dimension = dimension.value();
    }
    return result;
  }
  DecompositionOptions decomposition;
  if (options.point) decomposition.point = options.point->restricted_to(whole.variables());
  decomposition.seed = options.seed;
  decomposition.cache = options.cache;
  decomposition.use_cache = options.use_cache;
  return minimal_primes(whole, decomposition, share_of(limits, share_of_positions, position_time));
}

std::vector<Polynomial> polynomials_of_constraints(const DifferentialSystem& system) {
  std::vector<Polynomial> constraints;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    constraints.push_back(constraint.polynomial);
  }
  return constraints;
}

/// Whether the constraints that were given span the normal space at every point of the component:
/// then a component of many generators needs no more multipliers than these.
bool are_enough(const DifferentialSystem& system,
                const Ideal& positions,
                const std::vector<Polynomial>& relations,
                const Limits& limits) {
  const AuxiliaryRates rates(system, relations);
  std::vector<Polynomial> velocities;
  for (const SourcedEquation& constraint : system.mechanics->constraints) {
    velocities.push_back(rates.without_auxiliaries(constraint.polynomial.total_derivative()));
  }
  return has_full_rank(
      velocity_matrix(velocities, system.mechanics->coordinates), positions, limits);
}

/// What may not be prime already is not split any further: each auxiliary is determined by one
/// relation.
BasePart with_relations(BasePart part, const std::vector<Polynomial>& relations) {
  std::vector<Polynomial> generators = part.base.generators();
  generators.insert(generators.end(), relations.begin(), relations.end());
  part.base = Ideal(part.base.variables(), std::move(generators), part.base.engine());
  part.dimension -= static_cast<int>(relations.size());
  return part;
}

}  // namespace

PositionSplit split_positions(const DifferentialSystem& system,
                              const CompletionOptions& options,
                              const Limits& limits) {
  const std::vector<Variable> variables = position_variables(system);
  const Relations relations = relations_of(system);
  const auto begin = Limits::Clock::now();
  const Ideal whole = ideal_of_positions(system, variables, relations, options);
  Decomposition found = split_constraints(whole, options, limits);
  join_unexplored(whole, found, limits);
  leave_whole_if_unfinished(whole, found, limits);
  PositionSplit split;
  split.complete = found.complete;
  split.reason = std::move(found.reason);
  if (relations.others.empty()) split.radical_input = found.radical_input;
  split.unexplored = std::move(found.unexplored);
  split.variables = variables;
  Filtration filtration;
  filtration.base = variables;
  for (const Variable& variable : variables) {
    if (variable.role == Role::parameter) filtration.parameters.push_back(variable);
  }
  const BaseSplitter splitter(filtration, options);
  std::vector<Polynomial> all = relations.needed;
  all.insert(all.end(), relations.others.begin(), relations.others.end());
  const Ideal of_auxiliaries(variables, all, options.engine);
  const std::vector<std::string> words = words_on_parts(found);
  for (std::size_t number = 0; number < words.size(); ++number) {
    const std::string& how = words[number];
    BaseSplit parts;
    parts.parts.push_back(part_from(std::move(found.components[number]), how));
    if (!relations.others.empty() && parts.parts.front().prime != Truth::yes) {
      parts.parts.front() = with_relations(std::move(parts.parts.front()), relations.others);
    } else if (!relations.others.empty()) {
      parts = splitter.split(parts.parts.front(),
                             relations.others,
                             share_of(limits, share_of_positions, position_time));
    }
    split.unexplored.insert(
        split.unexplored.end(), parts.unexplored.begin(), parts.unexplored.end());
    for (BasePart& part : parts.parts) {
      PositionComponent component{std::move(part)};
      const Ideal& positions = component.positions.base;
      component.how = how;
      component.constraints =
          are_enough(system, positions, all, limits)
              ? polynomials_of_constraints(system)
              : true_constraints(positions.generators(), of_auxiliaries, limits);
      component.redundant = redundant_constraints(
          system.mechanics->constraints, all, positions, component.positions.dimension, limits);
      const PolynomialMatrix velocities =
          write_equations(system, positions.generators(), component);
      look_at_velocities(*system.mechanics, velocities, component, limits);
      split.components.push_back(std::move(component));
    }
  }
  split.seconds = std::chrono::duration<double>(Limits::Clock::now() - begin).count();
  return split;
}

}  // namespace leafwise::algebra::detail
