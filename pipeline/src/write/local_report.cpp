// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/local_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "certificate/claims.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leaves/leaf_names.hpp"
#include "starts/start_choice.hpp"
#include "text/counted.hpp"
#include "text/json_text.hpp"
#include "text/paint.hpp"
#include "text/proof_words.hpp"
#include "text/terminal_text.hpp"
#include "write/report_json.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;

/// "equation 1 + (t)*equation 2 differentiated once"
std::string combined_words(const StartCombined& line) {
  constexpr std::size_t readable = 12;
  std::string text = line.source;
  if (!line.put_in.empty()) return text + " with " + line.put_in + " of " + line.rows[0].source;
  for (const StartCombined::Row& row : line.rows) {
    if (row.source == line.source) continue;
    const bool is_one =
        row.coefficient && algebra::is_number(*row.coefficient, algebra::Rational(1));
    const bool is_short = row.coefficient && row.coefficient->size() <= readable;
    text += " + ";
    if (!is_one) text += is_short ? "(" + to_string(*row.coefficient) + ")*" : "(...)*";
    text += row.source;
    if (row.times > 0) text += " differentiated " + times_words(row.times);
  }
  return text;
}

std::string seconds_words(const DecompositionReport& report) {
  std::string text;
  for (const auto& [step, seconds] : report.start->seconds) {
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", step, seconds);
  }
  return text + fmt::format("; in all {:.3f}", report.seconds);
}

class Card {
 public:
  explicit Card(TextStyle style) : paint_(style) {}

  std::string of(const StartLeaf& leaf, const std::optional<StartChoice>& choice) {
    if (leaf.standing == StartStanding::proved) {
      text_ += paint_.leaf("here: one smooth branch through the start (proved)") + "\n";
    } else if (leaf.standing == StartStanding::numeric) {
      text_ += paint_.leaf("here: one smooth branch through the start (numeric)") + ": " +
               safe_text(leaf.reason) + "\n";
    } else {
      text_ += paint_.no_leaf("here: nothing is proved") + ": " + safe_text(leaf.reason) + "\n";
    }
    if (leaf.size) add_numbers(leaf, *leaf.size);
    for (const StartRedundant& line : leaf.redundant) {
      row("redundant", fmt::format("{} ({})", line.source, redundancy_words(line.order)));
    }
    for (const StartCombined& line : leaf.combined) row("combined", combined_words(line));
    if (choice && !words_on(*choice).empty()) row("start", words_on(*choice));
    constexpr double noticeable = 1e-12;
    if (leaf.moved.value_or(0) > noticeable) {
      row("moved", fmt::format("given values by up to {:.1e} (numeric)", *leaf.moved));
    }
    return text_;
  }

  std::string alone(const DecompositionReport& report) {
    if (!report.title.empty()) text_ = paint_.title(safe_text(report.title)) + "\n";
    (void)of(*report.start, report.choice);
    if (report.start->is_usable()) row("not asked", "other leaves, equations far from the start");
    // Those of a run are in its summary.
    if (report.seconds > 0) row("seconds", seconds_words(report));
    return text_;
  }

 private:
  void row(const std::string& label, const std::string& text) {
    text_ += "  " + paint_.label(fmt::format("{:<10}", label)) + " " + safe_text(text) + "\n";
  }

  void add_numbers(const StartLeaf& leaf, const StartSize& size) {
    const CertifiedClaims claims = claims_of(leaf);
    row("size",
        fmt::format("dimension {}, {}{}",
                    size.dimension,
                    size_words(claims, size.degrees_of_freedom.has_value()),
                    leaf.standing == StartStanding::proved ? " (proved)"
                    : leaf.standing == StartStanding::numeric
                        ? " (numeric)"
                        : ", were the structure regular here"));
    const std::size_t hidden = count_hidden(claims);
    row("hidden",
        hidden == 0
            ? std::string("none")
            : fmt::format(
                  "{}: {}", counted(hidden, "equation", "equations"), hidden_words(claims)));
    row("index", fmt::format("at most {}", size.index_at_most));
  }

  Paint paint_;
  std::string text_;
};

Json combined_json(const StartLeaf& leaf) {
  Json lines = Json::array();
  for (const StartCombined& line : leaf.combined) {
    Json rows = Json::array();
    for (const StartCombined::Row& row : line.rows) {
      rows.push_back(
          {{"source", row.source},
           {"times", row.times},
           {"coefficient", row.coefficient ? Json(to_string(*row.coefficient)) : Json(nullptr)}});
    }
    lines.push_back({{"line", line.line},
                     {"source", line.source},
                     {"rows", rows},
                     {"put_in", line.put_in.empty() ? Json(nullptr) : Json(line.put_in)}});
  }
  return lines;
}

void add_lines(const StartLeaf& leaf, Json& json) {
  json["hidden"] = Json::array();
  for (const StartHidden& hidden : leaf.hidden) {
    json["hidden"].push_back(
        {{"line", hidden.line}, {"source", hidden.source}, {"times", hidden.times}});
  }
  json["redundant"] = Json::array();
  for (const StartRedundant& line : leaf.redundant) {
    json["redundant"].push_back(
        {{"line", line.line}, {"source", line.source}, {"proof", redundancy_words(line.order)}});
  }
  json["combined"] = combined_json(leaf);
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const StartSize& size) {
  return {{"dimension", size.dimension},
          {"freedom", size.freedom},
          {"dof", or_null(size.degrees_of_freedom)},
          {"index_at_most", size.index_at_most}};
}

}  // namespace

Json json_of(const StartLeaf& leaf) {
  Json json = {{"name", here},
               {"alias", nullptr},
               {"status", leaf.is_usable() ? "local" : "unfinished"},
               {"dimension", nullptr},
               {"freedom", nullptr},
               {"dof", nullptr},
               {"index_at_most", nullptr},
               {"reason", leaf.reason.empty() ? Json(nullptr) : Json(leaf.reason)}};
  if (leaf.size && leaf.is_usable()) json.update(json_of(*leaf.size));
  if (leaf.size && !leaf.is_usable()) json["if_regular"] = json_of(*leaf.size);
  add_lines(leaf, json);
  json["proved"] = Json::array();
  json["numeric"] = leaf.numeric;
  json["not_asked"] = Json::array({"other leaves", "equations far from the start", "index"});
  if (leaf.standing == StartStanding::proved) {
    json["proved"] = {"one leaf through the start", "smooth", "real", "dimension", "freedom"};
    json["precision"] = leaf.precision;
    if (!leaf.certificate.empty()) json["certificate"] = leaf.certificate;
  }
  json["point"] = Json::array();
  for (const StartJet& jet : leaf.point) {
    json["point"].push_back({{"jet", to_string(jet.variable)},
                             {"value", or_null(jet.value)},
                             {"radius", or_null(jet.radius)},
                             {"free", jet.is_free}});
  }
  json["residual"] = or_null(leaf.residual);
  json["moved"] = or_null(leaf.moved);
  json["seconds"] = Json::object();
  for (const auto& [step, seconds] : leaf.seconds) json["seconds"][step] = seconds;
  return json;
}

std::string start_leaf_text(const StartLeaf& leaf,
                            const std::optional<StartChoice>& choice,
                            TextStyle style) {
  return Card(style).of(leaf, choice);
}

std::string start_choice_text(const std::optional<StartChoice>& choice) {
  const std::string words = choice ? words_on(*choice) : std::string();
  return words.empty() ? words : "Start: " + safe_text(words) + "\n";
}

std::string start_report_text(const DecompositionReport& report, TextStyle style) {
  return Card(style).alone(report);
}

}  // namespace leafwise::pipeline::detail
