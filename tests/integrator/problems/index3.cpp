// SPDX-License-Identifier: GPL-3.0-or-later
#include "index3.hpp"

#include <string>

#include "leafwise/integrator/index3.hpp"

namespace leafwise::tests {
namespace {

using integrator::Expression;
using integrator::Program;
using integrator::ProgramBuilder;
using Expressions = Mechanism::Expressions;

Expressions inputs(ProgramBuilder& builder, std::size_t first, std::size_t count) {
  Expressions result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(builder.input(first + i));
  return result;
}

}  // namespace

template <typename Real>
StartedIndex3<Real> schropp_pendulum(long double pull) {
  ProgramBuilder motion(6);  // t, u1, u2, v1, v2, lambda
  const Expression lambda = pull * motion.input(5);
  const Expressions k = {-(motion.input(1) * lambda), -1.0L - motion.input(2) * lambda};
  ProgramBuilder place(3);
  const Expression u1 = place.input(1);
  const Expression u2 = place.input(2);
  const Program acceleration = motion.build(k);
  const Program constraint = place.build(Expressions{u1 * u1 + u2 * u2 - 1.0L});
  return {integrator::hessenberg_problem<Real>({{"u1", "u2"}, {"v1", "v2"}, {"lambda"}, "t"},
                                               {nullptr, &acceleration, &constraint}),
          {0, 1, 0, 0, 0, 0}};
}

template <typename Real>
StartedIndex3<Real> index3_form(const Mechanism& mechanism) {
  const std::size_t n = mechanism.positions.size();
  ProgramBuilder place(1 + n);
  const Program mass = place.build(mechanism.mass(inputs(place, 1, n)));
  const Program constraints = place.build(mechanism.constraints(inputs(place, 1, n)));
  ProgramBuilder motion(1 + 2 * n);
  const Program force = motion.build(
      mechanism.force(motion.input(0), inputs(motion, 1, n), inputs(motion, 1 + n, n)));
  integrator::HessenbergNames names;
  names.positions = mechanism.positions;
  for (const std::string& name : names.positions) names.velocities.push_back(name + "'");
  for (std::size_t i = 1; i <= mechanism.constraint_count; ++i) {
    names.multipliers.push_back("lambda" + std::to_string(i));
  }
  StartedIndex3<Real> result;
  result.problem = integrator::hessenberg_problem<Real>(
      names, integrator::MechanicalParts{mass, force, constraints});
  std::vector<Real> start(1 + result.problem.size(), Real{0});
  for (std::size_t i = 0; i < mechanism.start.size(); ++i) {
    start[1 + i] = static_cast<Real>(mechanism.start[i]);
  }
  result.start = integrator::make_consistent<Real>(result.problem, start).value();
  return result;
}

template StartedIndex3<double> schropp_pendulum(long double);
template StartedIndex3<long double> schropp_pendulum(long double);
template StartedIndex3<double> index3_form(const Mechanism&);
template StartedIndex3<long double> index3_form(const Mechanism&);

}  // namespace leafwise::tests
