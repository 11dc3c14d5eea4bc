// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "model/least_tolerance.hpp"
#include "read/reading.hpp"

namespace leafwise::pipeline {

bool is_branch_name(const std::string& name) {
  for (const char* word : {"initial", "root", "uncompleted", "here"}) {
    if (name == word) return true;
  }
  // g1, g2, …; s1, s2, … inside critical loci; other1, … that a steered run has left out.
  const std::size_t number = name.find_first_of("0123456789");
  if (number == std::string::npos || name[number] == '0') return false;
  const std::string kind = name.substr(0, number);
  return (kind == "g" || kind == "s" || kind == "other") &&
         name.find_first_not_of("0123456789", number) == std::string::npos;
}

}  // namespace leafwise::pipeline

namespace leafwise::pipeline::detail {

namespace {

using Settings = IntegrationSettings;

void read_goal(Reading& reading, const Model& model, const Value& table, Settings& settings) {
  const std::string what = "to = { " + model.independent + " = 20 } or to = { arclength = 3.0 }";
  const Entry* to = table.find("to");
  if (to == nullptr) reading.refuse(table.range, "[integrate] does not say how far", what);
  reading.require_kind(to->value, Value::Kind::table, what);
  reading.check_keys(to->value, {model.independent, "arclength"}, "in 'to'");
  reading.stop_if_mistaken();
  if (to->value.entries.size() != 1) {
    reading.refuse(to->value.range, "one goal is expected", what);
  }
  const Entry& goal = to->value.entries.front();
  // An independent variable may itself be called arclength; then it is the goal.
  settings.goal =
      goal.key == model.independent ? Settings::Goal::independent : Settings::Goal::arclength;
  settings.to = reading.constant(goal.value, "a number, or text with constants");
}

double positive(Reading& reading, const Value& value, const std::string& what) {
  const double number = reading.number(value, what);
  if (number == 0 && algebra::sign_of(reading.constant(value, what).expression) > 0) {
    reading.refuse(value.range, "this is too small for double precision", what);
  }
  if (number <= 0) reading.refuse(value.range, "this is not positive", what);
  return number;
}

void read_rows(Reading& reading, const Value& table, Settings& settings) {
  const Entry* at = table.find("at");
  const Entry* samples = table.find("samples");
  if (at != nullptr && samples != nullptr) {
    reading.refuse(
        samples->key_range, "both 'at' and 'samples' say which rows to write", "one of them");
  }
  if (at != nullptr) {
    for (const Value& item : reading.list_of(at->value, "at = [1, 2, 5]")) {
      reading.attempt([&] { settings.at.push_back(reading.constant(item, "a number")); });
    }
  }
  if (samples == nullptr) return;
  const std::string what = "a whole number from 2 to 10000000";
  reading.require_kind(samples->value, Value::Kind::integer, what);
  const double count = reading.number(samples->value, what);
  if (count < 2 || count > 1e7) {
    reading.refuse(samples->value.range, "this is not a number of rows", what);
  }
  settings.samples = static_cast<std::size_t>(count);
}

void read_limit(Reading& reading, const Value& table, Settings& settings) {
  const Entry* most = table.find("max_steps");
  if (most == nullptr) return;
  // Whole numbers are exact in double precision up to here, more than any run can make.
  constexpr double largest = 1e15;
  const std::string what = "a whole number from 1 to 1000000000000000";
  reading.require_kind(most->value, Value::Kind::integer, what);
  const double count = reading.number(most->value, what);
  if (count < 1 || count > largest) {
    reading.refuse(most->value.range, "this is not a number of steps", what);
  }
  settings.max_steps = static_cast<std::uint64_t>(count);
}

void read_control(Reading& reading, const Value& table, Settings& settings) {
  if (const Entry* control = table.find("control")) {
    settings.control = static_cast<Settings::Control>(
        reading.choice_of(control->value, {"pi", "classic", "fixed"}));
  }
  const Entry* step = table.find("step");
  const bool fixed = settings.control == Settings::Control::fixed;
  if (fixed && step == nullptr) {
    reading.refuse(table.find("control")->key_range, "fixed steps need a size", "step = 0.01");
  }
  if (!fixed && step != nullptr) {
    reading.refuse(
        step->key_range, "'step' without control = \"fixed\"", "control = \"fixed\", or no step");
  }
  if (step != nullptr) settings.step = positive(reading, step->value, "a positive step");
}

/// Rows outside of the run are never written, and a run to its own start is none. Not mistakes:
/// --to and --set may change both.
void remark_on_rows(Problem& problem, const Settings& settings) {
  const auto number = [](const WrittenExpression& written) {
    const bool known = algebra::variables_of(written.expression).empty();
    return known ? std::optional<double>(algebra::nearest_double(written.expression))
                 : std::nullopt;
  };
  const auto start_value = std::find_if(
      problem.start.initial.begin(), problem.start.initial.end(), [](const PointValue& point) {
        return point.variable.role == algebra::Role::independent;
      });
  if (settings.goal != Settings::Goal::independent || start_value == problem.start.initial.end())
    return;
  const std::optional<double> start = number(start_value->value);
  const std::optional<double> end = number(settings.to);
  if (!start || !end) return;
  if (*start == *end) {
    problem.source.remarks.push_back("the run ends where it starts: " + problem.model.independent +
                                     " = " + settings.to.text);
  }
  for (const WrittenExpression& row : settings.at) {
    const std::optional<double> at = number(row);
    if (!at || (*at >= std::min(*start, *end) && *at <= std::max(*start, *end))) continue;
    problem.source.remarks.push_back("the row at " + row.text + " is outside of the run");
  }
}

/// Not known before the completion, which `check` does not make.
void remark_on_branch(Problem& problem) {
  const std::string& name = problem.plan.branch.select;
  if (name != "initial" && name != "root" && name != "uncompleted") {
    problem.source.remarks.push_back(
        "whether there is a leaf " + name +
        " is known after the completion: 'leafwise decompose' lists them");
  }
}

}  // namespace

void read_branch(Reading& reading, Problem& problem) {
  const Value* table = reading.table("branch");
  if (table == nullptr) return;
  if (const Entry* select = table->find("select")) {
    const std::string what = "\"initial\", \"root\" or the name of a leaf, as in \"g2\"";
    problem.plan.branch.select = reading.text_of(select->value, what);
    if (!is_branch_name(problem.plan.branch.select)) {
      reading.refuse(select->value.range, "this names no leaf", what);
    }
    remark_on_branch(problem);
  }
  if (const Entry* tolerance = table->find("tolerance")) {
    problem.plan.branch.tolerance = positive(reading, tolerance->value, "a positive number: 1e-6");
  }
}

void read_integrate(Reading& reading, Problem& problem) {
  const Value* table = reading.table("integrate");
  if (table == nullptr) return;
  Settings settings;
  reading.attempt([&] { read_goal(reading, problem.model, *table, settings); });
  reading.attempt([&] {
    const Entry* method = table->find("method");
    if (method == nullptr) return;
    settings.method = reading.text_of(method->value, "the name of a method: \"dopri54\"");
    if (!algebra::is_name(settings.method)) {
      reading.refuse(method->value.range, "this names no method", "a name: \"dopri54\"");
    }
    try {
      (void)integrator::describe_method(settings.method);
    } catch (const InvalidInput& error) {
      const Mistake& mistake = error.mistakes().front();
      reading.refuse(method->value.range, mistake.message, mistake.expected);
    }
  });
  reading.attempt([&] {
    if (const Entry* parameter = table->find("parameter")) {
      settings.parameter = static_cast<Settings::Parametrisation>(
          reading.choice_of(parameter->value, {"auto", "independent", "arclength"}));
    }
  });
  reading.attempt([&] {
    if (const Entry* projection = table->find("projection")) {
      settings.projection = static_cast<Settings::Projection>(
          reading.choice_of(projection->value, {"stage", "step", "none"}));
    }
  });
  reading.attempt([&] { read_control(reading, *table, settings); });
  for (const auto& [key, target] :
       {std::pair{"rtol", &settings.rtol}, std::pair{"atol", &settings.atol}}) {
    reading.attempt([&, name = key, into = target] {
      const Entry* entry = table->find(name);
      if (entry != nullptr) *into = positive(reading, entry->value, "a positive number: 1e-8");
    });
  }
  reading.attempt([&] { read_rows(reading, *table, settings); });
  reading.attempt([&] { read_limit(reading, *table, settings); });
  reading.attempt([&] { remark_on_rows(problem, settings); });
  const std::string raised = raised_tolerance(settings);
  if (!raised.empty()) problem.source.remarks.push_back(raised);
  problem.plan.integrate = std::move(settings);
}

}  // namespace leafwise::pipeline::detail
