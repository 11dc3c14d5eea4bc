// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/row_rank.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "linear/dense.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Those up to a level, the lowest first.
template <typename Real>
std::vector<std::size_t> rows_of(const ManifoldProblem<Real>& problem, std::size_t level) {
  std::vector<EquationOrigin> origins = problem.origins;
  origins.resize(problem.equations->outputs());
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (origins[i].level <= level) rows.push_back(i);
  }
  std::ranges::stable_sort(rows, {}, [&](std::size_t i) { return origins[i].level; });
  return rows;
}

}  // namespace

template <typename Real>
RowRank<Real>::RowRank(const ManifoldProblem<Real>& problem, std::size_t level)
    : m_(problem.dimension()), c_(problem.equations ? problem.codimension : 0) {
  if (c_ == 0) return;
  equations_ = problem.equations->clone();
  const std::size_t count = equations_->outputs();
  rows_ = rows_of(problem, level);
  values_.resize(count);
  jacobian_.resize(count * m_);
  taken_.resize(rows_.size() * m_);
  lengths_.resize(rows_.size());
  own_lengths_.resize(rows_.size());
  point_.assign(m_, std::numeric_limits<Real>::quiet_NaN());
  if (count != c_) return;
  normals_.emplace(rows_.size(), m_, rows_.size());
  std::vector<Real> sample(m_);
  for (int i = 0; i < sample_count; ++i) {
    fill_with_sample(std::span<Real>(sample), i);
    equations_->jacobian(sample, values_, jacobian_);
    take(jacobian_);
    normals_->see(taken_);
  }
}

template <typename Real>
void RowRank<Real>::take(std::span<const Real> jacobian) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::ranges::copy(jacobian.subspan(rows_[i] * m_, m_), row(i).begin());
  }
}

template <typename Real>
Real RowRank<Real>::at(std::span<const Real> z) {
  if (!equations_) return 1;
  if (std::ranges::equal(z, point_)) return here_;
  equations_->jacobian(z, values_, jacobian_);
  take(jacobian_);
  for (std::size_t i = 0; i < own_lengths_.size(); ++i) {
    own_lengths_[i] = static_cast<double>(std::sqrt(dot<Real>(row(i), row(i))));
  }
  std::ranges::copy(z, point_.begin());
  here_ = measure();
  return here_;
}

template <typename Real>
Real RowRank<Real>::see(std::span<const Real> z) {
  const Real here = at(z);
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    if (std::isfinite(own_lengths_[i])) lengths_[i] = std::max(lengths_[i], own_lengths_[i]);
  }
  return here;
}

/// Of the rows in taken_, of which nothing need be left.
template <typename Real>
Real RowRank<Real>::measure() {
  if (!all_finite(std::span<const Real>(taken_))) return 1;  // that says nothing of ranks
  const Real least = least_length();
  if (!normals_) return std::min(least, last_pivot());
  std::ranges::copy(taken_, normals_->jacobian().begin());
  return normals_->factorize() ? std::min(least, normals_->sine()) : Real{0};
}

/// A single gradient that vanishes has no other to be compared with.
template <typename Real>
Real RowRank<Real>::least_length() const {
  Real least = 1;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    if (lengths_[i] > 0) least = std::min(least, static_cast<Real>(own_lengths_[i] / lengths_[i]));
  }
  return least;
}

/// Of more rows than M has codimensions: the least of the pivots that their rank takes, rows in
/// units of the longest met.
template <typename Real>
Real RowRank<Real>::last_pivot() {
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    if (!(lengths_[i] > 0)) continue;
    for (Real& entry : row(i)) entry /= static_cast<Real>(lengths_[i]);
  }
  Real last = 0;
  for (std::size_t k = 0; k < c_; ++k) {
    std::size_t best = 0;
    Real square = 0;
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
      const Real own = dot<Real>(row(i), row(i));
      if (own > square) best = i;
      square = std::max(square, own);
    }
    last = std::sqrt(square);
    if (!(last > 0)) return 0;
    const std::vector<Real> unit(row(best).begin(), row(best).end());
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
      const Real part = dot<Real>(row(i), unit) / square;
      for (std::size_t j = 0; j < m_; ++j) row(i)[j] -= part * unit[j];
    }
  }
  return last;
}

template <typename Real>
void RowRank<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  for (const double one : lengths_) memory.push_back(std::bit_cast<std::int64_t>(one));
}

template <typename Real>
void RowRank<Real>::restore(std::span<const std::int64_t> memory) {
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    lengths_[i] = std::bit_cast<double>(memory[i]);
  }
}

template class RowRank<double>;
template class RowRank<long double>;

}  // namespace leafwise::integrator::detail
