// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/compiled_map.hpp"
#include "leafwise/integrator/program_builder.hpp"
#include "problems/index3.hpp"

namespace leafwise::tests {

/// A random system with a known solution. With random trigonometric u*(t), v*(t) and λ*(t),
///   u' = A (v − v*) + quadratic(u − u*) + u*',    k = B (λ − λ*) + C (u − u*) + products + v*',
///   g = G (u − u*) + quadratic(u − u*).
/// Γ = G A B on the solution: regular for almost all matrices, and well conditioned as A and B are
/// near (I, *) and G near (I, *).
template <typename Real>
StartedIndex3<Real> manufactured(std::size_t n,
                                 std::size_t m,
                                 std::size_t l,
                                 bool by_rates,
                                 std::mt19937_64& random,
                                 std::vector<integrator::Program>& solution) {
  std::uniform_real_distribution<double> small(-0.3, 0.3);
  std::uniform_real_distribution<double> around(0.5, 1.5);
  const auto coefficient = [&](std::size_t i, std::size_t j) {
    return (i == j ? 1.0L : 0.0L) + static_cast<long double>(small(random));
  };
  struct Wave {
    long double size, rate, phase;
  };
  std::vector<Wave> waves;
  for (std::size_t i = 0; i < n + m + l; ++i) {
    waves.push_back({around(random), around(random), around(random)});
  }
  const auto value = [&](integrator::Expression t, std::size_t i) {
    return waves[i].size * sin(waves[i].rate * t + waves[i].phase);
  };
  const auto slope = [&](integrator::Expression t, std::size_t i) {
    return waves[i].size * waves[i].rate * cos(waves[i].rate * t + waves[i].phase);
  };
  // Where u' = v, v* is u*'.
  const auto velocity = [&](integrator::Expression t, std::size_t i) {
    return by_rates ? slope(t, i) : value(t, n + i);
  };
  const auto acceleration = [&](integrator::Expression t, std::size_t i) {
    return by_rates ? -waves[i].rate * waves[i].rate * value(t, i) : slope(t, n + i);
  };

  integrator::ProgramBuilder motion(1 + n + m + l);
  const integrator::Expression t = motion.input(0);
  std::vector<integrator::Expression> du;
  std::vector<integrator::Expression> dv;
  for (std::size_t i = 0; i < n; ++i) du.push_back(motion.input(1 + i) - value(t, i));
  for (std::size_t i = 0; i < m; ++i) dv.push_back(motion.input(1 + n + i) - velocity(t, i));
  std::vector<integrator::Expression> k;
  for (std::size_t i = 0; i < m; ++i) {
    integrator::Expression sum = acceleration(t, i) + small(random) * dv[i] * du[0];
    for (std::size_t j = 0; j < l; ++j) {
      sum = sum + coefficient(i, j) * (motion.input(1 + n + m + j) - value(t, n + m + j));
    }
    for (std::size_t j = 0; j < n; ++j) sum = sum + small(random) * du[j];
    k.push_back(sum);
  }
  integrator::ProgramBuilder rate(1 + n + m);
  std::vector<integrator::Expression> f;
  for (std::size_t i = 0; i < n; ++i) {
    const integrator::Expression s = rate.input(0);
    integrator::Expression sum = slope(s, i) + 0.1L * pow(rate.input(1 + i) - value(s, i), 2);
    for (std::size_t j = 0; j < m; ++j) {
      sum = sum + coefficient(i, j) * (rate.input(1 + n + j) - velocity(s, j));
    }
    f.push_back(sum);
  }
  integrator::ProgramBuilder place(1 + n);
  std::vector<integrator::Expression> g;
  for (std::size_t i = 0; i < l; ++i) {
    const integrator::Expression s = place.input(0);
    integrator::Expression sum = 0.2L * pow(place.input(1 + i) - value(s, i), 2);
    for (std::size_t j = 0; j < n; ++j) {
      sum = sum + coefficient(i, j) * (place.input(1 + j) - value(s, j));
    }
    g.push_back(sum);
  }
  const integrator::Program k_program = motion.build(k);
  const integrator::Program f_program = rate.build(f);
  const integrator::Program g_program = place.build(g);
  integrator::HessenbergNames names;
  for (std::size_t i = 0; i < n; ++i) names.positions.push_back("u" + std::to_string(i));
  for (std::size_t i = 0; i < m; ++i) names.velocities.push_back("v" + std::to_string(i));
  for (std::size_t i = 0; i < l; ++i) names.multipliers.push_back("l" + std::to_string(i));
  integrator::ProgramBuilder time(1);
  std::vector<integrator::Expression> states;
  for (std::size_t i = 0; i < n; ++i) states.push_back(value(time.input(0), i));
  for (std::size_t i = 0; i < m; ++i) states.push_back(velocity(time.input(0), i));
  for (std::size_t i = 0; i < l; ++i) states.push_back(value(time.input(0), n + m + i));
  solution.push_back(time.build(states));
  StartedIndex3<Real> result;
  result.problem = integrator::hessenberg_problem<Real>(
      names, {by_rates ? nullptr : &f_program, &k_program, &g_program});
  integrator::CompiledMap<Real> exact(solution.back());
  result.start.assign(1 + n + m + l, 0);
  const std::vector<Real> zero = {0};
  exact.value(zero, std::span<Real>(result.start).subspan(1));
  return result;
}

}  // namespace leafwise::tests
