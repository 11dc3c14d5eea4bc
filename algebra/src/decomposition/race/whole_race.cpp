// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/race/whole_race.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "decomposition/race/lane.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/congruent_dyads.hpp"
#include "decomposition/split/strategies.hpp"
#include "engine/worker_pool.hpp"
#include "leafwise/core/pace.hpp"
#include "number/flint_thread.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

class Meeting {
 public:
  /// Of incomplete answers the one with more primes stays: it knows more.
  /// @param by where it noted setbacks
  void offer(WholeSplit found, bool is_complete, const Setbacks& by) {
    const std::lock_guard lock(mutex_);
    const bool is_better =
        !best_ || is_complete || found.parts.primes.size() > best_->parts.primes.size();
    if (!complete_ && is_better) {
      best_ = std::move(found);
      if (is_complete) winner_ = by;
    }
    complete_ |= is_complete;
    changed_.notify_all();
  }
  void note(const std::vector<Incident>& incidents) {
    const std::lock_guard lock(mutex_);
    incidents_.insert(incidents_.end(), incidents.begin(), incidents.end());
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
  /// The same, but also when one of the two has left: nothing is to be waited for then.
  bool wait_for_first(milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [&] { return complete_ || running_ < 2; });
    return complete_;
  }
  /// Who gave a complete answer.
  [[nodiscard]] std::optional<Setbacks> winner() {
    const std::lock_guard lock(mutex_);
    return winner_;
  }
  [[nodiscard]] WholeSplit take() {
    const std::lock_guard lock(mutex_);
    WholeSplit result = best_ ? std::move(*best_) : WholeSplit{};
    result.incidents.insert(result.incidents.end(), incidents_.begin(), incidents_.end());
    return result;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<WholeSplit> best_;
  std::optional<Setbacks> winner_;
  std::vector<Incident> incidents_;
  bool complete_ = false;
  int running_ = 2;
};

Piece whole_of(const Ideal& ideal) {
  Piece whole;
  whole.variables = ideal.variables();
  whole.generators = ideal.generators();
  whole.set_least_dimension();
  return whole;
}

WholeSplit result_of(PartsFound parts, const Splitter& splitter) {
  return {std::move(parts),
          splitter.incidents(),
          splitter.verification_seconds(),
          splitter.unverified_steps() == 0};
}

void look_at_the_given_form(const Ideal& ideal,
                            const Splitter::Settings& settings,
                            Meeting& meeting,
                            const Limits& limits) {
  const Piece whole = whole_of(ideal);
  for (milliseconds turn = limits.budget(&Effort::turn_of_whole); !limits.is_over(); turn *= 4) {
    bool is_hopeless = false;
    for (const Strategy* strategy : strategies::in_order) {
      if (strategy->stage != Stage::beside) continue;
      const Limits limits_of_turn = limits.spend(strategy->turns * turn);
      Splitter splitter(ideal.engine(), settings);
      Task task(splitter, whole, ideal, limits_of_turn);
      std::optional<PartsFound> parts;
      if (strategy->applies(task)) parts = strategy->run(task);
      is_hopeless = !limits_of_turn.is_over();
      if (!parts) {
        meeting.note(splitter.incidents());
        continue;
      }
      const bool is_complete = parts->unsplit.empty();
      meeting.offer(result_of(std::move(*parts), splitter), is_complete, ideal.engine().setbacks());
      if (is_complete) return;
    }
    // More time does not help engines that fail at once.
    if (is_hopeless) return;
  }
}

WholeSplit split_by_two(const Ideal& ideal,
                        const Splitter::Settings& settings,
                        const Limits& limits) {
  // Dyads have told how the form that was given splits.
  const milliseconds waiting = limits.budget(
      congruent_dyads(ideal.generators()) ? &Effort::dyads_alone : &Effort::whole_alone);
  const Cancellation stop;
  Limits inner = limits;
  inner.cancellation = stop;
  Meeting meeting;
  // What went wrong on one of the ways is no loss where the other one arrives.
  const Engine first = ideal.engine().with_own_setbacks();
  const Engine second = ideal.engine().with_own_setbacks();
  const Ideal as_given = ideal.by(second);
  // Exceptions must not leave a thread: that would end the process.
  std::exception_ptr trouble_of_splitting;
  std::exception_ptr trouble_of_series;
  Lane splitting(stop, [&] {
    const FlintThread flint;
    try {
      Splitter splitter(first, settings);
      PartsFound parts = splitter.split_given(whole_of(ideal), inner);
      const bool is_complete = parts.unsplit.empty() && !stop.is_cancelled();
      meeting.offer(result_of(std::move(parts), splitter), is_complete, first.setbacks());
    } catch (...) {
      trouble_of_splitting = std::current_exception();
    }
    meeting.leave();
  });
  Lane given_form(stop, [&] {
    const FlintThread flint;
    try {
      if (!meeting.wait_for_first(waiting)) {
        look_at_the_given_form(as_given, settings, meeting, inner);
      }
    } catch (...) {
      trouble_of_series = std::current_exception();
    }
    meeting.leave();
  });
  while (!meeting.wait(pace::glance)) {
    if (limits.cancellation && limits.cancellation->is_cancelled()) break;
  }
  stop.cancel();
  splitting.join();
  given_form.join();
  if (trouble_of_splitting) std::rethrow_exception(trouble_of_splitting);
  if (trouble_of_series) std::rethrow_exception(trouble_of_series);
  const std::optional<Setbacks> winner = meeting.winner();
  for (const Engine& engine : {first, second}) {
    const bool is_other = winner && *winner != engine.setbacks();
    ideal.engine().setbacks().take(engine.setbacks(), is_other);
  }
  return meeting.take();
}

}  // namespace

WholeSplit split_whole(const Ideal& ideal,
                       const Splitter::Settings& settings,
                       const Limits& limits) try {
  return split_by_two(ideal, settings, limits);
} catch (const std::system_error& error) {
  // No thread, no descriptor: nothing has been found, which must not look like "there is nothing".
  WholeSplit nothing;
  nothing.parts.unsplit.push_back(
      left_part(whole_of(ideal), ideal.engine().pool().note_refused(error.code().value())));
  return nothing;
}

}  // namespace leafwise::algebra::detail
