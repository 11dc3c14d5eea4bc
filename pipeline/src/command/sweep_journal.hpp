// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "model/sweep.hpp"

namespace leafwise::pipeline::detail {

using FinishedRuns = std::map<std::size_t, SweptResult>;

/// What a journal says; none if it is that of a sweep with another key.
[[nodiscard]] std::optional<FinishedRuns> finished_runs(const std::filesystem::path& journal,
                                                        const std::string& key);

/// Runs of a sweep that are finished, on disk: a sweep that was interrupted goes on from there.
/// Goes with the file when the sweep is whole.
class SweepJournal {
 public:
  /// @param finished by an earlier sweep with this key @throws OutputFailure
  SweepJournal(std::filesystem::path file, const std::string& key, FinishedRuns finished);

  [[nodiscard]] const FinishedRuns& finished() const noexcept { return finished_; }
  /// One thread at a time.
  void add(std::size_t run, const SweptResult& result);
  void remove();

 private:
  std::filesystem::path file_;
  FinishedRuns finished_;
  std::ofstream stream_;
};

}  // namespace leafwise::pipeline::detail
