// SPDX-License-Identifier: GPL-3.0-or-later
// What does an accuracy cost, with each method? Adaptive runs over whole problems at tolerances
// from 1e-3 to 1e-12: error at the end, time, steps, evaluations. One JSON line per case; fails if
// a run of ours does not arrive, or its error is out of all proportion to the tolerance.
// Where SUNDIALS was found, IDA and CVODE with projection run beside them.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "leafwise/core/version.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "problems/mechanisms.hpp"
#ifdef LEAFWISE_HAVE_SUNDIALS
#include "sundials_peers.hpp"
#endif

namespace leafwise::bench {
namespace {

using namespace integrator;

constexpr int rounds = 5;  // the fastest counts: other programs only add time
/// A run of a low order at a tight tolerance says nothing new for its minutes.
constexpr double most_steps = 3e5;
/// Of the error to tolerance^(p/(p + 1)): what is left of a tolerance for the error of single steps
/// once as many of them add up as order p needs.
constexpr double largest_factor = 1e4;

struct Method {
  std::string name;
  int order = 0;
  Projection projection = Projection::stage;
};

std::vector<Method> methods() {
  std::vector<Method> all;
  for (const MethodDescription& description : method_descriptions()) {
    if (description.name == "taylor_N") continue;
    const bool is_series = description.name == "taylor";
    all.push_back({description.name, is_series ? 16 : std::stoi(description.order)});
    if (description.kind == "explicit Runge-Kutta") {
      all.push_back({description.name, all.back().order, Projection::step});
    }
  }
  return all;
}

struct Case {
  std::string name;
  tests::Mechanism mechanism;
  tests::StartedProblem<double> started;
  tests::Reference reference;
};

/// `end`: (q, q')
double relative_error(const Case& problem, std::span<const double> end) {
  double worst = 0;
  double scale = 1;
  for (std::size_t i = 0; i < problem.reference.states.size(); ++i) {
    const auto exact = static_cast<double>(problem.reference.states[i]);
    worst = std::max(worst, std::abs(end[i] - exact));
    scale = std::max(scale, std::abs(exact));
  }
  return worst / scale;
}

/// False: the run did not arrive, or is wrong. `steps` of the run.
bool measure(const Case& problem, const Method& method, double tolerance, double& steps) {
  Settings<double> settings;
  settings.method = method.name;
  settings.projection = method.projection;
  settings.to = problem.reference.parameter;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.rows = Rows::requested;
  const std::vector<double> start(problem.started.start.begin(), problem.started.start.end());
  Report<double> report;
  double seconds = 1e300;
  for (int n = 0; n < rounds; ++n) {
    report = integrate<double>(problem.started.problem, settings, start);
    seconds = std::min(seconds, report.seconds);
    if (report.seconds > 0.2) break;
  }
  const auto end = report.trajectory.point(report.trajectory.size() - 1);
  const double error = relative_error(problem, end.subspan(1));
  steps = static_cast<double>(report.steps);
  std::printf(
      "{\"problem\": \"%s\", \"method\": \"%s\", \"projection\": \"%s\", \"tolerance\": %.0e, "
      "\"error\": %.2e, \"microseconds\": %.0f, \"us_per_step\": %.2f, \"steps\": %.0f, "
      "\"rejected\": %llu, \"failed\": %llu, \"fields\": %llu, \"reason\": \"%s\", "
      "\"version\": \"%s\"}\n",
      problem.name.c_str(),
      method.name.c_str(),
      method.projection == Projection::stage ? "stage" : "step",
      tolerance,
      error,
      seconds * 1e6,
      seconds * 1e6 / steps,
      steps,
      static_cast<unsigned long long>(report.rejected),
      static_cast<unsigned long long>(report.failed),
      static_cast<unsigned long long>(report.counters.fields),
      reason_text(report).c_str(),
      std::string(version).c_str());
  const double share = static_cast<double>(method.order) / (method.order + 1);
  return report.reason == Reason::reached && error < largest_factor * std::pow(tolerance, share);
}

#ifdef LEAFWISE_HAVE_SUNDIALS
/// Prints the fastest of some runs.
template <typename Run>
void measure_peer(const Case& problem, double tolerance, const Run& run) {
  PeerRun best = run();
  for (int n = 1; n < rounds && best.seconds < 0.2; ++n) {
    const PeerRun again = run();
    if (again.seconds < best.seconds) best = again;
  }
  const auto steps = static_cast<double>(best.steps);
  std::printf(
      "{\"problem\": \"%s\", \"method\": \"%s\", \"tolerance\": %.0e, \"error\": %.2e, "
      "\"microseconds\": %.0f, \"us_per_step\": %.2f, \"steps\": %.0f, \"rejected\": %ld, "
      "\"fields\": %ld, \"reason\": \"%s\", \"version\": \"SUNDIALS %s\"}\n",
      problem.name.c_str(),
      best.method.c_str(),
      tolerance,
      relative_error(problem, best.end),
      best.seconds * 1e6,
      best.seconds * 1e6 / steps,
      steps,
      best.rejected,
      best.evaluations,
      best.arrived ? "arrived" : "failed",
      LEAFWISE_HAVE_SUNDIALS);
}

void measure_peers(const Case& problem) {
  const auto end = static_cast<double>(problem.reference.parameter);
  for (double tolerance = 1e-3; tolerance > 0.5e-12; tolerance /= 10) {
    measure_peer(problem, tolerance, [&] {
      return run_cvode_with_projection(problem.started, end, tolerance);
    });
    measure_peer(problem, tolerance, [&] {
      const PeerRun run = run_ida(problem.mechanism, end, tolerance, Multipliers::checked);
      return run.arrived ? run : run_ida(problem.mechanism, end, tolerance, Multipliers::free);
    });
  }
}
#else
void measure_peers(const Case& /*problem*/) {}
#endif

bool measure_all(const Case& problem) {
  bool good = true;
  for (const Method& method : methods()) {
    double steps = 0;
    for (double tolerance = 1e-3; tolerance > 0.5e-12; tolerance /= 10) {
      // A tenth of the tolerance takes 10^(1/(order + 1)) times the steps, about.
      if (steps * std::pow(10.0, 1.0 / (method.order + 1)) > most_steps) break;
      good = measure(problem, method, tolerance, steps) && good;
    }
  }
  return good;
}

}  // namespace
}  // namespace leafwise::bench

int main() {
  using namespace leafwise;
  bool good = true;
  for (const auto& [name, mechanism, reference] :
       {std::tuple{"pendulum", tests::pendulum(), "pendulum_t20"},
        std::tuple{"regular four-bar", tests::regular_four_bar(), "fourbar_regular_t5"},
        std::tuple{"Andrews' squeezer", tests::andrews_squeezer(), "andrews_t0.03"}}) {
    const bench::Case problem{
        name, mechanism, tests::reduced_form<double>(mechanism), tests::reference(reference)};
    bench::measure_peers(problem);
    good = bench::measure_all(problem) && good;
  }
  if (!good) std::fputs("a run did not arrive, or is wrong\n", stderr);
  return good ? 0 : 1;
}
