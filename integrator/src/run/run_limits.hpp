// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "leafwise/integrator/report.hpp"

namespace leafwise::integrator::detail {

/// Why a run has to end although it could go on.
struct Stop {
  Reason reason = Reason::cancelled;
  Limit limit = Limit::none;
  std::string message;
};

/// How many rows of one step are written before somebody looks whether the run has to end: less
/// than a hundredth of a second on manifolds of some hundred dimensions.
constexpr std::size_t rows_between_looks = 256;

/// Of the settings of any run. @param attempts made so far in this call
template <typename Settings>
[[nodiscard]] std::optional<Stop> must_stop(const Settings& settings, std::uint64_t attempts) {
  if (settings.stop.stop_requested()) {
    return Stop{Reason::cancelled, Limit::none, "the run was cancelled"};
  }
  if (attempts >= settings.most_steps) {
    return Stop{Reason::limit,
                Limit::steps,
                "the limit of " + std::to_string(settings.most_steps) +
                    " steps, refused ones included, was reached"};
  }
  if (settings.deadline && std::chrono::steady_clock::now() >= *settings.deadline) {
    return Stop{Reason::limit, Limit::time, "the run's limit of time was reached"};
  }
  return std::nullopt;
}

}  // namespace leafwise::integrator::detail
