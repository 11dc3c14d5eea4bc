// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/exact_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "leafwise/core/check.hpp"
#include "number/ball_polynomial.hpp"
#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

/// How far a coordinate may be moved: `relative`·|coordinate| + `absolute`.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// The first is for regular zeros, whose coordinates have some 15 digits, and for small ones, like
/// 1e-12, that are not meant to be zero; then for coordinates that are zero but for rounding. The
/// last two are for singular zeros, of which doubles show half of the digits or a third. A wrong
/// guess costs an exact evaluation: nothing is believed.
constexpr std::array<Tolerance, 4> tolerances = {
    Tolerance{1e-11, 0}, Tolerance{1e-11, 1e-11}, Tolerance{0, 1e-6}, Tolerance{0, 1e-4}};

}  // namespace

Rational exact_rational(double value) {
  LEAFWISE_DEMAND(std::isfinite(value));
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  constexpr int digits = 53;
  const auto integer = static_cast<std::int64_t>(std::ldexp(fraction, digits));
  return Rational(integer) * Rational(2).pow(exponent - digits);
}

Rational simplest_rational(double value, double distance) {
  LEAFWISE_DEMAND(distance >= 0);
  const Rational centre = exact_rational(value);
  const Rational width = exact_rational(distance);
  const Rational lower = centre - width;
  const Rational upper = centre + width;
  Rational result;
  fmpq_simplest_between(
      Rational::Access::of(result), Rational::Access::of(lower), Rational::Access::of(upper));
  return result;
}

bool all_vanish(const std::vector<Polynomial>& polynomials,
                const std::map<Variable, Rational>& point) {
  return std::all_of(polynomials.begin(), polynomials.end(), [&](const Polynomial& polynomial) {
    return value_at(polynomial, point).is_zero();
  });
}

std::optional<std::map<Variable, Rational>> exact_zero_near(
    const std::vector<Polynomial>& polynomials,
    const std::vector<Variable>& variables,
    const std::vector<double>& point) {
  LEAFWISE_DEMAND(variables.size() == point.size());
  for (const Tolerance& tolerance : tolerances) {
    std::map<Variable, Rational> guess;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double distance = tolerance.relative * std::abs(point[i]) + tolerance.absolute;
      if (!std::isfinite(distance)) return std::nullopt;
      guess.emplace(variables[i], simplest_rational(point[i], distance));
    }
    if (all_vanish(polynomials, guess)) return guess;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::detail
