// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <vector>

#include "leafwise/integrator/index3.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "problems/index3.hpp"
#include "problems/mechanisms.hpp"

namespace leafwise::bench {

using Started = tests::StartedIndex3<double>;

/// Tables 1 and 2 as printed: evaluations of functions and Jacobians at each tolerance.
struct SchroppTable {
  struct Printed {
    std::array<int, 4> functions;
    std::array<int, 4> jacobians;
  };

  std::string name;
  Started started;
  double end;
  Printed without;
  Printed with;
  bool must_save;  ///< fewer evaluations with projection than without, in every row
};

inline constexpr std::array<double, 4> schropp_tolerances = {1e-6, 1e-8, 1e-10, 1e-12};

[[nodiscard]] inline std::vector<SchroppTable> schropp_tables() {
  return {{"pendulum",
           tests::schropp_pendulum<double>(),
           20,
           {{2966, 6217, 12979, 24531}, {276, 570, 1124, 2225}},
           {{2580, 4996, 9963, 20576}, {238, 481, 956, 1912}},
           true},
          {"andrews",
           tests::index3_form<double>(tests::andrews_squeezer()),
           0.05,
           {{2147, 3429, 6098, 12078}, {138, 241, 472, 984}},
           {{2073, 3251, 5760, 11190}, {131, 227, 447, 926}},
           false}};
}

/// rtol = atol, first step 1e-6: with them RADAU5 itself gives the printed numbers.
[[nodiscard]] inline integrator::Settings<double> schropp_settings(double end,
                                                                   double tolerance,
                                                                   bool projects) {
  integrator::Settings<double> settings;
  settings.method = integrator::index3_method;
  settings.to = end;
  settings.relative_tolerance = settings.absolute_tolerance = tolerance;
  settings.projects = projects;
  settings.step = 1e-6;
  settings.rows = integrator::Rows::requested;
  return settings;
}

/// Times of deSolve's radau on the same systems beside ours, at equal error. True as well where R,
/// deSolve or a C compiler is missing: that is said.
[[nodiscard]] bool compare_with_peer(const Started& pendulum, const Started& andrews);

}  // namespace leafwise::bench
