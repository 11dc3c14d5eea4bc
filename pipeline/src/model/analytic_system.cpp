// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analytic_system.hpp"

#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/motion.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;

namespace {

class Writer {
 public:
  explicit Writer(const Problem& problem)
      : problem_(problem), parameters_(parameter_values(problem.model)) {
    system_.unknowns = problem.model.unknowns;
  }

  algebra::AnalyticSystem write() && {
    for (std::size_t i = 0; i < problem_.model.equations.size(); ++i) {
      add(problem_.model.equations[i].residual, "equation " + std::to_string(i + 1), i + 1);
    }
    if (problem_.model.mechanics) add_mechanics(*problem_.model.mechanics);
    return std::move(system_);
  }

  [[nodiscard]] Expression numeric(const Expression& expression) const {
    return algebra::substitute(
        expression, [&](const Variable& variable) -> std::optional<Expression> {
          if (variable.role != Role::parameter) return std::nullopt;
          const auto found = parameters_.find(variable.name);
          return found == parameters_.end() ? std::nullopt : std::optional(found->second);
        });
  }

 private:
  void add(const Expression& residual, std::string source, std::size_t line) {
    system_.equations.push_back({numeric(residual), std::move(source), line});
  }

  void add_mechanics(const Mechanics& mechanics) {
    const std::size_t size = mechanics.coordinates.size();
    system_.coordinates = size;
    for (std::size_t i = 0; i < size; ++i) {
      Expression motion = -mechanics.force[i].expression;
      for (std::size_t k = 0; k < size; ++k) {
        const Variable acceleration{Role::unknown, mechanics.coordinates[k], 2};
        motion = motion + mechanics.mass[i][k].expression * Expression::variable(acceleration);
      }
      if (mechanics.stiff) motion = motion + stiff_slope(*mechanics.stiff, i);
      add(motion, "motion of " + mechanics.coordinates[i], i + 1);
    }
    for (std::size_t k = 0; k < mechanics.constraints.size(); ++k) {
      const std::string number = std::to_string(k + 1);
      add(mechanics.constraints[k].expression, "constraint " + number, k + 1);
      system_.unknowns.push_back(algebra::Multipliers::name(k));
    }
  }

  /// ∇U/ε²
  [[nodiscard]] Expression stiff_slope(const Mechanics::Stiff& stiff, std::size_t i) const {
    const Variable coordinate{Role::unknown, problem_.model.mechanics->coordinates[i], 0};
    const Expression slope = algebra::partial_derivative(stiff.potential.expression, coordinate);
    return slope / Expression::power(stiff.epsilon.expression, Expression::number(2));
  }

  const Problem& problem_;
  ParameterValues parameters_;
  algebra::AnalyticSystem system_;
};

}  // namespace

algebra::AnalyticSystem analytic_system(const Problem& problem) {
  return Writer(problem).write();
}

std::optional<algebra::LocalStart> local_start(const Problem& problem) {
  if (problem.start.initial.empty()) return std::nullopt;
  return start_or_origin(problem);
}

algebra::LocalStart start_or_origin(const Problem& problem) {
  const Writer values(problem);
  algebra::LocalStart start;
  for (const PointValue& value : problem.start.initial) {
    const Expression number = values.numeric(value.value.expression);
    if (value.variable.role == Role::independent) {
      start.time = number;
    } else {
      start.given.emplace(value.variable, number);
    }
  }
  for (const PointValue& value : problem.start.guess) {
    if (value.variable.role == Role::independent) continue;
    start.guessed.emplace(value.variable, values.numeric(value.value.expression));
  }
  const std::optional<IntegrationSettings>& wanted = problem.plan.integrate;
  if (wanted && wanted->goal == IntegrationSettings::Goal::independent) {
    start.goal = values.numeric(wanted->to.expression);
  }
  return start;
}

}  // namespace leafwise::pipeline::detail
