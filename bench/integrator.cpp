// SPDX-License-Identifier: GPL-3.0-or-later
// What does projecting cost? Steps of Dormand–Prince 5(4) of equal size, over the same stretch of
// the same problem: by hand without projection, and with every stage, or only the end, projected.
// Prints one JSON line per case; fails if an end point is wrong.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "hand_written.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/methods.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::bench {
namespace {

using integrator::Geometry;
using integrator::Guess;
using integrator::Parameter;

constexpr int rounds = 40;  // the fastest counts: other programs only add time

struct Timing {
  double nanoseconds_per_step = std::numeric_limits<double>::max();
  double error = 0;
};

template <typename Run>
double fastest(int steps, const Run& run) {
  double best = std::numeric_limits<double>::max();
  for (int n = 0; n < rounds; ++n) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count() / steps);
  }
  return best;
}

double largest_difference(const double* z, const tests::Reference& reference) {
  double worst = 0;
  for (std::size_t j = 0; j < reference.states.size(); ++j) {
    worst = std::max(worst, std::abs(z[j] - static_cast<double>(reference.states[j])));
  }
  return worst;
}

template <typename Problem>
Timing by_hand(const tests::Mechanism& mechanism, const tests::Reference& reference, int steps) {
  std::array<double, Problem::size> z{};
  std::array<double, Problem::size> v{};
  Timing timing;
  double sum = 0;  // keeps the error estimate from being optimised away
  timing.nanoseconds_per_step = fastest(steps, [&] {
    for (std::size_t j = 0; j < z.size(); ++j) z[j] = static_cast<double>(mechanism.start[j]);
    Problem::field(z, v);
    for (int n = 0; n < steps; ++n) {
      sum += dopri5_step<Problem>(z, v, reference.parameter / steps);
    }
  });
  timing.error = largest_difference(z.data(), reference) + (std::isnan(sum) ? 1 : 0);
  return timing;
}

/// The same steps over a problem of the library, projected.
class ProjectedSteps {
 public:
  ProjectedSteps(const tests::StartedProblem<double>& started, double tolerance, Guess guess)
      : geometry_(
            started.problem, Parameter::independent, {.tolerance = tolerance, .guess = guess}),
        method_(integrator::find_method("dopri54")),
        m_(started.problem.dimension()),
        start_(started.start.begin(), started.start.end()),
        z(start_),
        slopes_(method_.stages(), std::vector<double>(m_)),
        target_(m_),
        stage_(m_) {
    for (std::size_t i = 0; i < method_.stages(); ++i) {
      for (std::size_t j = 0; j < i; ++j) a_.push_back(static_cast<double>(method_.a(i, j)));
    }
  }

  bool run(double end, int steps, bool every_stage) {
    z = start_;
    bool good = geometry_.orient(z, {}, 1) == integrator::FieldStatus::good &&
                geometry_.field(z, slopes_[0]) == integrator::FieldStatus::good;
    for (int n = 0; n < steps && good; ++n) good = step(end / steps, every_stage);
    return good;
  }

  [[nodiscard]] const integrator::Counters& counters() { return geometry_.counters(); }

 private:
  /// First same as last: the last stage is the new point.
  bool step(double h, bool every_stage) {
    std::size_t coefficient = 0;
    const std::size_t last = method_.stages() - 1;
    for (std::size_t i = 1; i <= last; ++i) {
      coefficient = i * (i - 1) / 2;
      for (std::size_t k = 0; k < m_; ++k) target_[k] = z[k];
      for (std::size_t j = 0; j < i; ++j) {
        const double weight = h * a_[coefficient + j];
        if (weight == 0) continue;
        for (std::size_t k = 0; k < m_; ++k) target_[k] += weight * slopes_[j][k];
      }
      if (every_stage || i == last) {
        if (geometry_.project(z, target_, stage_) != integrator::ProjectionStatus::good) {
          return false;
        }
        if (i == last && geometry_.polish(stage_) != integrator::ProjectionStatus::good) {
          return false;
        }
      } else {
        stage_ = target_;
      }
      if (geometry_.field(stage_, slopes_[i]) != integrator::FieldStatus::good) return false;
    }
    z.swap(stage_);
    slopes_[0].swap(slopes_[last]);
    return true;
  }

  Geometry<double> geometry_;
  const integrator::Tableau& method_;
  std::size_t m_;
  std::vector<double> start_;

 public:
  std::vector<double> z;

 private:
  std::vector<double> a_;
  std::vector<std::vector<double>> slopes_;
  std::vector<double> target_;
  std::vector<double> stage_;
};

Timing projected(const tests::StartedProblem<double>& started,
                 const tests::Reference& reference,
                 int steps,
                 bool every_stage,
                 double tolerance,
                 Guess guess) {
  ProjectedSteps integration(started, tolerance, guess);
  Timing timing;
  bool good = true;
  timing.nanoseconds_per_step = fastest(
      steps, [&] { good = integration.run(reference.parameter, steps, every_stage) && good; });
  timing.error = good ? largest_difference(integration.z.data() + 1, reference)
                      : std::numeric_limits<double>::infinity();
  const auto& c = integration.counters();
  std::fprintf(stderr,
               "  per projection: %.2f Newton, %.2f df, %.2f f\n",
               static_cast<double>(c.newton) / static_cast<double>(c.projections),
               static_cast<double>(c.jacobians) / static_cast<double>(c.projections),
               static_cast<double>(c.values) / static_cast<double>(c.projections));
  return timing;
}

bool print(const std::string& problem,
           const std::string& kind,
           int steps,
           const Timing& timing,
           double plain,
           double largest_error) {
  std::printf(
      "{\"problem\": \"%s\", \"kind\": \"%s\", \"steps\": %d, \"ns_per_step\": %.0f, "
      "\"ratio\": %.2f, \"error\": %.2e, \"version\": \"%s\"}\n",
      problem.c_str(),
      kind.c_str(),
      steps,
      timing.nanoseconds_per_step,
      timing.nanoseconds_per_step / plain,
      timing.error,
      std::string(version).c_str());
  return timing.error <= largest_error;
}

template <typename Problem>
bool compare(const std::string& name,
             const tests::Mechanism& mechanism,
             const std::string& reference_name,
             int steps,
             double largest_error) {
  const tests::Reference reference = tests::reference(reference_name);
  const Timing plain = by_hand<Problem>(mechanism, reference, steps);
  const double unit = plain.nanoseconds_per_step;
  bool good = print(name, "by hand, not projected", steps, plain, unit, largest_error);
  const auto reduced = tests::reduced_form<double>(mechanism);
  const auto block = tests::block_form<double>(mechanism);
  for (const auto& [label, started] : {std::pair{"mechanics", &reduced}, {"block", &block}}) {
    for (const Guess guess : {Guess::tangent, Guess::curved}) {
      const std::string which =
          std::string(label) + (guess == Guess::tangent ? ", guess (5.2)" : ", guess (5.3)");
      for (const double tolerance : {0.0, 1e-10, 1e-7}) {
        char text[32];
        std::snprintf(text, sizeof text, ", to %.0e", tolerance);
        const Timing all = projected(*started, reference, steps, true, tolerance, guess);
        good = print(name, which + ", every stage" + text, steps, all, unit, largest_error) && good;
        const Timing end = projected(*started, reference, steps, false, tolerance, guess);
        good = print(name, which + ", step end" + text, steps, end, unit, largest_error) && good;
      }
    }
  }
  return good;
}

}  // namespace
}  // namespace leafwise::bench

int main() {
  using namespace leafwise;
  // Steps of 1/80: errors of order 1e-8, where a user would be.
  bool good = bench::compare<bench::HandWrittenFourBar>(
      "four-bar g2", tests::crossed_four_bar(), "fourbar_singular_g2_t5", 400, 1e-5);
  good = bench::compare<bench::HandWrittenPendulum>(
             "pendulum", tests::pendulum(), "pendulum_t20", 400, 1e-4) &&
         good;
  if (!good) std::fputs("an end point is wrong\n", stderr);
  return good ? 0 : 1;
}
