// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "leafwise/algebra/motion.hpp"
#include "leafwise/core/suggestion.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Role;

namespace {

void declare_unknowns(Reading& reading, Problem& problem, const Value& list, bool mechanics) {
  const std::string what = mechanics ? "coordinates = [\"x\", \"y\"]" : "unknowns = [\"x\", \"y\"]";
  for (const Value& item : reading.list_of(list, what)) {
    reading.attempt([&] {
      const std::string name = reading.text_of(item, "a name, as in " + what);
      check_new_name(reading, name, item.range, mechanics);
      reading.scope().declare(name, Role::unknown);
      problem.model.unknowns.push_back(name);
    });
  }
  constexpr std::size_t most_coordinates = 500;
  if (mechanics && list.items.size() > most_coordinates) {
    reading.note(list.range,
                 std::to_string(list.items.size()) + " coordinates: their mass matrix is too large",
                 "at most " + std::to_string(most_coordinates) + ", or plain equations");
  }
  if (list.items.empty()) {
    reading.note(list.range, "there are no unknowns", "at least one name, as in " + what);
  }
}

/// A key that stands below a [table] belongs to that table: the commonest slip in TOML.
void refuse_misplaced(Reading& reading, const std::string& key) {
  for (const Entry& table : reading.document().entries) {
    if (table.value.kind != Value::Kind::table) continue;
    const Entry* entry = table.value.find(key);
    if (entry == nullptr) continue;
    reading.refuse(entry->key_range,
                   "'" + key + "' is inside the table [" + table.key + "]",
                   "top-level keys before the first [table]");
  }
}

/// Which of the two forms the file has. Both or neither is a mistake.
const Entry* find_form(Reading& reading) {
  const Value& document = reading.document();
  const Entry* unknowns = document.find("unknowns");
  const Entry* equations = document.find("equations");
  const Entry* mechanics = document.find("mechanics");
  if (mechanics != nullptr && (unknowns != nullptr || equations != nullptr)) {
    const Entry* plain = unknowns != nullptr ? unknowns : equations;
    reading.refuse(plain->key_range,
                   "'" + plain->key + "' cannot be combined with [mechanics]",
                   "either unknowns and equations, or [mechanics]");
  }
  if (mechanics != nullptr) {
    if (reading.table("mechanics")->find("coordinates") == nullptr) {
      reading.refuse(
          mechanics->key_range, "[mechanics] has no coordinates", "coordinates = [\"x\", \"y\"]");
    }
    return reading.table("mechanics")->find("coordinates");
  }
  if (unknowns == nullptr || equations == nullptr) {
    const std::string missing = unknowns == nullptr ? "unknowns" : "equations";
    refuse_misplaced(reading, missing);
    reading.refuse(
        {0, 0},
        unknowns == equations ? "the file describes no system" : "'" + missing + "' is missing",
        "unknowns = [...] and equations = [...] before the first table, or a table "
        "[mechanics]");
  }
  return unknowns;
}

void declare_parameters(Reading& reading, bool mechanics) {
  const Value* table = reading.table("parameters");
  if (table == nullptr) return;
  for (const Entry& entry : table->entries) {
    reading.attempt([&] {
      check_new_name(reading, entry.key, entry.key_range, mechanics);
      reading.scope().declare(entry.key, Role::parameter);
      reading.parameter_scope().declare(entry.key, Role::parameter);
    });
  }
}

}  // namespace

void check_new_name(Reading& reading, const std::string& name, TextRange range, bool mechanics) {
  if (!algebra::is_name(name)) {
    reading.refuse(range,
                   name.empty() ? "an empty name" : "'" + name + "' is not a name",
                   "a letter a-z or A-Z, then letters, digits and _");
  }
  constexpr std::size_t longest_name = 16'384;
  if (name.size() > longest_name) {
    reading.refuse(range,
                   "a name of " + std::to_string(name.size()) + " letters",
                   "at most " + std::to_string(longest_name));
  }
  if (algebra::Scope::is_reserved(name)) {
    reading.refuse(
        range, "'" + name + "' is reserved", "a name that is no function and neither der nor pi");
  }
  if (mechanics && algebra::Multipliers::is_name(name)) {
    reading.refuse(range,
                   "'" + name + "' is reserved: lambda1, lambda2, … are the reaction forces",
                   "another name");
  }
  const std::optional<Role> used = reading.scope().find(name);
  if (!used) return;
  const std::string as = *used == Role::independent ? "the independent variable"
                         : *used == Role::parameter ? "a parameter"
                                                    : "an unknown";
  reading.refuse(range,
                 "'" + name + "' is defined twice: it is " + as + " already",
                 "one meaning for each name");
}

void read_names(Reading& reading, Problem& problem) {
  read_structure(reading);
  const Value& document = reading.document();
  const bool mechanics = document.find("mechanics") != nullptr;
  reading.attempt([&] {
    if (const Entry* entry = document.find("title")) {
      problem.source.title = reading.text_of(entry->value, "title = \"…\"");
    }
    if (const Entry* entry = document.find("description")) {
      problem.source.description = reading.text_of(entry->value, "description = \"…\"");
    }
  });
  reading.attempt([&] {
    const Entry* entry = document.find("independent");
    if (entry != nullptr) {
      problem.model.independent = reading.text_of(entry->value, "independent = \"t\"");
      check_new_name(reading, problem.model.independent, entry->value.range, mechanics);
    }
    reading.scope().declare(problem.model.independent, Role::independent);
  });
  reading.stop_if_mistaken();
  reading.attempt([&] {
    const Entry* names = find_form(reading);
    declare_unknowns(reading, problem, names->value, mechanics);
  });
  reading.attempt([&] { declare_parameters(reading, mechanics); });
  reading.stop_if_mistaken();
}

}  // namespace leafwise::pipeline::detail
