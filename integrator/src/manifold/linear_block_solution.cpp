// SPDX-License-Identifier: GPL-3.0-or-later
#include "manifold/linear_block_state.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "leafwise/integrator/compiled_map.hpp"
#include "linear/deficient_kernel.hpp"
#include "linear/dense.hpp"
#include "linear/fixed_numbers.hpp"

namespace leafwise::integrator {
namespace {

/// Part of a point's coordinates by which another one is beside it.
constexpr double beside = 1.0 / (1 << 20);
/// An entry that is smaller, beside what it would be in a point twice as large, has few digits left
/// of sixteen: squares of round-off have none.
constexpr double round_off = 1e-13;

std::size_t independent_of(const LinearBlockLayout& layout) {
  const auto place = std::find_if(
      layout.velocities.begin(), layout.velocities.end(), [](const Velocity& velocity) {
        return velocity.is == Velocity::Is::one;
      });
  return static_cast<std::size_t>(place - layout.velocities.begin());
}

}  // namespace

template <typename Real>
LinearBlockDistribution<Real>::State::State(std::unique_ptr<SmoothMap<Real>> map,
                                            LinearBlockLayout l)
    : rows(std::move(map)),
      layout(std::move(l)),
      m(rows->inputs()),
      n(layout.unknowns.size()),
      r(rows->outputs() / (n + 1)),
      matters(n + 1, 0),
      entries(rows->outputs()),
      scaled(rows->outputs()),
      kernel(n + 1),
      velocities(m),
      known_units(layout),
      units(r, n),
      row_sizes(m, r > n ? r : 0, n + 1, independent_of(layout)),
      right(r),
      solution(n) {
  if (r >= n) solver.emplace(r, n + 1);
  if (r > n) redundant.emplace(r, n + 1);
  const auto* compiled = dynamic_cast<const CompiledMap<Real>*>(rows.get());
  if (compiled != nullptr && r == n && n <= detail::LinearBlockCode<Real>::most_unknowns) {
    code.emplace(compiled->program(), layout);
  }
  matters[0] = 1;
  for (const Velocity& velocity : layout.velocities) {
    if (velocity.is == Velocity::Is::unknown) matters[1 + velocity.index] = 1;
  }
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::solve_at(std::span<const Real> z) {
  rows->value(z, entries);
  const DirectionQuality<Real> quality = solve(z);
  if (code && quality.defined && quality.second_smallest > Real{detail::well_conditioned}) {
    code->choose(z, {scaled, units.exponent(), quality.second_smallest});
  }
  return quality;
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::solve(std::span<const Real> z) {
  if (!detail::all_finite(std::span<const Real>(entries))) return {};
  if (r != n) {
    // Redundant rows may be round-off, and shorter ones are what is left to tell them by: they
    // are made as long as others only where there is no direction otherwise.
    const DirectionQuality<Real> as_it_is = solve_redundant(z);
    if (as_it_is.defined) return as_it_is;
  }
  find_units(z);
  const int time = units.apply(entries, scaled);
  DirectionQuality<Real> quality = solve_scaled();
  kernel[0] = std::ldexp(kernel[0], time);
  for (std::size_t j = 0; j < n; ++j) kernel[1 + j] = std::ldexp(kernel[1 + j], units.column(j));
  quality.defined = quality.defined && detail::all_finite(std::span<const Real>(kernel));
  return quality;
}

template <typename Real>
void LinearBlockDistribution<Real>::State::find_units(std::span<const Real> z) {
  if (is_settled) {
    is_settled = false;
    rows->value(settled, scaled);
    if (detail::all_finite(std::span<const Real>(scaled))) {
      reference = scaled;
      forget_round_off(settled);
      units.find(reference);
    }
  }
  if (reference.empty()) {
    if (units.exist()) return;  // restored
    reference = entries;
    forget_round_off(z);
    units.find(reference);
  }
  if (has_had_more) units.find(reference);
  has_had_more = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (reference[i] != 0 || entries[i] == 0 || i % (n + 1) == 0) continue;
    const int exponent = units.row(i / (n + 1)) + units.column(i % (n + 1) - 1);
    if (!(std::abs(std::ldexp(entries[i], exponent)) > 1)) continue;
    if (!has_had_more) scaled = reference;
    has_had_more = true;
    scaled[i] = entries[i];
  }
  if (has_had_more) units.find(scaled);
}

template <typename Real>
void LinearBlockDistribution<Real>::State::forget_round_off(std::span<const Real> z) {
  point.assign(z.begin(), z.end());
  detail::FixedNumbers numbers;
  for (Real& entry : point) entry += entry * Real{beside} * numbers.template next<Real>();
  rows->value(point, scaled);
  std::vector<char> in_row(r, 0);
  std::vector<char> in_column(n + 1, 0);
  const auto mark = [&](bool kept) {
    for (std::size_t i = 0; i < reference.size(); ++i) {
      if (i % (n + 1) == 0 || reference[i] == 0 || is_round_off(i) == kept) continue;
      if (!kept && in_row[i / (n + 1)] != 0 && in_column[i % (n + 1)] != 0) reference[i] = 0;
      if (kept) in_row[i / (n + 1)] = in_column[i % (n + 1)] = 1;
    }
  };
  mark(true);
  mark(false);
}

template <typename Real>
bool LinearBlockDistribution<Real>::State::is_round_off(std::size_t i) const {
  const Real change = std::abs(scaled[i] - reference[i]) / Real{beside};
  return std::isfinite(change) && std::abs(reference[i]) < Real{round_off} * change;
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::solve_scaled() {
  if (solver) {
    const DirectionQuality<Real> quality = solver->solve(scaled, kernel);
    if (quality.defined) return without_multipliers(quality);
  }
  return detail::deficient_kernel<Real>(scaled, matters, kernel);
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::solve_redundant(
    std::span<const Real> z) {
  known_units.apply(entries, sized);
  const DirectionQuality<Real> quality = solve_sized(z);
  known_units.undo(kernel);
  return quality;
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::solve_sized(std::span<const Real> z) {
  if (redundant) {
    const auto sizes = [this, z] { return row_sizes.find(*rows, z, sized, known_units); };
    const DirectionQuality<Real> quality = redundant->solve(sized, kernel, std::cref(sizes));
    if (quality.defined) return without_multipliers(quality);
  }
  return detail::deficient_kernel<Real>(sized, matters, kernel);
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::State::without_multipliers(
    DirectionQuality<Real> quality) const {
  Real moving = 0;
  Real all = 0;
  for (std::size_t i = 0; i <= n; ++i) {
    const Real square = kernel[i] * kernel[i];
    all += square;
    if (matters[i] != 0) moving += square;
  }
  const Real share = std::sqrt(moving / all);
  quality.second_smallest = std::min(quality.second_smallest, share);
  quality.defined = share > static_cast<Real>(256 * (n + 1)) * std::numeric_limits<Real>::epsilon();
  return quality;
}

template struct LinearBlockDistribution<double>::State;
template struct LinearBlockDistribution<long double>::State;

}  // namespace leafwise::integrator
