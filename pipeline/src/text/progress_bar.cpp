// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leafwise/core/pace.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace {

/// "1:05", "2:03:05"
std::string clock_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 3600;
  if (whole < hour) return fmt::format("{}:{:02}", whole / minute, whole % minute);
  return fmt::format("{}:{:02}:{:02}", whole / hour, whole % hour / minute, whole % minute);
}

}  // namespace

std::string progress_text(double share, std::uint64_t done, const char* what, double seconds) {
  constexpr std::size_t width = 24;
  const double part = std::clamp(share, 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(width));
  std::string text = fmt::format("[{}{}] {:3.0f} %  {} {}",
                                 std::string(filled, '='),
                                 std::string(width - filled, ' '),
                                 100 * part,
                                 done,
                                 what);
  if (seconds > 0 && done > 0) {
    text += fmt::format(", {:.3g}/s", static_cast<double>(done) / seconds);
  }
  // A year at most.
  constexpr double longest = 3.2e7;
  const double left = part > 0 ? seconds * (1 - part) / part : longest;
  if (left < longest) text += fmt::format(", {} left", clock_text(left));
  return text;
}

ProgressBar::ProgressBar(bool is_shown, bool on_terminal)
    : is_shown_(is_shown),
      on_terminal_(on_terminal),
      next_(start_ + (on_terminal ? pace::progress_on_terminal : pace::progress_in_log)) {}

ProgressBar::~ProgressBar() {
  finish();
}

void ProgressBar::show(double share, std::uint64_t done, const char* what) {
  if (!is_shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (on_terminal_ ? pace::progress_on_terminal : pace::progress_in_log);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string text = progress_text(share, done, what, seconds);
  write_message(on_terminal_ ? "\r\x1b[K" + text : text + "\n");
  is_drawn_ = true;
}

void ProgressBar::finish() {
  if (is_drawn_ && on_terminal_) write_message("\r\x1b[K");
  is_drawn_ = false;
}

}  // namespace leafwise::pipeline::detail
