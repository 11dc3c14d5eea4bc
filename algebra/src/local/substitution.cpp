// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/substitution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "leafwise/algebra/calculus.hpp"
#include "local/derivative_array.hpp"
#include "local/exact_zero.hpp"
#include "local/line_choice.hpp"

namespace leafwise::algebra::detail {

namespace {

/// What would need more derivatives of a line is left alone, and so is what would become long.
constexpr unsigned most_derivatives = 3;
constexpr std::size_t most_size = 20000;
/// Each substitution costs a transversal of all lines.
constexpr std::size_t most_lines = 30;
constexpr std::size_t most_tried = 200;

struct Solved {
  Variable jet;
  Rational slope;    ///< by which the line holds it
  Expression value;  ///< without the jet and higher ones of its unknown
};

unsigned order_in(const std::set<Variable>& variables, const std::string& name) {
  unsigned order = 0;
  for (const Variable& variable : variables) {
    if (variable.role == Role::unknown && variable.name == name) {
      order = std::max(order, variable.order);
    }
  }
  return order;
}

/// The number that a node is at all jets, if it is one.
std::optional<Rational> constant_of(LocalSystem& system, NodeIndex node) {
  if (system.graph.node(node).operation == Operation::constant) {
    return system.graph.constant_value(node);
  }
  // 1 + 3·t − 3·t, say: a number with a small denominator, seen in doubles and proved.
  constexpr int most_denominator = 12;
  Series<double> series(system.unknowns, std::vector<double>{0.37, 0.81, 0.53, 0.29});
  const TaylorPlan plan(system.graph, {node}, {0});
  const Doubles field;
  TaylorValues<Doubles> values(plan, field);
  values.compute(series, 0.71);
  const double seen = values.at(node, 0);
  for (int denominator = 1; denominator <= most_denominator; ++denominator) {
    const double numerator = std::round(seen * denominator);
    const bool is_near = std::abs(seen * denominator - numerator) < 1e-9;
    if (!is_near || numerator == 0 || std::abs(numerator) > 1e6) continue;
    const Rational number(static_cast<std::int64_t>(numerator), denominator);
    const NodeIndex rest = system.graph.difference(node, system.graph.constant(number));
    const bool is_number = vanishes_identically(system.graph, rest) == Truth::yes;
    return is_number ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

/// The jets that a line can be solved for.
std::vector<Solved> solved_jets(const Expression& line, const std::vector<std::string>& unknowns) {
  LocalSystem alone{TaylorGraph(unknowns), {}, {}, unknowns.size()};
  alone.equations.push_back(alone.graph.add(line));
  alone.partials.push_back(alone.graph.gradient(alone.equations.front()));
  if (!keep_true_partials(alone).empty()) return {};
  std::vector<unsigned> orders(unknowns.size(), 0);
  for (const Partial& partial : alone.partials.front()) {
    unsigned& order = orders[partial.jet.unknown];
    order = std::max(order, partial.jet.order);
  }
  std::vector<Solved> solved;
  for (const Partial& partial : alone.partials.front()) {
    if (partial.jet.order < orders[partial.jet.unknown]) continue;
    const std::optional<Rational> slope = constant_of(alone, partial.node);
    if (!slope) continue;
    const Variable jet{Role::unknown, unknowns[partial.jet.unknown], partial.jet.order};
    const Expression rest = substitute(line, [&](const Variable& variable) {
      return variable == jet ? std::optional(Expression()) : std::nullopt;
    });
    solved.push_back({jet, *slope, rest * Expression::number(Rational(-1) / *slope)});
  }
  return solved;
}

/// The jet and its derivatives by what is known of the jet; derivatives of that in turn.
std::vector<Expression> values_up_to(const Solved& solved, unsigned derivatives) {
  std::vector<Expression> values{solved.value};
  for (unsigned k = 0; k < derivatives; ++k) {
    values.push_back(substitute(total_derivative(values.back()), [&](const Variable& variable) {
      return variable == solved.jet ? std::optional(solved.value) : std::nullopt;
    }));
  }
  return values;
}

std::optional<Substitution> put_in(const std::vector<Expression>& lines,
                                   const std::vector<std::string>& unknowns,
                                   std::size_t from,
                                   const Solved& solved) {
  Substitution result{from, solved.jet, solved.slope, lines, {}, {}};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == from) continue;
    const std::set<Variable> written = variables_of(lines[i]);
    const unsigned order = order_in(written, solved.jet.name);
    const bool is_in = std::any_of(written.begin(), written.end(), [&](const Variable& variable) {
      return variable.role == Role::unknown && variable.name == solved.jet.name &&
             variable.order >= solved.jet.order;
    });
    if (!is_in) continue;
    const unsigned derivatives = order - solved.jet.order;
    if (derivatives > most_derivatives) return std::nullopt;
    const std::vector<Expression> values = values_up_to(solved, derivatives);
    result.lines[i] = substitute(lines[i], [&](const Variable& variable) {
      const bool is_known = variable.role == Role::unknown && variable.name == solved.jet.name &&
                            variable.order >= solved.jet.order;
      return is_known ? std::optional(values[variable.order - solved.jet.order]) : std::nullopt;
    });
    if (result.lines[i].size() > most_size) return std::nullopt;
    result.changed.emplace_back(i, derivatives);
  }
  if (result.changed.empty()) return std::nullopt;
  result.value = transversal_value(result.lines, unknowns);
  return result;
}

}  // namespace

std::vector<Substitution> substitutions(const std::vector<Expression>& lines,
                                        const std::vector<std::string>& unknowns) {
  std::vector<Substitution> found;
  if (lines.size() > most_lines) return found;
  std::size_t tried = 0;
  for (std::size_t from = 0; from < lines.size(); ++from) {
    for (const Solved& solved : solved_jets(lines[from], unknowns)) {
      if (++tried > most_tried) break;
      auto result = put_in(lines, unknowns, from, solved);
      if (result) found.push_back(std::move(*result));
    }
  }
  static constexpr auto none = static_cast<std::size_t>(-1);
  std::stable_sort(
      found.begin(), found.end(), [](const Substitution& one, const Substitution& two) {
        return one.value.value_or(none) < two.value.value_or(none);
      });
  return found;
}

}  // namespace leafwise::algebra::detail
