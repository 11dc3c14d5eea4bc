// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/race/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

#include "decomposition/race/lane.hpp"
#include "number/flint_thread.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Threads, and a worker for each, pay for themselves from here on.
constexpr std::size_t few = 8;
/// More workers than this would want more memory than they save time.
constexpr std::size_t most_threads = 8;

class Counter {
 public:
  Counter(std::size_t count, const std::function<void(std::size_t)>& work)
      : count_(count), work_(work) {}

  void run() {
    try {
      for (std::size_t number = next_++; number < count_; number = next_++) work_(number);
    } catch (...) {
      next_ = count_;
      const std::lock_guard lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
    }
  }

  [[nodiscard]] std::exception_ptr trouble() const { return trouble_; }

 private:
  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr trouble_;
};

}  // namespace

void side_by_side(std::size_t count,
                  const Limits& limits,
                  const std::function<void(std::size_t)>& work) {
  Counter counter(count, work);
  const bool is_work_limited = limits.work_deadline != std::chrono::nanoseconds::max();
  std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(), most_threads);
  if (count < few || is_work_limited) threads = 1;
  {
    const Cancellation nobody_stops;
    std::list<Lane> lanes;
    try {
      for (std::size_t i = 1; i < threads; ++i) {
        lanes.emplace_back(nobody_stops, [&counter] {
          const FlintThread flint;
          counter.run();
        });
      }
    } catch (const std::system_error&) {
      // No thread is to be had: this one does it all.
    }
    counter.run();
    for (Lane& lane : lanes) lane.join();
  }
  if (counter.trouble()) std::rethrow_exception(counter.trouble());
}

}  // namespace leafwise::algebra::detail
