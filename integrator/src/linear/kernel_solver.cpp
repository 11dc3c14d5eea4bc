// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/kernel_solver.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "leafwise/core/errors.hpp"
#include "linear/dense.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
using RowMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Ratio of pivots below which the singular values are looked at. Complete pivoting rarely
/// overestimates the smallest singular value by more than a factor 10 at these sizes.
constexpr double suspicious = 1e-4;

/// In place of exponents: rows are scaled anew at each point.
constexpr std::int64_t as_they_are = std::int64_t{1} << 20;
constexpr int largest_exponent = 1 << 14;  // that a long double has

/// Second smallest singular value, relative to the largest, below which the kernel counts as more
/// than one-dimensional: its direction has no correct digits left but a few.
template <typename Real>
Real least_gap(std::size_t size) {
  return 256 * static_cast<Real>(size) * std::numeric_limits<Real>::epsilon();
}

}  // namespace

template <typename Real>
KernelSolver<Real>::KernelSolver(std::size_t rows, std::size_t columns)
    : all_rows_(rows),
      columns_(columns),
      choice_(rows, columns - 1),
      work_((columns - 1) * columns),
      order_(columns) {}

template <typename Real>
std::vector<std::int64_t> KernelSolver<Real>::memory() const {
  std::vector<std::int64_t> result;
  choice_.append_memory(result);
  if (choice_.is_all()) return result;
  for (std::size_t i = 0; i + 1 < columns_; ++i) {
    result.push_back(exponents_.empty() ? as_they_are : exponents_[i]);
  }
  result.push_back(sign_of_choice_);
  return result;
}

template <typename Real>
void KernelSolver<Real>::restore(std::span<const std::int64_t> memory) {
  const std::size_t own = choice_.memory_size();
  const std::size_t scales = choice_.is_all() ? 0 : columns_ - 1;
  bool fits = memory.size() == memory_size() &&
              (memory.empty() || memory.back() == 1 || memory.back() == -1);
  const auto exponents = fits ? memory.subspan(own, scales) : std::span<const std::int64_t>();
  const auto is_scale = [](std::int64_t entry) {
    return entry == as_they_are || (entry >= -largest_exponent && entry <= largest_exponent);
  };
  fits = fits && std::all_of(exponents.begin(), exponents.end(), is_scale);
  if (!fits) {
    throw InvalidInput({.message = "this memory is not of a distribution like this one",
                        .expected = {},
                        .range = {},
                        .place = {}});
  }
  choice_.restore(memory.first(own));
  if (choice_.is_all()) return;
  sign_of_choice_ = static_cast<int>(memory.back());
  exponents_.clear();
  if (scales > 0 && exponents.front() == as_they_are) return;
  for (const std::int64_t entry : exponents) exponents_.push_back(static_cast<int>(entry));
}

template <typename Real>
DirectionQuality<Real> KernelSolver<Real>::solve(std::span<const Real> matrix,
                                                 std::span<Real> kernel,
                                                 const RowSizes& sizes) {
  if (!choice_.exists()) {
    if (!all_finite(matrix)) return {};
    if (!choose_rows(matrix, sizes)) return by_singular_values(matrix, kernel, false, sizes);
  }
  if (!load(matrix)) return {};
  Real ratio = eliminate(kernel);
  if (!choice_.is_all() && choice_.is_worn(ratio)) {
    renew_choice(matrix, kernel, sizes);
    if (!load(matrix)) return {};
    ratio = eliminate(kernel);
  }
  const int sign = determinant_sign_ * sign_of_choice_;
  if (sign < 0) {
    for (Real& entry : kernel) entry = -entry;
  }
  if (ratio < Real{suspicious}) return by_singular_values(matrix, kernel, ratio > 0, sizes);
  return {true, choice_.is_all() ? Real{0} : worst_unused(matrix, kernel), ratio};
}

template <typename Real>
bool KernelSolver<Real>::load(std::span<const Real> matrix) {
  for (std::size_t i = 0; i + 1 < columns_; ++i) {
    const Real* from = matrix.data() + choice_.rows()[i] * columns_;
    Real* to = work_.data() + i * columns_;
    if (!exponents_.empty()) {
      for (std::size_t j = 0; j < columns_; ++j) to[j] = std::ldexp(from[j], exponents_[i]);
      continue;
    }
    Real largest = 0;
    for (std::size_t j = 0; j < columns_; ++j) largest = std::max(largest, std::abs(from[j]));
    const Real factor = largest > 0 ? 1 / largest : Real{1};
    for (std::size_t j = 0; j < columns_; ++j) to[j] = from[j] * factor;
  }
  return all_finite(std::span<const Real>(work_));
}

template <typename Real>
Real KernelSolver<Real>::eliminate(std::span<Real> kernel) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  determinant_sign_ = 1;
  Real smallest = std::numeric_limits<Real>::max();
  Real largest = 0;
  for (std::size_t step = 0; step + 1 < columns_; ++step) {
    const Real pivot = pivot_step(step);
    if (pivot == 0) return 0;
    smallest = std::min(smallest, pivot);
    largest = std::max(largest, pivot);
  }
  back_substitute(kernel);
  // The determinant of (v; N) for v = e_free: the free column moves to the front.
  if ((columns_ - 1) % 2 == 1) determinant_sign_ = -determinant_sign_;
  return columns_ == 1 ? Real{1} : smallest / largest;
}

/// Brings the largest entry to the diagonal and eliminates below it; its absolute value.
template <typename Real>
Real KernelSolver<Real>::pivot_step(std::size_t step) {
  const std::size_t rows = columns_ - 1;
  std::size_t row = step;
  std::size_t column = step;
  Real best = -1;
  for (std::size_t i = step; i < rows; ++i) {
    for (std::size_t j = step; j < columns_; ++j) {
      const Real size = std::abs(work_[i * columns_ + j]);
      if (size > best) {
        best = size;
        row = i;
        column = j;
      }
    }
  }
  if (!(best > 0)) return 0;
  if (row != step) {
    std::swap_ranges(
        &work_[step * columns_], &work_[step * columns_] + columns_, &work_[row * columns_]);
    determinant_sign_ = -determinant_sign_;
  }
  if (column != step) {
    for (std::size_t i = 0; i < rows; ++i) {
      std::swap(work_[i * columns_ + step], work_[i * columns_ + column]);
    }
    std::swap(order_[step], order_[column]);
    determinant_sign_ = -determinant_sign_;
  }
  const Real* pivot_row = &work_[step * columns_];
  if (pivot_row[step] < 0) determinant_sign_ = -determinant_sign_;
  const Real inverse = 1 / pivot_row[step];
  for (std::size_t i = step + 1; i < rows; ++i) {
    Real* other = &work_[i * columns_];
    const Real factor = other[step] * inverse;
    if (factor == 0) continue;
    add_multiple(-factor, pivot_row + step + 1, other + step + 1, columns_ - step - 1);
  }
  return best;
}

template <typename Real>
void KernelSolver<Real>::back_substitute(std::span<Real> kernel) const {
  const std::size_t rows = columns_ - 1;
  kernel[order_[rows]] = 1;
  for (std::size_t i = rows; i-- > 0;) {
    const Real* row = &work_[i * columns_];
    Real sum = row[rows];
    for (std::size_t j = i + 1; j < rows; ++j) sum += row[j] * kernel[order_[j]];
    kernel[order_[i]] = -sum / row[i];
  }
}

template <typename Real>
bool KernelSolver<Real>::choose_rows(std::span<const Real> matrix, const RowSizes& sizes) {
  exponents_.clear();
  if (choice_.is_all() || !sizes) {
    if (!choice_.choose(matrix, columns_)) return false;
  } else {
    const std::span<const Real> known = sizes();
    if (!choice_.choose(matrix, columns_, known)) return false;
    for (const std::size_t row : choice_.rows()) {
      const int exponent = known[row] > 0 ? -std::ilogb(known[row]) : 0;
      exponents_.push_back(std::clamp(exponent, -largest_exponent, largest_exponent));
    }
  }
  std::vector<Real> scratch(columns_);
  if (!load(matrix)) return false;
  choice_.set_quality(eliminate(scratch));
  return true;
}

template <typename Real>
void KernelSolver<Real>::renew_choice(std::span<const Real> matrix,
                                      std::span<Real> kernel,
                                      const RowSizes& sizes) {
  const std::vector<Real> before(kernel.begin(), kernel.end());
  const int sign_before = determinant_sign_ * sign_of_choice_;
  if (!choose_rows(matrix, sizes)) return;
  std::vector<Real> after(columns_);
  if (!load(matrix) || !(eliminate(after) > 0)) return;
  const Real product = dot(std::span<const Real>(before), std::span<const Real>(after));
  sign_of_choice_ = sign_before * determinant_sign_ * (product < 0 ? -1 : 1);
}

template <typename Real>
Real KernelSolver<Real>::worst_unused(std::span<const Real> matrix,
                                      std::span<const Real> kernel) const {
  const Real length = std::sqrt(dot(kernel, kernel));
  Real worst = 0;
  for (std::size_t i = 0; i < all_rows_; ++i) {
    const std::span<const Real> row = matrix.subspan(i * columns_, columns_);
    const Real size = std::sqrt(dot(row, row)) * length;
    if (size > 0) worst = std::max(worst, std::abs(dot(row, kernel)) / size);
  }
  return worst;
}

template <typename Real>
DirectionQuality<Real> KernelSolver<Real>::by_singular_values(std::span<const Real> matrix,
                                                              std::span<Real> kernel,
                                                              bool has_kernel,
                                                              const RowSizes& sizes) const {
  const bool is_sized = sizes && !choice_.is_all();
  const std::span<const Real> known = is_sized ? sizes() : std::span<const Real>();
  RowMatrix<Real> rows = Eigen::Map<const RowMatrix<Real>>(
      matrix.data(), static_cast<Eigen::Index>(all_rows_), static_cast<Eigen::Index>(columns_));
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Real largest = rows.row(i).cwiseAbs().maxCoeff();
    if (!std::isfinite(largest)) return {};
    const Real size = is_sized ? known[static_cast<std::size_t>(i)] : largest;
    if (size > 0) rows.row(i) /= size;
  }
  const Eigen::JacobiSVD<RowMatrix<Real>> svd(rows, Eigen::ComputeFullV);
  const auto& values = svd.singularValues();
  const auto n = static_cast<Eigen::Index>(columns_);
  const Real largest = values.size() > 0 ? values[0] : Real{0};
  DirectionQuality<Real> quality;
  if (!(largest > 0)) return quality;
  quality.smallest = values.size() == n ? values[n - 1] / largest : Real{0};
  quality.second_smallest = n >= 2 ? values[n - 2] / largest : Real{1};
  quality.defined = quality.second_smallest > least_gap<Real>(columns_) &&
                    quality.second_smallest > 4 * quality.smallest;
  // Singular vectors have small entries wrong, relative to their size; elimination has not.
  if (has_kernel) return quality;
  for (Eigen::Index j = 0; j < n; ++j) {
    kernel[static_cast<std::size_t>(j)] = svd.matrixV()(j, n - 1);
  }
  return quality;
}

template class KernelSolver<double>;
template class KernelSolver<long double>;

}  // namespace leafwise::integrator::detail
