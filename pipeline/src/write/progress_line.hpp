// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::pipeline::detail {

/// The progress of a completion, on standard error: "splitting, 12 nodes, 3 leaves, 4 s". On a
/// terminal one line that is rewritten and goes in the end; elsewhere a line each second.
class ProgressLine {
 public:
  explicit ProgressLine(bool on_terminal);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const algebra::CompletionProgress& progress);

 private:
  void draw();
  void keep_drawing();

  const bool on_terminal_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_over_ = false;
  algebra::CompletionProgress progress_{"starting", 0, 0};
  std::thread drawing_;  ///< time passes also while one long question is answered
};

}  // namespace leafwise::pipeline::detail
