// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/cancellation.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/problem.hpp"

namespace leafwise {

/// What is to be otherwise than the problem says.
struct RunOptions {
  std::optional<std::string> method;  ///< `leafwise methods` lists them
  std::optional<std::string> branch;  ///< a leaf's name; "root": the completed system, not split
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<double> to;  ///< of the independent variable
  std::vector<double> at;    ///< rows wanted; none: as the problem says
  std::optional<std::uint64_t> max_steps;
  std::optional<double> time_limit;  ///< seconds of the integration
  /// Called after steps with the share of the way; false stops the run, which then ends with
  /// reason `cancelled` and what there is. From the thread that called `run`.
  std::function<bool(double share)> on_progress;
  /// To stop the run from another thread: also while the leaf is searched for.
  algebra::Cancellation cancellation;
};

/// Where an event happened.
struct EventHit {
  std::string name;
  bool is_watched = false;  ///< not asked for: the run came near another leaf or a critical locus
  bool is_rising = false;
  std::vector<double> row;  ///< as the columns of the run
};

/// A run that was made: its table, where it went, how it ended. Cheap to copy, never changed.
class Run {
 public:
  /// Columns of trajectory.csv: the independent variable, unknowns, derivatives, multipliers, …
  [[nodiscard]] const std::vector<std::string>& columns() const;
  [[nodiscard]] std::size_t rows() const;
  /// @throws InvalidInput if there is no such column
  [[nodiscard]] std::vector<double> column(const std::string& name) const;
  /// The last row, without what belongs to steps.
  [[nodiscard]] std::vector<std::pair<std::string, double>> state() const;

  /// `reached`, `event:NAME`, `singular-distribution`, `step-too-small`, `limit`, `cancelled`.
  [[nodiscard]] std::string reason() const;
  /// Whether the goal or a stop event was reached.
  [[nodiscard]] bool has_arrived() const;
  /// One sentence about an early end.
  [[nodiscard]] const std::string& message() const;
  [[nodiscard]] std::vector<EventHit> events() const;
  /// The name of the leaf that it went on.
  [[nodiscard]] const std::string& leaf() const;
  [[nodiscard]] const std::vector<std::string>& warnings() const;

  /// summary.json, and decomposition.json: docs/run.md.
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::string decomposition() const;
  /// All files that `leafwise run` writes; those of an earlier run there are replaced or removed.
  /// @throws std::runtime_error if that is not possible, with the place and the reason
  void write(const std::filesystem::path& folder) const;

  struct State;
  explicit Run(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

/// What `leafwise run` does, without files and terminal: finds the leaf that holds the start, with
/// its hidden equations, and integrates on it. Undefined: there is no such run (no leaf, several
/// ones, missing values). Unable: a limit of the algebra. A run that ends early is a value: its
/// reason says so. Several threads may call this at once.
/// @throws InvalidInput for what the problem or the options ask and the leaf cannot give
[[nodiscard]] Outcome<Run> run(const Problem& problem, const RunOptions& options = {});

}  // namespace leafwise
