// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/sparse_saddle.hpp"

#include <algorithm>

namespace leafwise::integrator::detail {

template <typename Real>
void SparseSaddle<Real>::see(std::span<const Real> mass, std::span<const Real> all) {
  knows_mass_ = of_mass_.see(mass) && knows_mass_;
  of_rows_.see(all);
}

template <typename Real>
bool SparseSaddle<Real>::fits(std::span<const Real> mass,
                              std::span<const Real> all,
                              std::span<const std::size_t> rows) {
  see(mass, all);
  const bool same_rows = of_rows_.choose(rows);
  if (!same_rows || !knows_mass_) fits_ = analyse();
  knows_mass_ = true;
  return fits_;
}

template <typename Real>
bool SparseSaddle<Real>::analyse() {
  lower_mass_.clear();
  typename SparseSymmetric<Real>::Places places;
  const auto add = [&](std::size_t row, std::size_t column) {
    places.emplace_back(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column));
  };
  for (const std::uint32_t place : of_mass_.list()) {
    if (place % n_ > place / n_) continue;
    lower_mass_.push_back(place);
    add(place / n_, place % n_);
  }
  for (const std::uint32_t place : of_rows_.list()) add(n_ + place / n_, place % n_);
  std::vector<char> is_late(n_ + c_, 1);
  std::fill_n(is_late.begin(), n_, char{0});
  return factor_.analyse(n_ + c_, places, is_late);
}

template <typename Real>
Real SparseSaddle<Real>::factorize(std::span<const Real> mass,
                                   std::span<const Real> chosen,
                                   Real least_share) {
  const std::span<Real> entries = factor_.entries();
  std::size_t next = 0;
  for (const std::uint32_t place : lower_mass_) entries[next++] = mass[place];
  for (const std::uint32_t place : of_rows_.list()) entries[next++] = chosen[place];
  return factor_.factorize(least_share);
}

template class SparseSaddle<double>;
template class SparseSaddle<long double>;

}  // namespace leafwise::integrator::detail
