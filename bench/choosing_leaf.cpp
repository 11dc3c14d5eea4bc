// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of docs/choosing about motion on a leaf.

#include <algorithm>
#include <cmath>
#include <memory>

#include "choosing.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "problems/fields.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::bench {

using namespace integrator;

namespace {

double distance(std::span<const double> point, const std::vector<long double>& exact) {
  double worst = 0;
  double scale = 1;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto value = static_cast<double>(exact[i]);
    worst = std::max(worst, std::abs(point[i] - value));
    scale = std::max(scale, std::abs(value));
  }
  return worst / scale;
}

/// States of the reference begin at the point's coordinate `first`.
ChoosingCase with_reference(const std::string& name,
                            const tests::StartedProblem<double>& started,
                            const std::string& reference_name,
                            std::size_t first) {
  const tests::Reference reference = tests::reference(reference_name);
  ChoosingCase problem;
  problem.name = name;
  problem.problem = started.problem;
  problem.start.assign(started.start.begin(), started.start.end());
  problem.end = reference.parameter;
  problem.error = [states = reference.states, first](std::span<const double> point) {
    return distance(point.subspan(first), states);
  };
  return problem;
}

/// Nothing imposed: the same field on the whole space.
ChoosingCase unconstrained(ChoosingCase problem) {
  problem.name += " (nothing imposed)";
  problem.problem.equations = nullptr;
  problem.problem.equation_names.clear();
  problem.problem.codimension = 0;
  return problem;
}

const ChoosingLine rk4 = {"rk4", colour::rk4, "rk4"};
const ChoosingLine dopri54 = {"dopri54", colour::dopri54, "dopri54"};
const ChoosingLine dop853 = {"dop853", colour::dop853, "dop853"};
const ChoosingLine taylor = {"taylor", colour::taylor, "taylor"};
const ChoosingLine gauss_3 = {"gauss_3", colour::gauss, "gauss_3"};
const ChoosingLine radau_3 = {"radau_iia_3", colour::radau, "radau_iia_3"};

ChoosingLine dashed(ChoosingLine line, const std::string& addition) {
  line.label += addition + "*";
  return line;
}

ChoosingLine by_arc(ChoosingLine line) {
  line.parameter = Parameter::arclength;
  return line;
}

constexpr double eccentricity = 0.6;

/// (x, y, x', y') of the planet, half axis 1, from its pericentre.
std::vector<long double> kepler_state(double t) {
  const long double e = eccentricity;
  const long double round = std::fmod(static_cast<long double>(t), 2 * std::acos(-1.0L));
  long double angle = round;
  for (int n = 0; n < 100; ++n) {
    angle -= (angle - e * std::sin(angle) - round) / (1 - e * std::cos(angle));
  }
  const long double axis = std::sqrt(1 - e * e);
  const long double rate = 1 / (1 - e * std::cos(angle));
  return {std::cos(angle) - e,
          axis * std::sin(angle),
          -std::sin(angle) * rate,
          axis * std::cos(angle) * rate};
}

ChoosingCase kepler(double end) {
  const auto started = tests::kepler_ellipse<double>(eccentricity);
  ChoosingCase problem;
  problem.name = "Kepler";
  problem.problem = started.problem;
  problem.start.assign(started.start.begin(), started.start.end());
  problem.end = end;
  problem.error = [end](std::span<const double> point) {
    return distance(point.subspan(1), kepler_state(end));
  };
  return problem;
}

/// Appends the curves of another chart.
void append(Chart& chart, Chart other) {
  for (Curve& curve : other.curves) chart.curves.push_back(std::move(curve));
}

}  // namespace

ChoosingPicture smooth_motion() {
  Record record("smooth-motion");
  const std::vector<ChoosingLine> lines = {rk4, dopri54, dop853, taylor, gauss_3, radau_3};
  const auto tolerances = tolerances_down_to(1e-12);
  const auto pendulum =
      with_reference("pendulum", tests::reduced_form<double>(tests::pendulum()), "pendulum_t20", 1);
  const auto four_bar = with_reference("four-bar linkage",
                                       tests::reduced_form<double>(tests::regular_four_bar()),
                                       "fourbar_regular_t5",
                                       1);
  std::vector<Chart> charts = {
      work_precision("A pendulum, to t = 20", pendulum, lines, tolerances, record),
      work_precision("A four-bar linkage, to t = 5", four_bar, lines, tolerances, record)};
  return {"smooth-motion.svg", std::move(charts), std::move(record)};
}

ChoosingPicture long_runs() {
  Record record("long-runs");
  const auto tolerances = tolerances_down_to(1e-12);
  const std::vector<ChoosingLine> imposed = {dopri54, dop853, taylor};
  std::vector<ChoosingLine> free;
  free.reserve(imposed.size());
  for (const ChoosingLine& line : imposed) free.push_back(dashed(line, " (nothing imposed)"));
  const auto planet = kepler(40 * std::acos(-1.0));
  const auto stars = with_reference(
      "Henon-Heiles", tests::henon_heiles_chaotic<double>(), "henon_heiles_H0.13_t100", 1);
  Chart left = work_precision("A planet, 20 rounds", planet, imposed, tolerances, record);
  append(left, work_precision("", unconstrained(planet), free, tolerances, record));
  Chart right =
      work_precision("Hénon–Heiles, energy 0.13, to t = 100", stars, imposed, tolerances, record);
  append(right, work_precision("", unconstrained(stars), free, tolerances, record));
  // As many evaluations and about the same errors: told, not drawn.
  for (ChoosingLine line : imposed) {
    if (line.method == "taylor") continue;
    line.projection = Projection::step;
    line.label += " (projected after steps)";
    (void)work_precision("", planet, {line}, tolerances, record);
  }
  return {"long-runs.svg", {std::move(left), std::move(right)}, std::move(record)};
}

namespace {

/// At the ends of 100 rounds: the largest errors of energy and place so far.
void follow_planet(const ChoosingCase& problem,
                   const ChoosingLine& line,
                   double tolerance,
                   std::vector<Chart>& charts,
                   Record& record) {
  const double period = 2 * std::acos(-1.0);
  RunWishes wishes;
  wishes.tolerance = tolerance;
  for (int n = 1; n < 100; ++n) wishes.at.push_back(n * period);
  Report<double> report;
  Measured measured = measure(problem, line, wishes, &report);
  record.add(measured);
  Curve energy{line.label, line.colour, {}};
  Curve place = energy;
  double worst_energy = 0;
  double worst_place = 0;
  for (std::size_t n = 1; n < report.trajectory.size(); ++n) {
    const auto p = report.trajectory.point(n);
    const double value = (p[3] * p[3] + p[4] * p[4]) / 2 - 1 / std::hypot(p[1], p[2]);
    worst_energy = std::max(worst_energy, std::abs(value + 0.5));
    worst_place = std::max(worst_place, distance(p.subspan(1), kepler_state(p[0])));
    energy.points.emplace_back(static_cast<double>(n), worst_energy);
    place.points.emplace_back(static_cast<double>(n), worst_place);
  }
  charts[0].curves.push_back(std::move(energy));
  charts[1].curves.push_back(std::move(place));
}

}  // namespace

ChoosingPicture energy_drift() {
  Record record("energy-drift");
  std::vector<Chart> charts = {{"Energy", {"rounds"}, {"largest error so far"}, {}},
                               {"Place and velocity", {"rounds"}, {"largest error so far"}, {}}};
  const double period = 2 * std::acos(-1.0);
  const auto planet = kepler(100 * period);
  const auto free = unconstrained(planet);
  ChoosingLine fixed{"gauss_2 in 200 steps a round", colour::gauss, "gauss_2"};
  fixed.step = period / 200;
  follow_planet(planet, dopri54, 1e-8, charts, record);
  follow_planet(free, dashed(dopri54, " (nothing imposed)"), 1e-8, charts, record);
  follow_planet(planet, dop853, 1e-8, charts, record);
  follow_planet(free, dashed(dop853, " (nothing imposed)"), 1e-8, charts, record);
  follow_planet(free, dashed(fixed, " (nothing imposed)"), 1e-8, charts, record);
  return {"energy-drift.svg", std::move(charts), std::move(record)};
}

ChoosingPicture folds() {
  Record record("folds");
  auto sphere =
      with_reference("curve with folds", tests::sphere_with_folds<double>(), "sphere_s2.0", 0);
  sphere.scale = Scale::parameter;
  const auto tolerances = tolerances_down_to(1e-12);
  std::vector<ChoosingLine> lines;
  for (const ChoosingLine& line : {rk4, dopri54, dop853, taylor, gauss_3, radau_3}) {
    lines.push_back(by_arc(line));
  }
  Chart left = work_precision("Through a fold, to s = 2", sphere, lines, tolerances, record);
  // By x the run ends at the fold, which is why there is nothing to draw.
  ChoosingCase by_x = sphere;
  by_x.name += " (by x)";
  by_x.scale = Scale::independent;
  by_x.end = 1;
  record.add(measure(by_x, dopri54, {}));
  const auto pendulum =
      with_reference("pendulum", tests::reduced_form<double>(tests::pendulum()), "pendulum_t20", 1);
  Chart right{"A pendulum, to t = 20", error_axis, work_axis, {}};
  for (const ChoosingLine& line : {dopri54, dop853, taylor}) {
    append(right, work_precision("", pendulum, {by_arc(line)}, tolerances, record));
    append(right, work_precision("", pendulum, {dashed(line, " (by time)")}, tolerances, record));
  }
  return {"folds.svg", {std::move(left), std::move(right)}, std::move(record)};
}

namespace {

/// Two points on unit circles: the first runs ahead with α' = 1.2 + cos θ, the second is drawn to
/// it, θ' = rate·sin(α − θ), from a right angle behind. To t = 2.
template <typename Real>
ManifoldProblem<Real> follower(double rate) {
  ProgramBuilder b(5);
  const Expression x = b.input(1);
  const Expression y = b.input(2);
  const Expression u = b.input(3);
  const Expression v = b.input(4);
  const Expression lead = u + 1.2L;
  const Expression follow = static_cast<long double>(rate) * (y * u - x * v);
  ManifoldProblem<Real> problem;
  problem.coordinates = {"t", "x", "y", "u", "v"};
  problem.independent = 0;
  problem.equations = std::make_shared<CompiledMap<Real>>(
      b.build(std::vector{x * x + y * y - 1.0L, u * u + v * v - 1.0L}));
  problem.equation_names = {"leader", "follower"};
  problem.codimension = 2;
  problem.distribution = std::make_shared<ExplicitField<Real>>(std::make_shared<CompiledMap<Real>>(
      b.build(std::vector{b.constant(1), -y * lead, x * lead, -v * follow, u * follow})));
  return problem;
}

ChoosingCase stiff_follower(double rate) {
  ChoosingCase problem;
  problem.name = "follower";
  problem.problem = follower<double>(rate);
  problem.start = {0, 1, 0, 0, -1};
  problem.end = 2;
  // In long double, to an error far below those that are drawn.
  Settings<long double> settings;
  settings.method = "radau_iia_3";
  settings.to = 2;
  settings.relative_tolerance = settings.absolute_tolerance = 1e-15L;
  settings.rows = Rows::requested;
  const auto exact = integrate<long double>(
      follower<long double>(rate), settings, std::vector<long double>{0, 1, 0, 0, -1});
  const auto end = exact.trajectory.point(exact.trajectory.size() - 1);
  problem.error = [states = std::vector<long double>(end.begin() + 1, end.end())](
                      std::span<const double> point) { return distance(point.subspan(1), states); };
  return problem;
}

}  // namespace

ChoosingPicture stiff_decay() {
  Record record("stiff-decay");
  const ChoosingLine radau_2{"radau_iia_2", "#8a6d1f", "radau_iia_2"};
  const ChoosingLine gauss_2{"gauss_2", "#4a55b5", "gauss_2"};
  Chart left{"Tolerance 10⁻⁶", {"rate of the decay"}, work_axis, {}};
  for (const ChoosingLine& line : {dopri54, dop853, taylor, gauss_3, radau_3}) {
    left.curves.push_back({line.label, line.colour, {}});
  }
  for (double rate = 1; rate < 2e8; rate *= 10) {
    const ChoosingCase problem = stiff_follower(rate);
    std::size_t n = 0;
    for (const ChoosingLine& line : {dopri54, dop853, taylor, gauss_3, radau_3}) {
      Curve& curve = left.curves[n++];
      // Ten times the rate would only take ten times the steps again.
      if (!curve.points.empty() && curve.points.back().first < 0.5 * rate / 10) continue;
      Measured measured = measure(problem, line, {});
      measured.setting = rate;
      record.add(measured);
      if (measured.ended == "reached") curve.points.emplace_back(rate, measured.work);
    }
  }
  ChoosingCase fast = stiff_follower(1e6);
  fast.name += " (rate 1e6)";
  Chart right = work_precision(
      "Rate 10⁶", fast, {radau_3, radau_2, gauss_3, gauss_2}, tolerances_down_to(1e-11), record);
  return {"stiff-decay.svg", {std::move(left), std::move(right)}, std::move(record)};
}

namespace {

/// z_coordinate = level
Event<double> level_event(std::size_t coordinates, std::size_t coordinate, double level) {
  ProgramBuilder b(coordinates);
  Event<double> event;
  event.name = "level";
  event.function = std::make_shared<CompiledMap<double>>(
      b.build(std::vector{b.input(coordinate) - static_cast<long double>(level)}));
  return event;
}

Curve with_rows(const ChoosingCase& problem, const ChoosingLine& line, Record& record) {
  Curve curve{line.label, line.colour, {}};
  RunWishes wishes;
  wishes.tolerance = 1e-9;
  for (int count = 1; count <= 100'000; count *= 10) {
    wishes.at.clear();
    for (int n = 1; n < count; ++n) wishes.at.push_back(problem.end * n / count);
    Measured measured = measure(problem, line, wishes);
    measured.setting = count;
    measured.problem += " (rows)";
    record.add(measured);
    curve.points.emplace_back(count, measured.work);
  }
  return curve;
}

/// How many events are watched does not matter, so this is not drawn: heights of the second joint,
/// which it passes again and again.
void with_events(const ChoosingCase& problem, const ChoosingLine& line, Record& record) {
  RunWishes wishes;
  wishes.tolerance = 1e-9;
  for (int count = 1; count <= 64; count *= 8) {
    wishes.events.clear();
    for (int n = 0; n < count; ++n) {
      wishes.events.push_back(level_event(problem.start.size(), 4, -1.4 + 2.8 * (n + 0.5) / count));
    }
    Measured measured = measure(problem, line, wishes);
    measured.setting = count;
    measured.problem += " (events)";
    record.add(measured);
  }
}

}  // namespace

ChoosingPicture rows_and_events() {
  Record record("rows-and-events");
  const auto four_bar = with_reference("four-bar linkage",
                                       tests::reduced_form<double>(tests::regular_four_bar()),
                                       "fourbar_regular_t5",
                                       1);
  ChoosingCase watched = four_bar;
  watched.name += " (1000 rows)";
  Chart left{"Tolerance 10⁻⁹", {"rows"}, work_axis, {}};
  Chart right{"1000 rows", error_axis, work_axis, {}};
  RunWishes wishes;
  for (int n = 1; n < 1000; ++n) wishes.at.push_back(four_bar.end * n / 1000);
  for (const ChoosingLine& line : {dopri54, dop853, taylor, gauss_3}) {
    left.curves.push_back(with_rows(four_bar, line, record));
    with_events(four_bar, line, record);
    Curve curve{line.label, line.colour, {}};
    for (const double tolerance : tolerances_down_to(1e-12)) {
      wishes.tolerance = tolerance;
      const Measured measured = measure(watched, line, wishes);
      record.add(measured);
      curve.points.emplace_back(measured.error, measured.work);
    }
    right.curves.push_back(std::move(curve));
  }
  return {"rows-and-events.svg", {std::move(left), std::move(right)}, std::move(record)};
}

}  // namespace leafwise::bench
