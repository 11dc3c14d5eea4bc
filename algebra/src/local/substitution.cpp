// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/substitution.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "leafwise/algebra/calculus.hpp"
#include "local/line_choice.hpp"
#include "local/taylor_graph.hpp"

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

/// The jets that a line can be solved for.
std::vector<Solved> solved_jets(const Expression& line, const std::vector<std::string>& unknowns) {
  TaylorGraph graph(unknowns);
  const std::vector<Partial> partials = graph.gradient(graph.add(line));
  const std::set<Variable> written = variables_of(line);
  std::vector<Solved> solved;
  for (const Partial& partial : partials) {
    const Variable jet{Role::unknown, unknowns[partial.jet.unknown], partial.jet.order};
    if (graph.node(partial.node).operation != Operation::constant) continue;
    if (order_in(written, jet.name) != jet.order) continue;
    const Rational slope = graph.constant_value(partial.node);
    const Expression rest = substitute(line, [&](const Variable& variable) {
      return variable == jet ? std::optional(Expression()) : std::nullopt;
    });
    solved.push_back({jet, rest * Expression::number(Rational(-1) / slope)});
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
  Substitution result{from, solved.jet, lines, {}, {}};
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
