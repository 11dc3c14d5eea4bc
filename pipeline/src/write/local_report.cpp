// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/local_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "leafwise/core/suggestion.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"
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

/// "equation 1 + (t)*equation 2 differentiated once"
std::string combined_words(const algebra::CombinedLine& line) {
  constexpr std::size_t readable = 12;
  std::string text = line.source;
  if (!line.put_in.empty()) return text + " with " + line.put_in + " of " + line.rows[0].source;
  for (const algebra::CombinedLine::Row& row : line.rows) {
    if (row.source == line.source) continue;
    const bool is_one = algebra::is_number(row.coefficient, algebra::Rational(1));
    const bool is_short = row.coefficient.size() <= readable;
    text += " + ";
    if (!is_one) text += is_short ? "(" + to_string(row.coefficient) + ")*" : "(...)*";
    text += row.source;
    if (row.times > 0) text += " differentiated " + times_words(row.times);
  }
  return text;
}

std::size_t count_hidden(const algebra::LocalLeaf& leaf) {
  std::size_t count = 0;
  for (const algebra::HiddenEquation& hidden : leaf.hidden) count += hidden.times;
  return count;
}

std::string redundancy_words(const algebra::RedundantLine& line) {
  return line.order == 0 ? "proved" : fmt::format("to order {}", line.order);
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

  std::string text(const std::string& title,
                   bool is_mechanism,
                   const LocalReport& report,
                   bool alone) {
    const algebra::LocalLeaf& leaf = report.leaf;
    if (alone && !title.empty()) text_ = paint_.title(safe_text(title)) + "\n";
    if (is_proved(report)) {
      text_ += paint_.leaf("here: one smooth branch through the start (proved)") + "\n";
    } else if (leaf.is_numeric) {
      text_ += paint_.leaf("here: one smooth branch through the start (numeric)") + ": " +
               safe_text(leaf.reason) + "\n";
    } else {
      text_ += paint_.no_leaf("here: nothing is proved") + ": " + safe_text(leaf.reason) + "\n";
    }
    if (leaf.is_exact_structure) add_numbers(is_mechanism, leaf);
    for (const algebra::RedundantLine& line : leaf.redundant) {
      row("redundant", fmt::format("{} ({})", line.source, redundancy_words(line)));
    }
    for (const algebra::CombinedLine& line : leaf.combined) row("combined", combined_words(line));
    constexpr double noticeable = 1e-12;
    if (leaf.moved > noticeable) {
      row("start", fmt::format("given values were moved by up to {:.1e} (numeric)", leaf.moved));
    }
    if (!alone) return text_;
    if (leaf.is_usable()) row("not asked", "other leaves, equations far from the start");
    row("seconds", seconds_words(report));
    return text_;
  }

 private:
  void row(const std::string& label, const std::string& text) {
    text_ += "  " + paint_.label(fmt::format("{:<10}", label)) + " " + safe_text(text) + "\n";
  }

  void add_numbers(bool is_mechanism, const algebra::LocalLeaf& leaf) {
    std::string numbers = fmt::format("dimension {}", leaf.dimension);
    if (is_mechanism && leaf.freedom == 0) {
      numbers += fmt::format(
          ", {}", counted((leaf.dimension - 1) / 2, "degree of freedom", "degrees of freedom"));
    } else if (leaf.freedom == 0) {
      numbers += fmt::format(", {} of its start to choose",
                             counted(leaf.dimension - 1, "value", "values"));
    }
    if (leaf.freedom > 0) numbers += ", " + free_words(leaf.freedom);
    row("size",
        numbers + (leaf.one_leaf == Truth::yes ? " (proved)"
                   : leaf.is_numeric           ? " (numeric)"
                                               : ", were the structure regular here"));
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

/// Coefficients that nobody would read are left out.
Json combined_json(const algebra::LocalLeaf& leaf) {
  constexpr std::size_t printable = 2000;
  Json lines = Json::array();
  for (const algebra::CombinedLine& line : leaf.combined) {
    Json rows = Json::array();
    for (const algebra::CombinedLine::Row& row : line.rows) {
      const bool is_printed = line.put_in.empty() && row.coefficient.size() <= printable;
      rows.push_back({{"source", row.source},
                      {"times", row.times},
                      {"coefficient", is_printed ? Json(to_string(row.coefficient)) : Json()}});
    }
    lines.push_back({{"line", line.line},
                     {"source", line.source},
                     {"rows", rows},
                     {"put_in", line.put_in.empty() ? Json(nullptr) : Json(line.put_in)}});
  }
  return lines;
}

Json leaf_json_of(const Problem& problem, const LocalReport& report) {
  const algebra::LocalLeaf& leaf = report.leaf;
  const bool proved = is_proved(report);
  const bool usable = leaf.is_usable();
  Json json = {{"name", "here"},
               {"alias", nullptr},
               {"status", usable ? "local" : "unfinished"},
               {"dimension", usable ? Json(leaf.dimension) : Json(nullptr)},
               {"freedom", usable ? Json(leaf.freedom) : Json(nullptr)},
               {"dof", nullptr},
               {"index_at_most", usable ? Json(leaf.index_at_most) : Json(nullptr)},
               {"reason", leaf.reason.empty() ? Json(nullptr) : Json(leaf.reason)}};
  if (usable && problem.model.mechanics && leaf.freedom == 0)
    json["dof"] = (leaf.dimension - 1) / 2;
  json["hidden"] = Json::array();
  for (const algebra::HiddenEquation& hidden : leaf.hidden) {
    json["hidden"].push_back(
        {{"line", hidden.line}, {"source", hidden.source}, {"times", hidden.times}});
  }
  json["redundant"] = Json::array();
  for (const algebra::RedundantLine& line : leaf.redundant) {
    json["redundant"].push_back(
        {{"line", line.line}, {"source", line.source}, {"proof", redundancy_words(line)}});
  }
  json["combined"] = combined_json(leaf);
  json["proved"] = Json::array();
  json["numeric"] = leaf.numeric;
  json["not_asked"] = Json::array({"other leaves", "equations far from the start", "index"});
  if (proved) {
    json["proved"] = {"one leaf through the start", "smooth", "real", "dimension", "freedom"};
    json["precision"] = leaf.precision;
    if (!report.certificate.empty()) json["certificate"] = report.certificate;
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
  const bool is_mechanism = problem.model.mechanics.has_value();
  return Card(style).text(problem.source.title, is_mechanism, report, alone);
}

std::string local_card(const LocalReport& report, bool is_mechanism, TextStyle style) {
  return Card(style).text({}, is_mechanism, report, true);
}

namespace {

Json json_of_local(const Problem& problem,
                   const LocalReport& report,
                   const std::string& knowledge) {
  Json parameters = Json::object();
  for (const auto& [name, text] : parameter_texts(problem.model)) parameters[name] = text;
  Json orders = Json::object();
  for (const std::string& name : problem.model.unknowns) {
    orders[name] = problem.model.polynomial.orders.at(name);
  }
  return {{"format", "leafwise-decomposition/1"},
          {"version", std::string(version)},
          {"problem", {{"title", problem.source.title}, {"sha256", report.sha256}}},
          {"independent", problem.model.independent},
          {"unknowns", problem.model.unknowns},
          {"orders", orders},
          {"parameters", parameters},
          {"auxiliary", Json::object()},
          {"knowledge", knowledge},
          {"complete", false},
          {"reason",
           report.leaf.is_usable() ? Json("only the leaf at the start was asked for")
                                   : Json(report.leaf.reason)},
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
}

/// What the completion says of the leaf at the start must not contradict what was proved of it.
void add_contradiction(const LocalReport& local, const DecompositionReport& report, Json& json) {
  const Leaf* leaf = report.find_leaf("here");
  if (leaf == nullptr || !leaf->numbers.physical_dimension || !is_proved(local)) return;
  const auto dimension = static_cast<int>(local.leaf.dimension);
  if (*leaf->numbers.physical_dimension == dimension) return;
  json["incidents"].push_back(
      {{"what",
        fmt::format("the completed leaf has dimension {}, the one at the start {}",
                    *leaf->numbers.physical_dimension,
                    dimension)},
       {"where", "knowledge beside the run"},
       {"cost", "one of them is wrong: please report it"}});
}

}  // namespace

std::string local_json(const Problem& problem, const LocalReport& report) {
  return json_text(json_of_local(problem, report, "not asked"));
}

std::string known_json(const Problem& problem,
                       const LocalReport& report,
                       const FoundBeside& found) {
  if (!found.report) {
    return json_text(json_of_local(problem, report, fmt::format("cut after {} jobs", found.jobs)));
  }
  Json json = Json::parse(decomposition_json(*found.report));
  json["knowledge"] = "complete";
  json["local"] = leaf_json_of(problem, report);
  add_contradiction(report, *found.report, json);
  return json_text(json);
}

}  // namespace leafwise::pipeline::detail
