// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "read/cleared_divisions.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;

namespace {

/// One value of a point, and where its name stands.
struct Placed {
  PointValue point;
  FilePlace name_place;
};

using Points = std::map<Variable, Placed>;

/// The coordinate that a key of [initial] names. The TOML key may stand in quotes.
Variable coordinate_of(Reading& reading, const Model& model, const Snippet& name) {
  return located(name, [&] {
    const Variable variable = algebra::parse_variable(name.text, reading.scope());
    check_order(model, variable, {0, name.text.size()});
    return variable;
  });
}

Snippet key_snippet(const Reading& reading, const Entry& entry) {
  const SourceFile& source = reading.source();
  const TextRange range = entry.key_range;
  const bool quoted = range.length >= 2 && range.length == entry.key.size() + 2;
  const std::size_t shift = quoted ? 1 : 0;
  Snippet snippet;
  snippet.text = entry.key;
  snippet.origin.line = source.line_of(range.begin);
  snippet.place = [&source, range, shift](TextRange part) {
    const std::size_t begin = std::min(part.begin + shift, range.length);
    return source.place({range.begin + begin, std::min(part.length, range.length - begin)});
  };
  return snippet;
}

void read_table(Reading& reading, const Model& model, const std::string& name, Points& points) {
  const Value* table = reading.table(name);
  if (table == nullptr) return;
  for (const Entry& entry : table->entries) {
    reading.attempt([&] {
      const Snippet key = key_snippet(reading, entry);
      const Variable variable = coordinate_of(reading, model, key);
      if (name == "guess" && variable.role == Role::independent) {
        reading.refuse(entry.key_range,
                       "the independent variable cannot be in [guess]",
                       "a value in [initial]");
      }
      if (points.contains(variable)) {
        reading.refuse(entry.key_range,
                       "\"" + to_string(variable) + "\" has a value already, on line " +
                           std::to_string(points.at(variable).name_place.line),
                       "one value for each coordinate");
      }
      WrittenExpression value =
          reading.constant(entry.value, "a number, or text with constants: \"sqrt(3)/2\"");
      points.emplace(variable,
                     Placed{{variable, std::move(value)}, reading.source().place(entry.key_range)});
    });
  }
}

/// `--set initial.x'=0.1`
void apply_settings(Reading& reading, const Model& model, Points& points) {
  constexpr std::string_view prefix = "initial.";
  for (const Setting& setting : reading.settings()) {
    if (!setting.target.starts_with(prefix)) continue;
    const std::string argument = setting.target + "=" + setting.value;
    reading.attempt([&] {
      Snippet key = snippet_of_argument("--set", argument, prefix.size());
      key.text = setting.target.substr(prefix.size());
      const Variable variable = coordinate_of(reading, model, key);
      const Snippet text = snippet_of_argument("--set", argument, setting.target.size() + 1);
      points.insert_or_assign(
          variable, Placed{{variable, reading.constant(text)}, key.place({0, key.text.size()})});
    });
  }
}

std::vector<PointValue> in_order(const Points& points, const Model& model) {
  std::vector<PointValue> values;
  values.reserve(points.size());
  for (const auto& [variable, placed] : points) values.push_back(placed.point);
  std::map<std::string, std::ptrdiff_t> places;
  for (const std::string& name : model.unknowns) {
    places.emplace(name, static_cast<std::ptrdiff_t>(places.size()));
  }
  const auto position = [&places](const Variable& variable) {
    // The independent variable first, multipliers last.
    const auto found = places.find(variable.name);
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(places.size());
    const std::ptrdiff_t index = variable.role == Role::independent ? -1
                                 : found == places.end()            ? last
                                                                    : found->second;
    return std::pair(variable.order, index);
  };
  std::stable_sort(values.begin(), values.end(), [&](const PointValue& a, const PointValue& b) {
    return position(a.variable) < position(b.variable);
  });
  return values;
}

/// The expression with the coordinates of the point and the numbers of parameters put in.
Expression placed_at(const Reading& reading, const Expression& expression, const Points& points) {
  const Expression placed = algebra::substitute(expression, [&](const Variable& variable) {
    const auto point = points.find(variable);
    return point == points.end() ? std::nullopt
                                 : std::optional<Expression>(point->second.point.value.expression);
  });
  return with_parameters(placed, reading.numeric_parameters);
}

/// The definition of an auxiliary at the point; empty if the point does not say enough.
std::optional<Expression> value_at(Reading& reading,
                                   const algebra::Auxiliary& auxiliary,
                                   const Points& points) {
  const Expression value = placed_at(reading, auxiliary.definition, points);
  const std::set<Variable> open = algebra::variables_of(value);
  const bool only_symbolic = std::all_of(open.begin(), open.end(), [](const Variable& variable) {
    return variable.role == Role::parameter;
  });
  if (!only_symbolic) return std::nullopt;
  if (!open.empty()) return value;
  try {
    (void)algebra::nearest_double(value);
    return collapsed(value);
  } catch (const InvalidInput& error) {
    Mistake mistake = error.mistakes().front();
    const std::string function = to_string(auxiliary.original);
    mistake.message = "the point is outside the domain of " + function + ": " + mistake.message;
    mistake.expected = "a point where " + function + " has a value";
    if (auxiliary.kind == algebra::AuxiliaryKind::reciprocal) {
      mistake.expected += ", or equations without this division (times its divisor)";
    }
    for (const auto& [variable, placed_value] : points) {
      if (algebra::variables_of(auxiliary.definition).contains(variable)) {
        mistake.place = placed_value.name_place;
      }
    }
    if (!mistake.place) mistake.place = reading.source().place({0, 0});
    throw InvalidInput(std::move(mistake));
  }
}

/// The expression at the point, if that says enough and there is a value.
std::optional<double> number_at(const Reading& reading,
                                const Expression& expression,
                                const Points& points) {
  const Expression value = placed_at(reading, expression, points);
  if (!algebra::variables_of(value).empty()) return std::nullopt;
  try {
    return algebra::nearest_double(value);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// Whether the equation without this division says at the point that something else is 0, whatever
/// the point leaves open: 1/x at x = 0. Two values tell, as it would be chance if they agreed.
bool is_pole(const Reading& reading, const Expression& cleared, const Points& points) {
  const auto with = [&](const algebra::Rational& open) {
    const Expression placed = placed_at(reading, cleared, points);
    const Expression value = algebra::substitute(
        placed, [&](const Variable&) { return std::optional(Expression::number(open)); });
    try {
      return algebra::nearest_double(value);
    } catch (const InvalidInput&) {
      return std::nan("");
    }
  };
  const double one = with(algebra::Rational(1, 3));
  const double other = with(algebra::Rational(2, 7));
  constexpr double rounding = 1e-9;
  return std::abs(one) > rounding && std::abs(one - other) <= rounding * std::abs(one);
}

/// What an expression is divided by at the point, where it is 0 and the expression has a limit.
std::vector<Expression> vanishing_divisors(Reading& reading,
                                           const Expression& expression,
                                           const Points& initial) {
  std::vector<Expression> found;
  for (const Expression& divisor : divisors_of(expression)) {
    const std::optional<double> value = number_at(reading, divisor, initial);
    if (!value || *value != 0) continue;
    if (is_pole(reading, without_divisor(expression, divisor), initial)) {
      reading.has_pole = true;
    } else {
      found.push_back(divisor);
    }
  }
  return found;
}

void find_vanishing_divisors(Reading& reading, const Problem& problem, const Points& initial) {
  const auto look_inside = [&](const Expression& expression) {
    for (const Expression& part : enclosed_in(expression)) {
      if (!vanishing_divisors(reading, part, initial).empty()) reading.divides_inside = true;
    }
  };
  for (const WrittenEquation& equation : problem.model.equations) {
    for (const Expression& divisor : vanishing_divisors(reading, equation.residual, initial)) {
      if (std::ranges::find(reading.vanishing, divisor) == reading.vanishing.end()) {
        reading.vanishing.push_back(divisor);
      }
    }
    look_inside(equation.residual);
  }
  if (!problem.model.mechanics) return;
  for (const WrittenExpression& force : problem.model.mechanics->force) {
    if (!vanishing_divisors(reading, force.expression, initial).empty()) {
      reading.divides_inside = true;
    }
    look_inside(force.expression);
  }
}

/// Whether a division in it, at any depth, is one by what is 0 at the point.
bool divides_by_zero(const Reading& reading, const Expression& expression, const Points& points) {
  const auto is_zero = [&](const Expression& divisor) {
    return number_at(reading, divisor, points) == 0.0;
  };
  const auto divides = [&](const Expression& part) {
    return std::ranges::any_of(divisors_of(part), is_zero);
  };
  return divides(expression) || std::ranges::any_of(enclosed_in(expression), divides);
}

/// Which of the user's equations the initial point misses, as far as it says enough. Not a mistake:
/// the point is projected onto the leaf before a run, within a tolerance.
void remark_on_misses(const Reading& reading, Problem& problem, const Points& initial) {
  const auto remark = [&](const Expression& residual, const Origin& origin, const char* what) {
    const std::optional<double> miss = number_at(reading, residual, initial);
    // Coordinates with ten digits miss by less.
    constexpr double rounding = 1e-9;
    if (!miss || std::abs(*miss) <= rounding) return;
    problem.source.remarks.push_back(fmt::format(
        "the initial point misses the {} of line {} by {:.3g}", what, origin.line, *miss));
  };
  for (const WrittenEquation& equation : problem.model.equations) {
    remark(equation.residual, equation.origin, "equation");
  }
  if (problem.model.mechanics) {
    for (const WrittenExpression& constraint : problem.model.mechanics->constraints) {
      remark(constraint.expression, constraint.origin, "constraint");
    }
  }
  for (const WrittenExpression& inequation : problem.model.inequations) {
    if (number_at(reading, inequation.expression, initial) == 0.0) {
      problem.source.remarks.push_back(fmt::format(
          "the inequation of line {} is zero at the initial point", inequation.origin.line));
    }
  }
}

}  // namespace

void check_order(const Model& model, const Variable& variable, TextRange range) {
  if (variable.role == Role::independent) return;
  const unsigned highest = model.polynomial.orders.at(variable.name);
  if (variable.order <= highest) return;
  throw InvalidInput(
      Mistake{"'" + variable.name + "' occurs up to order " + std::to_string(highest) + " only",
              "values up to " + algebra::jet_name(variable.name, highest),
              range,
              std::nullopt});
}

void read_points(Reading& reading, Problem& problem) {
  Points initial;
  read_table(reading, problem.model, "initial", initial);
  Points set;
  apply_settings(reading, problem.model, set);
  for (const auto& [variable, placed] : set) initial.insert_or_assign(variable, placed);
  Points all = initial;
  // A value that the command line sets needs no guess.
  for (const auto& [variable, placed] : set) all.erase(variable);
  read_table(reading, problem.model, "guess", all);
  reading.stop_if_mistaken();
  const Variable start{Role::independent, problem.model.independent, 0};
  const bool given = reading.document().find("initial") != nullptr || !initial.empty();
  if (given && !initial.contains(start)) {
    initial.emplace(start, Placed{{start, {"0", {}, Expression()}}, {}});
  }
  for (const auto& [variable, placed] : initial) all.insert_or_assign(variable, placed);
  problem.start.initial = in_order(initial, problem.model);
  find_vanishing_divisors(reading, problem, initial);
  Points guessed = all;
  for (const auto& [variable, placed] : initial) guessed.erase(variable);
  problem.start.guess = in_order(guessed, problem.model);
  problem.start.divides_by_zero = reading.begins_at_limits && !reading.has_pole;
  for (AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
    const bool has_limit = problem.start.divides_by_zero && !unknown.only_in_invariants &&
                           divides_by_zero(reading, unknown.auxiliary.definition, initial);
    if (has_limit) continue;
    reading.attempt([&] { unknown.initial = value_at(reading, unknown.auxiliary, initial); });
    // A guess need not lie in the domain of anything: it is only a start.
    try {
      unknown.guess = value_at(reading, unknown.auxiliary, all);
    } catch (const InvalidInput&) {
      unknown.guess = std::nullopt;
    }
  }
  reading.attempt([&] { remark_on_misses(reading, problem, initial); });
}

}  // namespace leafwise::pipeline::detail
