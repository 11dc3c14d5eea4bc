// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace leafwise::integrator::detail {

/// Where matrices have entries other than 0: in one of those that were seen. An entry that is 0
/// here by chance keeps its place, so what is made of the places need not be made anew.
class EntryPlaces {
 public:
  /// False if there are new ones.
  template <typename Real>
  bool see(std::span<const Real> matrix) {
    std::size_t all = 0;
    for (const Real entry : matrix) all += entry != 0 ? 1 : 0;
    std::size_t known = 0;
    for (const std::uint32_t place : list_) known += matrix[place] != 0 ? 1 : 0;
    if (all == known) return true;
    std::vector<std::uint32_t> merged;
    auto next = list_.begin();
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const bool is_known = next != list_.end() && *next == i;
      if (is_known) ++next;
      if (is_known || matrix[i] != 0) merged.push_back(static_cast<std::uint32_t>(i));
    }
    list_ = std::move(merged);
    return false;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& list() const noexcept { return list_; }

 private:
  std::vector<std::uint32_t> list_;  // sorted
};

/// The same of those rows of matrices that are used, one after the other.
class ChosenPlaces {
 public:
  explicit ChosenPlaces(std::size_t columns) : columns_(columns) {}

  /// Remembers where a matrix, of all rows there are, has entries.
  template <typename Real>
  void see(std::span<const Real> all) {
    is_known_ = places_.see(all) && is_known_;
  }
  /// False if `list` changes by it, or has changed since the last time.
  bool choose(std::span<const std::size_t> rows) {
    if (is_known_ && std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end())) return true;
    is_known_ = true;
    rows_.assign(rows.begin(), rows.end());
    list_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::vector<std::uint32_t>& all = places_.list();
      auto place = std::lower_bound(all.begin(), all.end(), rows_[i] * columns_);
      for (; place != all.end() && *place / columns_ == rows_[i]; ++place) {
        list_.push_back(static_cast<std::uint32_t>(i * columns_ + *place % columns_));
      }
    }
    return false;
  }
  /// Places in the matrix of the rows that are used, sorted.
  [[nodiscard]] const std::vector<std::uint32_t>& list() const noexcept { return list_; }

 private:
  std::size_t columns_;
  EntryPlaces places_;
  bool is_known_ = false;
  std::vector<std::size_t> rows_;
  std::vector<std::uint32_t> list_;
};

/// Points at which to look for places: those of a map's derivatives depend on the map alone then,
/// and not on where a run comes along. What vanishes at both does so by more than chance.
template <typename Real>
void fill_with_sample(std::span<Real> point, int number) {
  // Multiples of the golden section lie apart from each other.
  double value = 0.1 + 0.3 * number;
  for (Real& entry : point) {
    value += 0.6180339887498949;
    if (value >= 1) value -= 1;
    entry = static_cast<Real>(0.5 + value);
  }
}
inline constexpr int sample_count = 2;

}  // namespace leafwise::integrator::detail
