// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/sparse_gram.hpp"

#include <algorithm>
#include <utility>

namespace leafwise::integrator::detail {

namespace {

/// Multiplications without gaps for one of entries that have to be looked up.
constexpr std::size_t worth_looking_up = 8;

}  // namespace

template <typename Real>
bool SparseGram<Real>::fits(std::span<const Real> all, std::span<const std::size_t> rows) {
  see(all);
  if (!places_.choose(rows)) fits_ = analyse();
  return fits_;
}

template <typename Real>
bool SparseGram<Real>::analyse() {
  std::vector<std::vector<std::uint32_t>> of_column(m_);
  row_starts_.assign(k_ + 1, 0);
  columns_.clear();
  for (const std::uint32_t place : places_.list()) {
    of_column[place % m_].push_back(place);
    columns_.push_back(static_cast<std::uint32_t>(place % m_));
    row_starts_[place / m_ + 1] = columns_.size();
  }
  for (std::size_t i = 0; i < k_; ++i)
    row_starts_[i + 1] = std::max(row_starts_[i], row_starts_[i + 1]);
  std::size_t count = 0;
  for (const auto& column : of_column) count += column.size() * (column.size() + 1) / 2;
  if (count > k_ * k_ / 2 * m_ / worth_looking_up) return false;
  products_.clear();
  for (const auto& column : of_column) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) products_.push_back({column[i], column[j], 0});
    }
  }
  const auto row_of = [&](std::uint32_t place) { return static_cast<std::uint32_t>(place / m_); };
  const auto rows_of = [&](const Product& product) {
    return std::pair(row_of(product.left), row_of(product.right));
  };
  std::stable_sort(products_.begin(), products_.end(), [&](const Product& a, const Product& b) {
    return rows_of(a) < rows_of(b);
  });
  typename SparseSymmetric<Real>::Places places;
  for (Product& product : products_) {
    if (places.empty() || places.back() != rows_of(product)) places.push_back(rows_of(product));
    product.entry = static_cast<std::uint32_t>(places.size() - 1);
  }
  return factor_.analyse(k_, places, std::vector<char>(k_, 0));
}

template <typename Real>
Real SparseGram<Real>::factorize(const Real* chosen, Real least_share) {
  const std::span<Real> entries = factor_.entries();
  std::fill(entries.begin(), entries.end(), Real{0});
  for (const Product& product : products_) {
    entries[product.entry] += chosen[product.left] * chosen[product.right];
  }
  return factor_.factorize(least_share);
}

template <typename Real>
void SparseGram<Real>::apply(const Real* chosen,
                             std::span<const Real> w,
                             std::span<Real> out) const {
  for (std::size_t i = 0; i < k_; ++i) {
    Real sum = 0;
    for (std::size_t e = row_starts_[i]; e < row_starts_[i + 1]; ++e) {
      sum += chosen[i * m_ + columns_[e]] * w[columns_[e]];
    }
    out[i] = sum;
  }
}

template <typename Real>
void SparseGram<Real>::subtract_transposed(const Real* chosen,
                                           std::span<const Real> x,
                                           std::span<Real> q) const {
  for (std::size_t i = 0; i < k_; ++i) {
    for (std::size_t e = row_starts_[i]; e < row_starts_[i + 1]; ++e) {
      q[columns_[e]] -= chosen[i * m_ + columns_[e]] * x[i];
    }
  }
}

template class SparseGram<double>;
template class SparseGram<long double>;

}  // namespace leafwise::integrator::detail
