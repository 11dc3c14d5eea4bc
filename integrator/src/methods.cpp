// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/methods.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <source_location>
#include <string>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "methods/registry.hpp"

namespace leafwise::integrator {
namespace {

/// A mistake in our own data is a bug of ours, not bad input.
Tableau validate_built_in(std::string_view registered_name, TableauData data) {
  LEAFWISE_DEMAND(data.name == registered_name, data.name);
  try {
    return Tableau(std::move(data));
  } catch (const InvalidInput& error) {
    throw BrokenInvariant(
        "built-in methods are valid", error.what(), std::source_location::current());
  }
}

std::vector<Tableau> build_all() {
  std::vector<Tableau> tableaux;
#define LEAFWISE_BUILD_METHOD(name) tableaux.push_back(validate_built_in(#name, methods::name()));
  LEAFWISE_METHODS(LEAFWISE_BUILD_METHOD)
#undef LEAFWISE_BUILD_METHOD
  return tableaux;
}

/// Levenshtein distance: the least number of letters to insert, delete or replace.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> distances(right.size() + 1);  // from a prefix of left to all of right's
  std::iota(distances.begin(), distances.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = std::exchange(distances[0], i + 1);
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = distances[j + 1];
      distances[j + 1] = std::min({replaced, distances[j] + 1, distances[j + 1] + 1});
    }
  }
  return distances.back();
}

/// The names nearest to `name`, nearest first: "rk4, rkf45, kutta3".
std::string suggest_names(std::string_view name) {
  constexpr std::size_t suggestion_count = 3;
  std::vector<std::pair<std::size_t, std::string>> candidates;
  for (const Tableau& method : all_methods()) {
    candidates.emplace_back(edit_distance(name, method.name()), method.name());
  }
  std::ranges::sort(candidates);
  candidates.resize(std::min(candidates.size(), suggestion_count));
  std::string suggestions;
  for (const auto& [distance, candidate] : candidates) {
    suggestions += (suggestions.empty() ? "" : ", ") + candidate;
  }
  return suggestions;
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
