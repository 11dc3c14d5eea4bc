// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/stiff_stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linear/small_vectors.hpp"
#include "steppers/radau5/stage_transform.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Steps for which h ω/ε is below this are no steps above ε. Both ways of solving converge around
/// there; this one needs no second look.
constexpr double small_step = 1;

}  // namespace

template <typename Real>
StiffStages<Real>::StiffStages(const StiffProblem<Real>& problem, std::vector<std::size_t> columns)
    : n_(problem.size()),
      m_(columns.size()),
      forces_(problem, std::move(columns)),
      eliminations_{RateElimination<Real>(n_, m_),
                    RateElimination<Real>(n_, m_),
                    RateElimination<Real>(n_, m_)},
      remainders_(3 * n_),
      fresh_(3 * n_),
      point_(1 + 2 * n_ + m_),
      matrix_(n_ * n_),
      column_(n_),
      coupled_(n_, m_) {
  for (auto& rows : rows_) rows.resize((n_ + m_) * (2 * n_ + m_));
}

/// out ← (v, M⁻¹ out_v, g), where out_v holds the forces already.
template <typename Real>
bool StiffStages<Real>::finish(std::span<const Real> point, StiffForm form, std::span<Real> out) {
  copy_few(point.data() + 1 + n_, out.data(), n_);
  forces_.divide_by_mass(out.data() + n_);
  if (m_ > 0) {
    const std::span<Real> g = out.subspan(2 * n_);
    forces_.reduced_gradient(g);
    if (form != StiffForm::constrained) {
      for (std::size_t i = 0; i < m_; ++i) g[i] -= forces_.square() * point[1 + 2 * n_ + i];
    }
  }
  return all_finite(std::span<const Real>(out));
}

/// The field: with the multipliers of the point, which Newton's iteration has found to more digits
/// than ∇U/ε² has, and with what they leave of ∇U.
template <typename Real>
bool StiffStages<Real>::evaluate(std::span<const Real> point, std::span<Real> out) {
  if (!forces_.evaluate(point)) return false;
  const std::span<Real> k = out.subspan(n_, n_);
  forces_.remainder(k);
  for (std::size_t i = 0; i < n_; ++i) k[i] += forces_.force()[i];
  forces_.subtract_reaction(point.subspan(1 + 2 * n_), k.data());
  return finish(point, StiffForm::multipliers, out);
}

template <typename Real>
bool StiffStages<Real>::evaluate_stage(std::size_t stage,
                                       std::span<const Real> point,
                                       std::span<Real> out) {
  if (!forces_.evaluate(point)) return false;
  Real* const k = out.data() + n_;
  copy_few(forces_.force().data(), k, n_);
  if (form_ == StiffForm::plain) {
    add_multiple(-forces_.inverse_square(), forces_.gradient().data(), k, n_);
  } else {
    forces_.subtract_reaction(point.subspan(1 + 2 * n_), k);
    if (form_ == StiffForm::multipliers) {
      add_multiple(Real{1}, remainders_.data() + stage * n_, k, n_);
    }
  }
  return finish(point, form_, out);
}

/// column_ ← q'' at the point in this form.
template <typename Real>
void StiffStages<Real>::set_acceleration(StiffForm form, std::span<const Real> multipliers) {
  copy_few(forces_.force().data(), column_.data(), n_);
  if (form == StiffForm::plain) {
    add_multiple(-forces_.inverse_square(), forces_.gradient().data(), column_.data(), n_);
  } else {
    forces_.subtract_reaction(multipliers, column_.data());
  }
  forces_.divide_by_mass(column_.data());
}

/// The rows of k by (q, v), multiplied by M⁻¹, but for ∇U. @pre forces_ are differentiated at the
/// point
template <typename Real>
void StiffStages<Real>::set_soft_rows(StiffForm form, std::span<const Real> point) {
  const std::size_t width = 2 * n_ + m_;
  const std::span<const Real> multipliers = point.subspan(1 + 2 * n_);
  set_acceleration(form, multipliers);
  for (std::size_t i = 0; i < n_; ++i) {
    copy_few(forces_.force_slopes(i) + 1, matrix_.data() + i * n_, n_);
  }
  forces_.subtract_inertia(column_, matrix_.data());
  if (form != StiffForm::plain) {
    forces_.subtract_reaction_slopes(point, multipliers, matrix_.data());
  }
  std::vector<Real>& rows = rows_of(form);
  for (std::size_t j = 0; j < 2 * n_; ++j) {
    for (std::size_t i = 0; i < n_; ++i) {
      column_[i] = j < n_ ? matrix_[i * n_ + j] : forces_.force_slopes(i)[1 + j];
    }
    forces_.divide_by_mass(column_.data());
    for (std::size_t i = 0; i < n_; ++i) rows[i * width + j] = column_[i];
  }
}

/// What is stiff in them: −M⁻¹H/ε², or −M⁻¹Gᵀ in the columns of multipliers.
template <typename Real>
void StiffStages<Real>::set_stiff_rows(StiffForm form) {
  const std::size_t width = 2 * n_ + m_;
  std::vector<Real>& rows = rows_of(form);
  const bool is_plain = form == StiffForm::plain;
  for (std::size_t j = 0; j < (is_plain ? n_ : m_); ++j) {
    const std::size_t from = is_plain ? j : forces_.columns()[j];
    const Real factor = is_plain ? forces_.inverse_square() : Real{1};
    for (std::size_t i = 0; i < n_; ++i) column_[i] = factor * forces_.hessian(i, from);
    forces_.divide_by_mass(column_.data());
    const std::size_t to = is_plain ? j : 2 * n_ + j;
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_plain) coupled_.soft()[i * n_ + j] = rows[i * width + j];
      rows[i * width + to] -= column_[i];
    }
  }
}

/// The rows of g: (Gᵀ)⁻H, and −ε² but in the limit.
template <typename Real>
void StiffStages<Real>::set_reduced_rows(StiffForm form) {
  const std::size_t width = 2 * n_ + m_;
  if (m_ == 0) return;
  std::vector<Real>& rows = rows_of(form);
  const std::span<Real> part = std::span<Real>(point_).first(m_);
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::size_t c = 0; c < m_; ++c) part[c] = forces_.hessian(forces_.columns()[c], j);
    forces_.solve_minor(part);
    for (std::size_t c = 0; c < m_; ++c) rows[(n_ + c) * width + j] = part[c];
  }
  if (form == StiffForm::constrained) return;
  for (std::size_t c = 0; c < m_; ++c) rows[(n_ + c) * width + 2 * n_ + c] = -forces_.square();
}

template <typename Real>
void StiffStages<Real>::set_rows(StiffForm form, std::span<const Real> point) {
  std::fill(rows_of(form).begin(), rows_of(form).end(), Real{0});
  set_soft_rows(form, point);
  set_stiff_rows(form);
  set_reduced_rows(form);
}

template <typename Real>
bool StiffStages<Real>::linearise(std::span<const Real> point) {
  if (!forces_.differentiate(point)) return false;
  set_rows(StiffForm::plain, point);
  if (m_ > 0) {
    set_rows(StiffForm::multipliers, point);
    set_rows(StiffForm::constrained, point);
  }
  // The trace of M⁻¹H/ε² is the sum of all ω²/ε².
  Real trace = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    trace += coupled_.soft()[i * n_ + i] - rows_of(StiffForm::plain)[i * (2 * n_ + m_) + i];
  }
  stiffness_ = trace > 0 ? std::sqrt(trace) : Real{0};
  has_factors_.fill(false);
  return std::all_of(rows_.begin(), rows_.end(), [](const std::vector<Real>& rows) {
    return all_finite(std::span<const Real>(rows));
  });
}

template <typename Real>
StiffForm StiffStages<Real>::preferred() const noexcept {
  const Real h = radau_transform<Real>().gamma / std::abs(shifts_.real);
  const bool is_small = h * stiffness_ <= static_cast<Real>(small_step);
  return m_ == 0 || is_small ? StiffForm::plain : StiffForm::multipliers;
}

template <typename Real>
bool StiffStages<Real>::factorize(const Shifts<Real>& shifts) {
  shifts_ = shifts;
  has_factors_.fill(false);
  const std::uint64_t before = more_;
  const bool good = use(preferred());
  more_ = before;
  return good;
}

template <typename Real>
bool StiffStages<Real>::use(StiffForm form) {
  form_ = form;
  const auto index = static_cast<std::size_t>(form);
  if (has_factors_[index]) return true;
  ++more_;
  has_factors_[index] = eliminations_[index].factorize(rows(), shifts_);
  return has_factors_[index];
}

template <typename Real>
void StiffStages<Real>::solve(std::span<Real> r) {
  eliminations_[static_cast<std::size_t>(form_)].solve(rows(), r);
}

template <typename Real>
void StiffStages<Real>::solve_pair(std::span<Real> real, std::span<Real> imaginary) {
  eliminations_[static_cast<std::size_t>(form_)].solve_pair(rows(), real, imaginary);
}

template <typename Real>
void StiffStages<Real>::solve_coupled(std::span<Real> r) {
  coupled_.solve(r, rows(), forces_.square());
}

template <typename Real>
bool StiffStages<Real>::couple(const StepStart<Real>& step, std::span<const Real> positions) {
  form_ = StiffForm::plain;
  const auto& c = radau_transform<Real>().c;
  // Factors of M where J was taken: those of `forces_` move on with its points.
  for (std::size_t stage = 0; stage < 3; ++stage) {
    std::copy(step.y.begin(), step.y.end(), point_.begin() + 1);
    point_[0] = step.t + c[stage] * step.h;
    copy_few(positions.data() + stage * n_, point_.data() + 1, n_);
    if (!forces_.differentiate(point_)) return false;
    Real* const to = coupled_.stiff(stage);
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t i = 0; i < n_; ++i) {
        column_[i] = forces_.hessian(i, j) * forces_.inverse_square();
      }
      forces_.divide_by_mass(column_.data());
      for (std::size_t i = 0; i < n_; ++i) to[i * n_ + j] = column_[i];
    }
  }
  is_coupled_ = true;
  ++more_;
  return coupled_.factorize(step.h, rows());
}

template <typename Real>
void StiffStages<Real>::clear_remainders() {
  std::fill(remainders_.begin(), remainders_.end(), Real{0});
}

template <typename Real>
Real StiffStages<Real>::take_remainders(const StepStart<Real>& step,
                                        const StageNewton<Real>& newton,
                                        Real units) {
  const auto& c = radau_transform<Real>().c;
  Real sum = 0;
  bool is_round_off = true;
  for (std::size_t stage = 0; stage < 3; ++stage) {
    const std::span<const Real> z = newton.z(stage);
    point_[0] = step.t + c[stage] * step.h;
    Real largest = 0;
    Real stiffest = 0;
    for (std::size_t i = 0; i < size(); ++i) point_[1 + i] = step.y[i] + z[i];
    if (!forces_.evaluate(point_)) return std::numeric_limits<Real>::quiet_NaN();
    for (std::size_t i = 0; i < n_; ++i) {
      largest = std::max(largest, std::abs(point_[1 + i]));
      for (std::size_t j = 0; j < n_; ++j) {
        stiffest = std::max(stiffest, std::abs(forces_.hessian(i, j)));
      }
    }
    const Real noise = units * std::numeric_limits<Real>::epsilon() * stiffest * largest *
                       forces_.inverse_square();
    Real* const fresh = fresh_.data() + stage * n_;
    forces_.remainder({fresh, n_});
    for (std::size_t i = 0; i < n_; ++i) {
      column_[i] = fresh[i] - remainders_[stage * n_ + i];
      is_round_off = is_round_off && std::abs(column_[i]) <= noise;
    }
    forces_.divide_by_mass(column_.data());
    for (std::size_t i = 0; i < n_; ++i) {
      const Real of_rate = step.h * column_[i] * step.weights[n_ + i];
      const Real of_place = step.h * step.h * column_[i] * step.weights[i];
      sum += of_rate * of_rate + of_place * of_place;
    }
  }
  remainders_ = fresh_;
  return is_round_off ? Real{0} : std::sqrt(sum / static_cast<Real>(3 * size()));
}

template class StiffStages<double>;
template class StiffStages<long double>;

}  // namespace leafwise::integrator::detail
