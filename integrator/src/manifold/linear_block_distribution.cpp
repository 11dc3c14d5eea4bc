// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/linear_block_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"
#include "linear/row_choice.hpp"
#include "manifold/linear_block_state.hpp"

namespace leafwise::integrator {
namespace {

[[noreturn]] void refuse(std::string message) {
  throw InvalidInput({.message = std::move(message), .expected = {}, .range = {}, .place = {}});
}

void check_layout(const LinearBlockLayout& layout, std::size_t coordinates, std::size_t outputs) {
  if (layout.velocities.size() != coordinates) {
    refuse("a linear block needs one velocity for each of its " + std::to_string(coordinates) +
           " coordinates, not " + std::to_string(layout.velocities.size()));
  }
  if (outputs % (layout.unknowns.size() + 1) != 0) {
    refuse("the rows (b | A) of a linear block with " + std::to_string(layout.unknowns.size()) +
           " unknowns have one entry more than that");
  }
  std::size_t independent = 0;
  for (const Velocity& velocity : layout.velocities) {
    if (velocity.is == Velocity::Is::one) ++independent;
    const std::size_t count =
        velocity.is == Velocity::Is::coordinate ? coordinates : layout.unknowns.size();
    if (velocity.is != Velocity::Is::one && velocity.index >= count) {
      refuse("a velocity refers to what is not there");
    }
  }
  if (independent != 1) refuse("a linear block needs one independent variable");
  if (!detail::KnownUnits<double>::fit(layout)) {
    refuse("there are not as many sizes as coordinates, or as unknowns");
  }
}

}  // namespace

template <typename Real>
LinearBlockDistribution<Real>::LinearBlockDistribution(
    const std::shared_ptr<const SmoothMap<Real>>& rows, LinearBlockLayout layout) {
  if (!rows) refuse("a linear block needs its rows");
  check_layout(layout, rows->inputs(), rows->outputs());
  state_ = std::make_unique<State>(rows->clone(), std::move(layout));
}

template <typename Real>
LinearBlockDistribution<Real>::~LinearBlockDistribution() = default;

template <typename Real>
std::size_t LinearBlockDistribution<Real>::dimension() const noexcept {
  return state_->m;
}

template <typename Real>
const std::vector<std::string>& LinearBlockDistribution<Real>::attached_names() const noexcept {
  return state_->layout.unknowns;
}

template <typename Real>
Orientation LinearBlockDistribution<Real>::orientation() const noexcept {
  return Orientation::continuous;
}

template <typename Real>
DirectionQuality<Real> LinearBlockDistribution<Real>::direction(std::span<const Real> z,
                                                                std::span<Real> v) {
  State& state = *state_;
  const DirectionQuality<Real> by_code = state.run_code(z, v);
  if (by_code.defined) return by_code;
  const DirectionQuality<Real> quality = state.solve_at(z);
  // Numbers out of range are no loss of rank, and are to be told from it.
  const bool is_finite = detail::all_finite(std::span<const Real>(state.entries));
  const Real none = is_finite ? Real{0} : std::numeric_limits<Real>::quiet_NaN();
  for (std::size_t j = 0; j < state.m; ++j) {
    v[j] = quality.defined ? state.velocity(j, z.data(), state.kernel.data()) : none;
  }
  return quality;
}

template <typename Real>
void LinearBlockDistribution<Real>::attached(std::span<const Real> z, std::span<Real> out) {
  State& state = *state_;
  if (state.run_code(z, state.velocities).defined) {
    state.code->copy_unknowns(out);
    return;
  }
  settle(z);  // rows may be far from each other
  const bool defined = state.solve_at(z).defined;
  const Real speed = state.kernel[0];
  for (std::size_t i = 0; i < state.n; ++i) {
    out[i] = defined && speed != 0 ? state.kernel[1 + i] / speed
                                   : std::numeric_limits<Real>::quiet_NaN();
  }
}

template <typename Real>
bool LinearBlockDistribution<Real>::State::taylor_start(std::span<const Real> curve) {
  if (block_series.size() < entries.size()) block_series.resize(entries.size());
  if (unknown_series.size() < n) unknown_series.resize(n);
  rows->taylor(curve, 0, std::span<Real>(block_series).first(entries.size()));
  const std::span<const Real> first = std::span<const Real>(block_series).first(entries.size());
  if (!detail::all_finite(first)) return false;
  choose_series_rows(curve.first(m), first);
  const std::size_t used = series_rows.size();
  matrix.resize(used * n);
  const auto factorize = [&](std::span<const Real> all) {
    for (std::size_t i = 0; i < used; ++i) {
      const Real* row = all.data() + series_rows[i] * (n + 1) + 1;
      std::copy(row, row + n, matrix.begin() + static_cast<std::ptrdiff_t>(i * n));
    }
    return factors.factorize(matrix, used, n);
  };
  has_series_units = false;
  if (used == n && factorize(first) && factors.pivot_ratio() > Real{detail::well_conditioned})
    return true;
  has_series_units = true;
  series_units = detail::UnitScales<Real>(r, n);
  series_units.find(first);
  (void)series_units.apply(first, scaled);
  return factorize(scaled);
}

/// Of redundant rows as many as there are unknowns, if these are determined.
template <typename Real>
void LinearBlockDistribution<Real>::State::choose_series_rows(std::span<const Real> z,
                                                              std::span<const Real> block) {
  series_rows.resize(r);
  std::iota(series_rows.begin(), series_rows.end(), std::size_t{0});
  if (r <= n || n == 0) return;
  matrix.resize(r * n);
  known_units.apply(block, sized);
  for (std::size_t i = 0; i < r; ++i) {
    const Real* row = sized.data() + i * (n + 1) + 1;
    std::copy(row, row + n, matrix.begin() + static_cast<std::ptrdiff_t>(i * n));
  }
  detail::RowChoice<Real> choice(r, n);
  if (!choice.choose(matrix, n, row_sizes.find(*rows, z, sized, known_units))) return;
  series_rows.assign(choice.rows().begin(), choice.rows().end());
}

/// A₀ w_d = −b_d − Σ_{i=1…d} A_i w_{d−i}
template <typename Real>
bool LinearBlockDistribution<Real>::State::taylor_solve(std::span<const Real> curve,
                                                        std::size_t d) {
  const std::size_t size = entries.size();
  if (block_series.size() < (d + 1) * size) block_series.resize((d + 1) * size);
  if (unknown_series.size() < (d + 1) * n) unknown_series.resize((d + 1) * n);
  const std::span<Real> newest = std::span<Real>(block_series).subspan(d * size, size);
  if (d > 0) rows->taylor(curve, d, newest);
  for (std::size_t k = 0; k < series_rows.size(); ++k) {
    const std::size_t row = series_rows[k];
    right[k] = -newest[row * (n + 1)];
    for (std::size_t i = 1; i <= d; ++i) {
      right[k] -=
          detail::dot(&block_series[i * size + row * (n + 1) + 1], &unknown_series[(d - i) * n], n);
    }
    if (has_series_units) right[k] = std::ldexp(right[k], series_units.row(row));
  }
  factors.solve(right, solution);
  for (std::size_t j = 0; has_series_units && j < n; ++j) {
    solution[j] = std::ldexp(solution[j], series_units.column(j));
  }
  std::copy(solution.begin(),
            solution.end(),
            unknown_series.begin() + static_cast<std::ptrdiff_t>(d * n));
  return detail::all_finite(std::span<const Real>(solution));
}

template <typename Real>
bool LinearBlockDistribution<Real>::taylor(std::span<Real> curve, std::size_t degree) {
  LEAFWISE_DEMAND(degree >= 1);
  State& state = *state_;
  const std::size_t d = degree - 1;
  if (degree == 1 && !state.taylor_start(curve)) return false;
  if (!state.taylor_solve(curve, d)) return false;
  for (std::size_t j = 0; j < state.m; ++j) {
    const Velocity& velocity = state.layout.velocities[j];
    Real speed = 0;
    if (velocity.is == Velocity::Is::one) {
      speed = d == 0 ? Real{1} : Real{0};
    } else if (velocity.is == Velocity::Is::coordinate) {
      speed = curve[d * state.m + velocity.index];
    } else {
      speed = state.unknown_series[d * state.n + velocity.index];
    }
    curve[degree * state.m + j] = speed / static_cast<Real>(degree);
  }
  return true;
}

template <typename Real>
std::size_t LinearBlockDistribution<Real>::highest_taylor_degree() const noexcept {
  return degree_above(state_->rows->highest_taylor_degree());
}

template <typename Real>
void LinearBlockDistribution<Real>::settle(std::span<const Real> z) {
  state_->settled.assign(z.begin(), z.end());
  state_->is_settled = true;
}

template <typename Real>
std::vector<std::int64_t> LinearBlockDistribution<Real>::memory() const {
  std::vector<std::int64_t> result;
  for (const auto* solver : {&state_->redundant, &state_->solver}) {
    if (!*solver) continue;
    const std::vector<std::int64_t> own = (*solver)->memory();
    result.insert(result.end(), own.begin(), own.end());
  }
  state_->units.append_memory(result);
  if (state_->code) state_->code->append_memory(result);
  return result;
}

template <typename Real>
void LinearBlockDistribution<Real>::restore(std::span<const std::int64_t> memory) {
  if (state_->code) {
    const std::size_t share = std::min(memory.size(), state_->code->memory_size());
    state_->code->restore(memory.last(share));
    memory = memory.first(memory.size() - share);
  }
  const std::size_t of_units = state_->units.memory_size();
  if (memory.size() < of_units) refuse("this memory is not of a distribution like this one");
  state_->units.restore(memory.last(of_units));
  memory = memory.first(memory.size() - of_units);
  for (auto* solver : {&state_->solver, &state_->redundant}) {
    if (!*solver) continue;
    const std::size_t share = std::min(memory.size(), (*solver)->memory_size());
    (*solver)->restore(memory.last(share));
    memory = memory.first(memory.size() - share);
  }
  Distribution<Real>::restore(memory);
}

template <typename Real>
std::unique_ptr<Distribution<Real>> LinearBlockDistribution<Real>::clone() const {
  return std::make_unique<LinearBlockDistribution>(
      std::shared_ptr<const SmoothMap<Real>>(state_->rows->clone()), state_->layout);
}

template class LinearBlockDistribution<double>;
template class LinearBlockDistribution<long double>;

}  // namespace leafwise::integrator
