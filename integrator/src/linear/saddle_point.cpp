// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/saddle_point.hpp"

#include <algorithm>
#include <cmath>

#include "linear/dense.hpp"
#include "linear/growing_factor.hpp"

namespace leafwise::integrator::detail {
template <typename Real>
SaddlePoint<Real>::SaddlePoint(std::size_t size, std::size_t rows, std::size_t rank)
    : n_(size),
      k_(rows),
      c_(rank),
      choice_(rows, rank),
      rows_(rank * size),
      mass_(size * size),
      solved_(rank * size),
      schur_(rank * rank),
      remembers_(size >= many_rows),
      last_mass_(remembers_ ? size * size : 0),
      last_rows_(remembers_ ? rank * size : 0),
      is_changed_(rank, 1),
      products_(remembers_ ? rank * rank : 0),
      whole_((size + rank) * (size + rank)),
      scales_(size + rank),
      has_unit_(size + rank),
      had_unit_(size + rank),
      order_(size + rank),
      right_(size + rank) {
  if (remembers_) sparse_.emplace(size, rank);
}

template <typename Real>
Real SaddlePoint<Real>::factorize(std::span<const Real> mass, std::span<const Real> constraints) {
  if (choice_.exists()) {
    const Real quality = factorize_chosen(mass, constraints);
    if (choice_.is_all() || !choice_.is_worn(quality)) return quality;
  }
  if (!all_finite(constraints) || !choose_rows(mass, constraints)) return 0;
  const Real quality = factorize_chosen(mass, constraints);
  choice_.set_quality(quality);
  return quality;
}

/// Where all coordinates have masses, G M^(-1/2) is compared, up to powers of two: units of
/// coordinates are in both.
template <typename Real>
bool SaddlePoint<Real>::choose_rows(std::span<const Real> mass, std::span<const Real> constraints) {
  std::vector<Real> scaled(constraints.begin(), constraints.end());
  bool has_masses = true;
  for (std::size_t j = 0; j < n_; ++j) {
    const Real own = mass[j * n_ + j];
    has_masses = has_masses && own > 0 && std::isfinite(own);
  }
  for (std::size_t j = 0; j < n_ && has_masses; ++j) {
    const int exponent = -std::ilogb(mass[j * n_ + j]) / 2;
    for (std::size_t i = 0; i < k_; ++i)
      scaled[i * n_ + j] = std::ldexp(scaled[i * n_ + j], exponent);
  }
  return choice_.choose(scaled, n_);
}

template <typename Real>
Real SaddlePoint<Real>::factorize_chosen(std::span<const Real> mass,
                                         std::span<const Real> constraints) {
  for (std::size_t i = 0; i < c_; ++i) {
    const Real* from = constraints.data() + choice_.rows()[i] * n_;
    for (std::size_t j = 0; j < n_; ++j) rows_[i * n_ + j] = from[j];
  }
  by_sparse_ = sparse_ && sparse_->fits(mass, constraints, choice_.rows());
  if (by_sparse_) {
    const Real quality = factorize_sparsely(mass);
    if (quality > 0) return quality;
    by_sparse_ = false;
  }
  const Real quality = factorize_by_schur(mass);
  by_schur_ = quality > 0;
  return by_schur_ ? quality : factorize_whole(mass);
}

template <typename Real>
Real SaddlePoint<Real>::factorize_sparsely(std::span<const Real> mass) {
  return std::sqrt(sparse_->factorize(mass, rows_, static_cast<Real>(least_schur_share)));
}

template <typename Real>
Real SaddlePoint<Real>::factorize_by_schur(std::span<const Real> mass) {
  const Real mass_share = remembers_ ? remembered_mass(mass) : factorize_mass(mass);
  if (!(mass_share > 0)) return 0;
  Real* products = remembers_ ? products_.data() : schur_.data();
  for (std::size_t i = 0; i < c_; ++i) {
    Real* row = &solved_[i * n_];
    if (is_changed_[i] != 0) {
      for (std::size_t j = 0; j < n_; ++j) row[j] = rows_[i * n_ + j];
      divide_by_mass(row);
    }
    for (std::size_t l = 0; l <= i; ++l) {
      if (is_changed_[i] == 0 && is_changed_[l] == 0) continue;
      products[i * c_ + l] = dot(row, &rows_[l * n_], n_);
    }
  }
  if (remembers_) std::copy(products_.begin(), products_.end(), schur_.begin());
  const Real schur_share =
      factorize_symmetric(schur_.data(), c_, static_cast<Real>(least_schur_share));
  if (!(schur_share > 0)) return 0;
  return std::sqrt(std::min(mass_share, schur_share));
}

/// Which rows have changed since the last time; all of them, if the masses have.
template <typename Real>
void SaddlePoint<Real>::note_changes(bool all) {
  for (std::size_t i = 0; i < c_; ++i) {
    const Real* row = &rows_[i * n_];
    Real* last = &last_rows_[i * n_];
    is_changed_[i] = all || !std::equal(row, row + n_, last) ? 1 : 0;
    if (is_changed_[i] != 0) std::copy(row, row + n_, last);
  }
}

template <typename Real>
Real SaddlePoint<Real>::remembered_mass(std::span<const Real> mass) {
  const bool is_same = mass_share_ > 0 && std::equal(mass.begin(), mass.end(), last_mass_.begin());
  note_changes(!is_same);
  if (is_same) return mass_share_;
  mass_share_ = factorize_mass(mass);
  std::copy(mass.begin(), mass.end(), last_mass_.begin());
  return mass_share_;
}

/// Point masses are the usual case: M diagonal, and nothing to factorise.
template <typename Real>
Real SaddlePoint<Real>::factorize_mass(std::span<const Real> mass) {
  bool diagonal = true;
  bool positive = true;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < i; ++j) diagonal = diagonal && mass[i * n_ + j] == 0;
    positive = positive && mass[i * n_ + i] > 0;
  }
  mass_is_diagonal_ = diagonal;
  if (diagonal) {
    for (std::size_t i = 0; i < n_; ++i) mass_[i] = 1 / mass[i * n_ + i];
    return positive ? Real{1} : Real{0};
  }
  for (std::size_t i = 0; i < n_ * n_; ++i) mass_[i] = mass[i];
  return factorize_symmetric(mass_.data(), n_, static_cast<Real>(least_schur_share));
}

template <typename Real>
void SaddlePoint<Real>::divide_by_mass(Real* force) const {
  if (mass_is_diagonal_) {
    for (std::size_t i = 0; i < n_; ++i) force[i] *= mass_[i];
  } else {
    solve_symmetric(mass_.data(), n_, force);
  }
}

template <typename Real>
Real SaddlePoint<Real>::factorize_whole(std::span<const Real> mass) {
  const std::size_t size = n_ + c_;
  std::fill(whole_.begin(), whole_.end(), Real{0});
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) whole_[i * size + j] = mass[i * n_ + j];
  }
  for (std::size_t i = 0; i < c_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      whole_[(n_ + i) * size + j] = rows_[i * n_ + j];
      whole_[j * size + n_ + i] = rows_[i * n_ + j];
    }
  }
  equilibrate_whole();
  const Real ratio = factorize_general(whole_.data(), size, order_.data());
  return ratio > independence_threshold<Real>(size) ? ratio : Real{0};
}

/// The largest entry of a row, in the units of the columns that have units.
template <typename Real>
Real SaddlePoint<Real>::largest_beside(const std::vector<char>& is_known, std::size_t row) const {
  Real largest = 0;
  for (std::size_t j = 0; j < is_known.size(); ++j) {
    if (is_known[j] == 0) continue;
    largest =
        std::max(largest, std::abs(std::ldexp(whole_[row * is_known.size() + j], scales_[j])));
  }
  return largest;
}

/// In units as masses have them; then those of what is beside such in a row, and so on.
template <typename Real>
void SaddlePoint<Real>::equilibrate_whole() {
  const std::size_t size = n_ + c_;
  std::vector<char>& is_known = has_unit_;
  std::fill(is_known.begin(), is_known.end(), 0);
  std::fill(scales_.begin(), scales_.end(), 0);
  for (std::size_t i = 0; i < n_; ++i) {
    const Real own = std::abs(whole_[i * size + i]);
    if (!(own > 0) || !std::isfinite(own)) continue;
    is_known[i] = 1;
    scales_[i] = -std::ilogb(own) / 2;
  }
  for (bool has_more = true; has_more;) {
    has_more = false;
    std::vector<char>& before = had_unit_;
    std::copy(is_known.begin(), is_known.end(), before.begin());
    for (std::size_t i = 0; i < size; ++i) {
      const Real largest = before[i] != 0 ? Real{0} : largest_beside(before, i);
      if (!(largest > 0) || !std::isfinite(largest)) continue;
      scales_[i] = -std::ilogb(largest);
      is_known[i] = 1;
      has_more = true;
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      Real& entry = whole_[i * size + j];
      if (entry != 0) entry = std::ldexp(entry, scales_[i] + scales_[j]);
    }
  }
}

template <typename Real>
void SaddlePoint<Real>::solve_by_schur(std::span<const Real> force, std::span<Real> acceleration) {
  // λ = (G M⁻¹ Gᵀ)⁻¹ (G M⁻¹ F − γ), a = M⁻¹ F − M⁻¹ Gᵀ λ; γ comes in right_.
  std::copy(force.begin(), force.end(), acceleration.begin());
  divide_by_mass(acceleration.data());
  Real* multipliers = right_.data() + n_;  // there may be none
  for (std::size_t i = 0; i < c_; ++i) {
    multipliers[i] = dot(&rows_[i * n_], acceleration.data(), n_) - multipliers[i];
  }
  solve_symmetric(schur_.data(), c_, multipliers);
  subtract_combination(solved_.data(), c_, n_, multipliers, acceleration.data());
}

template <typename Real>
void SaddlePoint<Real>::solve(std::span<const Real> force,
                              std::span<const Real> gamma,
                              std::span<Real> acceleration,
                              std::span<Real> multipliers) {
  for (std::size_t i = 0; i < c_; ++i) right_[n_ + i] = gamma[choice_.rows()[i]];
  if (by_sparse_) {
    std::copy(force.begin(), force.end(), right_.begin());
    sparse_->solve(right_);
    std::copy_n(right_.begin(), n_, acceleration.begin());
  } else if (by_schur_) {
    solve_by_schur(force, acceleration);
  } else {
    std::copy(force.begin(), force.end(), right_.begin());
    for (std::size_t i = 0; i < n_ + c_; ++i) right_[i] = std::ldexp(right_[i], scales_[i]);
    solve_general(whole_.data(), n_ + c_, order_.data(), right_.data());
    for (std::size_t i = 0; i < n_ + c_; ++i) right_[i] = std::ldexp(right_[i], scales_[i]);
    std::copy_n(right_.begin(), n_, acceleration.begin());
  }
  std::fill(multipliers.begin(), multipliers.end(), Real{0});
  for (std::size_t i = 0; i < c_; ++i) multipliers[choice_.rows()[i]] = right_[n_ + i];
}

template class SaddlePoint<double>;
template class SaddlePoint<long double>;

}  // namespace leafwise::integrator::detail
