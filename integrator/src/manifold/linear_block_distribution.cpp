// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/linear_block_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "linear/deficient_kernel.hpp"
#include "linear/dense.hpp"
#include "linear/fixed_numbers.hpp"
#include "linear/kernel_solver.hpp"
#include "linear/known_units.hpp"
#include "linear/minimum_norm.hpp"
#include "linear/row_choice.hpp"
#include "linear/row_sizes.hpp"
#include "linear/unit_scales.hpp"
#include "maps/linear_block_code.hpp"

namespace leafwise::integrator {
namespace {

/// Above this, pivots are chosen for a program; below, every point is looked at by itself.
constexpr double well_conditioned = 1e-4;
/// Part of a point's coordinates by which another one is beside it.
constexpr double beside = 1.0 / (1 << 20);
/// An entry that is smaller, beside what it would be in a point twice as large, has few digits left
/// of sixteen: squares of round-off have none.
constexpr double round_off = 1e-13;

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

std::size_t independent_of(const LinearBlockLayout& layout) {
  const auto place = std::find_if(
      layout.velocities.begin(), layout.velocities.end(), [](const Velocity& velocity) {
        return velocity.is == Velocity::Is::one;
      });
  return static_cast<std::size_t>(place - layout.velocities.begin());
}

}  // namespace

template <typename Real>
struct LinearBlockDistribution<Real>::State {
  State(std::unique_ptr<SmoothMap<Real>> map, LinearBlockLayout l)
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

  /// By the program, if there is one and it is good here.
  DirectionQuality<Real> run_code(std::span<const Real> z, std::span<Real> v) {
    if (!code || !code->exists()) return {};
    return code->run(z, v);
  }

  /// (ξ, w) into `kernel`, and a program for where this is good.
  DirectionQuality<Real> solve_at(std::span<const Real> z) {
    rows->value(z, entries);
    const DirectionQuality<Real> quality = solve(z);
    if (code && quality.defined && quality.second_smallest > Real{well_conditioned}) {
      code->choose(z, {scaled, units.exponent(), quality.second_smallest});
    }
    return quality;
  }

  /// (ξ, w) into `kernel`, from C(z) in `entries`.
  DirectionQuality<Real> solve(std::span<const Real> z) {
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

  /// For C in `entries`: those of the point where the step began, if that is known. Where it has
  /// zeros it says nothing, and what is here instead counts if it is large.
  void find_units(std::span<const Real> z) {
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

  /// What cancels at z to far less than it is beside it is round-off of 0. It must not decide about
  /// units: of an unknown in one row only nothing else in that row may say how large it is. What is
  /// beside is looked at in parts of each coordinate, which are the same in all units. A row or a
  /// column keeps its last entry.
  void forget_round_off(std::span<const Real> z) {
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

  /// With C beside the point in `scaled`.
  [[nodiscard]] bool is_round_off(std::size_t i) const {
    const Real change = std::abs(scaled[i] - reference[i]) / Real{beside};
    return std::isfinite(change) && std::abs(reference[i]) < Real{round_off} * change;
  }

  DirectionQuality<Real> solve_scaled() {
    if (solver) {
      const DirectionQuality<Real> quality = solver->solve(scaled, kernel);
      if (quality.defined) return without_multipliers(quality);
    }
    return detail::deficient_kernel<Real>(scaled, matters, kernel);
  }

  /// The same of more rows than unknowns, or fewer.
  DirectionQuality<Real> solve_redundant(std::span<const Real> z) {
    known_units.apply(entries, sized);
    const DirectionQuality<Real> quality = solve_sized(z);
    known_units.undo(kernel);
    return quality;
  }

  DirectionQuality<Real> solve_sized(std::span<const Real> z) {
    if (redundant) {
      const auto sizes = [this, z] { return row_sizes.find(*rows, z, sized, known_units); };
      const DirectionQuality<Real> quality = redundant->solve(sized, kernel, std::cref(sizes));
      if (quality.defined) return without_multipliers(quality);
    }
    return detail::deficient_kernel<Real>(sized, matters, kernel);
  }

  /// At a singularity of constraints the kernel is one of multipliers alone, and nothing moves: the
  /// share of what moves is a measure of how near that is.
  [[nodiscard]] DirectionQuality<Real> without_multipliers(DirectionQuality<Real> quality) const {
    Real moving = 0;
    Real all = 0;
    for (std::size_t i = 0; i <= n; ++i) {
      const Real square = kernel[i] * kernel[i];
      all += square;
      if (matters[i] != 0) moving += square;
    }
    const Real share = std::sqrt(moving / all);
    quality.second_smallest = std::min(quality.second_smallest, share);
    quality.defined =
        share > static_cast<Real>(256 * (n + 1)) * std::numeric_limits<Real>::epsilon();
    return quality;
  }

  /// The velocity of coordinate j from (ξ, w) and the coordinates' own values.
  [[nodiscard]] Real velocity(std::size_t j, const Real* z, const Real* speeds) const {
    const Velocity& velocity = layout.velocities[j];
    switch (velocity.is) {
      case Velocity::Is::one: return speeds[0];
      case Velocity::Is::coordinate: return speeds[0] * z[velocity.index];
      case Velocity::Is::unknown: return speeds[1 + velocity.index];
    }
    return 0;
  }

  void choose_series_rows(std::span<const Real> z, std::span<const Real> block);
  bool taylor_start(std::span<const Real> curve);
  bool taylor_solve(std::span<const Real> curve, std::size_t d);

  std::unique_ptr<SmoothMap<Real>> rows;
  LinearBlockLayout layout;
  std::size_t m;
  std::size_t n;
  std::size_t r;
  std::vector<char> matters;  // of (ξ, w): what the direction consists of
  std::vector<Real> entries;  // C, r × (1 + n)
  std::vector<Real> scaled;   // the same in other units
  std::vector<Real> kernel;   // (ξ, w)
  std::vector<Real> velocities;
  detail::KnownUnits<Real> known_units;
  std::vector<Real> sized;  // C in these
  detail::UnitScales<Real> units;
  std::vector<Real> settled;    // where units are to be found when they are needed next…
  bool is_settled = false;      // … if there is such a point
  std::vector<Real> reference;  // C where they were found
  std::vector<Real> point;      // beside that
  bool has_had_more = false;    // and not there alone
  std::optional<detail::KernelSolver<Real>> solver;     // in units
  std::optional<detail::KernelSolver<Real>> redundant;  // as they are, more than unknowns
  detail::RowSizes<Real> row_sizes;
  std::optional<detail::LinearBlockCode<Real>> code;  // where rows are known as a program

  // Taylor: the coefficients of C and of w, degree by degree.
  std::vector<std::size_t> series_rows;
  detail::MinimumNormSolver<Real> factors;
  detail::UnitScales<Real> series_units;
  bool has_series_units = false;  // where it would be ill-conditioned otherwise
  std::vector<Real> matrix;       // A₀ in these units, r × n
  std::vector<Real> right;
  std::vector<Real> solution;
  std::vector<Real> block_series;    // degree × r (1 + n)
  std::vector<Real> unknown_series;  // degree × n
};

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
  if (used == n && factorize(first) && factors.pivot_ratio() > Real{well_conditioned}) return true;
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
