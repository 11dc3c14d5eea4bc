// SPDX-License-Identifier: GPL-3.0-or-later
#include "mechanisms.hpp"

namespace leafwise::tests {
namespace {

using integrator::Expression;
using Expressions = Mechanism::Expressions;

// Lengths in m, masses in kg, inertias in kg m², spring in N/m [HW96, VII.7].
constexpr long double m1 = 0.04325L, m2 = 0.00365L, m3 = 0.02373L, m4 = 0.00706L, m5 = 0.07050L,
                      m6 = 0.00706L, m7 = 0.05498L;
constexpr long double i1 = 2.194e-6L, i2 = 4.410e-7L, i3 = 5.255e-6L, i4 = 5.667e-7L,
                      i5 = 1.169e-5L, i6 = 5.667e-7L, i7 = 1.912e-5L;
constexpr long double xa = -0.06934L, ya = -0.00227L, xb = -0.03635L, yb = 0.03273L, xc = 0.014L,
                      yc = 0.072L;
constexpr long double stiffness = 4530, l0 = 0.07785L, mom = 0.033L;
constexpr long double d = 0.028L, da = 0.0115L, e = 0.02L, ea = 0.01421L, rr = 0.007L,
                      ra = 0.00092L, ss = 0.035L, sa = 0.01874L, sb = 0.01043L, sc = 0.018L,
                      sd = 0.02L, ta = 0.02308L, tb = 0.00916L, u = 0.04L, ua = 0.01228L,
                      ub = 0.00449L, zf = 0.02L, zt = 0.04L, fa = 0.01421L;

// q = (beta, theta, gamma, phi, delta, omega, epsilon).
enum Angle : std::size_t { beta, theta, gamma, phi, delta, omega, epsilon };

Expressions mass(const Expressions& q) {
  integrator::ProgramBuilder& builder = q[0].builder();
  Expressions m(49, builder.constant(0));
  const auto set = [&](Angle i, Angle j, Expression value) {
    m[i * 7 + j] = value;
    m[j * 7 + i] = value;
  };
  const auto set_constant = [&](Angle i, long double value) { set(i, i, builder.constant(value)); };
  const Expression cos_theta = cos(q[theta]);
  const Expression sin_phi = sin(q[phi]);
  const Expression sin_omega = sin(q[omega]);
  constexpr long double arm = e - ea;
  constexpr long double other = zf - fa;
  set(beta, beta, m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2 - 2 * m2 * da * rr * cos_theta);
  set(beta, theta, m2 * da * da + i2 - m2 * da * rr * cos_theta);
  set_constant(theta, m2 * da * da + i2);
  set_constant(gamma, m3 * (sa * sa + sb * sb) + i3);
  set_constant(phi, m4 * arm * arm + i4);
  set(phi, delta, m4 * arm * arm + i4 + m4 * zt * arm * sin_phi);
  set(delta,
      delta,
      m4 * (zt * zt + arm * arm) + m5 * (ta * ta + tb * tb) + i4 + i5 +
          2 * m4 * zt * arm * sin_phi);
  set_constant(omega, m6 * other * other + i6);
  set(omega, epsilon, m6 * other * other + i6 - m6 * u * other * sin_omega);
  set(epsilon,
      epsilon,
      m6 * (other * other + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7 -
          2 * m6 * u * other * sin_omega);
  return m;
}

Expressions force(const Expressions& q, const Expressions& v) {
  const Expression sin_gamma = sin(q[gamma]);
  const Expression cos_gamma = cos(q[gamma]);
  const Expression dx = sd * cos_gamma + sc * sin_gamma + (xb - xc);
  const Expression dy = sd * sin_gamma - sc * cos_gamma + (yb - yc);
  const Expression length = sqrt(dx * dx + dy * dy);
  const Expression pull = -(stiffness * (length - l0)) / length;
  return {
      mom - m2 * da * rr * v[theta] * (v[theta] + 2.0L * v[beta]) * sin(q[theta]),
      m2 * da * rr * v[beta] * v[beta] * sin(q[theta]),
      pull * dx * (sc * cos_gamma - sd * sin_gamma) + pull * dy * (sd * cos_gamma + sc * sin_gamma),
      m4 * zt * (e - ea) * v[delta] * v[delta] * cos(q[phi]),
      -(m4 * zt * (e - ea) * v[phi] * (v[phi] + 2.0L * v[delta]) * cos(q[phi])),
      -(m6 * u * (zf - fa) * v[epsilon] * v[epsilon] * cos(q[omega])),
      m6 * u * (zf - fa) * v[omega] * (v[omega] + 2.0L * v[epsilon]) * cos(q[omega])};
}

Expressions constraints(const Expressions& q) {
  const Expression x = rr * cos(q[beta]) - d * cos(q[beta] + q[theta]);
  const Expression y = rr * sin(q[beta]) - d * sin(q[beta] + q[theta]);
  return {x - ss * sin(q[gamma]) - xb,
          y + ss * cos(q[gamma]) - yb,
          x - e * sin(q[phi] + q[delta]) - zt * cos(q[delta]) - xa,
          y + e * cos(q[phi] + q[delta]) - zt * sin(q[delta]) - ya,
          x - zf * cos(q[omega] + q[epsilon]) - u * sin(q[epsilon]) - xa,
          y - zf * sin(q[omega] + q[epsilon]) + u * cos(q[epsilon]) - ya};
}

}  // namespace

Mechanism andrews_squeezer() {
  Mechanism result;
  result.positions = {"beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"};
  result.mass = mass;
  result.force = [](Expression, const Expressions& q, const Expressions& v) { return force(q, v); };
  result.constraints = constraints;
  result.constraint_count = 6;
  result.constraint_rank = 6;
  result.start = {-0.0617138900142764496358948458001L,
                  0,
                  0.455279819163070380255912382449L,
                  0.222668390165885884674473185609L,
                  0.487364979543842550225598953530L,
                  -0.222668390165885884674473185609L,
                  1.23054744454982119249735015568L,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0};
  return result;
}

}  // namespace leafwise::tests
