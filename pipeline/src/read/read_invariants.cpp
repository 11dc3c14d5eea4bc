// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Polynomial;

namespace {

[[noreturn]] void refuse_unknown_invariant(const Reading& reading,
                                           const Value* table,
                                           const Value& name) {
  std::vector<std::string> names;
  if (table != nullptr) {
    for (const Entry& entry : table->entries) names.push_back(entry.key);
  }
  const std::string near = nearest_word(name.text, names);
  reading.refuse(name.range,
                 "there is no invariant '" + name.text + "'",
                 names.empty()  ? "a name from [invariants], which is empty"
                 : near.empty() ? "one of [invariants]: " + word_list(names)
                                : "did you mean '" + near + "'?");
}

/// [impose]: which invariants become equations.
std::set<std::string> read_impose(Reading& reading, Problem& problem, const Value* invariants) {
  std::set<std::string> imposed;
  const Value* table = reading.table("impose");
  if (table == nullptr) return imposed;
  if (const Entry* force = table->find("force")) {
    problem.plan.force_imposed = reading.truth_of(force->value, "force = false");
  }
  const Entry* list = table->find("invariants");
  if (list == nullptr) return imposed;
  std::set<std::string> known;
  if (invariants != nullptr) {
    for (const Entry& entry : invariants->entries) known.insert(entry.key);
  }
  for (const Value& item : reading.list_of(list->value, "invariants = [\"energy\"]")) {
    reading.attempt([&] {
      const std::string name = reading.text_of(item, "a name from [invariants]");
      if (!known.contains(name)) refuse_unknown_invariant(reading, invariants, item);
      imposed.insert(name);
    });
  }
  return imposed;
}

/// From here on, what is converted belongs to monitored invariants alone.
void freeze_system(Reading& reading, Problem& problem) {
  reading.system_relations = reading.polynomialiser->relations();
  reading.system_auxiliaries = reading.polynomialiser->auxiliaries().size();
  problem.model.polynomial.added_constants = reading.polynomialiser->added_constants();
}

}  // namespace

/// Imposed invariants are equations of the system. The others come last: watching an energy must
/// not change what is watched, so what only they need is kept apart.
void read_invariants(Reading& reading, Problem& problem) {
  const Value* table = reading.table("invariants");
  std::set<std::string> imposed;
  reading.attempt([&] { imposed = read_impose(reading, problem, table); });
  std::map<std::string, Polynomial> polynomials;
  std::map<std::string, WrittenExpression> texts;
  const auto read = [&](const Entry& entry) {
    reading.attempt([&] {
      const Snippet snippet =
          reading.snippet(entry.value, "an expression, as in energy = \"x'^2/2 + x\"");
      WrittenExpression written = reading.expression(snippet);
      polynomials[entry.key] =
          located(snippet, [&] { return reading.polynomialiser->convert(written.expression); });
      texts[entry.key] = std::move(written);
    });
  };
  const std::vector<Entry> none;
  const std::vector<Entry>& entries = table == nullptr ? none : table->entries;
  for (const Entry& entry : entries) {
    if (imposed.contains(entry.key)) read(entry);
  }
  freeze_system(reading, problem);
  for (const Entry& entry : entries) {
    if (!imposed.contains(entry.key)) read(entry);
  }
  reading.stop_if_mistaken();
  for (const Entry& entry : entries) {
    problem.model.polynomial.invariants.push_back(std::move(polynomials.at(entry.key)));
    problem.model.invariants.push_back(
        {entry.key, std::move(texts.at(entry.key)), imposed.contains(entry.key)});
  }
}

}  // namespace leafwise::pipeline::detail
