// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/rank_watch.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace leafwise::integrator::detail {
namespace {

/// A place so many steps ahead is looked for.
constexpr double reach = 25;
/// Of the largest rank met: above it no place is expected.
constexpr double near_share = 0.7;
/// Tried again where the rank is smaller by this factor.
constexpr double nearer = 0.7;
/// Towards a place the rank falls like a power of the way to it, so that what it says of this way
/// gets shorter by a share of the step; where it is only least somewhere, longer. What is missed so
/// is met by steps, or makes them fail.
constexpr double least_gain = 0.25;
/// Of the largest rank met: below it a place is looked for all the same.
constexpr double deep_share_of_largest = 0.1;
/// Of the rank at the start of a step: one that ends below it has come too near in one go.
constexpr double too_steep = 0.2;

}  // namespace

template <typename Real>
void RankWatch<Real>::start(std::span<const Real> z) {
  now_ = static_cast<double>(rank_.see(z));
  before_ = now_;
  largest_ = std::max(largest_, now_);
  in_vain_ = 0;
  last_size_ = 0;
  rate_ = 0;
  last_rate_ = 0;
}

template <typename Real>
void RankWatch<Real>::advance(std::span<const Real> z, Real size) {
  before_ = now_;
  now_ = static_cast<double>(rank_.see(z));
  largest_ = std::max(largest_, now_);
  last_size_ = static_cast<double>(size);
  last_rate_ = rate_;
  rate_ = (before_ - now_) / std::abs(last_size_);
  if (nearer * now_ > in_vain_) in_vain_ = 0;
}

template <typename Real>
bool RankWatch<Real>::comes_too_near(std::span<const Real> z) {
  return rank_.at(z) < static_cast<Real>(too_steep * now_);
}

template <typename Real>
bool RankWatch<Real>::is_ahead(Real size) const {
  if (last_size_ == 0) return false;
  const double fall = before_ - now_;
  if (!(fall > 0) || now_ > near_share * largest_) return false;
  const bool is_deep = now_ <= deep_share_of_largest * largest_;
  const double way = now_ / rate_;
  const double gain = last_rate_ > 0 ? before_ / last_rate_ - way : 0.0;
  if (!is_deep && gain < least_gain * std::abs(last_size_)) return false;
  if (in_vain_ > 0 && now_ > nearer * in_vain_) return false;
  return way <= reach * std::abs(static_cast<double>(size));
}

template <typename Real>
void RankWatch<Real>::append_memory(std::vector<std::int64_t>& memory) const {
  for (const double number : {now_, before_, largest_, in_vain_, last_size_, rate_, last_rate_}) {
    memory.push_back(std::bit_cast<std::int64_t>(number));
  }
  rank_.append_memory(memory);
}

template <typename Real>
void RankWatch<Real>::restore(std::span<const std::int64_t> memory) {
  std::size_t next = 0;
  for (double* number : {&now_, &before_, &largest_, &in_vain_, &last_size_, &rate_, &last_rate_}) {
    *number = std::bit_cast<double>(memory[next++]);
  }
  rank_.restore(memory.subspan(next));
}

/// Where some are redundant all are looked at together: which belong to a level's rank is not said.
template <typename Real>
std::vector<RankWatch<Real>> rank_watches(const ManifoldProblem<Real>& problem) {
  std::set<std::size_t> levels;
  std::size_t highest = 0;
  for (const EquationOrigin& origin : problem.origins) {
    if (!origin.is_derivative) levels.insert(origin.level);
    highest = std::max(highest, origin.level);
  }
  const bool are_all = !problem.equations || problem.equations->outputs() == problem.codimension;
  if (!are_all || levels.empty()) levels = {highest};
  std::vector<RankWatch<Real>> watches;
  watches.reserve(levels.size());
  for (const std::size_t level : levels) watches.emplace_back(problem, level);
  return watches;
}

template class RankWatch<double>;
template class RankWatch<long double>;
template std::vector<RankWatch<double>> rank_watches(const ManifoldProblem<double>&);
template std::vector<RankWatch<long double>> rank_watches(const ManifoldProblem<long double>&);

}  // namespace leafwise::integrator::detail
