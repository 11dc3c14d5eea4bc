// SPDX-License-Identifier: GPL-3.0-or-later
// Where the Jacobian of a prime drops rank. Parameters belong to the field, not to the space: the
// Jacobian has no columns for them, and what happens for special values only does not count.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "geometry/graph_reduction.hpp"
#include "geometry/jacobian.hpp"
#include "geometry/minor_locus.hpp"
#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::algebra {

namespace {

using detail::GraphReduction;

bool is_parameter(const Variable& variable) {
  return variable.role == Role::parameter;
}
bool is_coordinate(const Variable& variable) {
  return !is_parameter(variable);
}

std::vector<Variable> coordinates_of(std::vector<Variable> variables) {
  std::erase_if(variables, is_parameter);
  return variables;
}

/// A prime after the variables of a graph are gone, and what the Jacobian is made of.
struct Question {
  Ideal prime;
  std::vector<Polynomial> graph;
  /// With the relations between parameters they generate the prime; without equations there is
  /// nothing that could be singular.
  std::vector<Polynomial> equations;
  std::vector<Polynomial> relations;  ///< in parameters alone
  std::size_t codimension = 0;        ///< over the field
};

Ideal in_same_ring(const Ideal& like, std::vector<Polynomial> generators) {
  return {like.variables(), std::move(generators), like.engine()};
}

/// Whether the part of V(P) has no point for generic parameters: whether its ideal holds 1, or a
/// condition on the parameters that P does not impose.
Outcome<bool> is_empty(const Ideal& part, const Ideal& prime, const Limits& limits) {
  const std::vector<Variable> coordinates = coordinates_of(part.variables());
  if (coordinates.size() == part.variables().size()) {
    return part.contains(Polynomial(Rational(1)), limits);
  }
  const Outcome<Ideal> conditions = elimination(part, coordinates, limits);
  if (!conditions) return Unable{conditions.reason()};
  for (const Polynomial& condition : conditions.value().generators()) {
    const Outcome<bool> imposed = prime.contains(condition, limits);
    if (!imposed) return imposed;
    if (!imposed.value()) return true;
  }
  return false;
}

/// The codimension in the space over the field. Relations between parameters make the field
/// smaller, not the codimension larger.
Outcome<std::size_t> codimension_of(const Ideal& prime, const Limits& limits) {
  const Outcome<int> dimension = prime.dimension(limits);
  if (!dimension) return Unable{dimension.reason()};
  int space = static_cast<int>(prime.variables().size());
  const std::vector<Variable> coordinates = coordinates_of(prime.variables());
  if (coordinates.size() < prime.variables().size()) {
    const Outcome<Ideal> relations = elimination(prime, coordinates, limits);
    if (!relations) return Unable{relations.reason()};
    const Outcome<int> above = relations.value().dimension(limits);
    if (!above) return Unable{above.reason()};
    space = above.value();
  }
  // The unit ideal has dimension −1 and no point that could be singular.
  return dimension.value() < 0 ? 0 : static_cast<std::size_t>(space - dimension.value());
}

/// Fewer equations with the same ideal, if that is quickly found: with as many as the codimension
/// the rank is decided by multipliers, which is far cheaper than by minors.
void drop_redundant(Question& question, const Limits& limits) {
  const auto follows = [&](std::vector<Polynomial> from, const Polynomial& equation) {
    from.insert(from.end(), question.relations.begin(), question.relations.end());
    const auto contained = in_same_ring(question.prime, std::move(from))
                               .contains(equation, limits.spend(&Effort::containment));
    return contained && contained.value();
  };
  std::stable_sort(question.equations.begin(), question.equations.end(), [](auto& a, auto& b) {
    return std::pair(a.degree(), a.terms().size()) < std::pair(b.degree(), b.terms().size());
  });
  std::vector<Polynomial> kept;
  for (const Polynomial& equation : question.equations) {
    if (!follows(kept, equation)) kept.push_back(equation);
  }
  for (std::size_t i = kept.size(); i-- > 0 && kept.size() > question.codimension;) {
    std::vector<Polynomial> others = kept;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (follows(others, kept[i])) kept = std::move(others);
  }
  question.equations = std::move(kept);
}

Outcome<Question> question_about(const Ideal& prime, const Limits& limits) {
  GraphReduction reduction =
      detail::reduce_graph(prime.variables(), prime.generators(), is_coordinate);
  if (reduction.generators.empty() || reduction.is_inconsistent()) {
    return Question{prime, {}, {}, {}, 0};
  }
  Ideal reduced(std::move(reduction.variables), reduction.generators, prime.engine());
  const Outcome<std::size_t> codimension = codimension_of(reduced, limits);
  if (!codimension) return Unable{codimension.reason()};
  Question question{std::move(reduced), std::move(reduction.graph), {}, {}, codimension.value()};
  if (question.codimension == 0) return question;
  for (Polynomial& generator : reduction.generators) {
    const std::set<Variable> used = generator.variables();
    const bool is_equation = std::any_of(used.begin(), used.end(), is_coordinate);
    (is_equation ? question.equations : question.relations).push_back(std::move(generator));
  }
  if (question.equations.size() > question.codimension) drop_redundant(question, limits);
  return question;
}

std::vector<Variable> fresh_multipliers(const std::vector<Variable>& taken, std::size_t count) {
  std::string stem = "mu";
  const auto is_taken = [&](const Variable& variable) { return variable.name.starts_with(stem); };
  while (std::any_of(taken.begin(), taken.end(), is_taken)) stem += "_";
  std::vector<Variable> multipliers;
  multipliers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    multipliers.push_back({Role::unknown, stem + std::to_string(i + 1), 0});
  }
  return multipliers;
}

/// The points with a combination μ of the rows that is zero, whose first multiplier other than
/// zero is the one with this number, and is 1. These parts together are all combinations up to
/// scale, so they cover the points where the rank drops. Each has fewer multipliers than the one
/// before.
/// @pre as many equations as the codimension
Ideal dependent_rows(const Question& question, std::size_t first) {
  const std::vector<Variable> coordinates = coordinates_of(question.prime.variables());
  const auto matrix = detail::jacobian(question.equations, coordinates);
  std::vector<Variable> multipliers =
      fresh_multipliers(question.prime.variables(), question.equations.size() - first - 1);
  std::vector<Polynomial> combinations;
  combinations.reserve(coordinates.size());
  for (std::size_t j = 0; j < coordinates.size(); ++j) {
    Polynomial sum = matrix[first][j];
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      sum += Polynomial(multipliers[i]) * matrix[first + 1 + i][j];
    }
    combinations.push_back(std::move(sum));
  }
  const std::set<Variable> solvable(multipliers.begin(), multipliers.end());
  GraphReduction part =
      detail::reduce_graph(std::move(multipliers), combinations, [&](const Variable& variable) {
        return solvable.contains(variable);
      });
  std::vector<Variable> variables = std::move(part.variables);
  variables.insert(
      variables.end(), question.prime.variables().begin(), question.prime.variables().end());
  std::vector<Polynomial> generators = std::move(part.generators);
  generators.insert(generators.end(), question.equations.begin(), question.equations.end());
  generators.insert(generators.end(), question.relations.begin(), question.relations.end());
  return {std::move(variables), std::move(generators), question.prime.engine()};
}

/// The part without its multipliers, as an ideal in the ring of the prime.
Outcome<Ideal> projected(const Ideal& part, const Ideal& prime, const Limits& limits) {
  const std::size_t multipliers = part.variables().size() - prime.variables().size();
  const std::vector<Variable> eliminated(
      part.variables().begin(),
      part.variables().begin() + static_cast<std::ptrdiff_t>(multipliers));
  const Outcome<Ideal> shadow = elimination(part, eliminated, limits);
  if (!shadow) return Unable{shadow.reason()};
  return in_same_ring(prime, shadow.value().generators());
}

/// P and all minors of the rank that is asked for, or an ideal without points.
/// @pre more equations than the codimension
Outcome<Ideal> locus_by_minors(const Question& question, const Limits& limits) {
  const std::vector<Variable> coordinates = coordinates_of(question.prime.variables());
  return detail::add_minors(
      question.prime,
      detail::jacobian(question.equations, coordinates),
      question.codimension,
      [&](const Ideal& locus) { return is_empty(locus, question.prime, limits); },
      limits);
}

/// The singular points in parts, each with its own multipliers.
class SingularParts {
 public:
  SingularParts(const Question& question, const Limits& limits)
      : question_(question),
        limits_(limits),
        by_minors_(question.equations.size() > question.codimension) {}

  /// The next part that is not empty; nothing after the last.
  [[nodiscard]] Outcome<std::optional<Ideal>> next() {
    const std::size_t parts = by_minors_ ? 1 : question_.equations.size();
    for (; next_ < parts; ++next_) {
      const Outcome<Ideal> part = by_minors_ ? locus_by_minors(question_, limits_)
                                             : Outcome<Ideal>(dependent_rows(question_, next_));
      if (!part) return Unable{part.reason()};
      const Outcome<bool> empty = is_empty(part.value(), question_.prime, limits_);
      if (!empty) return Unable{empty.reason()};
      if (empty.value()) continue;
      ++next_;
      return std::optional(part.value());
    }
    return std::optional<Ideal>();
  }

 private:
  const Question& question_;
  const Limits& limits_;
  bool by_minors_;
  std::size_t next_ = 0;
};

}  // namespace

Truth is_smooth(const Ideal& prime, const Limits& limits) {
  const Outcome<Question> question = question_about(prime, limits);
  if (!question) return Truth::unknown;
  const Outcome<std::optional<Ideal>> part = SingularParts(question.value(), limits).next();
  if (!part) return Truth::unknown;
  return part.value() ? Truth::no : Truth::yes;
}

Outcome<Ideal> singular_locus(const Ideal& prime, const Limits& limits) {
  const Outcome<Question> question = question_about(prime, limits);
  if (!question) return Unable{question.reason()};
  const Ideal& base = question.value().prime;
  SingularParts parts(question.value(), limits);
  std::optional<Ideal> locus;
  while (true) {
    const Outcome<std::optional<Ideal>> part = parts.next();
    if (!part) return Unable{part.reason()};
    if (!part.value()) break;
    Outcome<Ideal> points = projected(*part.value(), base, limits);
    if (points && locus) points = intersection(*locus, points.value(), limits);
    if (!points) return Unable{points.reason()};
    locus = std::move(points).value();
  }
  if (!locus) return in_same_ring(prime, {Polynomial(Rational(1))});
  std::vector<Polynomial> generators = locus->generators();
  const std::vector<Polynomial>& graph = question.value().graph;
  generators.insert(generators.end(), graph.begin(), graph.end());
  return in_same_ring(prime, std::move(generators));
}

}  // namespace leafwise::algebra
