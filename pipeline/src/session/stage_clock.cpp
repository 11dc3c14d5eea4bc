// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/stage_clock.hpp"

namespace leafwise::pipeline::detail {

void StageClock::end(const std::string& stage) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  for (auto& [name, sum] : seconds_) {
    if (name != stage) continue;
    sum += seconds;
    return;
  }
  seconds_.emplace_back(stage, seconds);
}

std::vector<std::pair<std::string, double>> StageClock::with_total() const {
  auto all = seconds_;
  all.emplace_back("total", std::chrono::duration<double>(Clock::now() - start_).count());
  return all;
}

}  // namespace leafwise::pipeline::detail
