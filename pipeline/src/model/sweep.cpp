// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "leafwise/core/errors.hpp"
#include "text/csv_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// Each has its row in memory until the table is written.
constexpr std::size_t most_runs = 1000000;

/// Whether a list of values for a parameter of the algebra goes by other parameters.
bool follows_others(const Model& model, const SweepAxis& axis) {
  const bool is_parameter = std::any_of(
      model.parameters.begin(), model.parameters.end(), [&](const Parameter& parameter) {
        return parameter.name == axis.target && !parameter.symbolic;
      });
  if (!is_parameter) return false;
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    if (axis.settings[i] != to_string(axis.values[i].expression)) return true;
  }
  return false;
}

/// A letter of the algebra has the same leaves for all its values, unless another parameter's value
/// is made of it.
bool changes_system(const Model& model, const std::string& target, bool letters_count) {
  if (target.starts_with("initial.")) return false;
  if (letters_count) return true;
  return std::any_of(
      model.parameters.begin(), model.parameters.end(), [&](const Parameter& parameter) {
        return parameter.name == target && !parameter.symbolic;
      });
}

}  // namespace

SweepPlan plan_of(const Problem& problem) {
  if (problem.sweep.empty()) {
    throw InvalidInput(Mistake{"the file has no [sweep]",
                               "lists of values, as in k = [1, 2, 3]",
                               std::nullopt,
                               FilePlace{problem.model.file, 0, 0, 1, ""}});
  }
  SweepPlan plan;
  std::size_t count = 1;
  for (const SweepAxis& axis : problem.sweep) {
    plan.targets.push_back(axis.target);
    count *= axis.values.size();
    if (count > most_runs) {
      throw InvalidInput(Mistake{"[sweep] makes more than " + std::to_string(most_runs) + " runs",
                                 "shorter lists: all their combinations are made",
                                 std::nullopt,
                                 FilePlace{problem.model.file, 0, 0, 1, ""}});
    }
  }
  std::map<std::vector<std::string>, std::size_t> systems;
  const bool letters_count =
      std::any_of(problem.sweep.begin(), problem.sweep.end(), [&](const SweepAxis& axis) {
        return follows_others(problem.model, axis);
      });
  for (std::size_t run = 0; run < count; ++run) {
    SweptRun swept;
    std::vector<std::string> system;  // its values: in a list, a value may stand twice
    std::size_t rest = run;
    std::size_t block = count;
    for (const SweepAxis& axis : problem.sweep) {
      block /= axis.values.size();
      const std::size_t index = rest / block;
      rest %= block;
      swept.settings.push_back({axis.target, axis.settings[index]});
      if (changes_system(problem.model, axis.target, letters_count)) {
        system.push_back(swept.settings.back().value);
      }
    }
    swept.algebra = systems.emplace(system, systems.size()).first->second;
    plan.runs.push_back(std::move(swept));
  }
  plan.algebras = systems.size();
  return plan;
}

std::string sweep_csv(const SweepPlan& plan,
                      const std::vector<std::vector<double>>& values,
                      const std::vector<std::optional<SweptResult>>& results) {
  std::vector<std::string> columns;
  for (const auto& result : results) {
    if (!result) continue;
    for (const auto& [name, value] : result->state) {
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
  }
  std::string text;
  for (const std::string& target : plan.targets) text += csv_text(target) + ",";
  text += "branch,reason";
  for (const std::string& column : columns) text += "," + csv_text(column);
  text += "\n";
  for (std::size_t run = 0; run < results.size(); ++run) {
    for (const double value : values[run]) {
      fmt::format_to(std::back_inserter(text), "{:.17g},", value);
    }
    const std::optional<SweptResult>& result = results[run];
    text += result ? csv_text(result->branch) + "," + csv_text(result->reason) : ",cancelled";
    std::map<std::string, double> state;
    if (result) state.insert(result->state.begin(), result->state.end());
    for (const std::string& column : columns) {
      text += ',';
      const auto found = state.find(column);
      // As in trajectory.csv: what is not determined is empty among forces.
      const bool is_open =
          found == state.end() || (column.starts_with("_force") && !std::isfinite(found->second));
      if (!is_open) {
        fmt::format_to(std::back_inserter(text), "{:.17g}", found->second);
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace leafwise::pipeline::detail
