// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/stiff/column_choice.hpp"

#include <algorithm>
#include <cmath>

#include "linear/small_vectors.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
void ColumnChoice<Real>::begin(std::span<const Real> hessian, std::span<const Real> mass) {
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      left_[i * n_ + j] = hessian[i * n_ + j] / std::sqrt(mass[i] * mass[j]);
    }
  }
  columns_.clear();
  first_ = 0;
  smallest_ = 0;
  volume_ = 1;
}

template <typename Real>
void ColumnChoice<Real>::take(std::size_t pivot) {
  const Real size = left_[pivot * n_ + pivot];
  smallest_ = columns_.empty() ? size : std::min(smallest_, size);
  if (columns_.empty()) first_ = size;
  volume_ *= size;
  columns_.push_back(pivot);
  if (!(size > 0)) return;
  const Real* const row = left_.data() + pivot * n_;
  for (std::size_t i = 0; i < n_; ++i) {
    if (i == pivot) continue;
    add_multiple(-left_[i * n_ + pivot] / size, row, left_.data() + i * n_, n_);
  }
  for (std::size_t i = 0; i < n_; ++i) left_[pivot * n_ + i] = left_[i * n_ + pivot] = 0;
}

template <typename Real>
void ColumnChoice<Real>::choose(std::span<const Real> hessian,
                                std::span<const Real> mass,
                                std::size_t count) {
  begin(hessian, mass);
  for (std::size_t step = 0; step < count; ++step) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < n_; ++i) {
      if (left_[i * n_ + i] > left_[best * n_ + best]) best = i;
    }
    take(best);
  }
}

template <typename Real>
void ColumnChoice<Real>::eliminate(std::span<const Real> hessian,
                                   std::span<const Real> mass,
                                   std::span<const std::size_t> columns) {
  begin(hessian, mass);
  for (const std::size_t column : columns) take(column);
}

template class ColumnChoice<double>;
template class ColumnChoice<long double>;

}  // namespace leafwise::integrator::detail
