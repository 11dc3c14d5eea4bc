// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/core/outcome.hpp"
#include "leafwise/integrator/report.hpp"

/// The input and the results of a run.
namespace leafwise::pipeline {

/// The progress of a run; returning true stops it.
struct RunProgress {
  std::uint64_t steps = 0;
  double share = 0;  ///< of the way to the goal
};
using RunWatcher = std::function<bool(const RunProgress&)>;

/// What became of an invariant.
struct InvariantRecord {
  std::string name;
  double start = 0;
  double end = 0;
  double drift = 0;  ///< largest distance from the start in the rows written
  bool imposed = false;
  /// Its rate along the motion is not 0: the system changes it, not the error of the run. None: not
  /// known, as where nothing was completed.
  std::optional<bool> changes = {};
};

/// Where another leaf, or a component of the critical locus, came near.
struct Approach {
  std::string name;                   ///< the leaf's, or "critical locus"
  std::size_t count = 0;              ///< how often
  double first = 0;                   ///< the independent variable, the first time
  std::vector<std::string> branches;  ///< other leaves to which the motion is tangent there
};

/// The multiplier of one of the user's constraints, as it was written: not a number where it is not
/// determined.
struct ForceRecord {
  std::string name;                ///< "_force1"
  std::vector<double> rows;        ///< as Report::trajectory has them
  std::vector<double> event_rows;  ///< as Report::event_rows has them
  std::size_t not_unique = 0;      ///< rows where other constraints could take over its force
  std::size_t unbounded = 0;       ///< rows where no forces of the constraints hold the motion
  bool ends_unbounded = false;
};

/// Some points of a column, in the run's order: those where it is lowest and highest in each of
/// some thousand parts of the run, narrower than a screen's dots. Not a number: nothing is known
/// there.
struct CurvePoints {
  std::vector<double> along;
  std::vector<double> values;
};

/// The shape of a run with more rows than are kept.
struct RunCurves {
  std::size_t along = 0;             ///< the column of the table along which the points lie
  std::vector<CurvePoints> columns;  ///< of each of the table's, then of each force
};

/// Of a run with radau5_stiff.
struct StiffRecord {
  double epsilon = 0;
  /// ω/ε of small oscillations across the minima of the potential, at the start; the largest first,
  /// as many as there are constraints in the limit ε → 0. Empty if no minimum was found there.
  std::vector<double> frequencies;
  double largest_force = 0;     ///< that keeps the motion there, in any row or step's end
  std::uint64_t outer = 0;      ///< corrections of the outer iteration that were needed
  std::uint64_t fallbacks = 0;  ///< steps that were solved without it
};

/// A run with what belongs to it.
struct Integration {
  /// Its rows and events: IntegrationOptions::keeps_all_rows.
  integrator::Report<double> report;
  std::uint64_t rows = 0;        ///< of the run, also those that are not kept
  std::uint64_t events = 0;      ///< of the problem, likewise
  std::uint64_t all_events = 0;  ///< including those of the run's own watch
  std::vector<InvariantRecord> invariants;
  /// Of each entry of report.events: "event", or "watch" where a critical locus or another leaf
  /// came near.
  std::vector<std::string> event_kinds;
  std::vector<Approach> approaches;
  std::vector<ForceRecord> forces;  ///< of [mechanics]: one for each constraint of the file
  RunCurves curves;                 ///< empty where all rows are kept
  std::vector<std::string> warnings;
  /// Of a run with radau5_index3: the largest d1, d2, d3. Empty for others.
  std::vector<std::pair<std::string, double>> defects;
  std::optional<StiffRecord> stiff;
};

/// Receives the tables of a run, line by line, during the run. Its exceptions end the run.
class RunReceiver {
 public:
  RunReceiver() = default;
  RunReceiver(const RunReceiver&) = delete;
  RunReceiver& operator=(const RunReceiver&) = delete;
  virtual ~RunReceiver() = default;

  /// @param columns of the integrator @param forces names of those of the user's constraints
  virtual void begin(const std::vector<std::string>& columns,
                     const std::vector<std::string>& forces) = 0;
  virtual void add_row(std::span<const double> row, std::span<const double> forces) = 0;
  /// @param kind "event" or "watch"
  virtual void add_event(const integrator::EventEntry& event,
                         const std::string& kind,
                         std::span<const double> row,
                         std::span<const double> forces) = 0;
};

/// A point from which a run can continue: its state between two steps, and its recorded data.
struct RunCheckpoint {
  integrator::Checkpoint<double> steps;
  std::string system;     ///< a hash of the system and the start
  std::string recording;  ///< rows and events that were kept: only the same program reads it
};

/// Stores checkpoints during a run. Its exceptions end the run.
class RunKeeper {
 public:
  RunKeeper() = default;
  RunKeeper(const RunKeeper&) = delete;
  RunKeeper& operator=(const RunKeeper&) = delete;
  virtual ~RunKeeper() = default;

  /// After each step, the receiver having had its rows: whether to keep a checkpoint.
  [[nodiscard]] virtual bool is_due() = 0;
  /// Then, and where a limit or a cancellation ends the run, before the row of this early end.
  virtual void keep(const RunCheckpoint& checkpoint) = 0;
};

struct IntegrationOptions {
  algebra::Limits limits;  ///< of the algebra's work on invariants
  RunWatcher watcher;      ///< may be empty
  /// Of the integration, from when it begins: it ends with Reason::limit, and what there is.
  std::optional<std::chrono::duration<double>> time_limit = std::nullopt;
  bool watches_neighbours = true;   ///< reports where other leaves come near
  RunReceiver* receiver = nullptr;  ///< may be null; outlives the run
  RunKeeper* keeper = nullptr;      ///< likewise
  /// Where to go on, instead of at the start; outlives the run. The receiver gets only the rows and
  /// events that follow; the result is that of the whole run.
  const RunCheckpoint* from = nullptr;
  /// false: of many rows the result keeps some, and the shape of each column, of many events the
  /// first ones, so that memory is bounded.
  bool keeps_all_rows = true;
};

}  // namespace leafwise::pipeline
