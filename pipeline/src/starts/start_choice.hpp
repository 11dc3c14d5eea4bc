// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/model.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "model/start_values.hpp"
#include "starts/start_points.hpp"

namespace leafwise::pipeline::detail {

/// The values of a point by which people know it: without auxiliary unknowns and what is given.
[[nodiscard]] StartOption option_at(const Model& model,
                                    const NumericLeaf& leaf,
                                    const StartNumbers& numbers,
                                    const std::vector<double>& point);

/// The option that is nearest to the guess in what is guessed, in units of their sizes; none if two
/// are about as near, as where nothing is guessed in which they differ.
[[nodiscard]] std::optional<std::size_t> nearest_to_guess(const std::vector<StartOption>& options,
                                                          const StartNumbers& numbers);

/// Whether a point of the leaf's rows is a start: it has a direction there, the derivatives and
/// multipliers that are given, and no inequation vanishes. Keeps references to the leaf.
[[nodiscard]] IsStart start_test(const Problem& problem,
                                 const NumericLeaf& leaf,
                                 const StartNumbers& numbers);

/// Which of the points a run begins at.
struct StartDecision {
  std::vector<StartOption> options;  ///< of all points
  std::optional<std::size_t> index;  ///< none: several, and the guess does not decide
  StartChoice choice;                ///< if one is chosen
  std::vector<double> point;         ///< the same
};
[[nodiscard]] StartDecision decide(const Model& model,
                                   const NumericLeaf& leaf,
                                   const StartNumbers& numbers,
                                   const StartPoints& found);

/// "[initial] fits 2 starts, …" with the points, in what they differ, and the lines
/// that would decide. @pre at least two options
[[nodiscard]] std::string undecided_start(std::vector<StartOption> options, bool is_cut);

/// "chosen by your guess; others: y = -1", "the only one that was found (numeric)", "open:
/// [initial] fits 2 starts, …"; empty where nothing is to be said: it is the only one, or was not
/// asked for.
[[nodiscard]] std::string words_on(const StartChoice& choice);

/// The problem with the point as its guess, wherever [initial] gives nothing.
/// The shortest decimal that is read as this double.
[[nodiscard]] algebra::Expression exactly(double value);
[[nodiscard]] Problem guessing(const Problem& problem, const StartOption& option);

}  // namespace leafwise::pipeline::detail
