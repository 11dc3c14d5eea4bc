// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/radau5/stage_transform.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "leafwise/core/check.hpp"
#include "leafwise/integrator/methods.hpp"
#include "steppers/implicit/eigenblocks.hpp"

namespace leafwise::integrator::detail {
namespace {

using Square = std::array<std::array<long double, 3>, 3>;

Square square(std::span<const long double> entries) {
  Square result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i][j] = entries[3 * i + j];
  }
  return result;
}

/// Column 0 of T gets length 1, columns 1 and 2 are turned and stretched as one complex vector
/// until it ends in 1 + 0i; T⁻¹ follows. Λ stays what it is.
void scale_as_in_radau5(Square& t, Square& back) {
  long double length = std::sqrt(t[0][0] * t[0][0] + t[1][0] * t[1][0] + t[2][0] * t[2][0]);
  if (t[2][0] < 0) length = -length;
  // (p + iq) z with z = x + iy = 1/(p₃ + iq₃)
  const long double norm = t[2][1] * t[2][1] + t[2][2] * t[2][2];
  const long double x = t[2][1] / norm;
  const long double y = -t[2][2] / norm;
  for (auto& row : t) {
    const long double p = row[1];
    const long double q = row[2];
    row = {row[0] / length, x * p - y * q, y * p + x * q};
  }
  for (std::size_t j = 0; j < 3; ++j) {
    const long double first = back[1][j];
    const long double second = back[2][j];
    back[0][j] *= length;
    back[1][j] = (x * first - y * second) * norm;
    back[2][j] = (y * first + x * second) * norm;
  }
}

template <typename Real>
StageTransform<Real> make_transform() {
  const Tableau& tableau = find_method("radau_iia_3");
  const Eigenblocks blocks(implicit_part(tableau).matrix, tableau.stages());
  LEAFWISE_DEMAND(blocks.blocks().size() == 2 && blocks.blocks()[1].is_pair);
  Square t = square(blocks.transform());
  Square back = square(blocks.back());
  scale_as_in_radau5(t, back);
  StageTransform<Real> result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result.c[i] = static_cast<Real>(tableau.c()[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      result.a[i][j] = static_cast<Real>(tableau.a_row(i)[j]);
      result.to_stages[i][j] = static_cast<Real>(t[i][j]);
      result.from_stages[i][j] = static_cast<Real>(back[i][j]);
    }
  }
  result.gamma = static_cast<Real>(blocks.blocks()[0].real);
  result.alpha = static_cast<Real>(blocks.blocks()[1].real);
  result.beta = static_cast<Real>(blocks.blocks()[1].imaginary);
  const long double root = 7 * std::sqrt(6.0L);
  result.estimate = {static_cast<Real>(-(13 + root) / 3),
                     static_cast<Real>((-13 + root) / 3),
                     static_cast<Real>(-1.0L / 3)};
  return result;
}

}  // namespace

template <typename Real>
const StageTransform<Real>& radau_transform() {
  static const StageTransform<Real> transform = make_transform<Real>();
  return transform;
}

template const StageTransform<double>& radau_transform();
template const StageTransform<long double>& radau_transform();

}  // namespace leafwise::integrator::detail
