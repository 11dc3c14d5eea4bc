// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string>

/// The linkage of examples/singular_four_bar.toml, written out by hand for simulators of other
/// kinds than ours: bars 1, 2, 1 over a base of 2, a torque on the crank, gravity.
namespace leafwise::bench::change_point {

using Positions = std::array<double, 4>;  ///< x1, y1, x2, y2
using Multipliers = std::array<double, 3>;

struct State {
  Positions q{};
  Positions v{};
};

inline constexpr Positions mass{0.2, 0.2, 0.1, 0.1};
inline constexpr double goal = 5;

[[nodiscard]] State start();
[[nodiscard]] Positions force(const Positions& q);
[[nodiscard]] Multipliers constraints(const Positions& q);
[[nodiscard]] std::array<Positions, 3> gradients(const Positions& q);
/// d²g/dt² without its part in the accelerations: v'g''v.
[[nodiscard]] Multipliers curvature(const Positions& v);

/// What became of a simulation.
struct Outcome {
  std::string method;
  double reached = 0;
  std::string reason = "reached";
  State end;
  double largest_constraint = 0;  ///< in all states
  double left = -1;               ///< when it was first on the other branch; −1: never
};

/// Looks at a state on the way: is it on the bars, and on which branch?
void watch(Outcome& outcome, double t, const State& state);
void print(const Outcome& outcome);
/// "1e-06"
[[nodiscard]] std::string short_text(double value);

/// IDA of SUNDIALS, on the equations of index 1.
[[nodiscard]] Outcome by_ida(double rtol);

}  // namespace leafwise::bench::change_point
