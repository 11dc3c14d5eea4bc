// SPDX-License-Identifier: GPL-3.0-or-later
// deSolve's radau is RADAU5 itself. Its functions are compiled C; what R does around a run is
// measured by a run of one step and subtracted. Errors differ at equal tolerances, so times are
// compared at equal errors, between which those of the peer are interpolated.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "problems/mechanisms.hpp"
#include "schropp.hpp"

namespace leafwise::bench {

namespace {

constexpr int rounds = 15;  // the fastest counts: other programs only add time

struct Point {
  double tolerance = 0;
  double seconds = 0;
  double error = 0;  ///< largest of the positions, in max(1, |position|)
};

struct Comparison {
  std::string name;  ///< as run.R knows it
  const Started& started;
  double end;
  std::vector<long double> exact;
  std::string start;  ///< of the peer's unknowns
};

template <typename Positions>
double error_of(const Positions& positions, const std::vector<long double>& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto wanted = static_cast<double>(exact[i]);
    worst = std::max(worst, std::abs(positions[i] - wanted) / std::max(1.0, std::abs(wanted)));
  }
  return worst;
}

std::vector<Point> our_points(const Comparison& comparison, bool projects) {
  std::vector<Point> points;
  for (const double tolerance : {1e-6, 1e-8, 1e-10, 1e-12}) {
    auto settings = schropp_settings(comparison.end, tolerance, projects);
    settings.watches_defects = false;
    Point point{tolerance, 1e9, 0};
    for (int n = 0; n < rounds; ++n) {
      const auto report =
          integrate<double>(comparison.started.problem, settings, comparison.started.start);
      point.seconds = std::min(point.seconds, report.seconds);
      const auto end = report.trajectory.last();
      point.error = error_of(end.subspan(1), comparison.exact);
    }
    points.push_back(point);
  }
  return points;
}

/// What a command prints; empty if it fails.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char part[256];
  while (pipe && std::fgets(part, sizeof part, pipe.get()) != nullptr) text += part;
  return text;
}

std::vector<Point> peer_points(const Comparison& comparison, const std::string& library) {
  std::ostringstream command;
  command << "timeout 300 Rscript " LEAFWISE_SCHROPP_PEER "/run.R " << library << ' '
          << comparison.name << ' ' << comparison.end << ' ' << comparison.start << " 7";
  std::istringstream lines(output_of(command.str()));
  std::vector<Point> points;
  std::string line;
  while (std::getline(lines, line)) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    double overhead = 0;
    double functions = 0;
    double jacobians = 0;
    Point point;
    words >> point.tolerance >> point.seconds >> overhead >> functions >> jacobians;
    std::vector<double> positions(comparison.exact.size());
    for (double& position : positions) words >> position;
    if (!words) return {};
    point.seconds -= overhead;
    point.error = error_of(positions, comparison.exact);
    points.push_back(point);
  }
  return points;
}

/// The peer's time for this error: a line through the two nearest points of log time over log
/// error.
double time_for(const std::vector<Point>& points, double error) {
  std::size_t i = 0;
  while (i + 2 < points.size() && points[i + 1].error > error) ++i;
  const Point& a = points[i];
  const Point& b = points[i + 1];
  const double share =
      (std::log(error) - std::log(a.error)) / (std::log(b.error) - std::log(a.error));
  return std::exp(std::log(a.seconds) + share * (std::log(b.seconds) - std::log(a.seconds)));
}

void compare(const Comparison& comparison, const std::string& library) {
  const std::vector<Point> peer = peer_points(comparison, library);
  if (peer.size() < 2) {
    std::fprintf(stderr, "schropp: deSolve gave no times for %s\n", comparison.name.c_str());
    return;
  }
  for (const bool projects : {false, true}) {
    double logarithms = 0;
    const std::vector<Point> ours = our_points(comparison, projects);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double share = ours[i].seconds / time_for(peer, ours[i].error);
      logarithms += std::log(share) / static_cast<double>(ours.size());
      std::printf(
          "{\"bench\": \"schropp_peer\", \"problem\": \"%s\", \"tolerance\": %.0e, \"projected\": "
          "%s, "
          "\"seconds\": %.4e, \"error\": %.2e, \"peer_seconds\": %.4e, \"peer_error\": %.2e, "
          "\"share_at_equal_error\": %.2f}\n",
          comparison.name.c_str(),
          ours[i].tolerance,
          projects ? "true" : "false",
          ours[i].seconds,
          ours[i].error,
          peer[i].seconds,
          peer[i].error,
          share);
    }
    std::fprintf(stderr,
                 "%s, %s projection: %.2f of radau's time at equal error (geometric mean)\n",
                 comparison.name.c_str(),
                 projects ? "with" : "without",
                 std::exp(logarithms));
  }
}

std::string listed(const std::vector<long double>& numbers) {
  std::string text;
  for (const long double number : numbers) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%s%.17Lg", text.empty() ? "" : ",", number);
    text += digits;
  }
  return text;
}

/// (q, v, w, λ): the peer's unknowns. w = k at the start, where v = 0 and with it w = M⁻¹(F − Gᵀλ).
std::vector<long double> start_with_accelerations(const Started& started) {
  const std::size_t n = started.problem.positions.size();
  const std::size_t l = started.problem.multipliers.size();
  std::vector<double> field(n + l);
  started.problem.system->clone()->value(started.start, field);
  std::vector<long double> start(started.start.begin() + 1, started.start.end());
  start.insert(start.begin() + static_cast<std::ptrdiff_t>(2 * n),
               field.begin(),
               field.end() - static_cast<std::ptrdiff_t>(l));
  return start;
}

}  // namespace

bool compare_with_peer(const Started& pendulum, const Started& andrews) {
  const std::string library = LEAFWISE_SCHROPP_BUILD "/schropp_systems.so";
  const std::string compile = "cc -O2 -shared -fPIC -o " + library +
                              " " LEAFWISE_SCHROPP_PEER "/systems.c -lm && echo done";
  const bool is_there =
      !output_of(
           "Rscript -e 'cat(requireNamespace(\"deSolve\", quietly = TRUE))' 2>/dev/null | "
           "grep TRUE")
           .empty();
  if (!is_there || output_of(compile).empty()) {
    std::fprintf(stderr, "schropp: no peer: it needs Rscript, deSolve (r-cran-desolve) and cc\n");
    return true;
  }
  const tests::Reference swing = tests::reference("pendulum_t20");
  const tests::Reference squeezed = tests::reference("andrews_t0.03");
  const std::vector<long double> swing_end(swing.states.begin(), swing.states.begin() + 2);
  const std::vector<long double> squeezed_end(squeezed.states.begin(), squeezed.states.begin() + 7);
  for (const char* name : {"pendulum", "pendulum_with_jacobian"}) {
    compare({name, pendulum, 20, swing_end, "1,0,0,0,0"}, library);
  }
  compare({"andrews", andrews, 0.03, squeezed_end, listed(start_with_accelerations(andrews))},
          library);
  return true;
}

}  // namespace leafwise::bench
