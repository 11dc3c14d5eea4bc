// SPDX-License-Identifier: GPL-3.0-or-later
#include "fields.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/explicit_field.hpp"
#include "leafwise/integrator/kernel_distribution.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leafwise/integrator/program_builder.hpp"

namespace leafwise::tests {
namespace {

using integrator::CompiledMap;
using integrator::Expression;
using integrator::Program;
using integrator::ProgramBuilder;
using Expressions = std::vector<Expression>;

Expressions inputs(ProgramBuilder& builder) {
  Expressions result;
  for (std::size_t i = 0; i < builder.inputs(); ++i) result.push_back(builder.input(i));
  return result;
}

/// Everything but the distribution, for equations all of which count.
template <typename Real>
StartedProblem<Real> on_surface(const std::vector<std::string>& coordinates,
                                const Program& equations,
                                const std::vector<long double>& start) {
  StartedProblem<Real> result;
  result.problem.coordinates = coordinates;
  if (result.problem.coordinates[0] == "x" && result.problem.coordinates.size() > 3) {
    result.problem.independent = 0;
  }
  result.problem.equations = std::make_shared<CompiledMap<Real>>(equations);
  result.problem.codimension = equations.outputs().size();
  for (std::size_t i = 0; i < equations.outputs().size(); ++i) {
    result.problem.equation_names.push_back("f" + std::to_string(i + 1));
  }
  result.start = start;
  return result;
}

template <typename Real>
std::shared_ptr<const integrator::Distribution<Real>> field(const Program& program) {
  return std::make_shared<integrator::ExplicitField<Real>>(
      std::make_shared<CompiledMap<Real>>(program));
}

Expression square(Expression a) {
  return a * a;
}

}  // namespace

template <typename Real>
StartedProblem<Real> circle() {
  ProgramBuilder b(2);
  const Expressions z = inputs(b);
  auto result = on_surface<Real>(
      {"a", "b"}, b.build(std::vector{square(z[0]) + square(z[1]) - 1.0L}), {1, 0});
  result.problem.distribution = field<Real>(b.build(std::vector{-z[1], z[0]}));
  return result;
}

template <typename Real>
StartedProblem<Real> rotating_sphere() {
  ProgramBuilder b(3);
  const Expressions z = inputs(b);
  auto result =
      on_surface<Real>({"a", "b", "c"},
                       b.build(std::vector{square(z[0]) + square(z[1]) + square(z[2]) - 1.0L}),
                       {1, 0, 0});
  result.problem.distribution = field<Real>(b.build(std::vector{(2.0L * z[2] - 2.0L * z[1]) / 3.0L,
                                                                (2.0L * z[0] - z[2]) / 3.0L,
                                                                (z[1] - 2.0L * z[0]) / 3.0L}));
  return result;
}

template <typename Real>
StartedProblem<Real> sphere_with_folds() {
  ProgramBuilder b(3);
  const Expressions z = inputs(b);
  auto result =
      on_surface<Real>({"x", "y", "y1"},
                       b.build(std::vector{square(z[2]) + square(z[1]) + square(z[0]) - 1.0L}),
                       {0, 0.3L, std::sqrt(0.91L)});
  result.problem.independent = 0;
  const Program matrix =
      b.build(std::vector{-z[2], b.constant(1), b.constant(0), z[0], z[1], z[2]});
  result.problem.distribution = std::make_shared<integrator::KernelDistribution<Real>>(
      std::make_shared<CompiledMap<Real>>(matrix), 0);
  return result;
}

template <typename Real>
StartedProblem<Real> henon_heiles(const std::vector<long double>& start, long double level) {
  ProgramBuilder b(5);
  const Expressions z = inputs(b);
  const Expression y1 = z[1];
  const Expression y2 = z[2];
  const Expression energy = 0.5L * (square(z[3]) + square(z[4]) + square(y1) + square(y2)) +
                            square(y1) * y2 - square(y2) * y2 / 3.0L;
  auto result =
      on_surface<Real>({"x", "y1", "y2", "v1", "v2"}, b.build(std::vector{energy - level}), start);
  result.problem.distribution = field<Real>(b.build(
      std::vector{b.constant(1), z[3], z[4], -y1 - 2.0L * y1 * y2, -y2 - square(y1) + square(y2)}));
  return result;
}

template <typename Real>
StartedProblem<Real> henon_heiles() {
  return henon_heiles<Real>({0, 0.12L, 0.12L, 0.12L, 0.12L}, 0.029952L);
}

template <typename Real>
StartedProblem<Real> henon_heiles_chaotic() {
  return henon_heiles<Real>({0, 0.1L, 0, 0, 0.5L}, 0.13L);
}

template <typename Real>
StartedProblem<Real> kepler(long double distance, long double speed) {
  ProgramBuilder b(5);
  const Expressions z = inputs(b);
  const Expression r = sqrt(square(z[1]) + square(z[2]));
  const Expression pull = -1.0L / (r * r * r);
  const Expression energy = 0.5L * (square(z[3]) + square(z[4])) - 1.0L / r;
  const Expression momentum = z[1] * z[4] - z[2] * z[3];
  const long double start_energy = speed * speed / 2 - 1 / distance;
  auto result =
      on_surface<Real>({"x", "y1", "y2", "v1", "v2"},
                       b.build(std::vector{energy - start_energy, momentum - distance * speed}),
                       {0, distance, 0, 0, speed});
  result.problem.distribution =
      field<Real>(b.build(std::vector{b.constant(1), z[3], z[4], pull * z[1], pull * z[2]}));
  return result;
}

template <typename Real>
StartedProblem<Real> kepler() {
  return kepler<Real>(0.5L, 1.73L);
}

template <typename Real>
StartedProblem<Real> kepler_ellipse(long double eccentricity) {
  return kepler<Real>(1 - eccentricity, std::sqrt((1 + eccentricity) / (1 - eccentricity)));
}

template <typename Real>
StartedProblem<Real> stiff_pendulum(long double epsilon) {
  const long double e2 = epsilon * epsilon;
  ProgramBuilder b(6);
  const Expressions z = inputs(b);
  const Expression y1 = z[1];
  const Expression y2 = z[2];
  const Expression y3 = z[3];
  const Expression stretch = e2 * y3 - 1.0L;
  auto result =
      on_surface<Real>({"x", "y1", "y2", "y3", "v1", "v2"},
                       b.build(std::vector{(square(y1) + square(y2)) * square(stretch) - 1.0L}),
                       {0, 0.85L, 0, (1 - 1 / 0.85L) / e2, 0, 0});
  const Expression y3_rate = -(y1 * z[4] + y2 * z[5]) * pow(stretch, 3) / e2;
  result.problem.distribution = field<Real>(
      b.build(std::vector{b.constant(1), z[4], z[5], y3_rate, -(y1 * y3), -(y2 * y3) - 1.0L}));
  return result;
}

namespace {

constexpr long double c1 = 99.1L, c2 = 0.001L, c3 = 0.075L, c4 = 3.35L, c5 = 2458.18L,
                      c6 = 1 / 1.44L;

/// f and its first two derivatives.
struct Demand {
  explicit Demand(Expression x)
      : tanh_of(tanh(x - 10.0L)),
        f(5.0L * tanh_of + 15.0L),
        slope(5.0L * (1.0L - square(tanh_of))),
        bend(-2.0L * tanh_of * slope) {}
  Expression tanh_of;
  Expression f;
  Expression slope;
  Expression bend;
};

Program discharge_equations() {
  ProgramBuilder b(6);
  const Expressions y = inputs(b);
  const Demand t(y[0]);
  const Expression g3 = square(t.f) + 20.0L * t.f * t.slope;
  return b.build(std::vector{c2 * y[4] * square(y[5]) - c3 * y[4] * y[5] + c4 * y[4] - y[3],
                             square(y[1]) * square(y[4]) - c5 * square(y[1]) + c6 * square(t.f),
                             y[1] * y[2] * square(y[4]) - square(y[1]) * y[4] * y[5] +
                                 t.f * square(y[1]) * y[4] - c5 * y[1] * y[2] + c6 * g3});
}

/// Rows (b | A) of the five equations in y'.
Program discharge_rows() {
  ProgramBuilder b(6);
  const Expressions y = inputs(b);
  const Demand t(y[0]);
  const Expression zero = b.constant(0);
  const Expression g1 = c2 * t.f + c3;
  const Expression g2 = c3 * t.f + c4;
  const Expression g4 =
      square(t.f) + 60.0L * t.f * t.slope + 400.0L * square(t.slope) + 400.0L * t.f * t.bend;
  const Expression y1s = square(y[1]);
  const Expression sixth = -c2 * pow(y[5], 3) + g1 * square(y[5]) - g2 * y[5] + c4 * t.f;
  const Expression eighth = square(y[2]) * square(y[4]) + y1s * y[4] * y[5] -
                            4.0L * y[1] * y[2] * y[4] * y[5] + y1s * square(y[5]) -
                            t.f * y1s * y[4] - 2.0L * t.f * y1s * y[5] +
                            4.0L * t.f * y[1] * y[2] * y[4] + 20.0L * t.slope * y1s * y[4] +
                            square(t.f) * y1s - c5 * square(y[2]) + c6 * g4;
  return b.build(std::vector{y[1] - y[2],
                             b.constant(20),
                             zero,
                             zero,
                             zero,
                             zero,
                             y[3] - c1,
                             zero,
                             b.constant(75),
                             b.constant(5),
                             zero,
                             zero,
                             y[5] - t.f,
                             zero,
                             zero,
                             zero,
                             b.constant(20),
                             zero,
                             sixth,
                             zero,
                             zero,
                             b.constant(-20),
                             zero,
                             40 * c2 * y[4] * y[5] - 20 * c3 * y[4],
                             eighth,
                             zero,
                             20.0L * y[1] * (square(y[4]) - c5),
                             zero,
                             zero,
                             -20.0L * y1s * y[4]});
}

}  // namespace

template <typename Real>
StartedProblem<Real> discharge() {
  // y1, y2, y3 follow from y4 and y5 by the equations.
  const long double t = std::tanh(-10.0L);
  const long double f = 5 * t + 15;
  const long double slope = 5 * (1 - t * t);
  const long double y4 = 36.7L;
  const long double y5 = 9.998L;
  const long double y3 = y4 * (c2 * y5 * y5 - c3 * y5 + c4);
  const long double y1 = f * std::sqrt(c6 / (c5 - y4 * y4));
  const long double y2 =
      (y1 * y1 * y4 * (f - y5) + c6 * (f * f + 20 * f * slope)) / (y1 * (c5 - y4 * y4));
  auto result = on_surface<Real>(
      {"x", "y1", "y2", "y3", "y4", "y5"}, discharge_equations(), {0, y1, y2, y3, y4, y5});
  integrator::LinearBlockLayout layout;
  layout.velocities.push_back({});
  for (std::size_t i = 0; i < 5; ++i) {
    layout.velocities.push_back(integrator::Velocity::unknown(i));
    layout.unknowns.push_back("y" + std::to_string(i + 1) + "'");
  }
  result.problem.distribution = std::make_shared<integrator::LinearBlockDistribution<Real>>(
      std::make_shared<CompiledMap<Real>>(discharge_rows()), layout);
  return result;
}

#define LEAFWISE_INSTANTIATE(Real)                           \
  template StartedProblem<Real> circle();                    \
  template StartedProblem<Real> rotating_sphere();           \
  template StartedProblem<Real> sphere_with_folds();         \
  template StartedProblem<Real> henon_heiles();              \
  template StartedProblem<Real> kepler();                    \
  template StartedProblem<Real> kepler_ellipse(long double); \
  template StartedProblem<Real> henon_heiles_chaotic();      \
  template StartedProblem<Real> stiff_pendulum(long double); \
  template StartedProblem<Real> discharge();
LEAFWISE_INSTANTIATE(double)
LEAFWISE_INSTANTIATE(long double)
#undef LEAFWISE_INSTANTIATE

}  // namespace leafwise::tests
