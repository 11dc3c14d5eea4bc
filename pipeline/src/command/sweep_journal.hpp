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

/// The contents of a journal; none if it belongs to a sweep with another key.
[[nodiscard]] std::optional<FinishedRuns> finished_runs(const std::filesystem::path& journal,
                                                        const std::string& key);

/// Finished runs of a sweep, on disk: an interrupted sweep continues from there.
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
