// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/local_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "leafwise/core/suggestion.hpp"
#include "leafwise/core/version.hpp"
#include "text/json_text.hpp"
#include "text/paint.hpp"
#include "text/terminal_text.hpp"
#include "write/report_json.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;

std::string times_words(unsigned times) {
  if (times == 1) return "once";
  return times == 2 ? "twice" : fmt::format("{} times", times);
}

/// Neighbours that are differentiated as often are said together.
std::string hidden_words(const algebra::LocalLeaf& leaf) {
  std::string text;
  for (std::size_t i = 0; i < leaf.hidden.size();) {
    std::size_t end = i + 1;
    while (end < leaf.hidden.size() && leaf.hidden[end].times == leaf.hidden[i].times &&
           leaf.hidden[end].line == leaf.hidden[end - 1].line + 1) {
      ++end;
    }
    text += (text.empty() ? "" : "; ") + leaf.hidden[i].source;
    if (end > i + 1) text += " to " + leaf.hidden[end - 1].source;
    text += " differentiated " + times_words(leaf.hidden[i].times);
    i = end;
  }
  return text.empty() ? "none" : text;
}

std::size_t count_hidden(const algebra::LocalLeaf& leaf) {
  std::size_t count = 0;
  for (const algebra::HiddenEquation& hidden : leaf.hidden) count += hidden.times;
  return count;
}

std::string free_words(std::size_t freedom) {
  return freedom == 1 ? "1 free function" : fmt::format("{} free functions", freedom);
}

std::string seconds_words(const LocalReport& report) {
  std::string text;
  for (const auto& [step, seconds] : report.leaf.seconds) {
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", step, seconds);
  }
  return text + fmt::format("; in all {:.3f}", report.seconds);
}

class Card {
 public:
  explicit Card(TextStyle style) : paint_(style) {}

  std::string text(const Problem& problem, const LocalReport& report, bool alone) {
    const algebra::LocalLeaf& leaf = report.leaf;
    if (alone && !problem.source.title.empty())
      text_ = paint_.title(safe_text(problem.source.title)) + "\n";
    if (is_proved(report)) {
      text_ += paint_.leaf("here: one smooth branch through the start (proved)") + "\n";
    } else {
      text_ += paint_.no_leaf("here: nothing is proved") + ": " + safe_text(leaf.reason) + "\n";
    }
    if (leaf.is_exact_structure) add_numbers(problem, leaf);
    for (const algebra::RedundantLine& line : leaf.redundant) {
      row("redundant", fmt::format("{} (to order {})", line.source, line.order));
    }
    constexpr double noticeable = 1e-12;
    if (leaf.moved > noticeable) {
      row("start", fmt::format("given values were moved by up to {:.1e} (numeric)", leaf.moved));
    }
    if (!alone) return text_;
    if (is_proved(report)) row("not asked", "other leaves, equations far from the start");
    row("seconds", seconds_words(report));
    return text_;
  }

 private:
  void row(const std::string& label, const std::string& text) {
    text_ += "  " + paint_.label(fmt::format("{:<10}", label)) + " " + safe_text(text) + "\n";
  }

  void add_numbers(const Problem& problem, const algebra::LocalLeaf& leaf) {
    const bool proved = leaf.one_leaf == Truth::yes;
    std::string numbers = fmt::format("dimension {}", leaf.dimension);
    if (problem.model.mechanics && leaf.freedom == 0) {
      numbers += fmt::format(
          ", {}", counted((leaf.dimension - 1) / 2, "degree of freedom", "degrees of freedom"));
    } else if (leaf.freedom == 0) {
      numbers += fmt::format(", {} of its start to choose",
                             counted(leaf.dimension - 1, "value", "values"));
    }
    if (leaf.freedom > 0) numbers += ", " + free_words(leaf.freedom);
    row("size", numbers + (proved ? " (proved)" : ", were the structure regular here"));
    row("hidden",
        count_hidden(leaf) == 0 ? std::string("none")
                                : fmt::format("{}: {}",
                                              counted(count_hidden(leaf), "equation", "equations"),
                                              hidden_words(leaf)));
    row("index", fmt::format("at most {}", leaf.index_at_most));
  }

  static std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  }

  Paint paint_;
  std::string text_;
};

Json leaf_json_of(const Problem& problem, const LocalReport& report) {
  const algebra::LocalLeaf& leaf = report.leaf;
  const bool proved = is_proved(report);
  Json json = {{"name", "here"},
               {"alias", nullptr},
               {"status", proved ? "local" : "unfinished"},
               {"dimension", proved ? Json(leaf.dimension) : Json(nullptr)},
               {"freedom", proved ? Json(leaf.freedom) : Json(nullptr)},
               {"dof", nullptr},
               {"index_at_most", proved ? Json(leaf.index_at_most) : Json(nullptr)},
               {"reason", leaf.reason.empty() ? Json(nullptr) : Json(leaf.reason)}};
  if (proved && problem.model.mechanics && leaf.freedom == 0)
    json["dof"] = (leaf.dimension - 1) / 2;
  json["hidden"] = Json::array();
  for (const algebra::HiddenEquation& hidden : leaf.hidden) {
    json["hidden"].push_back(
        {{"line", hidden.line}, {"source", hidden.source}, {"times", hidden.times}});
  }
  json["redundant"] = Json::array();
  for (const algebra::RedundantLine& line : leaf.redundant) {
    json["redundant"].push_back({{"line", line.line},
                                 {"source", line.source},
                                 {"proof", fmt::format("to order {}", line.order)}});
  }
  json["proved"] = Json::array();
  json["not_asked"] = Json::array({"other leaves", "equations far from the start", "index"});
  if (proved) {
    json["proved"] = {"one leaf through the start", "smooth", "real", "dimension", "freedom"};
    json["precision"] = leaf.precision;
  }
  json["point"] = Json::array();
  for (const algebra::LocalPoint& jet : leaf.point) {
    json["point"].push_back({{"jet", to_string(jet.variable)},
                             {"value", jet.value},
                             {"radius", jet.radius},
                             {"free", jet.is_free}});
  }
  json["residual"] = std::isfinite(leaf.residual) ? Json(leaf.residual) : Json(nullptr);
  json["moved"] = std::isfinite(leaf.moved) ? Json(leaf.moved) : Json(nullptr);
  json["seconds"] = Json::object();
  for (const auto& [step, seconds] : leaf.seconds) json["seconds"][step] = seconds;
  return json;
}

/// Steps of the completion: the nodes of its tree.
std::size_t count_steps(const ReportNode& node) {
  std::size_t count = 1;
  for (const ReportNode& child : node.children) count += count_steps(child);
  return count;
}

}  // namespace

bool is_proved(const LocalReport& report) {
  return report.leaf.one_leaf == Truth::yes;
}

std::string decomposition_json_with(const DecompositionReport& global,
                                    const Problem& problem,
                                    const LocalReport& report,
                                    bool first) {
  Json json = json_of(global);
  json["knowledge"] =
      global.complete ? "complete" : fmt::format("cut after {} jobs", count_steps(global.tree));
  if (first) {
    Json leaves = Json::array({leaf_json_of(problem, report)});
    leaves.insert(leaves.end(), json["leaves"].begin(), json["leaves"].end());
    json["leaves"] = std::move(leaves);
  }
  return json_text(json);
}

std::string local_text(const Problem& problem,
                       const LocalReport& report,
                       TextStyle style,
                       bool alone) {
  return Card(style).text(problem, report, alone);
}

std::string local_json(const Problem& problem, const LocalReport& report) {
  const bool proved = is_proved(report);
  Json parameters = Json::object();
  for (const Parameter& parameter : problem.model.parameters) {
    parameters[parameter.name] = parameter.text;
  }
  Json orders = Json::object();
  for (const std::string& name : problem.model.unknowns) {
    orders[name] = problem.model.polynomial.orders.at(name);
  }
  const Json json = {
      {"format", "leafwise-decomposition/1"},
      {"version", std::string(version)},
      {"problem", {{"title", problem.source.title}, {"sha256", report.sha256}}},
      {"independent", problem.model.independent},
      {"unknowns", problem.model.unknowns},
      {"orders", orders},
      {"parameters", parameters},
      {"auxiliary", Json::object()},
      {"knowledge", "not asked"},
      {"complete", false},
      {"reason",
       proved ? Json("only the leaf at the start was asked for") : Json(report.leaf.reason)},
      {"incidents", Json::array()},
      {"seconds", report.seconds},
      {"seed", 1},
      {"leaves", Json::array({leaf_json_of(problem, report)})},
      {"tree",
       {{"name", "root"},
        {"operation", "local"},
        {"why", "the leaf at the start, from the equations as they were written"},
        {"equations", Json::array()},
        {"seconds", report.seconds},
        {"leaf", "here"},
        {"children", Json::array()}}}};
  return json_text(json);
}

}  // namespace leafwise::pipeline::detail
