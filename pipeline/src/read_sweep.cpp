// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/core/suggestion.hpp"
#include "reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;

namespace {

constexpr std::size_t most_runs = 1'000'000;
constexpr std::string_view initial_prefix = "initial.";

/// A parameter's name, or `initial.` and a coordinate.
void check_target(Reading& reading, const std::string& target, TextRange range) {
  if (!target.starts_with(initial_prefix)) {
    const std::vector<std::string>& names =
        reading.parameter_scope().names(algebra::Role::parameter);
    if (std::find(names.begin(), names.end(), target) != names.end()) return;
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
    (void)algebra::parse_variable(name, reading.scope());
  } catch (const InvalidInput& error) {
    reading.refuse(range, error.mistakes().front().message, error.mistakes().front().expected);
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
  const std::string whole = "a whole number from 2 to " + std::to_string(most_runs);
  reading.require_kind(count->value, Value::Kind::integer, whole);
  const double number = reading.number(count->value, whole);
  if (number < 2 || number > static_cast<double>(most_runs)) {
    reading.refuse(count->value.range, "not a number of runs", whole);
  }
  const WrittenExpression first = reading.constant(from->value, what);
  const WrittenExpression last = reading.constant(to->value, what);
  const auto steps = static_cast<std::int64_t>(number) - 1;
  std::vector<WrittenExpression> values;
  for (std::int64_t i = 0; i <= steps; ++i) {
    const Expression part = Expression::number(algebra::Rational(i, steps));
    const Expression value =
        collapsed(first.expression + (last.expression - first.expression) * part);
    values.push_back({to_string(value), first.origin, value});
  }
  return values;
}

SweepAxis read_axis(Reading& reading,
                    const std::string& target,
                    TextRange key_range,
                    const Value& value) {
  check_target(reading, target, key_range);
  SweepAxis axis;
  axis.target = target;
  const std::string what = "a list of values, or { from = 0, to = 1, count = 11 }";
  if (value.kind == Value::Kind::table) {
    axis.values = read_range(reading, value);
    return axis;
  }
  for (const Value& item : reading.list_of(value, what)) {
    axis.values.push_back(reading.constant(item, "a number, or text with constants"));
  }
  if (axis.values.empty()) reading.refuse(value.range, "an empty list gives no runs", what);
  return axis;
}

}  // namespace

void read_sweep(Reading& reading, Problem& problem) {
  const Value* table = reading.table("sweep");
  if (table == nullptr) return;
  const auto add = [&](const std::string& target, const Entry& entry) {
    reading.attempt(
        [&] { problem.sweep.push_back(read_axis(reading, target, entry.key_range, entry.value)); });
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
  reading.stop_if_mistaken();
  std::size_t runs = 1;
  for (const SweepAxis& axis : problem.sweep) {
    if (axis.values.size() > most_runs / runs) {
      reading.refuse(table->range,
                     "more than " + std::to_string(most_runs) + " runs",
                     "fewer values: a sweep is the product of its lists");
    }
    runs *= axis.values.size();
  }
}

}  // namespace leafwise::pipeline::detail
