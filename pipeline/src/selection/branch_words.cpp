// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "leafwise/core/suggestion.hpp"
#include "leaves/leaf_words.hpp"
#include "leaves/shown_equations.hpp"
#include "model/polynomial_tools.hpp"
#include "selection/branch_candidate.hpp"

namespace leafwise::pipeline::detail {

namespace {

std::optional<std::string> equation_without_real_points(const Model& model, const Leaf& leaf) {
  for (const algebra::Polynomial& equation : leaf.equations.base.equations) {
    if (is_plainly_without_real_zeros(equation)) {
      return ShownEquations(model).shown(equation);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string words_on(const Model& model, const Candidate& candidate) {
  const Fit& fit = candidate.fit;
  std::string text = "  " + candidate.told->name + ": ";
  if (fit.found) {
    text += fmt::format("{:.3g} away", fit.distance);
    if (!fit.farthest.empty()) text += fmt::format(" (in {})", fit.farthest);
  } else {
    text += "no point of it was found near";
    if (fit.equation.empty()) text += " (" + fit.reason + ")";
  }
  if (const auto impossible = equation_without_real_points(model, *candidate.told)) {
    text += ", " + *impossible + " has no real solution";
  } else if (!fit.equation.empty()) {
    text += fmt::format(", {} is missed by {:.3g}", fit.equation, fit.miss);
  }
  if (candidate.told->status == LeafStatus::unexplored) text += "; not examined further";
  if (candidate.told->status == LeafStatus::unfinished) text += "; not finished";
  return text + "\n";
}

std::string on_no_leaf(const Model& model,
                       std::vector<Candidate> candidates,
                       const BranchChoice& choice) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return a.fit.distance < b.fit.distance;
  });
  std::string text = "the initial point lies on no leaf";
  if (!candidates.empty() && candidates.front().fit.found) {
    text += "; the nearest is " + candidates.front().told->name;
  }
  text += "\n";
  for (const Candidate& candidate : candidates) text += words_on(model, candidate);
  return text + fmt::format(
                    "  A point counts as on a leaf within {:g} of it, in units of max(1, |value|): "
                    "[branch] tolerance.\n  Correct [initial], give fewer values (what is left out "
                    "follows on the leaf), or name a leaf: --branch NAME.",
                    choice.tolerance);
}

std::vector<std::string> differing(const Model& model, const std::vector<Candidate>& candidates) {
  constexpr double apart = 1e-3;  // far more than the tolerance of a point
  std::vector<std::string> result;
  for (const std::string& name : model.unknowns) {
    const algebra::Variable variable{algebra::Role::unknown, name, 0};
    std::optional<double> first;
    for (const Candidate& candidate : candidates) {
      const std::optional<std::size_t> place = candidate.leaf.coordinate(variable);
      if (!place || !candidate.fit.found) continue;
      const double value = candidate.fit.point[*place];
      if (!first) first = value;
      if (std::abs(value - *first) <= apart * std::max(1.0, std::abs(value))) continue;
      result.push_back(name);
      break;
    }
  }
  return result;
}

std::string on_several(const Model& model, const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const Candidate& candidate : candidates) names.push_back(candidate.told->name);
  std::string text = "the initial point lies on " + std::to_string(names.size()) +
                     " leaves: " + word_list(names, "and") + "\n";
  std::set<std::string> needed;
  for (const Candidate& candidate : candidates) {
    text += words_on(model, candidate);
    needed.insert(candidate.fit.needed.begin(), candidate.fit.needed.end());
  }
  if (!needed.empty()) {
    text += "  Not given, and free on them: " + word_list({needed.begin(), needed.end()}, "and") +
            ".\n";
  }
  const std::vector<std::string> differ = differing(model, candidates);
  if (!differ.empty()) {
    return text +
           fmt::format(
               "  What is given fits different points of them, which differ in {}. Give these "
               "in [initial] as well, or name a leaf: --branch {}.",
               word_list(differ, "and"),
               names.front());
  }
  return text + fmt::format(
                    "  Leaves cross here. Give a velocity that is tangent to one of them only, or "
                    "name one: --branch {}.",
                    names.front());
}

std::string no_such_leaf(const DecompositionReport& report, const std::string& name) {
  std::vector<std::string> names;
  for (const Leaf& leaf : report.leaves) {
    if (leaf.is_complete()) names.push_back(leaf.name);
  }
  const std::string near = nearest_word(name, names);
  const std::string verb = names.size() > 1 ? "are " : "is ";
  return "there is no leaf '" + name + "'" +
         (names.empty() ? ": no leaf is known"
          : near.empty()
              ? ": there " + verb + word_list(names, "and")
              : "; did you mean '" + near + "'? There " + verb + word_list(names, "and"));
}

std::string missing_values(const Candidate& candidate) {
  return "leaf " + candidate.told->name +
         " has free values that [initial] does not set: " + word_list(candidate.fit.needed, "and") +
         "\n  Give them in [initial], or with --set initial." + candidate.fit.needed.front() +
         "=VALUE. ([guess] only sets where the search for the other values begins.)";
}

std::string free_motion(const Leaf& leaf) {
  const auto count = static_cast<std::size_t>(std::max(leaf.numbers.freedom.value_or(1), 1));
  return "the motion on leaf " + leaf.name +
         " is not determined: " + free_functions(count, leaf.numbers.free) +
         "\n  Add equations for what moves freely.";
}

std::string singular_start(const Leaf& leaf) {
  const auto count = static_cast<std::size_t>(std::max(leaf.numbers.freedom.value_or(1), 1));
  return "the initial point is a singular point of leaf " + leaf.name +
         ": what is free elsewhere on it over the complex numbers (" +
         free_functions(count, leaf.numbers.free) +
         ") need not be free there, where nothing may move at all\n  Write equations whose "
         "differentials are independent at this point, or start elsewhere.";
}

std::string inconsistent(const DecompositionReport& report) {
  std::string text = "the system has no solutions";
  for (const Leaf& leaf : report.leaves) {
    if (leaf.status != LeafStatus::inconsistent || leaf.origin.because.empty()) continue;
    text += ": these contradict each other: " + word_list(leaf.origin.because, "and");
  }
  return text;
}

}  // namespace leafwise::pipeline::detail
