// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/methods.hpp"

#include <algorithm>
#include <cstddef>
#include <source_location>
#include <string>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/suggestion.hpp"
#include "methods/registry.hpp"

namespace leafwise::integrator {
namespace {

#if LEAFWISE_VALIDATE_METHODS
/// A mistake in our own data is a bug of ours, not bad input.
Tableau built_in(std::string_view registered_name, TableauData data) {
  LEAFWISE_DEMAND(data.name == registered_name, data.name);
  try {
    return Tableau(std::move(data));
  } catch (const InvalidInput& error) {
    throw BrokenInvariant(
        "built-in methods are valid", error.what(), std::source_location::current());
  }
}
#else
Tableau built_in(std::string_view registered_name, TableauData data) {
  LEAFWISE_DEMAND(data.name == registered_name, data.name);
  return Tableau::registered(std::move(data));
}
#endif

std::vector<Tableau> build_all() {
  std::vector<Tableau> tableaux;
#define LEAFWISE_BUILD_METHOD(name) tableaux.push_back(built_in(#name, methods::name()));
  LEAFWISE_METHODS(LEAFWISE_BUILD_METHOD)
#undef LEAFWISE_BUILD_METHOD
  return tableaux;
}

/// The names nearest to `name`, nearest first: "rk4, rkf45 and kutta3".
std::string suggest_names(std::string_view name) {
  constexpr std::size_t suggestion_count = 3;
  std::vector<std::pair<std::size_t, std::string>> candidates;
  for (const Tableau& method : all_methods()) {
    candidates.emplace_back(edit_distance(name, method.name()), method.name());
  }
  std::ranges::sort(candidates);
  candidates.resize(std::min(candidates.size(), suggestion_count));
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (auto& [distance, candidate] : candidates) names.push_back(std::move(candidate));
  return word_list(names, "and");
}

}  // namespace

const std::vector<Tableau>& all_methods() {
  static const std::vector<Tableau> tableaux = build_all();
  return tableaux;
}

const Tableau& find_method(std::string_view name) {
  const std::vector<Tableau>& tableaux = all_methods();
  const auto found = std::ranges::find(tableaux, name, &Tableau::name);
  if (found == tableaux.end()) {
    throw InvalidInput(Mistake{"there is no method '" + std::string(name) + "'",
                               "a method; the nearest names are " + suggest_names(name),
                               {},
                               {}});
  }
  return *found;
}

}  // namespace leafwise::integrator
