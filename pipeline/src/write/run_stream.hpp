// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/run_record.hpp"
#include "model/run_columns.hpp"
#include "text/part_file.hpp"

namespace leafwise::pipeline::detail {

/// How far the tables of a run were written when it kept a checkpoint.
struct TablePlaces {
  TablePlace rows;
  TablePlace events;
};

/// Tables of an earlier run, to be gone on with.
struct EarlierTables {
  std::filesystem::path folder;
  TablePlaces places;
};

/// Writes trajectory.csv and events.csv during a run: docs/run.md lists the columns.
/// 17 significant digits give each double back.
class RunStream final : public RunReceiver {
 public:
  /// @pre what it refers to outlives it
  RunStream(std::filesystem::path folder,
            const DecompositionReport& decomposition,
            const Selection& selection);

  /// To be called before the run. Then unfinished tables stay for it.
  void go_on_with(EarlierTables earlier);
  void keep_unfinished() { unfinished_ = Unfinished::stays; }

  void begin(const std::vector<std::string>& columns,
             const std::vector<std::string>& forces) override;
  void add_row(std::span<const double> row, std::span<const double> forces) override;
  void add_event(const integrator::EventEntry& event,
                 const std::string& kind,
                 std::span<const double> row,
                 std::span<const double> forces) override;

  /// After each step, also where it has no row. @throws OutputFailure
  void keep_up();
  /// All rows so far are on the disk. @throws OutputFailure
  [[nodiscard]] TablePlaces places();
  /// The run has ended: the files get their names. @throws OutputFailure
  void finish();

  /// Files that killed runs have left in a folder.
  static void remove_left(const std::filesystem::path& folder);

 private:
  void add_cells(std::span<const double> row, std::span<const double> forces);

  std::filesystem::path folder_;
  const DecompositionReport& decomposition_;
  const Selection& selection_;
  Unfinished unfinished_ = Unfinished::removed;
  std::optional<EarlierTables> earlier_;
  std::vector<RunColumn> columns_;
  std::string line_;
  std::optional<PartFile> rows_;
  std::optional<PartFile> events_;
};

}  // namespace leafwise::pipeline::detail
