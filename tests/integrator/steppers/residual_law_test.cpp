// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "leafwise/core/check.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "method_cases.hpp"
#include "problems/all.hpp"

namespace leafwise::integrator {
namespace {

long double apply(Operation operation, long double a, long double b) {
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::negate: return -a;
    case Operation::sqrt: return std::sqrt(a);
    case Operation::sin: return std::sin(a);
    case Operation::cos: return std::cos(a);
    case Operation::tanh: return std::tanh(a);
    default: break;
  }
  LEAFWISE_DEMAND(false, "no problem of these tests has such an operation");
  return 0;
}

/// All values of a program, in long double: the round-off of double is then exact.
std::vector<long double> values_of(const Program& program, std::span<const double> z) {
  std::vector<long double> values(z.begin(), z.end());
  values.insert(values.end(), program.constants().begin(), program.constants().end());
  values.reserve(program.size());
  for (const Instruction& instruction : program.instructions()) {
    values.push_back(apply(instruction.operation, values[instruction.a], values[instruction.b]));
  }
  return values;
}

/// Of the terms that a value is the sum of when all products are multiplied out, the largest.
long double largest_term(const Program& program,
                         const std::vector<long double>& values,
                         std::uint32_t value) {
  if (value < program.first_instruction()) return std::abs(values[value]);
  const Instruction& made_by = program.instructions()[value - program.first_instruction()];
  const auto of = [&](std::uint32_t part) { return largest_term(program, values, part); };
  switch (made_by.operation) {
    case Operation::add:
    case Operation::subtract: return std::max(of(made_by.a), of(made_by.b));
    case Operation::negate: return of(made_by.a);
    case Operation::multiply: return of(made_by.a) * of(made_by.b);
    default: return std::abs(values[value]);
  }
}

/// The largest |fᵢ| in units of the last place of the largest term of fᵢ.
long double residual_in_ulps(const Program& program, std::span<const double> z) {
  constexpr auto ulp = static_cast<long double>(std::numeric_limits<double>::epsilon());
  const std::vector<long double> values = values_of(program, z);
  long double worst = 0;
  for (const std::uint32_t output : program.outputs()) {
    const long double scale = largest_term(program, values, output);
    if (values[output] != 0) worst = std::max(worst, std::abs(values[output]) / (scale * ulp));
  }
  return worst;
}

void check_rows(const Program& program, const Trajectory<double>& rows, std::size_t first) {
  long double worst = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    worst = std::max(worst, residual_in_ulps(program, rows.point(i)));
  }
  CHECK(worst <= 10);
}

}  // namespace

TEST_SUITE("law") {
  TEST_CASE("no stored point of any problem is off its manifold by more than ten ulp") {
    for (const auto& [name, started] : tests::all_problems<double>()) {
      const auto equations =
          std::dynamic_pointer_cast<const CompiledMap<double>>(started.problem.equations);
      if (!equations) continue;
      const std::vector<double> start(started.start.begin(), started.start.end());
      for (const char* method : {"rk4", "dopri54", "dop853", "taylor", "radau_iia_3", "gauss_2"}) {
        if (!started.problem.independent && std::string(method) == "taylor") continue;
        for (const double tolerance : {1e-3, 1e-9}) {
          for (const Rows rows : {Rows::every_step, Rows::requested}) {
            CAPTURE(name);
            CAPTURE(std::string(method));
            CAPTURE(tolerance);
            Settings<double> settings;
            settings.method = method;
            settings.parameter = Parameter::arclength;
            settings.scale = Scale::parameter;
            settings.to = 1.3;  // before the folded focus of the sphere with folds
            settings.at = {0.1, 0.33, 0.7, 1.21};
            settings.rows = rows;
            settings.relative_tolerance = settings.absolute_tolerance = tolerance;
            const auto report = integrate<double>(started.problem, settings, start);
            CHECK(report.reason == Reason::reached);
            // The first row is the start, as it was given.
            check_rows(equations->program(), report.trajectory, 1);
          }
        }
      }
    }
  }
}

}  // namespace leafwise::integrator
