// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/point.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/leaf.hpp"
#include "leafwise/pipeline/problem.hpp"

/// On which leaf a run goes, and from which point of it: design, §3.
namespace leafwise::pipeline {

/// A start that what is given allows: the values of what is not given.
struct StartOption {
  std::map<algebra::Variable, double> values;
  std::string leaf;  ///< on which it lies, where several are compared
};

/// How the start of a run was chosen.
struct StartChoice {
  bool by_guess = false;  ///< several starts fit what is given
  /// That there is no other one: proved by the structure of the rows, or `unknown` where seeded
  /// tries have found none. None: nothing was asked.
  std::optional<Truth> is_only_one;
  StartOption chosen;  ///< by the guess
  std::vector<StartOption> others;
  bool is_cut = false;  ///< others were not looked for to the end
};

/// How the initial point lies to a leaf.
struct Fit {
  bool found = false;         ///< a point of the leaf was found from it
  double distance = 0;        ///< scaled: the largest change of a given value, in max(1, |value|)
  std::string farthest;       ///< the coordinate that changes most
  std::string equation;       ///< that is missed most by what is given; empty if none is
  double miss = 0;            ///< |f| / max(‖∇f‖, 1) of it
  std::vector<double> point;  ///< of the leaf: its coordinates
  /// Values that the leaf leaves free and [initial] does not give: some that would suffice.
  std::vector<std::string> needed;
  /// With the point itself, which is the first: all that were found with the same given values, and
  /// whether no other one can exist. Empty where the point is off the leaf or values are missing.
  std::vector<std::vector<double>> starts;
  bool is_only_start = false;
  bool starts_are_cut = false;  ///< there may be more
  std::string reason;           ///< if no point was found
  std::vector<std::string> remarks;
};

/// Completes the point of [initial] on the leaf, changing given values as little as possible. The
/// independent variable keeps its value. @param seed of the tries that look for other starts
[[nodiscard]] Fit fit_to(const Problem& problem,
                         const Leaf& exact,
                         const NumericLeaf& leaf,
                         std::uint64_t seed = 1);

/// A leaf that was not selected, with its distance from the initial point.
struct Compared {
  std::string name;
  std::optional<double> distance;  ///< as in Fit; none: no point of it was found near
  std::string equation;            ///< that is missed most by what is given; empty if none is
  double miss = 0;
};

/// The selected leaf and the start on it.
struct Selection {
  std::string branch;  ///< the leaf's name
  Leaf exact;
  NumericLeaf leaf;
  Fit fit;
  StartChoice start;
  std::vector<std::string> warnings;
  std::vector<Compared> others;  ///< empty if a leaf was named
  /// The leaf was found at the start alone: `exact` has a name and numbers, but no equations.
  bool is_local = false;
  /// Of a start in a singular position: Taylor coefficients of the leaf's coordinates along the
  /// motion, by the independent variable, one after the other.
  std::vector<double> opening;
};

/// The leaf that `select` names: "initial", or a leaf's name. Undefined if there is no such run:
/// no such leaf, the point on none or on several, several starts of which [guess] chooses none,
/// values missing, a motion that the equations do not determine; with the candidates and what to
/// try. Unable if only leaves that are not finished are left.
[[nodiscard]] Outcome<Selection> select_branch(const Problem& problem,
                                               const DecompositionReport& report,
                                               const BranchChoice& choice);

/// [initial], to steer a decomposition by: each value within the tolerance of the branch, so that
/// no leaf is left out that the run could select. None without initial values.
[[nodiscard]] std::optional<algebra::Point> steering_point(const Problem& problem);

}  // namespace leafwise::pipeline
