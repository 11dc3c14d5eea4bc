// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/check_report.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "text/json_text.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;
using algebra::Expression;

Json header(const std::string& file, bool valid) {
  return {{"format", "leafwise-check/1"},
          {"version", std::string(version)},
          {"file", file},
          {"valid", valid}};
}

/// The exact value as text, and the nearest double; null where a symbolic parameter is in the way.
Json value_of(const std::optional<Expression>& constant) {
  if (!constant) return nullptr;
  const bool is_number = algebra::variables_of(*constant).empty();
  Json json;
  const std::optional<algebra::Surd> exact =
      is_number ? algebra::exact_value(*constant) : std::nullopt;
  const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
  json["exact"] = rational ? rational->to_string() : to_string(*constant);
  json["number"] = is_number ? Json(algebra::nearest_double(*constant)) : Json(nullptr);
  return json;
}

Json written(const WrittenExpression& expression) {
  return {{"text", expression.text}, {"line", expression.origin.line}};
}

Json parameters_of(const Model& model) {
  Json json = Json::object();
  for (const Parameter& parameter : model.parameters) {
    json[parameter.name] = {{"text", parameter.text},
                            {"symbolic", parameter.symbolic},
                            {"value", value_of(parameter.value)}};
  }
  return json;
}

Json auxiliaries_of(const Model& model) {
  Json json = Json::array();
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    const algebra::Auxiliary& auxiliary = unknown.auxiliary;
    json.push_back({{"name", auxiliary.name},
                    {"stands_for", to_string(auxiliary.original)},
                    {"nonnegative", algebra::is_nonnegative(auxiliary.kind)},
                    {"constant", auxiliary.constant},
                    {"only_in_invariants", unknown.only_in_invariants},
                    {"initial", value_of(unknown.initial)},
                    {"guess", value_of(unknown.guess)}});
  }
  return json;
}

const char* name_of(PolynomialEquation::Source source) {
  switch (source) {
    case PolynomialEquation::Source::equation: return "equation";
    case PolynomialEquation::Source::dynamics: return "dynamics";
    case PolynomialEquation::Source::constraint: return "constraint";
    case PolynomialEquation::Source::auxiliary: break;
  }
  return "auxiliary";
}

Json equation_json(const Model& model, const PolynomialEquation& equation) {
  Json json = {{"polynomial", to_string(equation.polynomial.primitive())},
               {"source", name_of(equation.source)},
               {"index", equation.index}};
  if (equation.source == PolynomialEquation::Source::equation) {
    const WrittenEquation& origin = model.equations[equation.index];
    json["text"] = origin.text;
    json["line"] = origin.origin.line;
  } else if (equation.source == PolynomialEquation::Source::constraint) {
    const WrittenExpression& origin = model.mechanics->constraints[equation.index];
    json["text"] = origin.text;
    json["line"] = origin.origin.line;
  }
  return json;
}

Json points_of(const std::vector<PointValue>& points) {
  Json json = Json::object();
  for (const PointValue& point : points) {
    Json entry = written(point.value);
    entry["value"] = value_of(point.value.expression);
    json[to_string(point.variable)] = std::move(entry);
  }
  return json;
}

/// The table [stiff] as written, and what it adds to the forces: −∇U/ε².
Json stiff_of(const Model& model) {
  const Mechanics& mechanics = *model.mechanics;
  if (!mechanics.stiff) return nullptr;
  constexpr std::array newton = {"outer", "fixed", "guessed", "constrained"};
  const auto& smooth = mechanics.stiff->smooth;
  Json force = Json::array();
  for (const algebra::Polynomial& entry : model.polynomial.mechanics->stiff_force) {
    force.push_back(to_string(entry));
  }
  return {{"potential", mechanics.stiff->potential.text},
          {"epsilon", mechanics.stiff->epsilon.text},
          {"newton", newton.at(static_cast<std::size_t>(mechanics.stiff->newton))},
          {"smooth", smooth ? Json(*smooth) : Json(nullptr)},
          {"force", std::move(force)}};
}

Json mechanics_of(const Model& model) {
  if (!model.polynomial.mechanics) return nullptr;
  const PolynomialMechanics& mechanics = *model.polynomial.mechanics;
  Json mass = Json::array();
  for (const auto& row : mechanics.mass) {
    Json entries = Json::array();
    for (const algebra::Polynomial& entry : row) entries.push_back(to_string(entry));
    mass.push_back(std::move(entries));
  }
  Json force = Json::array();
  for (const algebra::Polynomial& entry : mechanics.force) force.push_back(to_string(entry));
  Json constraints = Json::array();
  for (const algebra::Polynomial& entry : mechanics.constraints) {
    // As they stand: the multipliers belong to them, scale and sign included.
    constraints.push_back(to_string(entry));
  }
  return {{"coordinates", model.mechanics->coordinates},
          {"mass", std::move(mass)},
          {"force", std::move(force)},
          {"constraints", std::move(constraints)},
          {"multipliers", mechanics.multipliers},
          {"stiff", stiff_of(model)}};
}

template <typename Choice>
std::size_t index_of(Choice choice) {
  return static_cast<std::size_t>(choice);
}

Json view_of(const std::optional<View>& view) {
  if (!view) return nullptr;
  Json points = Json::object();
  for (const View::Point& point : view->points) {
    Json coordinates = Json::array();
    for (const WrittenExpression& coordinate : point.coordinates) {
      coordinates.push_back(coordinate.text);
    }
    points[point.name] = std::move(coordinates);
  }
  Json links = Json::array();
  for (const View::Link& link : view->links) {
    links.push_back({view->points[link.from].name, view->points[link.to].name});
  }
  return {{"points", std::move(points)}, {"links", std::move(links)}};
}

Json integrate_of(const Model& model, const RunSettings& plan) {
  if (!plan.integrate) return nullptr;
  const IntegrationSettings& settings = *plan.integrate;
  Json at = Json::array();
  for (const WrittenExpression& row : settings.at) at.push_back(value_of(row.expression));
  const bool by_arc = settings.goal == IntegrationSettings::Goal::arclength;
  return {{"method", settings.method},
          {"to", {{by_arc ? "arclength" : model.independent, value_of(settings.to.expression)}}},
          {"parameter",
           std::array{"auto", "independent", "arclength"}.at(index_of(settings.parameter))},
          {"control", std::array{"pi", "classic", "fixed"}.at(index_of(settings.control))},
          {"step", settings.step ? Json(*settings.step) : Json(nullptr)},
          {"projection", std::array{"stage", "step"}.at(index_of(settings.projection))},
          {"rtol", settings.rtol},
          {"atol", settings.atol},
          {"at", std::move(at)},
          {"samples", settings.samples ? Json(*settings.samples) : Json(nullptr)},
          {"max_steps", settings.max_steps}};
}

Json extras_of(const Problem& problem) {
  Json json;
  json["invariants"] = Json::array();
  for (std::size_t i = 0; i < problem.model.invariants.size(); ++i) {
    const Invariant& invariant = problem.model.invariants[i];
    json["invariants"].push_back({{"name", invariant.name},
                                  {"text", invariant.expression.text},
                                  {"polynomial", to_string(problem.model.polynomial.invariants[i])},
                                  {"imposed", invariant.imposed}});
  }
  json["events"] = Json::array();
  for (const Event& event : problem.plan.events) {
    json["events"].push_back(
        {{"name", event.name},
         {"when", event.function.text},
         {"direction", std::array{"both", "rising", "falling"}.at(index_of(event.direction))},
         {"stop", event.stop}});
  }
  json["branch"] = {{"select", problem.plan.branch.select},
                    {"tolerance", problem.plan.branch.tolerance}};
  json["integrate"] = integrate_of(problem.model, problem.plan);
  json["view"] = view_of(problem.view);
  json["sweep"] = Json::object();
  for (const SweepAxis& axis : problem.sweep) {
    Json values = Json::array();
    for (const WrittenExpression& value : axis.values) values.push_back(value_of(value.expression));
    json["sweep"][axis.target] = std::move(values);
  }
  return json;
}

}  // namespace

std::string check_json(const Problem& problem) {
  Json json = header(problem.model.file, true);
  json["title"] = problem.source.title;
  json["description"] = problem.source.description;
  json["independent"] = problem.model.independent;
  json["unknowns"] = problem.model.unknowns;
  json["orders"] = problem.model.polynomial.orders;
  json["parameters"] = parameters_of(problem.model);
  json["auxiliary"] = auxiliaries_of(problem.model);
  json["added_constants"] = problem.model.polynomial.added_constants;
  json["equations"] = Json::array();
  for (const PolynomialEquation& equation : problem.model.polynomial.equations) {
    json["equations"].push_back(equation_json(problem.model, equation));
  }
  json["invariant_relations"] = Json::array();
  for (const PolynomialEquation& relation : problem.model.polynomial.invariant_relations) {
    json["invariant_relations"].push_back(to_string(relation.polynomial.primitive()));
  }
  json["inequations"] = Json::array();
  for (const algebra::Polynomial& inequation : problem.model.polynomial.inequations) {
    json["inequations"].push_back(to_string(inequation.primitive()));
  }
  json["mechanics"] = mechanics_of(problem.model);
  json["initial"] = points_of(problem.start.initial);
  json["guess"] = points_of(problem.start.guess);
  json.update(extras_of(problem));
  const Completeness completeness = completeness_of(problem);
  json["missing"] = completeness.missing;
  json["open"] = completeness.open;
  json["remarks"] = problem.source.remarks;
  return detail::json_text(json);
}

std::string check_json(const std::string& file, const InvalidInput& error) {
  Json json = header(file, false);
  json["mistakes"] = Json::array();
  const std::size_t shown = std::min(error.mistakes().size(), most_shown_mistakes);
  for (std::size_t i = 0; i < shown; ++i) {
    const Mistake& mistake = error.mistakes()[i];
    Json entry = {{"message", mistake.message}, {"expected", mistake.expected}};
    entry["file"] = mistake.place ? Json(mistake.place->file) : Json(nullptr);
    entry["line"] = mistake.place ? Json(mistake.place->line) : Json(nullptr);
    entry["column"] = mistake.place ? Json(mistake.place->column) : Json(nullptr);
    entry["width"] = mistake.place ? Json(mistake.place->width) : Json(nullptr);
    json["mistakes"].push_back(std::move(entry));
  }

  return detail::json_text(json);
}

}  // namespace leafwise::pipeline
