// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/whole_race.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "decomposition/engines.hpp"
#include "decomposition/race.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

/// Most systems are split by then.
constexpr milliseconds head_start{15};
/// How often somebody looks whether the user wants to stop.
constexpr milliseconds glance{5};

class Meeting {
 public:
  void offer(PartsFound found, bool is_complete) {
    const std::lock_guard lock(mutex_);
    if (!best_ || is_complete) best_ = std::move(found);
    complete_ |= is_complete;
    changed_.notify_all();
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  /// Whether there is a complete answer, or all have left, within this time.
  bool wait(milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return complete_ || running_ == 0; });
  }
  [[nodiscard]] PartsFound take() {
    const std::lock_guard lock(mutex_);
    return best_ ? std::move(*best_) : PartsFound{};
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<PartsFound> best_;
  bool complete_ = false;
  int running_ = 2;
};

std::optional<PartsFound> by_series(const Ideal& ideal, const Limits& limits) {
  Factoriser factoriser(ideal.engine());
  const Outcome<Parts> parts = primes_by_series(ideal, ideal.variables(), factoriser, limits);
  if (!parts || !covers(ideal, parts.value(), limits)) return std::nullopt;
  PartsFound found;
  for (const Polynomials& part : parts.value()) {
    FoundPrime prime;
    prime.generators = part;
    prime.proofs.emplace_back("irreducible characteristic series");
    prime.path.emplace_back("characteristic series of the whole");
    found.primes.push_back(std::move(prime));
  }
  return found;
}

}  // namespace

PartsFound split_beside_series(Splitter& splitter,
                               const Piece& whole,
                               const Ideal& ideal,
                               const Limits& limits) {
  const Cancellation stop;
  Limits inner = limits;
  inner.cancellation = stop;
  Meeting meeting;
  // Exceptions must not leave a thread: that would end the process.
  std::exception_ptr trouble_of_splitting;
  std::exception_ptr trouble_of_series;
  std::thread splitting([&] {
    try {
      PartsFound found = splitter.split_whole(whole, inner);
      const bool is_complete = found.unsplit.empty();
      meeting.offer(std::move(found), is_complete && !stop.is_cancelled());
    } catch (...) {
      trouble_of_splitting = std::current_exception();
    }
    meeting.leave();
  });
  std::thread series([&] {
    try {
      if (!meeting.wait(head_start)) {
        if (auto found = by_series(ideal, inner)) meeting.offer(std::move(*found), true);
      }
    } catch (...) {
      trouble_of_series = std::current_exception();
    }
    meeting.leave();
  });
  while (!meeting.wait(glance)) {
    if (limits.cancellation && limits.cancellation->is_cancelled()) break;
  }
  stop.cancel();
  splitting.join();
  series.join();
  if (trouble_of_splitting) std::rethrow_exception(trouble_of_splitting);
  if (trouble_of_series) std::rethrow_exception(trouble_of_series);
  return meeting.take();
}

}  // namespace leafwise::algebra::detail
