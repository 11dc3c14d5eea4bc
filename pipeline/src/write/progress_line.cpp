// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/progress_line.hpp"

#include <fmt/format.h>

#include <csignal>
#include <system_error>

#include "leafwise/core/pace.hpp"
#include "read/reading.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace {

const std::string erase_line = "\r\x1b[K";

/// Ctrl-C is for the thread that completes: its calls into the system are what it should end.
std::thread without_signals(const auto& work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread;
  try {
    thread = std::thread(work);
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace

ProgressLine::ProgressLine(bool on_terminal) : on_terminal_(on_terminal) {
  try {
    drawing_ = without_signals([this] { keep_drawing(); });
  } catch (const std::system_error&) {
    // No thread to be had: whoever needs one more says so, and nobody needs this line.
  }
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  ended_.notify_all();
  if (!drawing_.joinable()) return;
  drawing_.join();
  if (on_terminal_) {
    write_message(erase_line);
  } else {
    draw();
  }
}

void ProgressLine::show(const algebra::CompletionProgress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
}

void ProgressLine::draw() {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_);
  const std::string line = fmt::format("{}, {}, {}, {} s",
                                       progress_.stage,
                                       counted(progress_.nodes, "node", "nodes"),
                                       counted(progress_.leaves, "leaf", "leaves"),
                                       seconds.count());
  write_message(on_terminal_ ? erase_line + line : line + "\n");
}

void ProgressLine::keep_drawing() {
  using std::chrono::milliseconds;
  const milliseconds pause = on_terminal_ ? pace::progress_on_terminal : pace::progress_in_log;
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, pause, [this] { return is_over_; })) draw();
}

}  // namespace leafwise::pipeline::detail
