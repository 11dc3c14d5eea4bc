// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/leaf_names.hpp"
#include "text/incident_words.hpp"
#include "text/json_text.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// In microseconds: more digits would only be noise.
double rounded(double seconds) {
  constexpr double per_second = 1e6;
  return std::round(seconds * per_second) / per_second;
}

Json object_of(const NamedTexts& entries) {
  Json json = Json::object();
  for (const auto& [name, text] : entries) json[name] = text;
  return json;
}

/// The leaf's equations, three times: the base, the linear part, all jets.
void add_equations(Json& json, const ReportedLeaf& leaf) {
  json["variables"] = leaf.base.variables;
  json["equations"] = leaf.base.equations;
  json["linear"] = {{"unknowns", leaf.linear.variables}, {"equations", leaf.linear.equations}};
  json["full"] = nullptr;
  if (leaf.full) {
    json["full"] = {{"variables", leaf.full->variables}, {"equations", leaf.full->equations}};
  }
  json["constraints"] = leaf.constraints;
  json["hidden"] = leaf.hidden;
}

void add_numbers(Json& json, const ReportedLeaf& leaf) {
  json["dimension"] = or_null(leaf.dimension);
  json["codimension"] = or_null(leaf.codimension);
  json["physical_dimension"] = or_null(leaf.physical_dimension);
  json["initial_values"] = or_null(leaf.initial_values);
  json["freedom"] = or_null(leaf.freedom);
  json["free"] = leaf.free;
  json["motion"] = or_null(leaf.motion);
  json["dof"] = or_null(leaf.degrees_of_freedom);
  json["rounds"] = leaf.rounds;
  json["index"] = or_null(leaf.index);
  json["prolongations"] = or_null(leaf.prolongations);
}

Json json_of(const ReportedLeaf& leaf) {
  Json json;
  json["name"] = leaf.name;
  if (leaf.name == detail::here) json["alias"] = or_null(leaf.alias);
  json["status"] = leaf.status;
  add_equations(json, leaf);
  add_numbers(json, leaf);
  json["prime"] = to_string(leaf.prime);
  json["absolutely_prime"] = to_string(leaf.absolutely_prime);
  json["radical_input"] = to_string(leaf.radical_input);
  json["complete_intersection"] = to_string(leaf.complete_intersection);
  json["smooth"] = to_string(leaf.smooth);
  json["rank_drops_followed"] = to_string(leaf.rank_drops_followed);
  json["critical"] = or_null(leaf.critical);
  json["redundant"] = leaf.redundant;
  if (!leaf.inside.empty()) {
    json["inside"] = leaf.inside;
    json["essential"] = to_string(leaf.essential);
  }
  json["verified"] = leaf.verified;
  json["verified_by"] = leaf.verified_by;
  json["probable"] = leaf.probable;
  json["because"] = leaf.because;
  json["paths"] = leaf.paths;
  return json;
}

Json json_of(const ReportedNode& node) {
  Json json;
  json["name"] = node.name;
  json["operation"] = node.operation;
  json["why"] = node.why;
  json["equations"] = node.equations;
  json["dimension"] = or_null(node.dimension);
  json["seconds"] = rounded(node.seconds);
  json["leaf"] = or_null(node.leaf);
  json["children"] = Json::array();
  for (const ReportedNode& child : node.children) json["children"].push_back(json_of(child));
  return json;
}

}  // namespace

std::string decomposition_json(const DecompositionReport& report) {
  Json json;
  json["format"] = "leafwise-decomposition/1";
  json["version"] = report.version;
  json["problem"] = {{"title", report.title}, {"sha256", report.sha256}};
  json["independent"] = report.independent;
  json["unknowns"] = report.unknowns;
  json["orders"] = Json::object();
  for (const auto& [name, order] : report.orders) json["orders"][name] = order;
  json["parameters"] = object_of(report.parameters);
  json["auxiliary"] = object_of(report.auxiliary);
  json["definitions"] = report.definitions;
  json["completion"] = report.method;
  json["complete"] = report.complete;
  json["reason"] = or_null(report.reason);
  json["incidents"] = detail::json_of(report.incidents);
  json["redundant"] = report.redundant;
  json["seconds"] = rounded(report.seconds);
  json["seed"] = report.seed;
  json["leaves"] = Json::array();
  for (const ReportedLeaf& leaf : report.leaves) json["leaves"].push_back(json_of(leaf));
  json["tree"] = json_of(report.tree);
  return detail::json_text(json);
}

std::string leaf_json(const ReportedLeaf& leaf) {
  return detail::json_text(json_of(leaf));
}

std::string node_json(const ReportedNode& node) {
  return detail::json_text(json_of(node));
}

}  // namespace leafwise::pipeline
