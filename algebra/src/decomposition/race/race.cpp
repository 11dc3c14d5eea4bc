// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/race/race.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "decomposition/prove/modular_cover.hpp"
#include "decomposition/prove/primality.hpp"
#include "decomposition/race/lane.hpp"
#include "engine/worker_pool.hpp"
#include "leafwise/core/pace.hpp"
#include "number/flint_thread.hpp"

namespace leafwise::algebra::detail {

namespace {

using std::chrono::milliseconds;

/// Time ends an attempt before this does, unless the engine refuses at once every time.
constexpr int most_attempts = 100;
/// Doubled a hundred times, a slice would be longer than clocks can count.
constexpr milliseconds longest_slice = std::chrono::hours(1000);

double seconds_since(Limits::Clock::time_point start) {
  return std::chrono::duration<double>(Limits::Clock::now() - start).count();
}

/// Where lanes meet: the first right answer wins.
class Finish {
 public:
  explicit Finish(int lanes) : running_(lanes) {}

  [[nodiscard]] bool is_over() {
    const std::lock_guard lock(mutex_);
    return winner_.has_value();
  }
  void arrive(RaceResult result) {
    const std::lock_guard lock(mutex_);
    if (!winner_) winner_ = std::move(result);
    changed_.notify_all();
  }
  void note(std::string engine, std::string what) {
    const std::lock_guard lock(mutex_);
    incidents_.push_back({std::move(engine), std::move(what)});
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  /// Whether a lane has won, or none is left, within this time.
  bool wait(milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return winner_.has_value() || running_ == 0; });
  }
  Outcome<RaceResult> result() {
    const std::lock_guard lock(mutex_);
    if (!winner_) {
      return Unable{incidents_.empty() ? "no engine answered in time"
                                       : incidents_.back().engine + ": " + incidents_.back().what};
    }
    return std::move(*winner_);
  }
  [[nodiscard]] const std::vector<Incident>& incidents() const { return incidents_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int running_;
  std::optional<RaceResult> winner_;
  std::vector<Incident> incidents_;
};

class Race {
 public:
  Race(const Ideal& ideal, std::uint64_t seed, const Limits& limits)
      : ideal_(ideal.by(ideal.engine().with_own_setbacks())),
        seed_(seed),
        limits_(limits),
        finish_(2) {
    limits_.cancellation = stop_;
  }

  Outcome<RaceResult> run(const Limits& users) {
    Lane series(stop_, [this] {
      const FlintThread flint;
      without_exceptions([this] { run_series(); });
      finish_.leave();
    });
    Lane gtz(stop_, [this] {
      const FlintThread flint;
      without_exceptions([this] {
        if (!finish_.wait(limits_.budget(&Effort::series_alone))) run_gtz();
      });
      finish_.leave();
    });
    while (!finish_.wait(pace::glance)) {
      if (users.is_over()) break;
    }
    stop_.cancel();
    series.join();
    gtz.join();
    if (trouble_) std::rethrow_exception(trouble_);
    return finish_.result();
  }
  [[nodiscard]] const std::vector<Incident>& incidents() const { return finish_.incidents(); }
  /// Of both lanes.
  [[nodiscard]] const Setbacks& setbacks() const { return ideal_.engine().setbacks(); }

 private:
  /// What would end the process in a thread is thrown by `run`.
  template <typename Action>
  void without_exceptions(Action action) {
    try {
      action();
    } catch (...) {
      const std::lock_guard lock(trouble_mutex_);
      trouble_ = std::current_exception();
    }
  }

  /// True: the race is decided.
  bool judge(const std::string& engine, const Outcome<Parts>& parts, const Limits& slice) {
    if (!parts) {
      // That its slice was too short, or somebody else won, is no incident.
      if (!slice.is_over()) finish_.note(engine, parts.reason());
      return finish_.is_over();
    }
    const auto start = Limits::Clock::now();
    std::vector<Ideal> ideals;
    ideals.reserve(parts.value().size());
    for (const Polynomials& part : parts.value()) {
      ideals.emplace_back(ideal_.variables(), part, ideal_.engine());
    }
    const Cover cover = verify_cover(ideal_, ideals, limits_.spend(&Effort::least_verification));
    if (cover.covers == Truth::unknown) {
      const auto modular =
          covers_modulo_primes(ideal_, ideals, seed_, limits_.spend(&Effort::least_verification));
      if (modular && !modular.value()) {
        finish_.note(engine, "components are missing modulo a prime");
        return false;
      }
    }
    if (cover.contained == Truth::no || cover.covers == Truth::no) {
      finish_.note(engine,
                   cover.contained == Truth::no ? "a component does not contain the ideal"
                                                : "components are missing");
      return false;
    }
    // Unverified for want of patience is one thing; of what the deadline cut off nothing is known.
    const bool is_open = cover.contained == Truth::unknown || cover.covers == Truth::unknown;
    if (is_open && limits_.is_over()) return true;
    if (some_is_not_prime(ideal_, parts.value(), limits_)) {
      finish_.note(engine, "a component is not prime");
      return false;
    }
    RaceResult result;
    result.primes = parts.value();
    result.engine = engine;
    result.verified = cover.contained == Truth::yes && cover.covers == Truth::yes;
    result.verification_seconds = seconds_since(start);
    finish_.arrive(std::move(result));
    return true;
  }

  /// Characteristic series in one order after the other, each for a time that doubles every fourth
  /// attempt: their times have heavy tails, so many short attempts beat a long one.
  void run_series() {
    std::mt19937_64 random(seed_);
    Factoriser factoriser(ideal_.engine());
    std::vector<Variable> recommended = ideal_.variables();
    if (const auto advice = recommended_order(ideal_, limits_)) recommended = advice.value();
    std::vector<Variable> shuffled = ideal_.variables();
    milliseconds slice = limits_.budget(&Effort::first_slice);
    for (int attempt = 0; attempt < most_attempts && !limits_.is_over(); ++attempt) {
      const std::string name = "characteristic series, order " + std::to_string(attempt + 1);
      const Limits limits = limits_.spend(slice);
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      const std::vector<Variable>& order = attempt % 4 == 0   ? recommended
                                           : attempt % 4 == 1 ? ideal_.variables()
                                                              : shuffled;
      if (judge(name, primes_by_series(ideal_, order, factoriser, limits), limits)) return;
      if (attempt % 4 == 3) slice = std::min(2 * slice, longest_slice);
    }
  }

  /// GTZ for a time that doubles, and series in other orders while it is the series' turn.
  void run_gtz() {
    std::mt19937_64 random(~seed_);
    Factoriser factoriser(ideal_.engine());
    std::vector<Variable> order = ideal_.variables();
    milliseconds slice = limits_.budget(&Effort::first_slice) * 2;
    for (int attempt = 0; attempt < most_attempts && !limits_.is_over(); ++attempt) {
      const Limits turn = limits_.spend(slice);
      if (judge("GTZ", primes_by_gtz(ideal_, turn), turn)) return;
      for (int i = 0; i < 2 && !limits_.is_over(); ++i) {
        std::shuffle(order.begin(), order.end(), random);
        const Limits half = limits_.spend(slice / 2);
        const std::string name =
            "characteristic series, other order " + std::to_string(2 * attempt + i + 1);
        if (judge(name, primes_by_series(ideal_, order, factoriser, half), half)) return;
      }
      slice = std::min(2 * slice, longest_slice);
    }
  }

  Ideal ideal_;
  std::uint64_t seed_;
  Cancellation stop_;
  Limits limits_;
  Finish finish_;
  std::mutex trouble_mutex_;
  std::exception_ptr trouble_;
};

}  // namespace

bool covers(const Ideal& ideal, const Parts& parts, const Limits& limits) {
  std::vector<Ideal> ideals;
  ideals.reserve(parts.size());
  for (const Polynomials& part : parts) {
    ideals.emplace_back(ideal.variables(), part, ideal.engine());
  }
  const Cover cover = verify_cover(ideal, ideals, limits);
  return cover.contained == Truth::yes && cover.covers == Truth::yes;
}

Outcome<RaceResult> race_for_primes(const Ideal& ideal,
                                    std::uint64_t seed,
                                    const Limits& limits,
                                    std::vector<Incident>& incidents) try {
  Race race(ideal, seed, limits);
  Outcome<RaceResult> result = race.run(limits);
  ideal.engine().setbacks().take(race.setbacks(), static_cast<bool>(result));
  incidents.insert(incidents.end(), race.incidents().begin(), race.incidents().end());
  return result;
} catch (const std::system_error& error) {
  return Unable{ideal.engine().pool().note_refused(error.code().value())};
}

}  // namespace leafwise::algebra::detail
