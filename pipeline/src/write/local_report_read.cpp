// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "leafwise/core/errors.hpp"
#include "text/json_text.hpp"
#include "write/local_report.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;

/// Nothing of it is computed with: a text stands for itself.
algebra::Expression said(const Json& text) {
  if (text.is_null()) return algebra::Expression::variable({algebra::Role::unknown, "...", 0});
  const auto word = text.get<std::string>();
  if (word == "1") return algebra::Expression::number(algebra::Rational(1));
  return algebra::Expression::variable({algebra::Role::unknown, word, 0});
}

/// "proved", or "to order 20".
unsigned order_in(const std::string& proof) {
  const std::string words = "to order ";
  if (!proof.starts_with(words)) return 0;
  return static_cast<unsigned>(std::stoul(proof.substr(words.size())));
}

std::vector<algebra::CombinedLine> combined_in(const Json& lines) {
  std::vector<algebra::CombinedLine> combined;
  for (const Json& line : lines) {
    algebra::CombinedLine& one = combined.emplace_back();
    one.line = line.at("line").get<std::size_t>();
    one.source = line.at("source").get<std::string>();
    if (!line.at("put_in").is_null()) one.put_in = line.at("put_in").get<std::string>();
    for (const Json& row : line.at("rows")) {
      one.rows.push_back({row.at("source").get<std::string>(),
                          row.at("times").get<unsigned>(),
                          said(row.at("coefficient"))});
    }
  }
  return combined;
}

algebra::LocalLeaf leaf_in(const Json& json) {
  algebra::LocalLeaf leaf;
  const auto number = [&](const char* key) {
    return json.at(key).is_null() ? 0 : json.at(key).get<std::size_t>();
  };
  leaf.one_leaf = json.at("proved").empty() ? Truth::unknown : Truth::yes;
  leaf.is_exact_structure = !json.at("dimension").is_null();
  leaf.is_numeric = leaf.one_leaf != Truth::yes && leaf.is_exact_structure;
  if (!json.at("reason").is_null()) leaf.reason = json.at("reason").get<std::string>();
  leaf.dimension = std::max(number("dimension"), std::size_t{1});
  leaf.freedom = number("freedom");
  leaf.index_at_most = static_cast<unsigned>(number("index_at_most"));
  for (const Json& line : json.at("hidden")) {
    leaf.hidden.push_back({line.at("line").get<std::size_t>(),
                           line.at("source").get<std::string>(),
                           line.at("times").get<unsigned>()});
  }
  for (const Json& line : json.at("redundant")) {
    leaf.redundant.push_back({line.at("line").get<std::size_t>(),
                              line.at("source").get<std::string>(),
                              order_in(line.at("proof").get<std::string>())});
  }
  if (json.contains("combined")) leaf.combined = combined_in(json.at("combined"));
  leaf.moved = json.at("moved").is_null() ? 0 : json.at("moved").get<double>();
  for (const auto& [step, seconds] : json.at("seconds").items()) {
    leaf.seconds.emplace_back(step, seconds.get<double>());
  }
  return leaf;
}

/// Under `local`, or among the leaves.
std::optional<Json> find_local(const Json& report) {
  const auto is_local = [](const Json& leaf) {
    return leaf.is_object() && leaf.contains("index_at_most");
  };
  if (!report.is_object()) return std::nullopt;
  if (report.contains("local") && is_local(report.at("local"))) return report.at("local");
  if (!report.contains("leaves")) return std::nullopt;
  for (const Json& leaf : report.at("leaves")) {
    if (is_local(leaf)) return leaf;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SavedLocalLeaf> saved_local_leaf(const std::string& file, const std::string& text) {
  std::string why;
  try {
    const std::optional<Json> json = find_local(Json::parse(text));
    if (!json) return std::nullopt;
    SavedLocalLeaf saved;
    saved.report.leaf = leaf_in(*json);
    for (const auto& [step, seconds] : saved.report.leaf.seconds) saved.report.seconds += seconds;
    saved.is_mechanism = !json->at("dof").is_null();
    saved.json = json_text(*json);
    return saved;
  } catch (const Json::exception& error) {
    why = error.what();
  } catch (const std::logic_error& error) {
    why = error.what();
  }
  throw InvalidInput(Mistake{"its leaf at the start is not what it should be: " + why,
                             "a report of 'leafwise decompose --format json'",
                             std::nullopt,
                             FilePlace{file, 0, 0, 1, ""}});
}

}  // namespace leafwise::pipeline::detail
