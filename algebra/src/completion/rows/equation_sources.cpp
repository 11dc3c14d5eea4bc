// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/rows/equation_sources.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::algebra::detail {

namespace {

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

/// "equation", "3" of "equation 3"; no number: the whole and "".
std::pair<std::string, std::string> stem_and_number(const std::string& source) {
  const std::size_t space = source.rfind(' ');
  if (space == std::string::npos || space + 1 == source.size()) return {source, ""};
  const std::string number = source.substr(space + 1);
  const bool is_number =
      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return {source, ""};
  return {source.substr(0, space), number};
}

}  // namespace

std::string words(const Sources& sources, const std::vector<SourcedEquation>& equations) {
  // Stems in the order in which they come, each with its numbers.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  const auto add = [&](bool definitions) {
    for (const std::size_t number : sources) {
      const SourcedEquation& equation = equations[number];
      if (equation.is_definition != definitions) continue;
      const auto [stem, count] = stem_and_number(equation.source);
      const auto known = std::find_if(
          groups.begin(), groups.end(), [&](const auto& group) { return group.first == stem; });
      auto& numbers = known == groups.end() ? groups.emplace_back(stem, 0).second : known->second;
      const bool is_new = std::find(numbers.begin(), numbers.end(), count) == numbers.end();
      if (!count.empty() && is_new) numbers.push_back(count);
    }
  };
  add(false);
  if (groups.empty()) add(true);
  std::vector<std::string> texts;
  for (const auto& [stem, numbers] : groups) {
    if (numbers.empty()) {
      texts.push_back(stem);
    } else {
      std::vector<std::string> sorted = numbers;
      std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
      });
      texts.push_back(stem + (numbers.size() > 1 ? "s " : " ") + listed(sorted));
    }
  }
  return listed(texts);
}

std::vector<Polynomial> polynomials_of(const std::vector<Relation>& relations) {
  std::vector<Polynomial> polynomials;
  polynomials.reserve(relations.size());
  for (const Relation& relation : relations) polynomials.push_back(relation.polynomial);
  return polynomials;
}

Sources sources_of(const std::vector<Relation>& relations) {
  Sources all;
  for (const Relation& relation : relations) {
    all.insert(relation.sources.begin(), relation.sources.end());
  }
  return all;
}

}  // namespace leafwise::algebra::detail
