// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "leafwise/integrator/initialise.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// [initial] and [guess] in numbers, with those of auxiliary unknowns.
struct StartNumbers {
  std::map<algebra::Variable, double> given;
  std::map<algebra::Variable, double> guessed;
};

/// @throws InvalidInput if a symbolic parameter has no number
[[nodiscard]] StartNumbers start_numbers(const Model& model, const Start& start);

/// A starting value for each coordinate: the independent variable fixed, others given or guessed.
[[nodiscard]] integrator::StartingValues<double> starting_values(
    const StartNumbers& numbers, const std::vector<algebra::Variable>& coordinates);

}  // namespace leafwise::pipeline::detail
