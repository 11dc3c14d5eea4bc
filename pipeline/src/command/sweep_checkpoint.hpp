// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "command/run_request.hpp"
#include "command/sweep_journal.hpp"

namespace leafwise::pipeline::detail {

/// `leafwise sweep --checkpoint` and `--resume`: the file is the journal of the sweep, and beside
/// it stand the checkpoints of the runs that are under way (`FILE.run-0007`). Without these options
/// the journal is in the folder of the results, and runs that were under way are made anew.
class SweepCheckpoint {
 public:
  /// @param key what all rows of the table depend on
  /// @throws InvalidInput if `--resume` names no journal of this sweep
  SweepCheckpoint(const RunRequest& request, const std::filesystem::path& folder, std::string key);

  [[nodiscard]] const std::filesystem::path& journal() const noexcept { return journal_; }
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  /// The runs that were finished when the sweep was interrupted.
  [[nodiscard]] FinishedRuns finished() const;

  /// The file for a run's checkpoints, if it writes any.
  [[nodiscard]] std::optional<std::filesystem::path> kept(std::size_t run) const;
  /// The checkpoint from which a run continues, if there is one.
  [[nodiscard]] std::optional<std::filesystem::path> resumed(std::size_t run) const;
  /// It is finished.
  void forget(std::size_t run) const;
  /// The sweep is, or another one begins.
  void forget_all() const;

 private:
  std::optional<std::filesystem::path> checkpoint_;
  std::optional<std::filesystem::path> resume_;
  std::filesystem::path journal_;
  std::string key_;
};

/// "run-0007" of the one with number 6.
[[nodiscard]] std::string run_name(std::size_t run);

}  // namespace leafwise::pipeline::detail
