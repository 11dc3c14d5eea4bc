// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/report_data.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "leafwise/core/version.hpp"
#include "model/least_tolerance.hpp"
#include "model/run_columns.hpp"
#include "starts/start_choice.hpp"
#include "text/visible_text.hpp"
#include "write/report_json.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;

/// JSON knows neither infinity nor not-a-number.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json line_of(const std::string& name, const std::string& text, const Origin& origin) {
  return {{"name", name}, {"text", text}, {"line", origin.line}};
}

/// The user's own lines, under the names by which the decomposition speaks of them.
Json lines_of(const Model& model) {
  Json lines = Json::array();
  for (std::size_t i = 0; i < model.equations.size(); ++i) {
    const WrittenEquation& equation = model.equations[i];
    lines.push_back(line_of("equation " + std::to_string(i + 1), equation.text, equation.origin));
  }
  if (!model.mechanics) return lines;
  const Mechanics& mechanics = *model.mechanics;
  for (std::size_t i = 0; i < mechanics.constraints.size(); ++i) {
    const WrittenExpression& constraint = mechanics.constraints[i];
    lines.push_back(
        line_of("constraint " + std::to_string(i + 1), constraint.text, constraint.origin));
  }
  for (std::size_t i = 0; i < mechanics.coordinates.size(); ++i) {
    const WrittenExpression& force = mechanics.force[i];
    lines.push_back(
        line_of("motion of " + mechanics.coordinates[i], "force: " + force.text, force.origin));
  }
  return lines;
}

/// What a decomposition without a run rests on; a run's summary has its own.
Json references_of_completion() {
  return Json::array(
      {"J. Tuomela and T. Arponen, On the numerical solution of involutive ordinary differential "
       "systems, IMA J. Numer. Anal. 20 (2000)"});
}

Json common(const Problem& problem,
            const DecompositionReport& decomposition,
            const std::string& command) {
  Json json;
  json["format"] = "leafwise-report/1";
  json["version"] = std::string(version);
  json["title"] = problem.source.title.empty() ? problem.model.file : problem.source.title;
  json["description"] = problem.source.description;
  json["file"] = problem.model.file;
  json["source"] = problem.source.text;
  json["command"] = command;
  json["lines"] = lines_of(problem.model);
  json["decomposition"] = json_of(decomposition);
  json["start"] = decomposition.choice ? words_on(*decomposition.choice) : std::string();
  json["leafFacts"] = Json::array();
  for (const LeafFact& fact : leaf_facts) {
    if (*fact.label != '\0')
      json["leafFacts"].push_back({{"key", fact.key}, {"label", fact.label}});
  }
  json["run"] = nullptr;
  return json;
}

Json selection_of(const RunRecord& record) {
  const Selection& selection = *record.selection;
  Json json;
  json["branch"] = selection.branch;
  json["select"] = record.problem->plan.branch.select;
  json["tolerance"] = record.problem->plan.branch.tolerance;
  json["distance"] = number(selection.fit.distance);
  json["farthest"] = selection.fit.farthest;
  json["start"] = words_on(selection.start);
  json["others"] = Json::array();
  for (const Compared& other : selection.others) {
    json["others"].push_back({{"name", other.name},
                              {"distance", other.distance ? number(*other.distance) : Json()},
                              {"equation", other.equation},
                              {"miss", number(other.miss)}});
  }
  return json;
}

Json settings_of(const RunRecord& record) {
  using Settings = IntegrationSettings;
  const Settings& settings = *record.problem->plan.integrate;
  const integrator::MethodDescription& method = record.integration->report.method;
  const bool by_arclength = settings.goal == Settings::Goal::arclength;
  Json json;
  json["method"] = method.name;
  json["kind"] = method.kind;
  json["order"] = method.order;
  json["error estimate"] = method.error;
  json["to"] = (by_arclength ? std::string("arclength") : record.problem->model.independent) +
               " = " + settings.to.text;
  json["rtol"] = used_relative_tolerance(settings);
  json["atol"] = settings.atol;
  json["control"] = settings.control == Settings::Control::pi        ? "pi"
                    : settings.control == Settings::Control::classic ? "classic"
                                                                     : "fixed";
  if (settings.step) json["step"] = *settings.step;
  json["projection"] = settings.projection == Settings::Projection::stage ? "stage" : "step";
  json["parameter"] = by_arclength || settings.parameter == Settings::Parametrisation::arclength
                          ? "arclength"
                          : "independent";
  return json;
}

Json events_of(const RunRecord& record) {
  const integrator::Report<double>& report = record.integration->report;
  const std::vector<RunColumn> columns = run_columns(record);
  Json json = Json::array();
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    const integrator::EventEntry& event = report.events[i];
    Json values = Json::array();
    for (const RunColumn& column : columns) values.push_back(number(event_cell(record, column, i)));
    json.push_back({{"name", event.name},
                    {"kind", record.integration->event_kinds.at(i)},
                    {"direction", event.sign_after > 0 ? "rising" : "falling"},
                    {"values", std::move(values)}});
  }
  return json;
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

Json columns_of(const ReportTable& table) {
  Json json = Json::array();
  for (const ReportColumn& column : table.columns) {
    json.push_back({{"name", column.name},
                    {"role", to_string(column.role)},
                    {"bits", is_short(column.role) ? 32 : 64},
                    {"largest", largest_of(column.values)},
                    {"curve", column.curve != nullptr}});
  }
  return json;
}

Json view_of(const std::optional<View>& view, const ReportTable& table) {
  if (!view) return nullptr;
  Json json;
  json["points"] = Json::array();
  for (std::size_t i = 0; i < view->points.size(); ++i) {
    Json coordinates = Json::array();
    for (const ReportCoordinate& coordinate : table.points.at(i)) {
      coordinates.push_back(coordinate.column ? Json({{"column", *coordinate.column}})
                                              : Json({{"constant", number(coordinate.constant)}}));
    }
    json["points"].push_back(
        {{"name", view->points[i].name}, {"coordinates", std::move(coordinates)}});
  }
  json["links"] = Json::array();
  for (const View::Link& link : view->links) {
    json["links"].push_back({link.from, link.to});
  }
  return json;
}

/// All texts as the page is to show them: it makes text nodes of them, in which a browser still
/// obeys what turns the direction of writing.
Json shown(const Json& json) {
  if (json.is_string()) return shown_lines(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json result = json.is_array() ? Json::array() : Json::object();
  for (const auto& item : json.items()) {
    if (json.is_array()) {
      result.push_back(shown(item.value()));
    } else {
      result[shown_lines(item.key())] = shown(item.value());
    }
  }
  return result;
}

std::string text_of(const Json& json) {
  // Titles are UTF-8 already; a sequence that is not must not end the program.
  return shown(json).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string report_data(const Problem& problem,
                        const DecompositionReport& decomposition,
                        const std::string& command) {
  Json json = common(problem, decomposition, command);
  json["references"] = references_of_completion();
  return text_of(json);
}

std::string report_data(const RunRecord& record, const ReportTable& table) {
  const DecompositionReport* known = record.knowledge;
  Json json =
      common(*record.problem, known == nullptr ? *record.decomposition : *known, record.command);
  Json run;
  run["summary"] = summary_of(record);
  run["selection"] = selection_of(record);
  run["settings"] = settings_of(record);
  const Integration& integration = *record.integration;
  run["rows"] = integration.report.trajectory.size();
  // Of long runs the page has some rows, the shape of each curve, and the first events.
  if (integration.rows > integration.report.trajectory.size()) run["all_rows"] = integration.rows;
  if (!integration.curves.columns.empty()) {
    const std::size_t along = integration.curves.along;
    const std::vector<RunColumn> columns = run_columns(record);
    const auto axis = std::ranges::find_if(
        columns, [&](const RunColumn& one) { return !one.is_force && one.source == along; });
    run["along"] = axis - columns.begin();
    run["from"] = integration.report.trajectory.row(0)[along];
  }
  if (integration.all_events > integration.report.events.size()) {
    run["all_events"] = integration.all_events;
  }
  run["columns"] = columns_of(table);
  run["events"] = events_of(record);
  run["view"] = view_of(record.problem->view, table);
  json["run"] = std::move(run);
  return text_of(json);
}

}  // namespace leafwise::pipeline::detail
