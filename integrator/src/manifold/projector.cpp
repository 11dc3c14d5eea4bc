// SPDX-License-Identifier: GPL-3.0-or-later
#include "manifold/projector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Over a change of q of this size, df and the sizes of terms stay the same for `polish`.
constexpr double small_change = 1e-8;
/// |fᵢ| in units of its own round-off, above which a point is not one of M. Where corrections no
/// longer help, regular equations are below 20: the rest is for terms that cancel within fᵢ.
constexpr double most_round_off = 1e3;

}  // namespace

template <typename Real>
Projector<Real>::Projector(const ManifoldProblem<Real>& problem,
                           const ProjectionSettings& settings,
                           Counters& counters)
    : settings_(settings),
      counters_(counters),
      equations_(problem.equations && problem.codimension > 0 ? problem.equations->clone()
                                                              : nullptr),
      m_(problem.dimension()),
      c_(equations_ ? problem.codimension : 0),
      tolerance_(static_cast<Real>(settings.tolerance)),
      chord_(equations_ ? equations_->outputs() : 0, m_, c_),
      base_(equations_ ? equations_->outputs() : 0, m_, c_),
      base_point_(m_, std::numeric_limits<Real>::quiet_NaN()),
      base_values_(equations_ ? equations_->outputs() : 0),
      newest_(m_, std::numeric_limits<Real>::quiet_NaN()),
      f_(base_values_.size()),
      jacobian_(f_.size() * m_),
      mu_(c_),
      residual_(c_),
      gap_(m_),
      weight_(m_),
      picked_(chord_.uses_all_rows() ? 0 : c_ * m_),
      way_(m_) {
  for (int i = 0; i < sample_count && c_ > 0; ++i) {
    fill_with_sample(std::span<Real>(way_), i);
    equations_->jacobian(way_, f_, jacobian_);
    chord_.see(jacobian_);
    base_.see(jacobian_);
  }
}

template <typename Real>
bool Projector<Real>::prepare_base(std::span<const Real> z) {
  if (std::equal(z.begin(), z.end(), base_point_.begin())) return true;
  equations_->jacobian(z, base_values_, base_.jacobian());
  ++counters_.jacobians;
  ++counters_.factorizations;
  base_point_[0] = std::numeric_limits<Real>::quiet_NaN();
  if (!base_.factorize()) return false;
  chord_.choose_like(base_);
  std::copy(z.begin(), z.end(), base_point_.begin());
  return true;
}

template <typename Real>
ProjectionStatus Projector<Real>::linearize(std::span<const Real> q) {
  equations_->jacobian(q, f_, chord_.jacobian());
  ++counters_.jacobians;
  ++counters_.factorizations;
  at_chord_ = true;
  newest_[0] = std::numeric_limits<Real>::quiet_NaN();
  if (chord_.factorize()) return ProjectionStatus::good;
  return all_finite(std::span<const Real>(chord_.jacobian())) ? ProjectionStatus::rank_lost
                                                              : ProjectionStatus::not_finite;
}

template <typename Real>
bool Projector<Real>::guess_with_curvature(std::span<const Real> from,
                                           std::span<const Real> target,
                                           std::span<Real> q) {
  if (!prepare_base(from)) return false;
  for (std::size_t j = 0; j < m_; ++j) way_[j] = target[j] - from[j];
  // 0 = f(from + u) = f + df u + d²f(u,u)/2 + …, u = w − dfᵀμ. The papers' w is tangent, so that
  // df w = 0; the sums of Runge–Kutta stages are not, so the term stays.
  equations_->second(from, way_, way_, f_);
  for (std::size_t i = 0; i < c_; ++i) {
    const std::size_t row = base_.rows()[i];
    mu_[i] = base_values_[row] + dot(base_.row(i), way_.data(), m_) + f_[row] / 2;
  }
  base_.solve(mu_);
  std::copy(target.begin(), target.end(), q.begin());
  base_.subtract_transposed(mu_, q);
  return true;
}

/// With C the factorised df, r = q + df_qᵀμ − target: (C Cᵀ) δμ = f(q) − C r, δq = −r − Cᵀ δμ.
/// The second derivatives of f, times μ = O(h²), are left out of the matrix, not of r.
template <typename Real>
Real Projector<Real>::correct(std::span<const Real> target, std::span<Real> q, Start start) {
  if (start == Start::target) {  // then r = 0
    std::fill(gap_.begin(), gap_.end(), Real{0});
    for (std::size_t i = 0; i < c_; ++i) mu_[i] = f_[chord_.rows()[i]];
    chord_.solve(mu_);
    chord_.subtract_transposed(mu_, gap_);
  } else {
    for (std::size_t j = 0; j < m_; ++j) gap_[j] = target[j] - q[j];
    chord_.subtract_transposed(chosen_rows(), mu_, gap_);
    chord_.apply(gap_, residual_);
    for (std::size_t i = 0; i < c_; ++i) residual_[i] += f_[chord_.rows()[i]];
    chord_.solve(residual_);
    chord_.subtract_transposed(residual_, gap_);
    for (std::size_t i = 0; i < c_; ++i) mu_[i] += residual_[i];
  }
  ++counters_.newton;
  return move_by(q.data(), gap_.data(), weight_.data(), m_);
}

/// Those rows of df at q that `chord_` has chosen.
template <typename Real>
const Real* Projector<Real>::chosen_rows() {
  if (at_chord_) return chord_.row(0);
  if (chord_.uses_all_rows()) return jacobian_.data();
  for (std::size_t i = 0; i < c_; ++i) {
    const Real* from = jacobian_.data() + chord_.rows()[i] * m_;
    std::copy(from, from + m_, picked_.begin() + static_cast<std::ptrdiff_t>(i * m_));
  }
  return picked_.data();
}

template <typename Real>
void Projector<Real>::weigh(std::span<const Real> target) {
  for (std::size_t j = 0; j < m_; ++j) {
    const Real size = std::abs(target[j]);
    weight_[j] = size > 1 ? 1 / size : Real{1};
  }
}

template <typename Real>
ProjectionStatus Projector<Real>::differentiate(std::span<const Real> q, bool anew) {
  if (anew) return linearize(q);
  equations_->jacobian(q, f_, jacobian_);
  ++counters_.jacobians;
  at_chord_ = false;
  return ProjectionStatus::good;
}

template <typename Real>
ProjectionStatus Projector<Real>::newton(std::span<const Real> target,
                                         std::span<Real> q,
                                         Start start) {
  ProjectionStatus status = linearize(q);
  if (status != ProjectionStatus::good) return status;
  weigh(target);
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  const Real enough = std::max(tolerance_, epsilon);
  Real before = 0;
  for (int iteration = 1; iteration <= settings_.most_iterations; ++iteration) {
    const Real size = correct(target, q, iteration == 1 ? start : Start::guess);
    if (!std::isfinite(size)) return ProjectionStatus::not_finite;
    // What is left after this correction, from the rate of convergence; at first from the size.
    const Real rate = iteration > 1 ? size / before : Real{1};
    if (size <= enough || (rate < Real{0.5} && size * rate <= enough)) {
      if (!(tolerance_ > 0)) return to_round_off(q);
      std::copy(q.begin(), q.end(), newest_.begin());
      last_change_ = size;
      return ProjectionStatus::good;
    }
    // The round-off of f, by the condition of df, keeps the changes from getting smaller.
    if (rate > Real{0.5} && size * chord_.sine() <= 1024 * epsilon) return to_round_off(q);
    before = size;
    status = differentiate(q, iteration % std::max(1, settings_.refresh_every) == 0);
    if (status != ProjectionStatus::good) return status;
  }
  return ProjectionStatus::no_convergence;
}

/// |fᵢ| against the terms of fᵢ, the largest quotient in units of ε: Σ |∂fᵢ/∂zⱼ zⱼ| is the sum of
/// its terms' sizes, each as often as its degree says. Rounding q alone changes fᵢ by up to half an
/// ulp of that.
template <typename Real>
Real Projector<Real>::excess(std::span<const Real> q) {
  const Real* newest = chosen_rows();  // where terms are small, older ones tell too much
  Real worst = 0;
  Real its_scale = 1;  // compared by cross products: one division in all
  for (std::size_t i = 0; i < c_; ++i) {
    const Real scale = dot_of_sizes(newest + i * m_, q.data(), m_);
    const Real size = std::abs(f_[chord_.rows()[i]]);
    if (!(size * its_scale <= worst * scale)) {
      worst = size;
      its_scale = scale;
    }
  }
  return worst / (its_scale * std::numeric_limits<Real>::epsilon());
}

/// Chord corrections as long as they help, then with df at q: an older one mixes into one equation
/// what cannot be corrected in another, because q cannot be represented. Where f's own round-off is
/// larger than the estimate above, that does not help either, which is no failure; what is no
/// round-off of f at all is one: Newton's method then runs after a zero that is not there, as
/// beyond a cusp.
template <typename Real>
ProjectionStatus Projector<Real>::to_round_off(std::span<Real> q) {
  constexpr int most_corrections = 20;
  bool is_fresh = false;
  Real now = 0;
  Real before = std::numeric_limits<Real>::max();
  for (int correction = 0; correction < most_corrections; ++correction) {
    equations_->value(q, f_);
    ++counters_.values;
    now = excess(q);
    if (!(now > 1)) break;
    if (now > before / 2) {
      if (is_fresh) break;
      const ProjectionStatus status = linearize(q);
      if (status != ProjectionStatus::good) return status;
      is_fresh = true;
    }
    before = now;
    for (std::size_t i = 0; i < c_; ++i) residual_[i] = f_[chord_.rows()[i]];
    chord_.solve(residual_);
    chord_.subtract_transposed(residual_, q);
    ++counters_.newton;
  }
  if (!all_finite(std::span<const Real>(f_))) return ProjectionStatus::not_finite;
  const bool is_there = now <= Real{most_round_off} || is_there_but_for_digits(q) || is_noise(q);
  return is_there ? ProjectionStatus::good : ProjectionStatus::no_convergence;
}

/// Whether one more correction would change only the last digits of numbers of size 1, as those of
/// constants in f: (x − 1)² + y² − 1 has them where x and y are small. @pre f_ is f(q)
template <typename Real>
bool Projector<Real>::is_there_but_for_digits(std::span<const Real> q) {
  for (std::size_t i = 0; i < c_; ++i) residual_[i] = f_[chord_.rows()[i]];
  chord_.solve(residual_);
  std::fill(gap_.begin(), gap_.end(), Real{0});
  chord_.subtract_transposed(residual_, gap_);
  const Real last_digits = 4 * std::numeric_limits<Real>::epsilon();
  for (std::size_t j = 0; j < m_; ++j) {
    if (!(std::abs(gap_[j]) <= last_digits * std::max(Real{1}, std::abs(q[j])))) return false;
  }
  return true;
}

/// Whether f(q) is what f changes by when the last digits of q change: where terms cancel within df
/// too, as in x² − 2x + 1, `excess` misses them. Rare. @pre f_ is f(q)
template <typename Real>
bool Projector<Real>::is_noise(std::span<const Real> q) {
  constexpr int trials = 4;
  const std::vector<Real> before = f_;
  std::vector<Real> noise(f_.size(), Real{0});
  for (int trial = 1; trial <= trials; ++trial) {
    for (std::size_t j = 0; j < m_; ++j) {
      const auto digits = static_cast<Real>((static_cast<std::size_t>(trial) * (j + 1)) % 7 + 1);
      way_[j] = q[j] * (1 + digits * std::numeric_limits<Real>::epsilon());
    }
    equations_->value(way_, f_);
    for (std::size_t i = 0; i < f_.size(); ++i) {
      noise[i] = std::max(noise[i], std::abs(f_[i] - before[i]));
    }
  }
  counters_.values += trials;
  for (const std::size_t row : chord_.rows()) {
    if (!(std::abs(before[row]) <= Real{most_round_off} * noise[row])) return false;
  }
  return true;
}

template <typename Real>
ProjectionStatus Projector<Real>::project(std::span<const Real> base,
                                          std::span<const Real> target,
                                          std::span<Real> q) {
  if (c_ == 0 || settings_.guess != Guess::curved || !guess_with_curvature(base, target, q)) {
    return project(target, q);
  }
  ++counters_.projections;
  return newton(target, q, Start::guess);
}

template <typename Real>
ProjectionStatus Projector<Real>::project(std::span<const Real> target, std::span<Real> q) {
  ++counters_.projections;
  std::copy(target.begin(), target.end(), q.begin());
  if (!all_finite(target)) return ProjectionStatus::not_finite;
  return c_ == 0 ? ProjectionStatus::good : newton(target, q, Start::target);
}

template <typename Real>
ProjectionStatus Projector<Real>::polish(std::span<Real> q) {
  if (c_ == 0) {
    return all_finite(std::span<const Real>(q)) ? ProjectionStatus::good
                                                : ProjectionStatus::not_finite;
  }
  // What `project` has just found may be near enough to where it has computed df.
  const bool near = last_change_ <= static_cast<Real>(small_change);
  if (near && std::equal(q.begin(), q.end(), newest_.begin())) return to_round_off(q);
  const ProjectionStatus status = linearize(q);
  return status == ProjectionStatus::good ? to_round_off(q) : status;
}

template <typename Real>
ProjectionStatus Projector<Real>::to_tangent(std::span<const Real> z,
                                             std::span<const Real> w,
                                             std::span<Real> t) {
  std::copy(w.begin(), w.end(), t.begin());
  if (c_ == 0) return ProjectionStatus::good;
  if (!prepare_base(z)) {
    return all_finite(std::span<const Real>(base_.jacobian())) ? ProjectionStatus::rank_lost
                                                               : ProjectionStatus::not_finite;
  }
  // The errors of the first pass, up to the condition of df dfᵀ, are normal: a second one takes
  // them away.
  for (int pass = 0; pass < 2; ++pass) {
    base_.apply(t, residual_);
    base_.solve(residual_);
    base_.subtract_transposed(residual_, t);
  }
  return ProjectionStatus::good;
}

template <typename Real>
Real Projector<Real>::residual(std::span<const Real> z) {
  if (!equations_) return 0;
  equations_->jacobian(z, f_, jacobian_);
  ++counters_.jacobians;
  Real worst = 0;
  for (std::size_t i = 0; i < f_.size(); ++i) {
    const Real* row = jacobian_.data() + i * m_;
    const Real size = std::abs(f_[i]) / std::max(Real{1}, std::sqrt(dot(row, row, m_)));
    if (!(size <= worst)) worst = size;
  }
  return worst;
}

template <typename Real>
void Projector<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  base_.choice().append_memory(memory);
  chord_.choice().append_memory(memory);
}

template <typename Real>
void Projector<Real>::restore(std::span<const std::int64_t> memory) {
  const std::size_t share = base_.choice().memory_size();
  base_.choice().restore(memory.first(share));
  chord_.choice().restore(memory.subspan(share));
  base_point_[0] = std::numeric_limits<Real>::quiet_NaN();
}

template class Projector<double>;
template class Projector<long double>;

}  // namespace leafwise::integrator::detail
