// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include "leafwise/integrator/checkpoint.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"
#include "method_cases.hpp"
#include "problems/index3.hpp"
#include "problems/stiff.hpp"
#include "support/seed.hpp"

// Checkpoints that are kept while a run hands its rows on.
namespace leafwise::integrator {
namespace {

using tests::make_polynomial_map;
using tests::make_problem;
using tests::start_of;

/// What a run hands on, and its checkpoints: every one, or none but the last.
class Listener final : public RowReceiver<double>, public CheckpointReceiver<double> {
 public:
  /// A checkpoint, and how many rows and events were there before it.
  struct Kept {
    std::string text;
    std::size_t rows = 0;
    std::size_t events = 0;
  };

  explicit Listener(bool is_always_due) : is_always_due_(is_always_due) {}

  void begin(const std::vector<std::string>& /*columns*/, std::size_t /*dimension*/) override {}
  void add_row(std::span<const double> row) override {
    rows.emplace_back(row.begin(), row.end());
    if (rows.size() == stops_at_row) source.request_stop();
  }
  void add_event(const EventEntry& event, std::span<const double> row) override {
    events.emplace_back(row.begin(), row.end());
    events.back().push_back(event.sign_after);
  }
  bool is_due() override { return is_always_due_; }
  void keep(const Checkpoint<double>& checkpoint) override {
    kept.push_back({to_text(checkpoint), rows.size(), events.size()});
  }

  std::vector<std::vector<double>> rows;
  std::vector<std::vector<double>> events;
  std::vector<Kept> kept;
  std::size_t stops_at_row = 0;  ///< 0: at none
  std::stop_source source;

 private:
  bool is_always_due_;
};

/// Whether counters are the same as well: implicit methods compute anew what they had kept, and
/// rows of a step that were written before are not projected again.
enum class Interrupted { between_steps, among_rows };

/// What is the same in two reports of equal runs.
std::string facts_of(Report<double> report, Interrupted how) {
  const bool is_explicit = report.method.kind.starts_with("explicit");
  if (!is_explicit || how == Interrupted::among_rows) report.checkpoint.counters = {};
  std::ostringstream text;
  text << std::hexfloat << reason_text(report) << ' ' << report.parameter << ' ' << report.arclength
       << ' ' << report.largest_residual << ' ' << to_text(report.checkpoint);
  for (const auto& monitor : report.monitors) {
    text << monitor.name << ' ' << monitor.start << ' ' << monitor.end << ' ' << monitor.drift;
  }
  return text.str();
}

/// A pendulum with an event and a monitor.
struct WatchedRun {
  System<double> problem;
  std::vector<double> start;
  Settings<double> settings;

  WatchedRun(const std::string& method, Rows rows) {
    std::size_t coordinates = 5;
    const SystemKind kind = describe_method(method).system;
    if (kind == SystemKind::manifold) {
      problem = make_problem<double>(tests::pendulum_curve());
      start = start_of<double>(tests::pendulum_curve());
    } else if (kind == SystemKind::index3) {
      const auto pendulum = tests::schropp_pendulum<double>();
      problem = pendulum.problem;
      start = pendulum.start;
      coordinates = 6;
    } else {
      const tests::StiffSystem pendulum = tests::spring_pendulum();
      const auto stiff = pendulum.problem<double>(1e-3);
      start = smooth_start<double>(stiff, pendulum.start_as<double>(), 1).value().point;
      problem = stiff;
    }
    settings.method = method;
    settings.to = 3;
    settings.relative_tolerance = settings.absolute_tolerance = 1e-6;
    settings.rows = rows;
    // More rows in a step than are written between two looks at the limits.
    constexpr int count = 20'000;
    for (int i = 0; rows == Rows::requested && i < count; ++i) {
      settings.at.push_back(settings.to / count * i);
    }
    settings.events.push_back(
        {.name = "x = 0", .function = make_polynomial_map<double>(coordinates, {{{1, {1}}}})});
    settings.monitors.push_back({"x", make_polynomial_map<double>(coordinates, {{{1, {1}}}})});
  }

  Report<double> go(Listener& listener) {
    listen(listener);
    return integrate<double>(problem, settings, start);
  }
  Report<double> go_on(const Listener::Kept& from, Listener& listener) {
    listen(listener);
    const auto checkpoint = parse_checkpoint<double>(from.text);
    REQUIRE_MESSAGE(checkpoint.has_value(), checkpoint.reason());
    return resume<double>(problem, settings, checkpoint.value());
  }

 private:
  void listen(Listener& listener) {
    settings.receiver = &listener;
    settings.checkpoints = &listener;
    settings.stop = listener.source.get_token();
  }
};

/// What was handed on before the checkpoint, and what after it.
void check_joined(const Listener& before,
                  const Listener::Kept& kept,
                  const Listener& after,
                  const Listener& whole) {
  auto rows = before.rows;
  auto events = before.events;
  rows.resize(kept.rows);
  events.resize(kept.events);
  rows.insert(rows.end(), after.rows.begin(), after.rows.end());
  events.insert(events.end(), after.events.begin(), after.events.end());
  REQUIRE(rows.size() == whole.rows.size());
  REQUIRE(events.size() == whole.events.size());
  CHECK(std::ranges::equal(rows, whole.rows));
  CHECK(std::ranges::equal(events, whole.events));
}

constexpr std::array<const char*, 8> watched_methods = {"dopri54",
                                                        "dop853",
                                                        "rk4",
                                                        "taylor",
                                                        "radau_iia_3",
                                                        "gauss_2",
                                                        "radau5_index3",
                                                        "radau5_stiff"};

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("a run that keeps checkpoints is the same one, and goes on from each as it went on") {
    for (const char* method : watched_methods) {
      for (const Rows rows : {Rows::every_step, Rows::requested}) {
        CAPTURE(std::string(method));
        WatchedRun run(method, rows);
        Listener whole(false);
        const std::string facts = facts_of(run.go(whole), Interrupted::between_steps);
        Listener kept(true);
        CHECK(facts_of(run.go(kept), Interrupted::between_steps) == facts);
        CHECK(whole.rows == kept.rows);
        CHECK(!whole.events.empty());
        for (std::size_t i = 0; i < kept.kept.size(); i += 1 + kept.kept.size() / 7) {
          Listener rest(false);
          CHECK(facts_of(run.go_on(kept.kept[i], rest), Interrupted::between_steps) == facts);
          check_joined(kept, kept.kept[i], rest, whole);
        }
      }
    }
  }

  TEST_CASE("so does a run that is cancelled among the rows of a step") {
    auto random = tests::make_generator("cancelled among rows");
    for (const char* method : watched_methods) {
      CAPTURE(std::string(method));
      WatchedRun run(method, Rows::requested);
      Listener whole(false);
      const std::string facts = facts_of(run.go(whole), Interrupted::among_rows);
      std::uniform_int_distribution<std::size_t> row(1, whole.rows.size() - 1);
      for (std::uint64_t trial = 0; trial < 6 * tests::multiplier(); ++trial) {
        Listener first(false);
        first.stops_at_row = row(random);
        CAPTURE(first.stops_at_row);
        // Behind the last look nothing stops it.
        if (run.go(first).reason == Reason::reached) continue;
        REQUIRE(first.kept.size() == 1);
        Listener rest(false);
        CHECK(facts_of(run.go_on(first.kept.front(), rest), Interrupted::among_rows) == facts);
        check_joined(first, first.kept.front(), rest, whole);
      }
    }
  }
}

}  // namespace leafwise::integrator
