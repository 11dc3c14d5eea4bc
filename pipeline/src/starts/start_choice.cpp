// SPDX-License-Identifier: GPL-3.0-or-later
#include "starts/start_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Variable;

/// By how much options differ in a variable; those that do not have it are not asked.
double spread(const std::vector<StartOption>& options, const Variable& variable) {
  std::optional<double> least;
  std::optional<double> most;
  for (const StartOption& option : options) {
    const auto found = option.values.find(variable);
    if (found == option.values.end()) continue;
    least = std::min(least.value_or(found->second), found->second);
    most = std::max(most.value_or(found->second), found->second);
  }
  return least ? *most - *least : 0;
}

double largest(const std::vector<StartOption>& options, const Variable& variable) {
  double size = 0;
  for (const StartOption& option : options) {
    const auto found = option.values.find(variable);
    if (found != option.values.end()) size = std::max(size, std::abs(found->second));
  }
  return size;
}

/// What is no rounding of the search.
bool is_visible(const std::vector<StartOption>& options, const Variable& variable) {
  constexpr double smallest = 1e-9;
  return spread(options, variable) > smallest * largest(options, variable);
}

/// In the order of derivatives: positions first.
std::vector<Variable> differing(const std::vector<StartOption>& options) {
  std::set<Variable> all;
  for (const StartOption& option : options) {
    for (const auto& [variable, value] : option.values) all.insert(variable);
  }
  std::vector<Variable> result;
  std::ranges::copy_if(all, std::back_inserter(result), [&](const Variable& variable) {
    return is_visible(options, variable);
  });
  std::ranges::stable_sort(result, {}, &Variable::order);
  return result;
}

/// A number that tells the options apart and that people can read.
std::string readable(double value) {
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);
}

/// "y = -1, z = 2, …"
std::string values_text(const StartOption& option, const std::vector<Variable>& names) {
  constexpr std::size_t most_shown = 6;
  std::string text;
  std::size_t shown = 0;
  for (const Variable& variable : names) {
    const auto found = option.values.find(variable);
    if (found == option.values.end()) continue;
    if (shown++ == most_shown) return text + ", …";
    text += (text.empty() ? "" : ", ") + to_string(variable) + " = " + readable(found->second);
  }
  return text;
}

/// The first variable in which no two options agree, or the few first ones that tell them apart
/// together.
std::vector<Variable> telling(const std::vector<StartOption>& options,
                              const std::vector<Variable>& names) {
  const auto classes = [&](const std::vector<Variable>& some) {
    std::set<std::vector<std::string>> seen;
    for (const StartOption& option : options) {
      std::vector<std::string> texts;
      for (const Variable& variable : some) {
        const auto found = option.values.find(variable);
        texts.push_back(found == option.values.end() ? "" : readable(found->second));
      }
      seen.insert(std::move(texts));
    }
    return seen.size();
  };
  std::vector<Variable> chosen;
  while (chosen.size() < names.size() && classes(chosen) < options.size()) {
    std::optional<Variable> best;
    std::size_t most = classes(chosen);
    for (const Variable& variable : names) {
      std::vector<Variable> more = chosen;
      more.push_back(variable);
      const std::size_t count = classes(more);
      if (count <= most) continue;
      most = count;
      best = variable;
    }
    if (!best) break;
    chosen.push_back(*best);
  }
  return chosen;
}

/// A key of a problem file: marks need quotes.
std::string key_of(const Variable& variable) {
  const std::string name = to_string(variable);
  return variable.order == 0 ? name : "\"" + name + "\"";
}

}  // namespace

algebra::Expression exactly(double value) {
  const auto size = algebra::Rational::from_decimal(fmt::format("{}", std::abs(value)));
  LEAFWISE_DEMAND(size.has_value(), "a finite number");
  return algebra::Expression::number(value < 0 ? -*size : *size);
}

StartOption option_at(const Model& model,
                      const NumericLeaf& leaf,
                      const StartNumbers& numbers,
                      const std::vector<double>& point) {
  StartOption option;
  for (std::size_t j = 0; j < std::min(point.size(), leaf.coordinates.size()); ++j) {
    const Variable& variable = leaf.coordinates[j];
    const bool is_users = std::ranges::find(model.unknowns, variable.name) != model.unknowns.end();
    if (!is_users || numbers.given.contains(variable)) continue;
    option.values.emplace(variable, point[j]);
  }
  return option;
}

std::optional<std::size_t> nearest_to_guess(const std::vector<StartOption>& options,
                                            const StartNumbers& numbers) {
  std::vector<double> distances(options.size(), 0);
  for (const auto& [variable, guess] : numbers.guessed) {
    if (!is_visible(options, variable)) continue;
    const double unit = std::max(largest(options, variable), std::abs(guess));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const auto found = options[i].values.find(variable);
      if (found != options[i].values.end()) {
        distances[i] += std::pow((found->second - guess) / unit, 2);
      }
    }
  }
  const auto nearest = std::ranges::min_element(distances);
  // Nearer than one part in a hundred more: the guess means it.
  constexpr double clearly = 1.02;
  const auto count = std::ranges::count_if(
      distances, [&](const double distance) { return distance <= clearly * *nearest; });
  if (count != 1) return std::nullopt;
  return static_cast<std::size_t>(nearest - distances.begin());
}

IsStart start_test(const Problem& problem, const NumericLeaf& leaf, const StartNumbers& numbers) {
  std::vector<std::shared_ptr<const integrator::SmoothMap<double>>> inequations;
  for (const WrittenExpression& inequation : problem.model.inequations) {
    // Of what is no coordinate the start itself is asked.
    const std::set<Variable> used = algebra::variables_of(inequation.expression);
    const bool is_known = std::ranges::all_of(used, [&](const Variable& variable) {
      return variable.role == algebra::Role::parameter || leaf.coordinate(variable);
    });
    if (!is_known) continue;
    NumericProgram program(leaf.coordinates, parameter_values(problem.model));
    program.add_output(inequation.expression);
    inequations.push_back(program.map());
  }
  const double tolerance = problem.plan.branch.tolerance;
  return [&leaf, &numbers, inequations, tolerance](const std::vector<double>& found) {
    const std::vector<double> point(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(leaf.coordinates.size()));
    for (const auto& inequation : inequations) {
      // As near to 0 as rounding brings it.
      constexpr double smallest = 1e-8;
      double value = 0;
      inequation->clone()->value(point, std::span<double>(&value, 1));
      if (!(std::abs(value) > smallest)) return false;
    }
    if (!leaf.problem.distribution) return true;
    const auto distribution = leaf.problem.distribution->clone();
    std::vector<double> direction(point.size());
    if (!distribution->direction(point, direction).defined) return false;
    std::vector<double> attached(leaf.attached.size());
    if (distribution->attached_names().size() != attached.size()) return true;
    distribution->attached(point, attached);
    for (std::size_t k = 0; k < attached.size(); ++k) {
      const auto given = numbers.given.find(leaf.attached[k]);
      if (given == numbers.given.end()) continue;
      const double unit = std::max(1.0, std::abs(given->second));
      if (!(std::abs(attached[k] - given->second) <= tolerance * unit)) return false;
    }
    return true;
  };
}

StartDecision decide(const Model& model,
                     const NumericLeaf& leaf,
                     const StartNumbers& numbers,
                     const StartPoints& found) {
  StartDecision decision;
  for (const std::vector<double>& point : found.points) {
    decision.options.push_back(option_at(model, leaf, numbers, point));
  }
  decision.choice.is_cut = found.is_cut;
  if (found.points.size() < 2) {
    decision.index = 0;
    decision.point = found.points.front();
    decision.choice.is_only_one = found.is_only_one ? Truth::yes : Truth::unknown;
    return decision;
  }
  decision.index = nearest_to_guess(decision.options, numbers);
  decision.choice.is_only_one = Truth::no;
  if (!decision.index) {
    decision.choice.others = decision.options;
    return decision;
  }
  decision.point = found.points[*decision.index];
  decision.choice.by_guess = true;
  decision.choice.chosen = decision.options[*decision.index];
  for (std::size_t i = 0; i < decision.options.size(); ++i) {
    if (i != *decision.index) decision.choice.others.push_back(decision.options[i]);
  }
  return decision;
}

std::string words_on(const StartChoice& choice) {
  if (choice.is_only_one == Truth::unknown) return "the only one that was found (numeric)";
  if (choice.others.empty()) return {};
  std::vector<StartOption> all = choice.others;
  if (choice.by_guess) all.push_back(choice.chosen);
  const std::vector<Variable> names = differing(all);
  constexpr std::size_t most_shown = 4;
  std::string text =
      choice.by_guess ? "chosen by your guess; others: "
                      : fmt::format("open: [initial] fits {} starts, and [guess] does not choose: ",
                                    all.size());
  for (std::size_t i = 0; i < std::min(choice.others.size(), most_shown); ++i) {
    const StartOption& other = choice.others[i];
    if (i > 0) text += "; ";
    text += values_text(other, names) + (other.leaf.empty() ? "" : " on " + other.leaf);
  }
  if (choice.others.size() > most_shown) {
    text += fmt::format("; … {} more", choice.others.size() - most_shown);
  }
  return text + (choice.is_cut ? "; there may be more" : "");
}

std::string undecided_start(std::vector<StartOption> options, bool is_cut) {
  constexpr std::size_t most_shown = 8;
  const std::vector<Variable> names = differing(options);
  // In one order whatever way they were found.
  std::ranges::stable_sort(options, [&](const StartOption& one, const StartOption& other) {
    for (const Variable& variable : names) {
      const auto left = one.values.find(variable);
      const auto right = other.values.find(variable);
      if (left == one.values.end() || right == other.values.end()) continue;
      if (left->second != right->second) return left->second < right->second;
    }
    return false;
  });
  std::string text = fmt::format("[initial] fits {}{} starts, and [guess] does not choose\n",
                                 is_cut ? "more than " : "",
                                 options.size());
  for (std::size_t i = 0; i < std::min(options.size(), most_shown); ++i) {
    text += "  " + (options[i].leaf.empty() ? "" : options[i].leaf + ": ") +
            values_text(options[i], names) + "\n";
  }
  if (options.size() > most_shown) {
    text += fmt::format("  … and {} more\n", options.size() - most_shown);
  }
  std::string lines;
  for (const Variable& variable : telling(options, names)) {
    const auto found = options.front().values.find(variable);
    if (found == options.front().values.end()) continue;
    lines += (lines.empty() ? "" : ", ") + key_of(variable) + " = " + readable(found->second);
  }
  return text + "  Say which one is meant, near enough, in [guess]: for the first one " + lines +
         ". Or give more in [initial].";
}

Problem guessing(const Problem& problem, const StartOption& option) {
  Problem result = problem;
  std::vector<PointValue>& guess = result.start.guess;
  for (const auto& [variable, value] : option.values) {
    std::erase_if(guess, [&](const PointValue& old) { return old.variable == variable; });
    PointValue point{variable, {}};
    point.value.expression = exactly(value);
    guess.push_back(std::move(point));
  }
  return result;
}

}  // namespace leafwise::pipeline::detail
