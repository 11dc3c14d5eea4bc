// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certificate/claims.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "model/run_columns.hpp"
#include "run/multiplier_names.hpp"
#include "starts/start_choice.hpp"
#include "text/incident_words.hpp"
#include "text/json_text.hpp"
#include "text/terminal_text.hpp"
#include "write/report_json.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;

/// What is proved of the leaf at the start, if the run went on that one.
std::string leaf_line(const RunRecord& record) {
  if (!record.selection->is_local || record.decomposition == nullptr) return "";
  const std::optional<StartLeaf>& leaf = record.decomposition->start;
  if (!leaf || !leaf->is_usable() || !leaf->size) return "";
  const std::string words = detail::words_of(detail::claims_of(*leaf),
                                             leaf->size->degrees_of_freedom.has_value(),
                                             leaf->standing == StartStanding::proved);
  return "\n  leaf          " + detail::safe_text(words);
}

/// In microseconds: more digits would only be noise.
double rounded(double seconds) {
  constexpr double per_second = 1e6;
  return std::round(seconds * per_second) / per_second;
}

/// JSON knows neither infinity nor not-a-number.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json state_of(const RunRecord& record) {
  Json state = Json::object();
  for (const auto& [name, value] : final_state(record)) state[name] = number(value);
  return state;
}

double end_of(const RunRecord& record) {
  const auto& table = record.integration->report.trajectory;
  const auto place = record.selection->leaf.problem.independent;
  return table.empty() ? record.selection->fit.point[*place] : table.last()[*place];
}

/// What to cite: a run that completes nothing projects in its own way.
Json references_of(const RunRecord& record) {
  const bool is_uncompleted =
      !record.integration->defects.empty() || record.integration->stiff.has_value();
  return {is_uncompleted ? integrator::index3_code_reference() : integrator::projection_reference(),
          record.integration->report.method.reference};
}

void add_singular_point(const RunRecord& record, Json& json) {
  const auto& report = record.integration->report;
  if (!report.singular) return;
  Json point = Json::object();
  const auto& names = record.selection->leaf.problem.coordinates;
  for (std::size_t j = 0; j < names.size(); ++j)
    point[names[j]] = number(report.singular->point[j]);
  json["singular"] = {{"point", point},
                      {"smallest", number(report.singular->quality.smallest)},
                      {"second_smallest", number(report.singular->quality.second_smallest)}};
}

/// What a whole decomposition calls the run's leaf; empty if that is not known.
std::string alias_of(const RunRecord& record) {
  const Leaf* leaf = record.decomposition->find_leaf(record.selection->branch);
  return leaf == nullptr ? std::string() : leaf->alias;
}

/// "0.85 at the start, kept to 2.4e-09"; where forces do work that is no error.
std::string words_on(const InvariantRecord& invariant, bool is_mechanism) {
  if (invariant.changes.value_or(false)) {
    return fmt::format("from {:.6g} to {:.6g}: {}",
                       invariant.start,
                       invariant.end,
                       is_mechanism ? "not conserved, forces change it"
                                    : "not conserved, these equations change it");
  }
  return fmt::format("{:.10g} at the start, {} {:.2g}{}",
                     invariant.start,
                     invariant.changes ? "kept to" : "changes by",
                     invariant.drift,
                     invariant.imposed ? " (imposed)" : "");
}

/// What belongs to methods that complete nothing.
void add_uncompleted(const Integration& integration, Json& json) {
  if (!integration.defects.empty()) {
    json["defects"] = Json::object();
    for (const auto& [name, value] : integration.defects) json["defects"][name] = number(value);
  }
  if (!integration.stiff) return;
  const StiffRecord& stiff = *integration.stiff;
  json["stiff"] = {{"epsilon", number(stiff.epsilon)},
                   {"frequencies", stiff.frequencies},
                   {"largest_force", number(stiff.largest_force)},
                   {"outer", stiff.outer},
                   {"fallbacks", stiff.fallbacks}};
}

Json of(const detail::MultiplierName& name) {
  Json json = {{"column", name.column},
               {"of", name.is_of_leaf ? "leaf" : "problem"},
               {"equation", name.equation}};
  if (name.force == nullptr) return json;
  json["not_unique"] = name.force->not_unique;
  json["unbounded"] = name.force->unbounded;
  return json;
}

/// Of the completion, and of what the integration asked of the algebra.
std::vector<Incident> incidents_of(const RunRecord& record) {
  std::vector<Incident> incidents = record.decomposition->incidents;
  for (algebra::Setback& setback : algebra::Engine::shared().setbacks().all()) {
    incidents.push_back(
        {std::move(setback.what), std::move(setback.where), std::move(setback.cost)});
  }
  return incidents;
}

/// How far the points are from where they should be.
std::string residual_line(const RunRecord& record) {
  return fmt::format("\n  {:<13} {:.1e} at most",
                     record.integration->stiff ? "off minimum" : "off the leaf",
                     record.integration->report.largest_residual);
}

/// Change points, if any were passed.
std::string passed_line(const RunRecord& record) {
  const std::vector<double>& passed = record.integration->report.passed_singular;
  if (passed.empty()) return "";
  const std::string& time = record.problem->model.independent;
  if (passed.size() == 1) {
    return fmt::format("\n  passed        a change point at {} = {:.6g}", time, passed.front());
  }
  return fmt::format("\n  passed        {} change points, first at {} = {:.6g}",
                     passed.size(),
                     time,
                     passed.front());
}

/// Where the run went, and how far the start was from there.
std::string title_and_branch(const RunRecord& record) {
  const Selection& selection = *record.selection;
  std::string text =
      detail::safe_text(record.problem->source.title.empty() ? record.problem->model.file
                                                             : record.problem->source.title);
  text += fmt::format("\n  branch        {}", selection.branch);
  if (const std::string alias = alias_of(record); !alias.empty()) text += " (" + alias + ")";
  if (selection.fit.distance > 0 && !selection.fit.farthest.empty()) {
    const char* what = record.integration->stiff
                           ? " (the initial point was moved to smooth motion, by {:.2g} in {})"
                           : " (the initial point was {:.2g} off it, in {})";
    text += fmt::format(fmt::runtime(what), selection.fit.distance, selection.fit.farthest);
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, double>> final_state(const RunRecord& record) {
  std::vector<std::pair<std::string, double>> state;
  const auto& table = record.integration->report.trajectory;
  if (table.empty()) return state;
  for (const detail::RunColumn& column : detail::run_columns(record)) {
    if (column.is_of_the_step()) continue;
    state.emplace_back(column.name, detail::cell(record, column, table.size() - 1));
  }
  return state;
}

nlohmann::ordered_json detail::summary_of(const RunRecord& record) {
  const integrator::Report<double>& report = record.integration->report;
  Json json;
  json["format"] = "leafwise-summary/1";
  json["version"] = std::string(version);
  json["problem"] = {{"title", record.problem->source.title},
                     {"file", record.problem->model.file},
                     {"sha256", record.sha256}};
  json["branch"] = record.selection->branch;
  const std::string alias = alias_of(record);
  json["alias"] = alias.empty() ? Json(nullptr) : Json(alias);
  json["method"] = report.method.name;
  json["reason"] = integrator::reason_text(report);
  if (report.reason == integrator::Reason::limit) {
    json["limit"] = report.limit == integrator::Limit::time ? "time" : "steps";
  }
  if (!record.signal.empty()) json["signal"] = record.signal;
  json["message"] = report.message;
  json["t"] = number(end_of(record));
  json["arclength"] = number(report.arclength);
  json["state"] = state_of(record);
  add_singular_point(record, json);
  json["steps"] = report.steps;
  json["rejected"] = report.rejected;
  json["counters"] = {{"fields", report.counters.fields},
                      {"jacobians", report.counters.jacobians},
                      {"factorizations", report.counters.factorizations},
                      {"newton", report.counters.newton}};
  json["max_residual"] = number(report.largest_residual);
  json["invariants"] = Json::object();
  for (const InvariantRecord& invariant : record.integration->invariants) {
    json["invariants"][invariant.name] = {{"start", number(invariant.start)},
                                          {"end", number(invariant.end)},
                                          {"drift", number(invariant.drift)}};
    // Where it is known that the system changes it, "drift" is the size of that change.
    if (invariant.changes) json["invariants"][invariant.name]["changes"] = *invariant.changes;
  }
  json["near"] = Json::array();
  for (const Approach& approach : record.integration->approaches) {
    json["near"].push_back({{"name", approach.name},
                            {"count", approach.count},
                            {"first", number(approach.first)},
                            {"branches", approach.branches}});
  }
  json["change_points"] = Json::array();
  for (const double place : report.passed_singular) json["change_points"].push_back(number(place));
  add_uncompleted(*record.integration, json);
  const std::vector<detail::MultiplierName> multipliers = detail::multiplier_names(record);
  if (record.problem->model.mechanics) json["multipliers"] = Json::array();
  for (const detail::MultiplierName& name : multipliers) json["multipliers"].push_back(of(name));
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : record.seconds) json["seconds"][stage] = rounded(seconds);
  json["command"] = record.command;
  json["seed"] = record.seed;
  json["initial_shift"] = number(record.selection->fit.distance);
  json["start"] = detail::json_of(record.selection->start);
  json["references"] = references_of(record);
  json["warnings"] = record.integration->warnings;
  json["incidents"] = detail::json_of(incidents_of(record));
  return json;
}

std::string summary_json(const RunRecord& record) {
  return detail::json_text(detail::summary_of(record));
}

std::string summary_text(const RunRecord& record) {
  const integrator::Report<double>& report = record.integration->report;
  const Selection& selection = *record.selection;
  std::string text = title_and_branch(record);
  text += leaf_line(record);
  if (const std::string words = detail::words_on(selection.start); !words.empty()) {
    text += "\n  start         " + detail::safe_text(words);
  }
  text += fmt::format("\n  ended         {}, {} = {:.10g}",
                      detail::safe_text(integrator::reason_text(report)),
                      record.problem->model.independent,
                      end_of(record));
  text += fmt::format("\n  method        {}: {} steps, {} rejected",
                      report.method.name,
                      report.steps,
                      report.rejected);
  text += residual_line(record);
  if (record.integration->stiff) {
    text +=
        fmt::format("\n  stiff force   {:.3g} at most", record.integration->stiff->largest_force);
  }
  if (!record.integration->defects.empty()) text += "\n  defects      ";
  for (const auto& [name, value] : record.integration->defects) {
    text += fmt::format(" {} {:.1e}", name, value);
  }
  for (const InvariantRecord& invariant : record.integration->invariants) {
    text += fmt::format("\n  {:<13} ", detail::safe_text(invariant.name)) +
            words_on(invariant, record.problem->model.mechanics.has_value());
  }
  text += fmt::format("\n  events        {}", record.integration->events);
  text += passed_line(record);
  for (const Approach& approach : record.integration->approaches) {
    text += fmt::format("\n  came near     {}: {}, first at {} = {:.6g}; {}",
                        approach.name,
                        approach.count == 1 ? "once" : fmt::format("{} times", approach.count),
                        record.problem->model.independent,
                        approach.first,
                        approach.branches.empty()
                            ? "the motion is tangent to no other leaf there"
                            : word_list(approach.branches, "and") + " could continue there");
  }
  for (const Incident& incident : incidents_of(record)) {
    text += "\n  incident      " + detail::words_for(incident);
  }
  text += "\n  end\n";
  if (report.trajectory.empty()) return text;
  for (const detail::RunColumn& column : detail::run_columns(record)) {
    if (column.is_of_the_step() || column.name == record.problem->model.independent) continue;
    const double value = detail::cell(record, column, report.trajectory.size() - 1);
    text += detail::end_line(record, column.name, value);
  }
  return text;
}

}  // namespace leafwise::pipeline
