// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "leafwise/integrator/stiff_iteration.hpp"
#include "stiff.hpp"

/// What [Lu] says of the stiff spring pendulum, measured: for `bench lubich` and its test. Errors
/// are the largest of both components, at t = 1.
namespace leafwise::tests {

/// Numbers of truth E, and the steps and ε they belong to.
namespace lubich {
inline constexpr std::array<long double, 5> steps = {0.2L, 0.1L, 0.05L, 0.025L, 0.0125L};
inline constexpr std::array<double, 5> limit_position = {
    1.072e-6, 3.531e-8, 1.130e-9, 3.58e-11, 1.2e-12};
inline constexpr std::array<double, 5> limit_velocity = {
    2.751e-4, 3.469e-5, 4.350e-6, 5.445e-7, 6.81e-8};
inline constexpr std::array<double, 5> velocity_difference_3 = {  // ε = 1e-3
    1.39e-7,
    7.84e-8,
    3.98e-8,
    1.80e-8,
    6.4e-10};
inline constexpr std::array<double, 5> velocity_difference_4 = {  // ε = 1e-4
    1.40e-9,
    7.90e-10,
    4.09e-10,
    2.07e-10,
    1.04e-10};
inline constexpr std::array<double, 5> position_difference_4 = {
    8.5e-11, 2.1e-11, 5.2e-12, 1.3e-12, 3.2e-13};
inline constexpr std::array<double, 3> fixed_fails = {9.7e-2, 2.04e-2, 4.40e-3};  // ε = 1e-2 … 1e-4
inline constexpr std::array<double, 3> guessed_fails = {0.21, 0.067, 0.024};
/// At h = 0.05, ε = 1e-2 …; 0: does not converge.
inline constexpr std::array<double, 4> fixed_iterations = {5, 17, 0, 0};
inline constexpr std::array<double, 4> guessed_iterations = {3, 6, 192, 0};
inline constexpr std::array<double, 3> damped_offsets = {1.2e-3, 2.7e-7, 4.5e-8};
}  // namespace lubich

struct Errors {
  double position = 0;
  double velocity = 0;
};

class LubichMeasurements {
 public:
  LubichMeasurements();

  /// Of Radau IIA on the constrained system (1.2).
  [[nodiscard]] Errors limit(long double h);
  /// Error of the stiff system.
  [[nodiscard]] Errors stiff(long double epsilon, long double h);
  /// What it is more than that of the constrained system, as vectors.
  [[nodiscard]] Errors difference(long double epsilon, long double h);
  /// The smallest h, in steps of 1 %, at which the iteration grows or takes more than 50.
  [[nodiscard]] double first_failing(long double epsilon, integrator::StiffSolver solver);
  /// Iterations for a step from a smooth start, growing or not; 0: more than 400.
  [[nodiscard]] int iterations(long double epsilon, long double h, integrator::StiffSolver solver);
  /// |r − r of smooth motion| at the start and after steps, from r = 1 + h²/2, radial velocity h/2.
  [[nodiscard]] std::vector<double> damping(long double epsilon, long double h, int count);

 private:
  using Vector = std::vector<long double>;
  [[nodiscard]] Vector run_limit(long double h, bool projects);
  [[nodiscard]] Vector run_stiff(long double epsilon, long double h);
  /// error of (q, q'): ends of a run against the exact one
  [[nodiscard]] Vector limit_error(long double h);
  [[nodiscard]] Vector stiff_error(long double epsilon, long double h);
  [[nodiscard]] Vector smooth(long double epsilon, const Vector& start);

  StiffSystem system_;
  integrator::HessenbergProblem<long double> limit_;
  Vector consistent_;
  Vector exact_limit_;
};

}  // namespace leafwise::tests
