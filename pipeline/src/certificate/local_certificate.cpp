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

/// A row of numbers is one text: n² lines would be nobody's to look at.
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

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string times_words(unsigned times) {
  if (times == 1) return "";
  return times == 2 ? " twice" : fmt::format(" {} times", times);
}

struct Range {
  std::string sources;
  unsigned number = 0;
};

/// "constraint 12": its number, and where that begins; 0 if it has none.
std::pair<std::size_t, std::size_t> number_of(const std::string& source) {
  const std::size_t before = source.find_last_not_of("0123456789");
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  constexpr std::size_t most_digits = 9;
  const std::size_t digits = source.size() - begin;
  if (digits == 0 || digits > most_digits) return {0, begin};
  return {std::stoul(source.substr(begin)), begin};
}

bool follows(const std::string& source, const std::string& last) {
  const auto [number, begin] = number_of(source);
  const auto [before, last_begin] = number_of(last);
  return before > 0 && number == before + 1 &&
         source.substr(0, begin) == last.substr(0, last_begin);
}

/// What is said of three and more lines that follow each other is said once.
std::vector<Range> ranges_of(const std::vector<std::pair<std::string, unsigned>>& said) {
  constexpr std::size_t few = 3;
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < said.size();) {
    std::size_t end = i + 1;
    while (end < said.size() && said[end].second == said[i].second &&
           follows(said[end].first, said[end - 1].first)) {
      ++end;
    }
    if (end - i < few) end = i + 1;
    const std::string to = end - i == 1 ? "" : " to " + said[end - 1].first;
    ranges.push_back({said[i].first + to, said[i].second});
    i = end;
  }
  return ranges;
}

}  // namespace

CertifiedClaims claims_of(const algebra::LocalLeaf& leaf) {
  CertifiedClaims claims{{leaf.dimension, leaf.freedom, leaf.index_at_most}, {}, {}};
  for (const algebra::HiddenEquation& hidden : leaf.hidden) {
    claims.hidden.emplace_back(hidden.source, hidden.times);
  }
  for (const algebra::RedundantLine& line : leaf.redundant) {
    claims.redundant.emplace_back(line.source, line.order);
  }
  return claims;
}

CertifiedClaims claims_of(const StartLeaf& leaf) {
  CertifiedClaims claims;
  if (leaf.size) {
    claims.numbers = {static_cast<std::size_t>(leaf.size->dimension),
                      static_cast<std::size_t>(leaf.size->freedom),
                      static_cast<unsigned>(leaf.size->index_at_most)};
  }
  for (const StartHidden& hidden : leaf.hidden) {
    claims.hidden.emplace_back(hidden.source, hidden.times);
  }
  for (const StartRedundant& line : leaf.redundant) {
    claims.redundant.emplace_back(line.source, line.order);
  }
  return claims;
}

std::string words_of(const CertifiedClaims& claims, bool is_mechanism, bool is_proved) {
  const std::size_t values = claims.numbers.dimension - 1;
  std::string text =
      fmt::format("one smooth branch through the start ({}), ", is_proved ? "proved" : "numeric");
  if (claims.numbers.freedom > 0) {
    text += counted(claims.numbers.freedom, "free function", "free functions");
  } else if (is_mechanism) {
    text += counted(values / 2, "degree of freedom", "degrees of freedom");
  } else {
    text += counted(values, "value", "values") + " of its start to choose";
  }
  std::size_t count = 0;
  for (const auto& [source, times] : claims.hidden) count += times;
  std::string hidden;
  for (const Range& range : ranges_of(claims.hidden)) {
    hidden += (hidden.empty() ? " " : ", ") + range.sources + " differentiated" +
              times_words(range.number);
  }
  text += ", ";
  text += count == 0 ? "no hidden equations"
                     : counted(count, "hidden equation", "hidden equations") + ":" + hidden;
  for (const Range& range : ranges_of(claims.redundant)) {
    text += "; " + range.sources + " redundant (" +
            (range.number == 0 ? std::string("proved") : fmt::format("to order {}", range.number)) +
            ")";
  }
  return text;
}

std::string local_certificate(const Problem& problem,
                              const algebra::LocalLeaf& leaf,
                              const std::string& sha256) {
  const LocalProof& proof = *leaf.proof;
  const algebra::AnalyticSystem system = analytic_system(problem);
  const CertifiedClaims claims = claims_of(leaf);
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
