// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "linear/normal_space.hpp"

namespace leafwise::integrator::detail {

/// How far the equations of M are from losing rank along a run, as one number that goes to 0 where
/// they do, like the way to the place: the least sine of a row of df with those before it, or the
/// least length of a row, in units of its largest so far.
///
/// Equations are looked at up to a level, and come by levels, so that each row loses what it has
/// over those that it does not come from. Higher levels lose rank where lower ones do, as powers of
/// the way that differ, and hide by it how far it is.
///
/// How well the distribution is conditioned says less: its pivots come in an order that changes on
/// the way, and jump by factors where it does.
template <typename Real>
class RowRank {
 public:
  RowRank(const ManifoldProblem<Real>& problem, std::size_t level);

  [[nodiscard]] Real at(std::span<const Real> z);
  /// The same in a point of the run.
  [[nodiscard]] Real see(std::span<const Real> z);

  // For checkpoints; numbers of any accuracy do.
  [[nodiscard]] std::size_t memory_size() const noexcept { return lengths_.size(); }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @pre memory_size() numbers
  void restore(std::span<const std::int64_t> memory);

 private:
  void take(std::span<const Real> jacobian);
  [[nodiscard]] Real measure();
  [[nodiscard]] Real least_length() const;
  [[nodiscard]] Real last_pivot();
  [[nodiscard]] std::span<Real> row(std::size_t i) {
    return std::span<Real>(taken_).subspan(i * m_, m_);
  }

  std::size_t m_;
  std::size_t c_;
  std::unique_ptr<SmoothMap<Real>> equations_;  ///< null: none
  std::vector<std::size_t> rows_;               ///< that are looked at, by level
  std::optional<NormalSpace<Real>> normals_;    ///< of them, unless there are redundant ones
  std::vector<Real> values_, jacobian_, taken_;
  std::vector<Real> point_;          ///< where it was found last; not a number: nowhere
  Real here_ = 1;                    ///< the answer there
  std::vector<double> own_lengths_;  ///< of the gradients there
  std::vector<double> lengths_;      ///< the largest met; 0: none was met
};

extern template class RowRank<double>;
extern template class RowRank<long double>;

}  // namespace leafwise::integrator::detail
