// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;

namespace {

/// Limits for one list, and for the product of all lists.
constexpr std::size_t most_values = 100'000;
constexpr std::size_t most_runs = 1'000'000;
constexpr std::string_view initial_prefix = "initial.";

/// A parameter's name, or `initial.` and a coordinate, in the one form that there is of it.
std::string checked_target(Reading& reading,
                           const Model& model,
                           const std::string& target,
                           TextRange range) {
  if (!target.starts_with(initial_prefix)) {
    const std::vector<std::string>& names =
        reading.parameter_scope().names(algebra::Role::parameter);
    if (reading.parameter_scope().find(target)) return target;
    const std::string near = nearest_word(target, names);
    const std::string choices = names.empty()
                                    ? "\"initial.x\" = […]"
                                    : "a parameter (" + word_list(names) + ") or \"initial.x\"";
    reading.refuse(range,
                   "'" + target + "' is not a parameter",
                   near.empty() ? choices : "did you mean '" + near + "'?");
  }
  const std::string name = target.substr(initial_prefix.size());
  try {
    const algebra::Variable variable = algebra::parse_variable(name, reading.scope());
    check_order(model, variable, {});
    return std::string(initial_prefix) + to_string(variable);
  } catch (const InvalidInput& error) {
    reading.refuse(range, error.mistakes().front().message, error.mistakes().front().expected);
  }
}

/// Whether the value depends on parameters, which may be swept as well.
bool mentions_parameters(Reading& reading, const WrittenExpression& written) {
  try {
    return !algebra::variables_of(
                algebra::parse_expression(written.text, reading.parameter_scope()))
                .empty();
  } catch (const InvalidInput&) {
    return false;  // a number in another notation of TOML
  }
}

/// The value in the form of --set: exact, or an expression in parameters that another list of the
/// sweep may change.
std::string setting_of(Reading& reading, const WrittenExpression& value) {
  return mentions_parameters(reading, value) ? value.text : to_string(value.expression);
}

void set_settings(Reading& reading, SweepAxis& axis) {
  axis.settings.reserve(axis.values.size());
  for (const WrittenExpression& value : axis.values) {
    axis.settings.push_back(setting_of(reading, value));
  }
}

/// { from, to, count }: equal steps, ends included, exact.
std::vector<WrittenExpression> read_range(Reading& reading, const Value& table) {
  const std::string what = "{ from = 0.1, to = 0.4, count = 16 }";
  reading.check_keys(table, {"from", "to", "count"}, "in a range of [sweep]");
  reading.stop_if_mistaken();
  const Entry* from = table.find("from");
  const Entry* to = table.find("to");
  const Entry* count = table.find("count");
  if (from == nullptr || to == nullptr || count == nullptr) {
    reading.refuse(table.range, "a range needs from, to and count", what);
  }
  const std::string whole = "a whole number from 2 to " + std::to_string(most_values);
  reading.require_kind(count->value, Value::Kind::integer, whole);
  const double number = reading.number(count->value, whole);
  if (number < 2 || number > static_cast<double>(most_values)) {
    reading.refuse(count->value.range, "this is not a number of runs", whole);
  }
  const WrittenExpression first = reading.constant(from->value, what);
  const WrittenExpression last = reading.constant(to->value, what);
  const auto steps = static_cast<std::int64_t>(number) - 1;
  const Expression span = collapsed(last.expression - first.expression);
  const bool follows = mentions_parameters(reading, first) || mentions_parameters(reading, last);
  std::vector<WrittenExpression> values;
  values.reserve(static_cast<std::size_t>(steps) + 1);
  for (std::int64_t i = 0; i <= steps; ++i) {
    const Expression part = Expression::number(algebra::Rational(i, steps));
    const Expression value = collapsed(first.expression + span * part);
    std::string text = to_string(value);
    if (follows) {
      text = fmt::format("({0}) + (({1}) - ({0}))*{2}/{3}", first.text, last.text, i, steps);
    }
    values.push_back({std::move(text), first.origin, value});
  }
  return values;
}

/// Refuses pi and sin(1) as values of a parameter of the algebra.
class ExactnessCheck {
 public:
  ExactnessCheck(Reading& reading, const std::string& target)
      : reading_(reading),
        applies_(!target.starts_with(initial_prefix) && reading.exact_parameters.contains(target)),
        exactness_(
            {},
            applies_ ? reading.exact_parameters : std::map<std::string, algebra::Expression>{}) {}

  void check(const Value& value) {
    if (!applies_) return;
    const Snippet snippet = reading_.snippet(value, "a number");
    located(snippet, [&] {
      (void)exactness_.convert(algebra::parse_expression(snippet.text, reading_.parameter_scope()));
    });
  }

 private:
  Reading& reading_;
  bool applies_;
  algebra::Polynomialiser exactness_;
};

/// The file must make sense with each value alone, as if it were given with --set. Of long lists
/// some are tried, the ends among them.
void try_values(Reading& reading, const SweepAxis& axis, const Value& list) {
  constexpr std::size_t most_tried = 16;
  const std::size_t count = axis.values.size();
  const std::size_t tried = std::min(count, most_tried);
  for (std::size_t i = 0; i < tried; ++i) {
    const std::size_t index = tried == 1 ? 0 : i * (count - 1) / (tried - 1);
    const WrittenExpression& value = axis.values[index];
    std::vector<Setting> settings = reading.settings();
    settings.push_back({axis.target, axis.settings[index]});
    try {
      (void)read_without_sweep(reading.source(), settings);
    } catch (const InvalidInput& error) {
      const Value& place = list.kind == Value::Kind::array ? list.items[index] : list;
      Mistake mistake = error.mistakes().front();
      mistake.message = "with " + axis.target + " = " + value.text + ": " + mistake.message;
      mistake.place = reading.source().place(place.range);
      throw InvalidInput(std::move(mistake));
    }
  }
}

SweepAxis read_axis(Reading& reading,
                    const Model& model,
                    const std::string& target,
                    TextRange key_range,
                    const Value& value) {
  SweepAxis axis;
  axis.target = checked_target(reading, model, target, key_range);
  const std::string what = "a list of values, or { from = 0, to = 1, count = 11 }";
  if (value.kind == Value::Kind::table) {
    axis.values = read_range(reading, value);
    set_settings(reading, axis);
    ExactnessCheck exactness(reading, target);
    for (const char* end : {"from", "to"}) exactness.check(value.find(end)->value);
    try_values(reading, axis, value);
    return axis;
  }
  ExactnessCheck exactness(reading, target);
  for (const Value& item : reading.list_of(value, what)) {
    axis.values.push_back(reading.constant(item, "a number, or text with constants"));
    exactness.check(item);
  }
  if (axis.values.empty()) reading.refuse(value.range, "an empty list gives no runs", what);
  set_settings(reading, axis);
  try_values(reading, axis, value);
  return axis;
}

}  // namespace

void read_sweep(Reading& reading, Problem& problem) {
  const Value* table = reading.table("sweep");
  if (table == nullptr) return;
  std::set<std::string> taken;
  std::size_t runs = 1;
  bool too_many = false;
  const auto add = [&](const std::string& target, const Entry& entry) {
    if (too_many) return;
    reading.attempt([&] {
      SweepAxis axis = read_axis(reading, problem.model, target, entry.key_range, entry.value);
      if (!taken.insert(axis.target).second) {
        reading.refuse(
            entry.key_range, "'" + axis.target + "' is swept already", "one list for each");
      }
      const bool pinned = std::any_of(
          reading.settings().begin(), reading.settings().end(), [&](const Setting& setting) {
            return setting.target == axis.target;
          });
      if (pinned) {
        problem.source.remarks.push_back(
            axis.target + " is set on the command line: its list in [sweep] is left out");
        return;
      }
      too_many = axis.values.size() > most_runs / runs;
      if (too_many) {
        reading.refuse(entry.key_range,
                       "a sweep of more than " + std::to_string(most_runs) + " runs",
                       "fewer values: a sweep is the product of its lists");
      }
      runs *= axis.values.size();
      problem.sweep.push_back(std::move(axis));
    });
  };
  for (const Entry& entry : table->entries) {
    // initial.x = […] without quotes is a table in a table.
    const bool nested = entry.key == "initial" && entry.value.kind == Value::Kind::table;
    if (!nested) {
      add(entry.key, entry);
      continue;
    }
    for (const Entry& inner : entry.value.entries) {
      add(std::string(initial_prefix) + inner.key, inner);
    }
  }
}

}  // namespace leafwise::pipeline::detail
