// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dense.hpp"
#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "normal_space.hpp"

namespace leafwise::integrator {
namespace {

using detail::all_finite;
using detail::dot;

[[noreturn]] void refuse(std::string message, std::string expected = {}) {
  throw InvalidInput(
      {.message = std::move(message), .expected = std::move(expected), .range = {}, .place = {}});
}

[[noreturn]] void refuse_memory() {
  refuse("this memory is not of a problem like this one");
}

template <typename Real>
void check_problem(const ManifoldProblem<Real>& problem, Parameter parameter) {
  const std::size_t m = problem.dimension();
  if (m == 0) refuse("a problem needs coordinates");
  if (!problem.distribution) refuse("a problem needs a distribution");
  if (problem.distribution->dimension() != m) {
    refuse("the distribution is on ℝ^" + std::to_string(problem.distribution->dimension()) +
           ", but there are " + std::to_string(m) + " coordinates");
  }
  if (problem.independent && *problem.independent >= m) {
    refuse("there is no coordinate with the number given as independent variable");
  }
  if (problem.codimension >= m) refuse("M has no dimension left: its codimension is too large");
  const std::size_t rows = problem.equations ? problem.equations->outputs() : 0;
  if (problem.codimension > rows) {
    refuse("M has codimension " + std::to_string(problem.codimension) + ", but only " +
           std::to_string(rows) + " equations");
  }
  if (problem.equations && problem.equations->inputs() != m) {
    refuse("the equations are in " + std::to_string(problem.equations->inputs()) +
           " coordinates, not " + std::to_string(m));
  }
  if (parameter == Parameter::independent && !problem.independent &&
      problem.distribution->orientation() != Orientation::meant) {
    refuse("this problem has no independent variable to be parametrised by", "arc length");
  }
}

}  // namespace

template <typename Real>
struct Geometry<Real>::State {
  State(const ManifoldProblem<Real>& p, Parameter chosen, const ProjectionSettings& s);

  /// Newton's iteration from q and μ for target; df is factorised at q to begin with.
  ProjectionStatus newton(std::span<const Real> target, std::span<Real> q);
  /// One correction of q and μ, with df at q in `jacobian`; the size of the change of q.
  Real correct(std::span<const Real> target, std::span<Real> q);
  const Real* chosen_rows();
  /// q and μ from [TA01, (5.3)]; false: df is not of full rank at `from`.
  bool guess_with_curvature(std::span<const Real> from,
                            std::span<const Real> target,
                            std::span<Real> q);
  /// df at z, factorised into `base`, unless it is there already.
  bool prepare_base(std::span<const Real> z);
  /// df at q into jacobian, f into f; factorised into `chord`.
  ProjectionStatus linearize(std::span<const Real> q);
  ProjectionStatus to_round_off(std::span<Real> q);
  [[nodiscard]] bool is_at_round_off(std::span<const Real> q);
  /// V in the parameter chosen, without a sign. False: not possible here.
  bool normalize(std::span<Real> v) const;

  ManifoldProblem<Real> problem;
  Parameter parameter;
  ProjectionSettings settings;
  std::unique_ptr<SmoothMap<Real>> equations;
  std::unique_ptr<Distribution<Real>> distribution;
  Orientation orientation;
  std::size_t m;
  std::size_t c;
  Real tolerance;

  Counters counters;
  DirectionQuality<Real> quality;
  Real sign = 1;
  std::vector<Real> reference;

  detail::NormalSpace<Real> chord;
  bool at_chord = false;  // df at the newest q is that of `chord`, not `jacobian`
  detail::NormalSpace<Real> base;
  std::vector<Real> base_point;  // where `base` was factorised; not a number: nowhere
  std::vector<Real> base_values;

  std::vector<Real> newest;    // what was projected last; not a number: nothing
  std::vector<Real> f;         // k
  std::vector<Real> jacobian;  // k × m, while an iteration goes on with an older factorisation
  std::vector<Real> mu;        // c
  std::vector<Real> residual;  // c
  std::vector<Real> gap;       // m: target − q − dfᵀμ
  std::vector<Real> weight;    // m: 1 / max(1, |target|), the unit of changes
  std::vector<Real> picked;    // c × m
  std::vector<Real> way;       // m
};

template <typename Real>
Geometry<Real>::State::State(const ManifoldProblem<Real>& p,
                             Parameter chosen,
                             const ProjectionSettings& s)
    : problem(p),
      parameter(chosen),
      settings(s),
      equations(p.equations && p.codimension > 0 ? p.equations->clone() : nullptr),
      distribution(p.distribution->clone()),
      orientation(p.distribution->orientation()),
      m(p.dimension()),
      c(equations ? p.codimension : 0),
      tolerance(static_cast<Real>(s.tolerance)),
      reference(m),
      chord(equations ? equations->outputs() : 0, m, c),
      base(equations ? equations->outputs() : 0, m, c),
      base_point(m, std::numeric_limits<Real>::quiet_NaN()),
      base_values(equations ? equations->outputs() : 0),
      newest(m, std::numeric_limits<Real>::quiet_NaN()),
      f(base_values.size()),
      jacobian(f.size() * m),
      mu(c),
      residual(c),
      gap(m),
      weight(m),
      picked(chord.uses_all_rows() ? 0 : c * m),
      way(m) {}

template <typename Real>
bool Geometry<Real>::State::prepare_base(std::span<const Real> z) {
  if (std::equal(z.begin(), z.end(), base_point.begin())) return true;
  equations->jacobian(z, base_values, base.jacobian());
  ++counters.jacobians;
  ++counters.factorizations;
  base_point[0] = std::numeric_limits<Real>::quiet_NaN();
  if (!base.factorize()) return false;
  chord.choose_like(base);
  std::copy(z.begin(), z.end(), base_point.begin());
  return true;
}

template <typename Real>
ProjectionStatus Geometry<Real>::State::linearize(std::span<const Real> q) {
  equations->jacobian(q, f, chord.jacobian());
  ++counters.jacobians;
  ++counters.factorizations;
  at_chord = true;
  newest[0] = std::numeric_limits<Real>::quiet_NaN();
  if (chord.factorize()) return ProjectionStatus::good;
  return all_finite(std::span<const Real>(chord.jacobian())) ? ProjectionStatus::rank_lost
                                                             : ProjectionStatus::not_finite;
}

template <typename Real>
bool Geometry<Real>::State::guess_with_curvature(std::span<const Real> from,
                                                 std::span<const Real> target,
                                                 std::span<Real> q) {
  if (!prepare_base(from)) return false;
  for (std::size_t j = 0; j < m; ++j) way[j] = target[j] - from[j];
  // 0 = f(from + u) = f + df u + d²f(u,u)/2 + …, u = w − dfᵀμ. The papers' w is tangent, so that
  // df w = 0; the sums of Runge–Kutta stages are not, so the term stays.
  equations->second(from, way, way, f);
  for (std::size_t i = 0; i < c; ++i) {
    const std::size_t row = base.rows()[i];
    mu[i] = base_values[row] + dot(base.row(i), way.data(), m) + f[row] / 2;
  }
  base.solve(mu);
  std::copy(target.begin(), target.end(), q.begin());
  base.subtract_transposed(mu, q);
  return true;
}

/// With C the factorised df, r = q + df_qᵀμ − target: (C Cᵀ) δμ = f(q) − C r, δq = −r − Cᵀ δμ.
/// The second derivatives of f, times μ = O(h²), are left out of the matrix, not of r.
template <typename Real>
Real Geometry<Real>::State::correct(std::span<const Real> target, std::span<Real> q) {
  for (std::size_t j = 0; j < m; ++j) gap[j] = target[j] - q[j];
  detail::subtract_combination(chosen_rows(), c, m, mu.data(), gap.data());
  chord.apply(gap, residual);
  for (std::size_t i = 0; i < c; ++i) residual[i] += f[chord.rows()[i]];
  chord.solve(residual);
  chord.subtract_transposed(residual, gap);
  for (std::size_t i = 0; i < c; ++i) mu[i] += residual[i];
  ++counters.newton;
  return detail::move_by(q.data(), gap.data(), weight.data(), m);
}

/// Those rows of df at q that `chord` has chosen.
template <typename Real>
const Real* Geometry<Real>::State::chosen_rows() {
  if (at_chord) return chord.row(0);
  if (chord.uses_all_rows()) return jacobian.data();
  for (std::size_t i = 0; i < c; ++i) {
    const Real* from = jacobian.data() + chord.rows()[i] * m;
    std::copy(from, from + m, picked.begin() + static_cast<std::ptrdiff_t>(i * m));
  }
  return picked.data();
}

template <typename Real>
ProjectionStatus Geometry<Real>::State::newton(std::span<const Real> target, std::span<Real> q) {
  ProjectionStatus status = linearize(q);
  if (status != ProjectionStatus::good) return status;
  for (std::size_t j = 0; j < m; ++j) weight[j] = 1 / std::max(Real{1}, std::abs(target[j]));
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  const Real enough = std::max(tolerance, epsilon);
  Real before = 0;
  for (int iteration = 1; iteration <= settings.most_iterations; ++iteration) {
    const Real size = correct(target, q);
    if (!std::isfinite(size)) return ProjectionStatus::not_finite;
    // What is left after this correction, from the rate of convergence; at first from the size.
    const Real rate = iteration > 1 ? size / before : Real{1};
    if (size <= enough || (rate < Real{0.5} && size * rate <= enough)) {
      if (!(tolerance > 0)) return to_round_off(q);
      std::copy(q.begin(), q.end(), newest.begin());
      return ProjectionStatus::good;
    }
    // The round-off of f, by the condition of df, keeps the changes from getting smaller.
    if (rate > Real{0.5} && size * chord.sine() <= 1024 * epsilon) return to_round_off(q);
    before = size;
    if (iteration % std::max(1, settings.refresh_every) == 0) {
      status = linearize(q);
      if (status != ProjectionStatus::good) return status;
    } else {
      equations->jacobian(q, f, jacobian);
      ++counters.jacobians;
      at_chord = false;
    }
  }
  return ProjectionStatus::no_convergence;
}

/// |fᵢ| against the terms of fᵢ: Σ |∂fᵢ/∂zⱼ zⱼ| is the sum of its terms' sizes, each as often as
/// its degree says. Rounding q alone changes fᵢ by up to half an ulp of that.
template <typename Real>
bool Geometry<Real>::State::is_at_round_off(std::span<const Real> q) {
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  for (std::size_t i = 0; i < c; ++i) {
    const Real* row = chord.row(i);
    Real scale = 0;
    for (std::size_t j = 0; j < m; ++j) scale += std::abs(row[j] * q[j]);
    if (!(std::abs(f[chord.rows()[i]]) <= epsilon * scale)) return false;
  }
  return true;
}

template <typename Real>
ProjectionStatus Geometry<Real>::State::to_round_off(std::span<Real> q) {
  // Two corrections suffice from where Newton's method stops; a third one tells that f's own
  // round-off is larger than the estimate above, which is no failure.
  constexpr int most_corrections = 3;
  for (int correction = 0;; ++correction) {
    equations->value(q, f);
    ++counters.values;
    if (correction == most_corrections || is_at_round_off(q)) break;
    for (std::size_t i = 0; i < c; ++i) residual[i] = f[chord.rows()[i]];
    chord.solve(residual);
    chord.subtract_transposed(residual, q);
    ++counters.newton;
  }
  return all_finite(std::span<const Real>(f)) ? ProjectionStatus::good
                                              : ProjectionStatus::not_finite;
}

template <typename Real>
bool Geometry<Real>::State::normalize(std::span<Real> v) const {
  Real length = 1;
  if (parameter == Parameter::arclength) {
    length = std::sqrt(dot(std::span<const Real>(v), std::span<const Real>(v)));
  } else if (problem.independent) {
    length = v[*problem.independent];
  }
  if (length == 1) return true;  // the distribution has looked whether all entries are finite
  if (length == 0 || !std::isfinite(length)) return false;
  const Real factor = 1 / length;
  for (Real& entry : v) entry *= factor;
  return all_finite(std::span<const Real>(v));
}

template <typename Real>
Geometry<Real>::Geometry(const ManifoldProblem<Real>& problem,
                         Parameter parameter,
                         const ProjectionSettings& settings) {
  check_problem(problem, parameter);
  state_ = std::make_unique<State>(problem, parameter, settings);
}

template <typename Real>
Geometry<Real>::~Geometry() = default;
template <typename Real>
Geometry<Real>::Geometry(Geometry&&) noexcept = default;
template <typename Real>
Geometry<Real>& Geometry<Real>::operator=(Geometry&&) noexcept = default;

template <typename Real>
std::size_t Geometry<Real>::dimension() const noexcept {
  return state_->m;
}

template <typename Real>
const ManifoldProblem<Real>& Geometry<Real>::problem() const noexcept {
  return state_->problem;
}

template <typename Real>
Parameter Geometry<Real>::parameter() const noexcept {
  return state_->parameter;
}

template <typename Real>
Counters& Geometry<Real>::counters() noexcept {
  return state_->counters;
}

template <typename Real>
const DirectionQuality<Real>& Geometry<Real>::quality() const noexcept {
  return state_->quality;
}

template <typename Real>
FieldStatus Geometry<Real>::orient(std::span<const Real> z,
                                   std::span<const Real> reference,
                                   int sign) {
  LEAFWISE_DEMAND(sign == 1 || sign == -1);
  State& state = *state_;
  const auto wanted = static_cast<Real>(sign);
  state.sign = 1;
  if (state.orientation == Orientation::meant) {
    state.sign = wanted;
    return FieldStatus::good;
  }
  state.orientation = Orientation::continuous;  // so that `field` leaves the sign alone
  const FieldStatus status = field(z, state.way);
  state.orientation = state.distribution->orientation();
  if (status != FieldStatus::good) return status;
  const std::span<const Real> v(state.way);
  // Below this share of |V|, ξ is 0 but for round-off.
  const Real vertical = 64 * std::numeric_limits<Real>::epsilon() * std::sqrt(dot(v, v));
  Real product = 1;
  if (state.problem.independent && std::abs(v[*state.problem.independent]) > vertical) {
    product = v[*state.problem.independent];
  } else if (!reference.empty()) {
    product = dot(v, reference);
  }
  state.sign = product < 0 ? -wanted : wanted;
  for (std::size_t j = 0; j < state.m; ++j) state.reference[j] = state.sign * v[j];
  return FieldStatus::good;
}

template <typename Real>
void Geometry<Real>::follow(std::span<const Real> direction) {
  std::copy(direction.begin(), direction.end(), state_->reference.begin());
}

/// Opaque to others: σ, the rows chosen for `base` and for `chord`, then what the distribution has.
template <typename Real>
std::vector<std::int64_t> Geometry<Real>::memory() const {
  const State& state = *state_;
  std::vector<std::int64_t> result = {state.sign < 0 ? -1 : 1};
  state.base.choice().append_memory(result);
  state.chord.choice().append_memory(result);
  const std::vector<std::int64_t> rest = state.distribution->memory();
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

template <typename Real>
void Geometry<Real>::restore(std::span<const std::int64_t> memory) {
  State& state = *state_;
  const std::size_t share = state.base.choice().memory_size();
  const std::size_t own = 1 + 2 * share;
  if (memory.size() < own || (memory[0] != 1 && memory[0] != -1)) refuse_memory();
  state.sign = static_cast<Real>(memory[0]);
  state.base.choice().restore(memory.subspan(1, share));
  state.chord.choice().restore(memory.subspan(1 + share, share));
  state.distribution->restore(memory.subspan(own));
  state.base_point[0] = std::numeric_limits<Real>::quiet_NaN();
}

template <typename Real>
FieldStatus Geometry<Real>::field(std::span<const Real> z, std::span<Real> v) {
  State& state = *state_;
  ++state.counters.fields;
  ++state.counters.factorizations;
  // Made in its place: copying what was just written, in parts of other sizes, takes a third of the
  // time of this function.
  ::new (&state.quality) DirectionQuality<Real>(state.distribution->direction(z, v));
  if (!state.quality.defined) {
    return all_finite(z) && all_finite(std::span<const Real>(v)) ? FieldStatus::undefined
                                                                 : FieldStatus::not_finite;
  }
  if (state.parameter == Parameter::independent && state.problem.independent &&
      state.orientation == Orientation::continuous) {
    state.quality.side = v[*state.problem.independent] < 0 ? -1 : 1;
  }
  if (!state.normalize(v)) return FieldStatus::undefined;
  Real sign = state.sign;
  if (state.orientation == Orientation::arbitrary &&
      dot(std::span<const Real>(v), std::span<const Real>(state.reference)) < 0) {
    sign = -1;
  } else if (state.orientation == Orientation::arbitrary) {
    sign = 1;
  }
  if (sign < 0) {
    for (Real& entry : v) entry = -entry;
  }
  return FieldStatus::good;
}

template <typename Real>
ProjectionStatus Geometry<Real>::project(std::span<const Real> base,
                                         std::span<const Real> target,
                                         std::span<Real> q) {
  State& state = *state_;
  ++state.counters.projections;
  if (state.c > 0 && state.settings.guess == Guess::curved &&
      state.guess_with_curvature(base, target, q)) {
    return state.newton(target, q);
  }
  --state.counters.projections;
  return project(target, q);
}

template <typename Real>
ProjectionStatus Geometry<Real>::project(std::span<const Real> target, std::span<Real> q) {
  State& state = *state_;
  ++state.counters.projections;
  std::copy(target.begin(), target.end(), q.begin());
  if (!all_finite(target)) return ProjectionStatus::not_finite;
  if (state.c == 0) return ProjectionStatus::good;
  std::fill(state.mu.begin(), state.mu.end(), Real{0});
  return state.newton(target, q);
}

template <typename Real>
ProjectionStatus Geometry<Real>::polish(std::span<Real> q) {
  State& state = *state_;
  if (state.c == 0) {
    return all_finite(std::span<const Real>(q)) ? ProjectionStatus::good
                                                : ProjectionStatus::not_finite;
  }
  // What `project` has just found is near enough to where df was factorised for it.
  if (std::equal(q.begin(), q.end(), state.newest.begin())) return state.to_round_off(q);
  const ProjectionStatus status = state.linearize(q);
  return status == ProjectionStatus::good ? state.to_round_off(q) : status;
}

template <typename Real>
ProjectionStatus Geometry<Real>::to_tangent(std::span<const Real> z,
                                            std::span<const Real> w,
                                            std::span<Real> t) {
  State& state = *state_;
  std::copy(w.begin(), w.end(), t.begin());
  if (state.c == 0) return ProjectionStatus::good;
  if (!state.prepare_base(z)) {
    return all_finite(std::span<const Real>(state.base.jacobian())) ? ProjectionStatus::rank_lost
                                                                    : ProjectionStatus::not_finite;
  }
  // The errors of the first pass, up to the condition of df dfᵀ, are normal: a second one takes
  // them away.
  for (int pass = 0; pass < 2; ++pass) {
    state.base.apply(t, state.residual);
    state.base.solve(state.residual);
    state.base.subtract_transposed(state.residual, t);
  }
  return ProjectionStatus::good;
}

template <typename Real>
Real Geometry<Real>::residual(std::span<const Real> z) {
  State& state = *state_;
  if (!state.equations) return 0;
  state.equations->jacobian(z, state.f, state.jacobian);
  ++state.counters.jacobians;
  Real worst = 0;
  for (std::size_t i = 0; i < state.f.size(); ++i) {
    const Real* row = state.jacobian.data() + i * state.m;
    const Real size = std::abs(state.f[i]) / std::max(Real{1}, std::sqrt(dot(row, row, state.m)));
    if (!(size <= worst)) worst = size;
  }
  return worst;
}

template class Geometry<double>;
template class Geometry<long double>;

}  // namespace leafwise::integrator
