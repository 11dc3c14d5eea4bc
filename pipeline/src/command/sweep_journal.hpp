// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "model/sweep.hpp"

namespace leafwise::pipeline::detail {

/// Runs of a sweep that are finished, on disk: a sweep that was interrupted goes on from there.
/// Goes with the file when the sweep is whole.
class SweepJournal {
 public:
  /// Reads what an earlier sweep with the same key has left; of another one, nothing.
  /// @throws OutputFailure if it cannot be written
  SweepJournal(std::filesystem::path file, const std::string& key);

  [[nodiscard]] const std::map<std::size_t, SweptResult>& finished() const noexcept {
    return finished_;
  }
  /// One thread at a time.
  void add(std::size_t run, const SweptResult& result);
  void remove();

 private:
  std::filesystem::path file_;
  std::map<std::size_t, SweptResult> finished_;
  std::ofstream stream_;
};

}  // namespace leafwise::pipeline::detail
