// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/interior_point.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "geometry/symmetric_matrix.hpp"

namespace leafwise::algebra::detail {

namespace {

using SparseMatrix = GramMatrices::SparseMatrix;

/// The weight of t grows by this; so Newton's method needs a few steps each time.
constexpr double growth = 4;
constexpr double largest_weight = 1e9;
constexpr int most_steps_each = 30;
/// Newton's decrement below which a point counts as central: the method is quadratic there.
constexpr double central = 0.1;
/// Of the diagonal of the Hessian matrix: so that matrices that depend on each other do no harm.
constexpr double slight = 1e-12;

DenseMatrix inverse_from(const DenseMatrix& factor) {
  const std::size_t size = factor.rows();
  DenseMatrix inverse(size, size);
  for (std::size_t j = 0; j < size; ++j) {
    std::vector<double> unit(size, 0.0);
    unit[j] = 1;
    const std::vector<double> column = solve(factor, std::move(unit));
    for (std::size_t i = 0; i < size; ++i) inverse(i, j) = column[i];
  }
  return inverse;
}

/// Minimises −w·t − log det(Q(y) − t·1) − log(size − trace Q(y)) for growing w.
class Path {
 public:
  Path(const std::vector<SparseMatrix>& basis, std::size_t size)
      : directions_(basis), size_(size), place_(basis.size() + 1, 0.0) {
    // The last coordinate is t.
    place_.back() = -1;
    SparseMatrix& minus_one = directions_.emplace_back();
    for (std::size_t i = 0; i < size; ++i) minus_one.push_back({i, i, -1.0});
    for (const SparseMatrix& direction : directions_) {
      double trace = 0;
      for (const auto& entry : direction) {
        if (entry.row == entry.column) trace += entry.value;
      }
      traces_.push_back(trace);
    }
    traces_.back() = 0;
  }

  [[nodiscard]] double t() const { return place_.back(); }
  [[nodiscard]] SpaceMember member() const {
    return {sum(directions_.size() - 1), {place_.begin(), place_.end() - 1}};
  }

  /// False: round-off does not let it go on.
  [[nodiscard]] bool centre(double weight, const Limits& limits) {
    for (int step = 0; step < most_steps_each && !limits.is_over(); ++step) {
      const std::optional<double> decrement = improve(weight);
      if (!decrement) return false;
      if (*decrement < central) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] DenseMatrix sum(std::size_t count) const {
    DenseMatrix result(size_, size_);
    for (std::size_t k = 0; k < count; ++k) {
      for (const auto& entry : directions_[k]) {
        result(entry.row, entry.column) += place_[k] * entry.value;
      }
    }
    return result;
  }

  /// One damped step of Newton's method, which never leaves the domain: the function is
  /// self-concordant. The decrement before it.
  [[nodiscard]] std::optional<double> improve(double weight) {
    const auto factor = cholesky(sum(directions_.size()));
    double room = static_cast<double>(size_);
    for (std::size_t k = 0; k < place_.size(); ++k) room -= place_[k] * traces_[k];
    if (!factor || !(room > 0)) return std::nullopt;
    const DenseMatrix inverse = inverse_from(*factor);
    const std::size_t count = directions_.size();
    std::vector<double> gradient(count);
    DenseMatrix hessian(count, count);
    for (std::size_t k = 0; k < count; ++k) {
      gradient[k] = traces_[k] / room;
      for (const auto& entry : directions_[k]) {
        gradient[k] -= inverse(entry.row, entry.column) * entry.value;
      }
      const DenseMatrix image = between(inverse, directions_[k]);
      for (std::size_t l = 0; l <= k; ++l) {
        double product = traces_[k] * traces_[l] / (room * room);
        for (const auto& entry : directions_[l]) {
          product += image(entry.row, entry.column) * entry.value;
        }
        hessian(k, l) = product;
      }
      hessian(k, k) *= 1 + slight;
    }
    gradient.back() -= weight;
    const auto hessian_factor = cholesky(std::move(hessian));
    if (!hessian_factor) return std::nullopt;
    const std::vector<double> step = solve(*hessian_factor, gradient);
    double square = 0;
    for (std::size_t k = 0; k < count; ++k) square += step[k] * gradient[k];
    const double decrement = std::sqrt(std::max(0.0, square));
    for (std::size_t k = 0; k < count; ++k) place_[k] -= step[k] / (1 + decrement);
    return decrement;
  }

  /// X⁻¹·B·X⁻¹
  [[nodiscard]] DenseMatrix between(const DenseMatrix& inverse, const SparseMatrix& matrix) const {
    DenseMatrix left(size_, size_);
    for (const auto& entry : matrix) {
      for (std::size_t i = 0; i < size_; ++i) {
        left(i, entry.column) += inverse(i, entry.row) * entry.value;
      }
    }
    std::vector<bool> is_used(size_, false);
    for (const auto& entry : matrix) is_used[entry.column] = true;
    DenseMatrix result(size_, size_);
    for (std::size_t k = 0; k < size_; ++k) {
      if (!is_used[k]) continue;
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j < size_; ++j) result(i, j) += left(i, k) * inverse(k, j);
      }
    }
    return result;
  }

  std::vector<SparseMatrix> directions_;
  std::size_t size_;
  std::vector<double> place_;
  std::vector<double> traces_;
};

}  // namespace

bool find_definite(const std::vector<SparseMatrix>& basis,
                   std::size_t size,
                   const std::function<bool(const SpaceMember&)>& is_enough,
                   const Limits& limits) {
  Path path(basis, size);
  for (double weight = 1; weight < largest_weight; weight *= growth) {
    if (!path.centre(weight, limits)) return false;
    if (path.t() > 0 && is_enough(path.member())) return true;
    // At a centre t is no further from the best than the barrier's parameter by the weight; twice
    // that, as it is only nearly one.
    if (path.t() + 2 * static_cast<double>(size + 1) / weight < 0) return false;
  }
  return false;
}

}  // namespace leafwise::algebra::detail
