// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace leafwise::pipeline::detail {

/// Seconds by stage, for the summary.
class StageClock {
 public:
  /// Ends the stage that has been running since the last call, or the start.
  void end(const std::string& stage);
  [[nodiscard]] std::vector<std::pair<std::string, double>> with_total() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace leafwise::pipeline::detail
