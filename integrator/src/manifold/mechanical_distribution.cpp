// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/mechanical_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/compiled_map.hpp"
#include "linear/dense.hpp"
#include "linear/minimum_norm.hpp"
#include "linear/saddle_point.hpp"
#include "maps/evaluator.hpp"
#include "maps/mechanical_program.hpp"

namespace leafwise::integrator {
namespace {

[[noreturn]] void refuse(std::string message) {
  throw InvalidInput({.message = std::move(message), .expected = {}, .range = {}, .place = {}});
}

/// Where the terms are in the outputs of their map.
struct Blocks {
  explicit Blocks(const MechanicalLayout& layout)
      : n(layout.positions.size()),
        k(layout.constraints),
        force(n * n),
        constraints(force + n),
        gamma(constraints + k * n),
        auxiliaries(gamma + k),
        size(auxiliaries + layout.auxiliaries.size()) {}

  std::size_t n;
  std::size_t k;
  std::size_t force;
  std::size_t constraints;
  std::size_t gamma;
  std::size_t auxiliaries;
  std::size_t size;
};

void check_layout(const MechanicalLayout& layout, std::size_t inputs, std::size_t outputs) {
  std::vector<std::size_t> all = layout.positions;
  all.insert(all.end(), layout.velocities.begin(), layout.velocities.end());
  all.insert(all.end(), layout.auxiliaries.begin(), layout.auxiliaries.end());
  if (layout.time) all.push_back(*layout.time);
  std::sort(all.begin(), all.end());
  for (std::size_t j = 0; j < all.size(); ++j) {
    if (all[j] != j) refuse("each coordinate must be listed once in a mechanical layout");
  }
  if (all.size() != inputs) {
    refuse("a mechanical layout with " + std::to_string(all.size()) +
           " coordinates does not fit terms in " + std::to_string(inputs));
  }
  if (layout.positions.empty() || layout.velocities.size() != layout.positions.size()) {
    refuse("a mechanical system has as many velocities as positions, at least one");
  }
  if (layout.constraint_rank > layout.constraints ||
      layout.constraint_rank > layout.positions.size()) {
    refuse("constraints cannot have a rank above their number or that of the positions");
  }
  if (layout.acceleration_names.size() != layout.positions.size() ||
      layout.multiplier_names.size() > layout.constraints) {
    refuse(
        "a mechanical layout needs a name for each acceleration, and no more for multipliers "
        "than constraints");
  }
  if (outputs != Blocks(layout).size) {
    refuse("the terms M, F, G, γ of this layout are " + std::to_string(Blocks(layout).size) +
           " numbers, not " + std::to_string(outputs));
  }
}

}  // namespace

template <typename Real>
struct MechanicalDistribution<Real>::Code {
  explicit Code(const detail::MechanicalProgram& all)
      : evaluators(all.program), mass_pivots(all.mass_pivots), schur_pivots(all.schur_pivots) {}

  detail::EvaluatorFactory<Real> evaluators;
  std::size_t mass_pivots;
  std::size_t schur_pivots;
};

template <typename Real>
struct MechanicalDistribution<Real>::State {
  State(std::unique_ptr<SmoothMap<Real>> map, MechanicalLayout l)
      : terms(std::move(map)),
        layout(std::move(l)),
        at(layout),
        names(layout.acceleration_names),
        solver(at.n, at.k, layout.constraint_rank),
        values(at.size),
        acceleration(at.n),
        multipliers(at.k),
        force(at.n),
        gamma(at.k) {
    names.insert(names.end(), layout.multiplier_names.begin(), layout.multiplier_names.end());
    std::vector<Real> sample(layout.coordinates());
    for (int i = 0; i < detail::sample_count; ++i) {
      detail::fill_with_sample(std::span<Real>(sample), i);
      terms->value(sample, values);
      solver.see(part(values, 0, 0, at.n * at.n), part(values, 0, at.constraints, at.k * at.n));
    }
  }

  [[nodiscard]] std::span<const Real> part(const std::vector<Real>& all,
                                           std::size_t degree,
                                           std::size_t begin,
                                           std::size_t count) const {
    return std::span<const Real>(all).subspan(degree * at.size + begin, count);
  }
  Real factorize(const std::vector<Real>& all) {
    return solver.factorize(part(all, 0, 0, at.n * at.n),
                            part(all, 0, at.constraints, at.k * at.n));
  }
  /// By the program; not defined where that has to be done with pivoting.
  DirectionQuality<Real> run_code(std::span<const Real> z, std::span<Real> v);
  void smallest_multipliers(std::span<Real> out) const;
  void taylor_solve(std::size_t d);

  std::unique_ptr<SmoothMap<Real>> terms;
  MechanicalLayout layout;
  Blocks at;
  std::vector<std::string> names;
  detail::SaddlePoint<Real> solver;
  std::vector<Real> values;
  std::vector<Real> acceleration;
  std::vector<Real> multipliers;

  // Where terms are known as a program and there are few.
  std::shared_ptr<const Code> code;
  std::unique_ptr<detail::Evaluator<Real>> evaluator;

  // Taylor coefficients: of all terms, of q'' and of λ, degree by degree.
  std::vector<Real> force;
  std::vector<Real> gamma;
  std::vector<Real> term_series;
  std::vector<Real> acceleration_series;
  std::vector<Real> multiplier_series;
};

template <typename Real>
MechanicalDistribution<Real>::MechanicalDistribution(
    const std::shared_ptr<const SmoothMap<Real>>& terms, MechanicalLayout layout) {
  if (!terms) refuse("a mechanical system needs its terms");
  check_layout(layout, terms->inputs(), terms->outputs());
  state_ = std::make_unique<State>(terms->clone(), std::move(layout));
  const auto* compiled = dynamic_cast<const CompiledMap<Real>*>(terms.get());
  if (compiled == nullptr) return;
  const auto all = detail::mechanical_program(compiled->program(), state_->layout);
  if (all) use_code(std::make_shared<const Code>(*all));
}

template <typename Real>
MechanicalDistribution<Real>::MechanicalDistribution(const MechanicalDistribution& other)
    : Distribution<Real>(other),
      state_(std::make_unique<State>(other.state_->terms->clone(), other.state_->layout)) {
  if (other.state_->code) use_code(other.state_->code);
}

template <typename Real>
void MechanicalDistribution<Real>::use_code(std::shared_ptr<const Code> code) {
  state_->code = std::move(code);
  state_->evaluator = state_->code->evaluators.make();
}

template <typename Real>
MechanicalDistribution<Real>::~MechanicalDistribution() = default;

template <typename Real>
std::size_t MechanicalDistribution<Real>::dimension() const noexcept {
  return state_->layout.coordinates();
}

template <typename Real>
const std::vector<std::string>& MechanicalDistribution<Real>::attached_names() const noexcept {
  return state_->names;
}

template <typename Real>
Orientation MechanicalDistribution<Real>::orientation() const noexcept {
  return Orientation::meant;
}

template <typename Real>
DirectionQuality<Real> MechanicalDistribution<Real>::State::run_code(std::span<const Real> z,
                                                                     std::span<Real> v) {
  detail::copy_few(z.data(), evaluator->inputs().data(), z.size());
  evaluator->run();
  const Real* out = evaluator->outputs().data();
  detail::SmallestShare<Real> smallest;
  const Real* pair = out + v.size();
  for (std::size_t i = 0; i < code->mass_pivots; ++i, pair += 2) smallest.add(pair[0], pair[1]);
  for (std::size_t i = 0; i < code->schur_pivots; ++i, pair += 2) smallest.add(-pair[0], -pair[1]);
  const bool good = detail::copy_finite(out, v.data(), v.size()) &&
                    smallest.is_above(static_cast<Real>(detail::least_schur_share));
  if (!good) return {};
  return {true, Real{0}, std::sqrt(smallest.value())};
}

template <typename Real>
DirectionQuality<Real> MechanicalDistribution<Real>::direction(std::span<const Real> z,
                                                               std::span<Real> v) {
  State& s = *state_;
  if (s.evaluator) {
    const DirectionQuality<Real> quality = s.run_code(z, v);
    if (quality.defined) return quality;
  }
  s.terms->value(z, s.values);
  const Real quality = s.factorize(s.values);
  if (!(quality > 0)) {
    std::fill(v.begin(), v.end(), Real{0});
    return {};
  }
  s.solver.solve(s.part(s.values, 0, s.at.force, s.at.n),
                 s.part(s.values, 0, s.at.gamma, s.at.k),
                 s.acceleration,
                 s.multipliers);
  if (s.layout.time) v[*s.layout.time] = 1;
  for (std::size_t i = 0; i < s.at.n; ++i) {
    v[s.layout.positions[i]] = z[s.layout.velocities[i]];
    v[s.layout.velocities[i]] = s.acceleration[i];
  }
  for (std::size_t i = 0; i < s.layout.auxiliaries.size(); ++i) {
    v[s.layout.auxiliaries[i]] = s.values[s.at.auxiliaries + i];
  }
  const bool finite = detail::all_finite(std::span<const Real>(v));
  return {finite, Real{0}, quality};
}

/// Gᵀ λ = F − M q'' in the sense of least squares, λ as small as possible; G of the rows with
/// names.
template <typename Real>
void MechanicalDistribution<Real>::State::smallest_multipliers(std::span<Real> out) const {
  const std::size_t named = layout.multiplier_names.size();
  std::vector<Real> right(at.n);
  std::vector<Real> transposed(at.n * named);
  Real size = 0;
  for (std::size_t i = 0; i < at.n; ++i) {
    right[i] = values[at.force + i] - detail::dot(&values[i * at.n], acceleration.data(), at.n);
    size = std::max(size, std::abs(right[i]));
    for (std::size_t l = 0; l < named; ++l) {
      transposed[i * named + l] = values[at.constraints + l * at.n + i];
    }
  }
  detail::MinimumNormSolver<Real> least_squares;
  if (named == 0 || !least_squares.factorize(transposed, at.n, named)) return;
  least_squares.solve(right, out);
  // In a node of the positions reactions become infinite: what is left over is of the size of
  // forces there, and of round-off elsewhere.
  constexpr Real most_left = Real{1e-6};
  for (std::size_t i = 0; i < at.n; ++i) {
    const Real left = right[i] - detail::dot(&transposed[i * named], out.data(), named);
    if (std::abs(left) <= most_left * (1 + size)) continue;
    std::fill(out.begin(), out.end(), std::numeric_limits<Real>::quiet_NaN());
    return;
  }
}

template <typename Real>
void MechanicalDistribution<Real>::attached(std::span<const Real> z, std::span<Real> out) {
  State& s = *state_;
  s.terms->value(z, s.values);
  if (!(s.factorize(s.values) > 0)) {
    std::fill(out.begin(), out.end(), std::numeric_limits<Real>::quiet_NaN());
    return;
  }
  s.solver.solve(s.part(s.values, 0, s.at.force, s.at.n),
                 s.part(s.values, 0, s.at.gamma, s.at.k),
                 s.acceleration,
                 s.multipliers);
  std::copy(s.acceleration.begin(), s.acceleration.end(), out.begin());
  const std::span<Real> rest = out.subspan(s.at.n);
  std::copy_n(s.multipliers.begin(), rest.size(), rest.begin());
  if (s.layout.constraint_rank < s.at.k) s.smallest_multipliers(rest);
}

/// M₀ a_d + G₀ᵀ λ_d = F_d − Σ_{i=1…d} (M_i a_{d−i} + G_iᵀ λ_{d−i}), G₀ a_d = γ_d − Σ G_i a_{d−i}
template <typename Real>
void MechanicalDistribution<Real>::State::taylor_solve(std::size_t d) {
  const std::size_t n = at.n;
  const std::size_t k = at.k;
  const auto force_d = part(term_series, d, at.force, n);
  const auto gamma_d = part(term_series, d, at.gamma, k);
  std::copy(force_d.begin(), force_d.end(), force.begin());
  std::copy(gamma_d.begin(), gamma_d.end(), gamma.begin());
  for (std::size_t i = 1; i <= d; ++i) {
    const Real* mass = &term_series[i * at.size];
    const Real* constraints = mass + at.constraints;
    const Real* a = &acceleration_series[(d - i) * n];
    const Real* lambda = multiplier_series.data() + (d - i) * k;
    for (std::size_t row = 0; row < n; ++row) force[row] -= detail::dot(mass + row * n, a, n);
    detail::subtract_combination(constraints, k, n, lambda, force.data());
    for (std::size_t row = 0; row < k; ++row) {
      gamma[row] -= detail::dot(constraints + row * n, a, n);
    }
  }
  solver.solve(force, gamma, acceleration, multipliers);
  std::copy(acceleration.begin(),
            acceleration.end(),
            acceleration_series.begin() + static_cast<std::ptrdiff_t>(d * n));
  std::copy(multipliers.begin(),
            multipliers.end(),
            multiplier_series.begin() + static_cast<std::ptrdiff_t>(d * k));
}

template <typename Real>
bool MechanicalDistribution<Real>::taylor(std::span<Real> curve, std::size_t degree) {
  LEAFWISE_DEMAND(degree >= 1);
  State& s = *state_;
  const std::size_t d = degree - 1;
  const std::size_t m = dimension();
  if (s.term_series.size() < degree * s.at.size) {
    s.term_series.resize(degree * s.at.size);
    s.acceleration_series.resize(degree * s.at.n);
    s.multiplier_series.resize(degree * s.at.k);
  }
  s.terms->taylor(curve, d, std::span<Real>(s.term_series).subspan(d * s.at.size, s.at.size));
  if (d == 0 && !(s.factorize(s.term_series) > 0)) return false;
  s.taylor_solve(d);
  const auto share = static_cast<Real>(degree);
  Real* next = curve.data() + degree * m;
  if (s.layout.time) next[*s.layout.time] = d == 0 ? Real{1} : Real{0};
  for (std::size_t i = 0; i < s.at.n; ++i) {
    next[s.layout.positions[i]] = curve[d * m + s.layout.velocities[i]] / share;
    next[s.layout.velocities[i]] = s.acceleration[i] / share;
  }
  for (std::size_t i = 0; i < s.layout.auxiliaries.size(); ++i) {
    next[s.layout.auxiliaries[i]] = s.term_series[d * s.at.size + s.at.auxiliaries + i] / share;
  }
  return detail::all_finite(std::span<const Real>(curve.subspan(degree * m, m)));
}

template <typename Real>
std::size_t MechanicalDistribution<Real>::highest_taylor_degree() const noexcept {
  return degree_above(state_->terms->highest_taylor_degree());
}

template <typename Real>
std::vector<std::int64_t> MechanicalDistribution<Real>::memory() const {
  std::vector<std::int64_t> result;
  state_->solver.choice().append_memory(result);
  return result;
}

template <typename Real>
void MechanicalDistribution<Real>::restore(std::span<const std::int64_t> memory) {
  state_->solver.choice().restore(memory);
}

template <typename Real>
std::unique_ptr<Distribution<Real>> MechanicalDistribution<Real>::clone() const {
  return std::unique_ptr<Distribution<Real>>(new MechanicalDistribution(*this));
}

template class MechanicalDistribution<double>;
template class MechanicalDistribution<long double>;

}  // namespace leafwise::integrator
