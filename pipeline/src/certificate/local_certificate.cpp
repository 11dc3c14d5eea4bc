// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificate/local_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/version.hpp"
#include "model/analytic_system.hpp"
#include "text/json_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;
using algebra::LocalProof;

Json equations_json(const algebra::AnalyticSystem& system) {
  Json equations = Json::array();
  for (const algebra::AnalyticEquation& equation : system.equations) {
    equations.push_back({{"source", equation.source},
                         {"line", equation.line},
                         {"residual", to_string(equation.residual)}});
  }
  return equations;
}

/// What is held, and how far it was moved to make it consistent.
Json start_json(const Problem& problem, const algebra::LocalLeaf& leaf) {
  Json given = Json::object();
  double moved = 0;
  for (const auto& [jet, expression] : start_or_origin(problem).given) {
    const auto at = std::find_if(leaf.point.begin(), leaf.point.end(), [&](const auto& point) {
      return point.variable == jet;
    });
    if (at == leaf.point.end()) continue;
    const double value = algebra::nearest_double(expression);
    given[to_string(jet)] = value;
    // Both are rounded.
    constexpr double rounding = 1e-15;
    const double scale = std::max(1.0, std::abs(value));
    moved = std::max(moved, std::abs(at->value - value) / scale + rounding);
  }
  return {{"given", given}, {"moved_at_most", moved}};
}

Json steps_json(const LocalProof& proof) {
  Json steps = Json::array();
  for (const LocalProof::Step& step : proof.steps) {
    Json terms = Json::array();
    for (const LocalProof::Term& term : step.terms) {
      terms.push_back({{"equation", term.line},
                       {"times", term.times},
                       {"coefficient", to_string(term.coefficient)}});
    }
    steps.push_back({{"equation", step.line},
                     {"put_in", step.puts_in ? Json(to_string(step.jet)) : Json(nullptr)},
                     {"terms", terms},
                     {"vanishes", step.vanishes}});
  }
  return steps;
}

Json structure_json(const LocalProof& proof) {
  Json lines = Json::array();
  for (const LocalProof::Line& line : proof.lines) {
    lines.push_back({{"equation", line.line}, {"times", line.times}});
  }
  Json unknowns = Json::array();
  for (const LocalProof::Unknown& unknown : proof.unknowns) {
    unknowns.push_back({{"name", unknown.name}, {"order", unknown.order}});
  }
  return {{"lines", lines}, {"unknowns", unknowns}};
}

Json box_json(const LocalProof& proof) {
  Json box = Json::array();
  for (const LocalProof::Coefficient& coefficient : proof.box) {
    Json entry = {{"of", coefficient.unknown}, {"order", coefficient.order}};
    entry[coefficient.is_free() ? "value" : "centre"] = coefficient.centre;
    if (!coefficient.is_free()) entry["radius"] = coefficient.radius;
    box.push_back(std::move(entry));
  }
  return box;
}

/// A row of numbers is one text: n² lines would not be readable.
Json stages_json(const LocalProof& proof) {
  Json stages = Json::array();
  int number = 1 - static_cast<int>(proof.stages.size());
  for (const LocalProof::Stage& stage : proof.stages) {
    Json json = {{"stage", number++}};
    if (stage.pivots.empty()) {
      json["inverse"] = Json::array();
      for (const auto& row : stage.inverse) {
        json["inverse"].push_back(fmt::format("{}", fmt::join(row, " ")));
      }
    } else {
      json["rows"] = stage.rows;
      json["columns"] = stage.columns;
      json["pivots"] = fmt::format("{}", fmt::join(stage.pivots, " "));
    }
    stages.push_back(std::move(json));
  }
  return stages;
}

Json claims_json(const CertifiedClaims& claims) {
  Json hidden = Json::array();
  for (const auto& [source, times] : claims.hidden) {
    hidden.push_back({{"source", source}, {"times", times}});
  }
  Json redundant = Json::array();
  for (const auto& [source, order] : claims.redundant) {
    redundant.push_back({{"source", source}, {"order", order}});
  }
  return {{"dimension", claims.numbers.dimension},
          {"freedom", claims.numbers.freedom},
          {"index_at_most", claims.numbers.index_at_most},
          {"hidden", hidden},
          {"redundant", redundant}};
}

}  // namespace

std::string local_certificate(const Problem& problem,
                              const algebra::LocalLeaf& leaf,
                              const StartLeaf& said,
                              const std::string& sha256) {
  const LocalProof& proof = *leaf.proof;
  const algebra::AnalyticSystem system = analytic_system(problem);
  const CertifiedClaims claims = claims_of(said);
  const Json json = {{"format", "leafwise-certificate/1"},
                     {"version", std::string(version)},
                     {"problem", {{"title", problem.source.title}, {"sha256", sha256}}},
                     {"says", words_of(claims, system.coordinates > 0)},
                     {"independent", problem.model.independent},
                     {"unknowns", system.unknowns},
                     {"coordinates", system.coordinates},
                     {"equations", equations_json(system)},
                     {"start", start_json(problem, leaf)},
                     {"dependent", proof.dependent},
                     {"steps", steps_json(proof)},
                     {"aside", proof.aside},
                     {"structure", structure_json(proof)},
                     {"time", proof.time},
                     {"box", box_json(proof)},
                     {"stages", stages_json(proof)},
                     {"bits", proof.bits},
                     {"proved", claims_json(claims)}};
  return json_text(json);
}

}  // namespace leafwise::pipeline::detail
