// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/written.hpp"

namespace leafwise::pipeline {

/// Which leaf to integrate on: `[branch]`.
struct BranchChoice {
  /// "initial": the leaf that holds the initial point; "root": the completed system, not split;
  /// anything else is the name of a leaf.
  std::string select = "initial";
  /// Largest scaled distance of the initial point to the leaf.
  double tolerance = 1e-6;
};

/// Whether a branch may be called so: the words above, or the name of a leaf, g1, s2, here. Which
/// of them there are is known after the completion.
[[nodiscard]] bool is_branch_name(const std::string& name);

/// How to integrate, and how far: `[integrate]`.
struct IntegrationSettings {
  enum class Goal { independent, arclength };
  enum class Parametrisation { automatic, independent, arclength };
  enum class Control { pi, classic, fixed };
  enum class Projection { stage, step, none };

  std::string method = "dopri54";
  Goal goal = Goal::independent;
  WrittenExpression to;  ///< a constant; smaller than the start: backwards
  Parametrisation parameter = Parametrisation::automatic;
  double rtol = 1e-8;
  double atol = 1e-10;
  Control control = Control::pi;
  std::optional<double> step;  ///< with Control::fixed
  Projection projection = Projection::stage;
  std::vector<WrittenExpression> at;     ///< rows wanted, constants
  std::optional<std::size_t> samples;    ///< or this many, ends included
  std::uint64_t max_steps = 10'000'000;  ///< attempts, refused ones included
};

struct Event {
  enum class Direction { both, rising, falling };

  std::string name;
  WrittenExpression function;  ///< the event is where it vanishes
  Direction direction = Direction::both;
  bool stop = false;
};

/// The settings of a run.
struct RunSettings {
  BranchChoice branch;
  std::optional<IntegrationSettings> integrate;
  std::vector<Event> events;
  bool force_imposed = false;  ///< impose invariants that are not conserved, too
};

}  // namespace leafwise::pipeline
