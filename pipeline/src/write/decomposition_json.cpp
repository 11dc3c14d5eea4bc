// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/decomposition_report.hpp"
#include "leaves/leaf_names.hpp"
#include "text/incident_words.hpp"
#include "text/json_text.hpp"
#include "write/report_json.hpp"

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

template <typename Item>
Json texts_of(const std::vector<Item>& items) {
  Json json = Json::array();
  for (const Item& item : items) json.push_back(to_string(item));
  return json;
}

const char* word_for(Motion motion) {
  return motion == Motion::free ? "free" : "determined";
}

const char* word_for(CompletedBy way) {
  if (way == CompletedBy::nothing) return "nothing";
  return way == CompletedBy::elimination ? "elimination" : "linear";
}

std::string extent_words(const Knowledge& knowledge) {
  if (knowledge.extent == Knowledge::Extent::not_asked) return "not asked";
  if (knowledge.extent == Knowledge::Extent::complete) return "complete";
  return fmt::format("cut after {} jobs", knowledge.jobs);
}

/// The leaf's equations, three times: the base, the linear part, all jets.
void add_equations(Json& json, const LeafEquations& leaf) {
  json["variables"] = texts_of(leaf.base.variables);
  json["equations"] = texts_of(leaf.base.equations);
  json["linear"] = {{"unknowns", texts_of(leaf.linear.variables)},
                    {"equations", texts_of(leaf.linear.equations)}};
  json["full"] = nullptr;
  if (leaf.full) {
    json["full"] = {{"variables", texts_of(leaf.full->variables)},
                    {"equations", texts_of(leaf.full->equations)}};
  }
  json["constraints"] = texts_of(leaf.constraints);
  json["hidden"] = texts_of(leaf.hidden);
}

void add_numbers(Json& json, const LeafNumbers& numbers) {
  for (const LeafFact& fact : leaf_facts) json[fact.key] = or_null(numbers.*fact.value);
  json["free"] = numbers.free;
  json["motion"] = numbers.motion ? Json(word_for(*numbers.motion)) : Json(nullptr);
  json["rounds"] = numbers.rounds;
}

Json json_of(const RealPoints& real) {
  Json json;
  json["points"] = to_string(real.points);
  json["regular"] = to_string(real.regular);
  json["why"] = or_null(real.why);
  json["sample"] = real.sample.empty() ? Json(nullptr) : object_of(real.sample);
  return json;
}

Json json_of(const Leaf& leaf) {
  Json json;
  json["name"] = leaf.name;
  if (leaf.name == detail::here) json["alias"] = or_null(leaf.alias);
  json["status"] = to_string(leaf.status);
  add_equations(json, leaf.equations);
  add_numbers(json, leaf.numbers);
  json["prime"] = to_string(leaf.proofs.prime);
  json["absolutely_prime"] = to_string(leaf.proofs.absolutely_prime);
  json["radical_input"] = to_string(leaf.proofs.radical_input);
  json["complete_intersection"] = to_string(leaf.proofs.complete_intersection);
  json["smooth"] = to_string(leaf.proofs.smooth);
  json["real"] = json_of(leaf.proofs.real);
  json["rank_drops_followed"] = to_string(leaf.proofs.rank_drops_followed);
  json["critical"] = nullptr;
  if (leaf.equations.critical) {
    json["critical"] = Json::array();
    for (const auto& component : *leaf.equations.critical) {
      json["critical"].push_back(texts_of(component));
    }
  }
  json["redundant"] = leaf.origin.redundant;
  if (!leaf.origin.inside.empty()) {
    json["inside"] = leaf.origin.inside;
    json["essential"] = to_string(leaf.proofs.essential);
  }
  json["verified"] = leaf.proofs.verified;
  json["verified_by"] = leaf.proofs.verified_by;
  json["probable"] = leaf.proofs.probable;
  json["because"] = leaf.origin.because;
  json["paths"] = leaf.origin.paths;
  return json;
}

Json json_of(const ReportNode& node) {
  Json json;
  json["name"] = node.name;
  json["operation"] = node.operation;
  json["why"] = node.why;
  json["equations"] = texts_of(node.equations);
  json["dimension"] = or_null(node.dimension);
  json["seconds"] = rounded(node.seconds);
  json["leaf"] = or_null(node.leaf);
  json["children"] = Json::array();
  for (const ReportNode& child : node.children) json["children"].push_back(json_of(child));
  return json;
}

}  // namespace

nlohmann::ordered_json detail::json_of(const DecompositionReport& report) {
  Json json;
  json["format"] = "leafwise-decomposition/1";
  json["version"] = report.version;
  json["problem"] = {{"title", report.title}, {"sha256", report.sha256}};
  json["independent"] = report.independent;
  json["unknowns"] = report.unknowns;
  json["orders"] = Json::object();
  for (const auto& [name, order] : report.orders) json["orders"][name] = order;
  json["parameters"] = object_of(report.parameters);
  json["auxiliary"] = Json::object();
  for (const auto& [name, original] : report.auxiliary) {
    json["auxiliary"][name] = to_string(original);
  }
  json["definitions"] = texts_of(report.definitions);
  json["completion"] = word_for(report.completed_by);
  json["complete"] = report.complete;
  json["reason"] = or_null(report.reason);
  json["incidents"] = detail::json_of(report.incidents);
  json["redundant"] = report.redundant;
  json["seconds"] = rounded(report.seconds);
  json["seed"] = report.seed;
  if (report.knowledge) json["knowledge"] = extent_words(*report.knowledge);
  if (report.choice) json["start"] = detail::json_of(*report.choice);
  json["leaves"] = Json::array();
  if (report.start) {
    // The others are unfinished, or it stands beside them.
    Json start = detail::json_of(*report.start);
    if (report.complete) {
      json["local"] = std::move(start);
    } else {
      json["leaves"].push_back(std::move(start));
    }
  }
  for (const Leaf& leaf : report.leaves) json["leaves"].push_back(pipeline::json_of(leaf));
  json["tree"] = pipeline::json_of(report.tree);
  return json;
}

std::string decomposition_json(const DecompositionReport& report) {
  return detail::json_text(detail::json_of(report));
}

std::string leaf_json(const Leaf& leaf) {
  return detail::json_text(json_of(leaf));
}

std::string node_json(const ReportNode& node) {
  return detail::json_text(json_of(node));
}

}  // namespace leafwise::pipeline
