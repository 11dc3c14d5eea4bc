// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/scope.hpp"

#include "leafwise/algebra/expression.hpp"
#include "leafwise/core/check.hpp"
#include "leafwise/core/suggestion.hpp"

namespace leafwise::algebra {

bool Scope::is_reserved(std::string_view name) {
  return name == "der" || name == "pi" || function_named(name).has_value();
}

void Scope::declare(const std::string& name, Role role) {
  LEAFWISE_DEMAND(is_name(name) && !is_reserved(name), name);
  const bool is_new = roles_.emplace(name, role).second;
  LEAFWISE_DEMAND(is_new, name);
  switch (role) {
    case Role::independent: independent_.push_back(name); break;
    case Role::parameter: parameters_.push_back(name); break;
    case Role::unknown: unknowns_.push_back(name); break;
  }
}

std::optional<Role> Scope::find(const std::string& name) const {
  const auto found = roles_.find(name);
  if (found == roles_.end()) return std::nullopt;
  return found->second;
}

const std::vector<std::string>& Scope::names(Role role) const {
  switch (role) {
    case Role::independent: return independent_;
    case Role::parameter: return parameters_;
    case Role::unknown: break;
  }
  return unknowns_;
}

void Scope::exclude(const std::string& name, const std::string& why) {
  excluded_.insert_or_assign(name, why);
}

std::string Scope::why_excluded(const std::string& name) const {
  const auto found = excluded_.find(name);
  return found == excluded_.end() ? std::string() : found->second;
}

namespace {

std::string any_of(const std::string& what, const std::vector<std::string>& names) {
  return what + " (" + word_list(names, "or") + ")";
}

}  // namespace

std::string Scope::describe() const {
  std::vector<std::string> choices;
  if (!unknowns_.empty()) choices.push_back(any_of("an unknown", unknowns_));
  if (!parameters_.empty()) choices.push_back(any_of("a parameter", parameters_));
  if (!independent_.empty()) {
    choices.push_back("the independent variable " + independent_.front());
  }
  if (choices.empty()) return "a number: no names are known here";
  return word_list(choices, "or");
}

std::string Scope::describe_coordinates() const {
  std::vector<std::string> choices;
  if (!unknowns_.empty()) {
    choices.push_back(any_of("an unknown", unknowns_));
    choices.emplace_back("a derivative of one");
  }
  if (!independent_.empty()) {
    choices.push_back("the independent variable " + independent_.front());
  }
  return word_list(choices, "or");
}

std::string Scope::suggest(const std::string& misspelt) const {
  std::vector<std::string> candidates = unknowns_;
  candidates.insert(candidates.end(), parameters_.begin(), parameters_.end());
  candidates.insert(candidates.end(), independent_.begin(), independent_.end());
  candidates.insert(candidates.end(), function_names().begin(), function_names().end());
  candidates.emplace_back("der");
  candidates.emplace_back("pi");
  return nearest_word(misspelt, candidates);
}

}  // namespace leafwise::algebra
