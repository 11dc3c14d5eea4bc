// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/start_values.hpp"

#include "leafwise/algebra/auxiliary.hpp"
#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

using algebra::Expression;
using algebra::Role;
using algebra::Variable;

namespace {

double number_of(const Expression& constant, const ParameterValues& parameters) {
  return algebra::nearest_double(
      algebra::substitute(constant, [&](const Variable& variable) -> std::optional<Expression> {
        const auto found = parameters.find(variable.name);
        return found == parameters.end() ? std::nullopt : std::optional(found->second);
      }));
}

}  // namespace

StartNumbers start_numbers(const Model& model, const Start& start) {
  const ParameterValues parameters = parameter_values(model);
  StartNumbers numbers;
  for (const PointValue& value : start.initial) {
    numbers.given[value.variable] = number_of(value.value.expression, parameters);
  }
  for (const PointValue& value : start.guess) {
    numbers.guessed[value.variable] = number_of(value.value.expression, parameters);
  }
  for (const AuxiliaryUnknown& unknown : model.polynomial.auxiliaries) {
    if (unknown.only_in_invariants) continue;
    const Variable variable{Role::unknown, unknown.auxiliary.name, 0};
    // What they stand for binds them to the user's unknowns: that they follow from these is never
    // a change of what was given.
    if (unknown.initial) {
      numbers.guessed[variable] = number_of(*unknown.initial, parameters);
    } else if (unknown.guess) {
      numbers.guessed[variable] = number_of(*unknown.guess, parameters);
    } else if (is_nonnegative(unknown.auxiliary.kind)) {
      // On the side of 0 where it has to be.
      numbers.guessed[variable] = 1;
    }
  }
  return numbers;
}

integrator::StartingValues<double> starting_values(const StartNumbers& numbers,
                                                   const std::vector<Variable>& coordinates) {
  using integrator::Meant;
  integrator::StartingValues<double> start;
  start.values.reserve(coordinates.size());
  start.meant.reserve(coordinates.size());
  for (const Variable& variable : coordinates) {
    const auto given = numbers.given.find(variable);
    const auto guessed = numbers.guessed.find(variable);
    const bool is_given = given != numbers.given.end();
    const double guess = guessed == numbers.guessed.end() ? 0 : guessed->second;
    start.values.push_back(is_given ? given->second : guess);
    start.meant.push_back(variable.role == Role::independent ? Meant::fixed
                          : is_given                         ? Meant::given
                                                             : Meant::guessed);
  }
  return start;
}

}  // namespace leafwise::pipeline::detail
