// SPDX-License-Identifier: GPL-3.0-or-later
#include "quadrics.hpp"

namespace leafwise::tests {
namespace {

template <typename Real>
Real at(const std::vector<long double>& data, std::size_t i) {
  return static_cast<Real>(data[i]);
}

/// fᵢ and ∇fᵢ for i < c at z; slopes is c × m.
template <typename Real>
void evaluate(const Quadrics& s,
              std::span<const Real> z,
              std::vector<Real>& values,
              std::vector<Real>& slopes) {
  values.assign(s.c, Real{0});
  slopes.assign(s.c * s.m, Real{0});
  for (std::size_t i = 0; i < s.c; ++i) {
    for (std::size_t j = 0; j < s.m; ++j) {
      Real bent = 0;
      for (std::size_t l = 0; l < s.m; ++l) {
        bent += at<Real>(s.quadratic, (i * s.m + j) * s.m + l) * (z[l] - at<Real>(s.point, l));
      }
      const Real straight = at<Real>(s.linear, i * s.m + j);
      slopes[i * s.m + j] = straight + bent;
      values[i] += (straight + bent / 2) * (z[j] - at<Real>(s.point, j));
    }
  }
}

template <typename Real>
Real bilinear(const Quadrics& s, std::size_t i, std::span<const Real> v, std::span<const Real> w) {
  Real sum = 0;
  for (std::size_t j = 0; j < s.m; ++j) {
    for (std::size_t l = 0; l < s.m; ++l) {
      sum += at<Real>(s.quadratic, (i * s.m + j) * s.m + l) * v[j] * w[l];
    }
  }
  return sum;
}

template <typename Real>
Real product(const std::vector<Real>& slopes,
             std::size_t i,
             std::size_t m,
             std::span<const Real> v) {
  Real sum = 0;
  for (std::size_t j = 0; j < m; ++j) sum += slopes[i * m + j] * v[j];
  return sum;
}

}  // namespace

Quadrics random_quadrics(std::mt19937_64& generator,
                         std::size_t m,
                         std::size_t c,
                         std::size_t redundant,
                         long double curvature) {
  Quadrics s{.m = m,
             .c = c,
             .redundant = redundant,
             .point = random_vector<long double>(generator, m),
             .linear = random_vector<long double>(generator, c * m),
             .quadratic = random_vector<long double>(generator, c * m * m),
             .mixing = random_vector<long double>(generator, redundant * c * 2)};
  for (std::size_t i = 0; i < c; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t l = 0; l <= j; ++l) {
        long double& entry = s.quadratic[(i * m + j) * m + l];
        entry *= curvature;
        s.quadratic[(i * m + l) * m + j] = entry;
      }
    }
  }
  return s;
}

template <typename Real>
std::shared_ptr<integrator::CallableMap<Real>> make_map(const Quadrics& s) {
  integrator::MapFunctions<Real> functions;
  functions.value = [s, f = std::vector<Real>(), d = std::vector<Real>()](
                        std::span<const Real> z, std::span<Real> out) mutable {
    evaluate(s, z, f, d);
    for (std::size_t i = 0; i < s.c; ++i) out[i] = f[i];
    for (std::size_t r = 0; r < s.redundant; ++r) {
      out[s.c + r] = 0;
      for (std::size_t i = 0; i < s.c; ++i) {
        const std::size_t mix = (r * s.c + i) * 2;
        out[s.c + r] += (at<Real>(s.mixing, mix) + at<Real>(s.mixing, mix + 1) * z[0]) * f[i];
      }
    }
  };
  functions.jacobian = [s, f = std::vector<Real>(), d = std::vector<Real>()](
                           std::span<const Real> z, std::span<Real> out) mutable {
    evaluate(s, z, f, d);
    for (std::size_t j = 0; j < s.m; ++j) {
      for (std::size_t i = 0; i < s.c; ++i) out[i * s.m + j] = d[i * s.m + j];
      for (std::size_t r = 0; r < s.redundant; ++r) {
        Real& entry = out[(s.c + r) * s.m + j];
        entry = 0;
        for (std::size_t i = 0; i < s.c; ++i) {
          const std::size_t mix = (r * s.c + i) * 2;
          const Real slope = at<Real>(s.mixing, mix + 1);
          entry += (at<Real>(s.mixing, mix) + slope * z[0]) * d[i * s.m + j];
          if (j == 0) entry += slope * f[i];
        }
      }
    }
  };
  functions.second = [s, f = std::vector<Real>(), d = std::vector<Real>()](
                         std::span<const Real> z,
                         std::span<const Real> v,
                         std::span<const Real> w,
                         std::span<Real> out) mutable {
    evaluate(s, z, f, d);
    for (std::size_t i = 0; i < s.c; ++i) out[i] = bilinear(s, i, v, w);
    for (std::size_t r = 0; r < s.redundant; ++r) {
      Real& entry = out[s.c + r];
      entry = 0;
      for (std::size_t i = 0; i < s.c; ++i) {
        const std::size_t mix = (r * s.c + i) * 2;
        const Real slope = at<Real>(s.mixing, mix + 1);
        entry += (at<Real>(s.mixing, mix) + slope * z[0]) * out[i] +
                 slope * (v[0] * product(d, i, s.m, w) + w[0] * product(d, i, s.m, v));
      }
    }
  };
  return std::make_shared<integrator::CallableMap<Real>>(s.m, s.rows(), std::move(functions));
}

template std::shared_ptr<integrator::CallableMap<double>> make_map(const Quadrics&);
template std::shared_ptr<integrator::CallableMap<long double>> make_map(const Quadrics&);

}  // namespace leafwise::tests
