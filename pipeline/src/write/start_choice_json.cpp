// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "write/report_json.hpp"

namespace leafwise::pipeline::detail {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const StartOption& option) {
  Json values = Json::object();
  for (const auto& [variable, value] : option.values) {
    values[to_string(variable)] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  return {{"leaf", option.leaf.empty() ? Json(nullptr) : Json(option.leaf)},
          {"values", std::move(values)}};
}

const char* words_of(const std::optional<Truth>& is_only_one) {
  if (!is_only_one) return "not asked";
  if (*is_only_one == Truth::yes) return "proved";
  return *is_only_one == Truth::no ? "no" : "numeric";
}

}  // namespace

nlohmann::ordered_json json_of(const StartChoice& choice) {
  Json others = Json::array();
  for (const StartOption& other : choice.others) others.push_back(json_of(other));
  return {
      {"chosen_by", choice.is_open() ? Json(nullptr) : Json(choice.by_guess ? "guess" : "initial")},
      {"only_one", words_of(choice.is_only_one)},
      {"chosen", choice.by_guess ? json_of(choice.chosen) : Json(nullptr)},
      {"others", std::move(others)},
      {"may_be_more", choice.is_cut}};
}

}  // namespace leafwise::pipeline::detail
