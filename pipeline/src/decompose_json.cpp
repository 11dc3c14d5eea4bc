// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"

namespace leafwise::pipeline {

namespace {

using Json = nlohmann::ordered_json;
using algebra::Leaf;
using algebra::LeafStatus;
using algebra::Polynomial;
using algebra::Variable;

Json texts_of(const std::vector<Polynomial>& polynomials) {
  Json texts = Json::array();
  for (const Polynomial& polynomial : polynomials) {
    texts.push_back(to_string(polynomial.primitive()));
  }
  return texts;
}

Json names_of(const std::vector<Variable>& variables) {
  Json names = Json::array();
  for (const Variable& variable : variables) names.push_back(to_string(variable));
  return names;
}

template <typename Number>
Json or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

/// In microseconds: more digits would only be noise.
double rounded(double seconds) {
  constexpr double per_second = 1e6;
  return std::round(seconds * per_second) / per_second;
}

/// Exact, without other parameters.
std::string value_of(const Parameter& parameter) {
  if (parameter.symbolic || !parameter.value) return "symbolic";
  if (!algebra::variables_of(*parameter.value).empty()) return to_string(*parameter.value);
  const std::optional<algebra::Surd> exact = algebra::exact_value(*parameter.value);
  const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
  return rational ? rational->to_string() : to_string(*parameter.value);
}

Json orders_of(const DecomposeReport& report) {
  Json json = Json::object();
  const auto& orders = report.completion.orders;
  for (const std::string& unknown : report.system.unknowns) {
    const auto found = orders.find(unknown);
    if (found != orders.end()) json[unknown] = found->second;
  }
  for (const auto& [name, order] : orders) {
    if (!json.contains(name)) json[name] = order;  // multipliers
  }
  return json;
}

Json free_unknowns(const Leaf& leaf) {
  Json names = Json::array();
  std::set<std::string> seen;
  for (const Variable& variable : leaf.free) {
    if (seen.insert(variable.name).second) names.push_back(variable.name);
  }
  return names;
}

/// From the root on, whether or not the algebra says so.
Json paths_of(const Leaf& leaf) {
  Json paths = Json::array();
  for (const std::vector<std::string>& path : leaf.paths) {
    Json steps = Json::array();
    if (path.empty() || path.front() != "root") steps.push_back("root");
    for (const std::string& step : path) steps.push_back(step);
    paths.push_back(std::move(steps));
  }
  return paths;
}

/// Whether a number of the leaf, such as its freedom, means something.
bool has_numbers(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

/// The leaf's equations, three times: the base, the linear part, all jets.
void add_equations(Json& json, const Leaf& leaf, const LeafFacts& facts) {
  const bool is_empty = leaf.status == LeafStatus::inconsistent;
  json["variables"] = names_of(facts.base_variables);
  json["equations"] = is_empty ? Json::array({"1"}) : texts_of(leaf.base.generators());
  json["linear"] = {{"unknowns", names_of(leaf.graph)},
                    {"equations", is_empty ? Json::array() : texts_of(leaf.linear)}};
  json["full"] = nullptr;
  if (facts.full) {
    json["full"] = {{"variables", names_of(facts.full_variables)},
                    {"equations", texts_of(*facts.full)}};
  }
  json["constraints"] = texts_of(leaf.constraints);
}

void add_numbers(Json& json, const Leaf& leaf, const LeafFacts& facts) {
  const bool known = has_numbers(leaf);
  const int variables = static_cast<int>(facts.base_variables.size());
  json["dimension"] = or_null(facts.dimension);
  json["codimension"] = facts.dimension ? Json(variables - *facts.dimension) : Json(nullptr);
  json["physical_dimension"] = or_null(facts.physical_dimension);
  json["freedom"] = known ? Json(leaf.freedom) : Json(nullptr);
  json["free"] = free_unknowns(leaf);
  json["motion"] = known ? Json(leaf.motion_is_free ? "free" : "determined") : Json(nullptr);
  json["dof"] = or_null(leaf.degrees_of_freedom);
  json["rounds"] = leaf.rounds;
  json["index"] = or_null(leaf.index);
  json["prolongations"] = leaf.prolongations;
}

Json leaf_json(const DecomposeReport& report, std::size_t index) {
  const Leaf& leaf = report.completion.leaves[index];
  const LeafFacts& facts = report.facts[index];
  Json json;
  json["name"] = leaf.name;
  json["status"] = to_string(leaf.status);
  add_equations(json, leaf, facts);
  add_numbers(json, leaf, facts);
  json["prime"] = to_string(leaf.prime);
  json["absolutely_prime"] = to_string(leaf.absolutely_prime);
  json["radical_input"] = to_string(report.radical_input);
  json["complete_intersection"] = to_string(facts.complete_intersection);
  json["smooth"] = to_string(facts.smooth);
  json["critical"] = nullptr;
  json["verified"] = leaf.verified;
  json["verified_by"] = leaf.verified_by;
  json["because"] = leaf.because;
  json["paths"] = paths_of(leaf);
  return json;
}

/// Names say where a node is: root, root.1, root.1.2.
Json tree_json(const algebra::TreeNode& node, const std::string& name) {
  Json json;
  json["name"] = name;
  json["operation"] = node.operation;
  json["why"] = node.why;
  json["equations"] = texts_of(node.equations);
  json["seconds"] = rounded(node.seconds);
  json["leaf"] = node.leaf.empty() ? Json(nullptr) : Json(node.leaf);
  json["children"] = Json::array();
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    json["children"].push_back(tree_json(node.children[i], fmt::format("{}.{}", name, i + 1)));
  }
  return json;
}

}  // namespace

std::string decompose_json(const Problem& problem, const DecomposeReport& report) {
  Json json;
  json["format"] = "leafwise-decomposition/1";
  json["version"] = std::string(version);
  json["problem"] = {{"title", problem.title}, {"sha256", report.sha256}};
  json["independent"] = problem.independent;
  json["unknowns"] = problem.unknowns;
  json["orders"] = orders_of(report);
  json["parameters"] = Json::object();
  for (const Parameter& parameter : problem.parameters) {
    json["parameters"][parameter.name] = value_of(parameter);
  }
  json["auxiliary"] = Json::object();
  for (const AuxiliaryUnknown& unknown : problem.polynomial.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    json["auxiliary"][unknown.auxiliary.name] = to_string(unknown.auxiliary.original);
  }
  json["seconds"] = rounded(report.seconds);
  json["seed"] = report.seed;
  json["leaves"] = Json::array();
  for (std::size_t i = 0; i < report.completion.leaves.size(); ++i) {
    json["leaves"].push_back(leaf_json(report, i));
  }
  json["tree"] = tree_json(report.completion.tree, "root");
  // Titles are UTF-8 already; a sequence that is not must not end the program.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace leafwise::pipeline
