// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "leafwise/core/suggestion.hpp"
#include "reading.hpp"

namespace leafwise::pipeline::detail {

using algebra::Polynomial;
using Source = PolynomialEquation::Source;

void read_equations(Reading& reading, Problem& problem) {
  const Entry* entry = reading.document().find("equations");
  if (entry == nullptr) return;
  const std::string what = "equations = [\"x'' + x = 0\"]";
  for (const Value& item : reading.list_of(entry->value, what)) {
    reading.attempt([&] {
      reading.require_kind(item, Value::Kind::text, "text, as in " + what);
      const Snippet snippet = reading.snippet(item, what);
      WrittenEquation equation = reading.equation(snippet);
      Polynomial polynomial =
          located(snippet, [&] { return reading.polynomialiser->convert(equation.residual); });
      const std::size_t index = problem.equations.size();
      if (polynomial.is_zero()) {
        problem.remarks.push_back("equation " + std::to_string(index + 1) +
                                  " is always true: " + equation.text);
      }
      if (polynomial.is_constant() && !polynomial.is_zero()) {
        problem.remarks.push_back("equation " + std::to_string(index + 1) +
                                  " can never hold: " + equation.text);
      }
      problem.polynomial.equations.push_back({std::move(polynomial), Source::equation, index});
      problem.equations.push_back(std::move(equation));
    });
  }
}

void read_inequations(Reading& reading, Problem& problem) {
  const Entry* entry = reading.document().find("inequations");
  if (entry == nullptr) return;
  const std::string what = "inequations = [\"x - 2\"]: expressions that do not vanish";
  for (const Value& item : reading.list_of(entry->value, what)) {
    reading.attempt([&] {
      reading.require_kind(item, Value::Kind::text, "text, as in " + what);
      const Snippet snippet = reading.snippet(item, what);
      WrittenExpression written = reading.expression(snippet);
      Polynomial polynomial =
          located(snippet, [&] { return reading.polynomialiser->convert(written.expression); });
      if (polynomial.is_zero()) {
        reading.refuse(item.range, "this is always zero, so it cannot differ from zero", what);
      }
      problem.polynomial.inequations.push_back(std::move(polynomial));
      problem.inequations.push_back(std::move(written));
    });
  }
}

namespace {

[[noreturn]] void refuse_unknown_invariant(const Reading& reading,
                                           const Problem& problem,
                                           const Value& name) {
  std::vector<std::string> names;
  names.reserve(problem.invariants.size());
  for (const Invariant& invariant : problem.invariants) names.push_back(invariant.name);
  const std::string near = nearest_word(name.text, names);
  reading.refuse(name.range,
                 "there is no invariant '" + name.text + "'",
                 names.empty()  ? "a name from [invariants], which is empty"
                 : near.empty() ? "one of [invariants]: " + word_list(names)
                                : "did you mean '" + near + "'?");
}

/// [impose]: which invariants become equations.
void read_impose(Reading& reading, Problem& problem) {
  const Value* table = reading.table("impose");
  if (table == nullptr) return;
  reading.check_keys(*table, {"invariants", "force"}, "in [impose]");
  if (const Entry* force = table->find("force")) {
    problem.force_imposed = reading.truth_of(force->value, "force = false");
  }
  const Entry* list = table->find("invariants");
  if (list == nullptr) return;
  std::map<std::string, std::size_t> indices;
  for (const Invariant& invariant : problem.invariants) {
    indices.emplace(invariant.name, indices.size());
  }
  for (const Value& item : reading.list_of(list->value, "invariants = [\"energy\"]")) {
    reading.attempt([&] {
      const std::string name = reading.text_of(item, "a name from [invariants]");
      const auto found = indices.find(name);
      if (found == indices.end()) refuse_unknown_invariant(reading, problem, item);
      problem.invariants[found->second].imposed = true;
    });
  }
}

}  // namespace

void read_invariants(Reading& reading, Problem& problem) {
  if (const Value* table = reading.table("invariants")) {
    for (const Entry& entry : table->entries) {
      reading.attempt([&] {
        const std::string what = "an expression, as in energy = \"x'^2/2 + x\"";
        const Snippet snippet = reading.snippet(entry.value, what);
        WrittenExpression written = reading.expression(snippet);
        Polynomial polynomial =
            located(snippet, [&] { return reading.polynomialiser->convert(written.expression); });
        problem.polynomial.invariants.push_back(std::move(polynomial));
        problem.invariants.push_back({entry.key, std::move(written), false});
      });
    }
  }
  reading.stop_if_mistaken();
  reading.attempt([&] { read_impose(reading, problem); });
}

void complete_polynomial_form(Reading& reading, Problem& problem) {
  PolynomialForm& form = problem.polynomial;
  const std::vector<algebra::Auxiliary>& auxiliaries = reading.polynomialiser->auxiliaries();
  for (algebra::AuxiliaryRelation& relation : reading.polynomialiser->relations()) {
    const bool needed = !form.auxiliaries.at(relation.auxiliary).only_in_invariants;
    std::vector<PolynomialEquation>& target = needed ? form.equations : form.invariant_relations;
    target.push_back({std::move(relation.polynomial), Source::auxiliary, relation.auxiliary});
  }
  for (const std::string& unknown : problem.unknowns) form.orders.emplace(unknown, 0);
  if (form.mechanics) {
    for (const std::string& name : form.mechanics->multipliers) form.orders.emplace(name, 0);
  }
  std::set<std::string> seen;
  const auto count = [&](const Polynomial& polynomial) {
    for (const auto& [name, order] : algebra::orders_of(polynomial)) {
      seen.insert(name);
      unsigned& highest = form.orders[name];
      highest = std::max(highest, order);
    }
  };
  for (const PolynomialEquation& equation : form.equations) count(equation.polynomial);
  for (const Polynomial& inequation : form.inequations) count(inequation);
  for (std::size_t i = 0; i < auxiliaries.size(); ++i) {
    if (!form.auxiliaries[i].only_in_invariants) form.orders.emplace(auxiliaries[i].name, 0);
  }
  std::vector<std::string> absent;
  for (const std::string& unknown : problem.unknowns) {
    if (!seen.contains(unknown)) absent.push_back(unknown);
  }
  if (absent.empty()) return;
  const std::string verb = absent.size() == 1 ? " stands in no equation: it is free"
                                              : " stand in no equation: they are free";
  problem.remarks.push_back(word_list(absent, "and") + verb);
}

}  // namespace leafwise::pipeline::detail
