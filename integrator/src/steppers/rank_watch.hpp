// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "leafwise/integrator/manifold_problem.hpp"
#include "steppers/row_rank.hpp"

namespace leafwise::integrator::detail {

/// Follows the rank of some equations of M along a run: whether it is about to be lost.
template <typename Real>
class RankWatch {
 public:
  /// @param level of equations that are looked at, with those below it
  RankWatch(const ManifoldProblem<Real>& problem, std::size_t level) : rank_(problem, level) {}

  /// At the first point of a run, or behind a place.
  void start(std::span<const Real> z);
  /// At the end of an accepted step of that size.
  void advance(std::span<const Real> z, Real size);

  [[nodiscard]] Real at(std::span<const Real> z) { return rank_.at(z); }
  /// Whether, going on as in the last step, a place is within reach of steps like this, and was not
  /// tried at about the same distance before.
  [[nodiscard]] bool is_ahead(Real size) const;
  /// Whether a step that ends there would leave no place before it to pass from.
  [[nodiscard]] bool comes_too_near(std::span<const Real> z);
  [[nodiscard]] bool comes_nearer() const noexcept { return now_ < before_; }
  /// A passage is tried from here.
  void note_try() noexcept { in_vain_ = now_; }
  /// Whether the place that was tried is left behind.
  [[nodiscard]] bool has_turned_away() const noexcept { return in_vain_ == 0; }

  // For checkpoints; numbers of any accuracy do.
  [[nodiscard]] std::size_t memory_size() const noexcept {
    return own_memory + rank_.memory_size();
  }
  void append_memory(std::vector<std::int64_t>& memory) const;
  /// @pre at least memory_size() numbers
  void restore(std::span<const std::int64_t> memory);

 private:
  static constexpr std::size_t own_memory = 7;

  RowRank<Real> rank_;
  double now_ = 0;
  double before_ = 0;
  double largest_ = 0;
  double in_vain_ = 0;  ///< the rank where a passage was tried last; 0: nowhere near
  double last_size_ = 0;
  double rate_ = 0;  ///< at which the rank fell in the last step, and in the one before
  double last_rate_ = 0;
};

/// One for each level where equations begin.
template <typename Real>
[[nodiscard]] std::vector<RankWatch<Real>> rank_watches(const ManifoldProblem<Real>& problem);

extern template class RankWatch<double>;
extern template class RankWatch<long double>;

}  // namespace leafwise::integrator::detail
