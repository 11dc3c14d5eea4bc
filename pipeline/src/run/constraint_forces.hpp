// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "text/packed.hpp"

namespace leafwise::pipeline::detail {

/// The forces of the constraints as the user wrote them, row by row during a run, from
/// M q'' = F − Gᵀλ: the numbers of λ that the motion determines.
class ConstraintForces {
 public:
  ConstraintForces();
  ~ConstraintForces();
  ConstraintForces(const ConstraintForces&) = delete;
  ConstraintForces& operator=(const ConstraintForces&) = delete;

  /// @param columns of the rows @pre problem and selection outlive it; called once
  void begin(const Problem& problem,
             const Selection& selection,
             const std::vector<std::string>& columns);

  /// One record for each constraint of the file, without rows; none where it has no [mechanics].
  [[nodiscard]] const std::vector<ForceRecord>& records() const noexcept { return records_; }
  /// The forces there, not a number where they are not determined; valid until the next call.
  std::span<const double> at_row(std::span<const double> row);
  std::span<const double> at_event(std::span<const double> row);

  void save(PackedWriter& writer) const;
  /// @pre has begun @throws InvalidInput
  void restore(PackedReader& reader);

 private:
  class Reactions;

  std::unique_ptr<Reactions> reactions_;  ///< null: there are no forces
  std::vector<ForceRecord> records_;
  std::vector<double> values_;
};

}  // namespace leafwise::pipeline::detail
