// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/row_receiver.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "leaves/neighbours.hpp"
#include "run/constraint_forces.hpp"
#include "run/curve_extremes.hpp"
#include "run/kept_rows.hpp"

namespace leafwise::pipeline::detail {

/// Data for rows and events before the first of them.
struct RecordingPlan {
  bool has_forces = true;             ///< of constraints, where the system is [mechanics]
  std::vector<Neighbour> neighbours;  ///< their events come after those of the problem
};

/// Passes the tables of an integrator to their receiver: adds the forces of constraints, hands
/// each row and event on, and keeps what fits into memory. For runs of all kinds.
class RunRecording final : public integrator::RowReceiver<double> {
 public:
  /// @pre what it refers to outlives it
  RunRecording(const Problem& problem,
               const Selection& selection,
               const IntegrationOptions& options,
               RecordingPlan plan);

  void begin(const std::vector<std::string>& columns, std::size_t dimension) override;
  void add_row(std::span<const double> row) override;
  void add_event(const integrator::EventEntry& event, std::span<const double> row) override;

  /// The data recorded so far, for a continued run.
  [[nodiscard]] std::string saved() const;

  /// Puts what was kept into the report of the run, and the rest beside it.
  void finish(integrator::Report<double> report, Integration& result);

 private:
  void restore(PackedReader reader);
  void plan_tables(const std::vector<std::string>& columns, std::size_t dimension);
  [[nodiscard]] RunCurves curves() const;

  const Problem& problem_;
  const Selection& selection_;
  const IntegrationOptions& options_;
  RecordingPlan plan_;
  ConstraintForces forces_;
  std::size_t most_events_ = 0;
  KeptRows rows_;
  CurveExtremes curves_;
  std::vector<std::size_t> along_;  ///< the columns of the independent variable and the arc length
  integrator::Trajectory<double> event_rows_;
  std::vector<integrator::EventEntry> events_;
  std::vector<std::string> event_kinds_;
  std::vector<std::vector<double>> event_forces_;  ///< of each event
  std::vector<Approach> approaches_;
  std::uint64_t own_events_ = 0;
  std::uint64_t all_events_ = 0;
};

}  // namespace leafwise::pipeline::detail
