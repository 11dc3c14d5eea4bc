// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear/elimination_order.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace leafwise::integrator::detail {

namespace {

class Elimination {
 public:
  Elimination(Neighbours neighbours, const std::vector<char>& is_late)
      : left_(std::move(neighbours)), waits_for_(left_.size()), is_gone_(left_.size()) {
    for (std::size_t row = 0; row < left_.size(); ++row) {
      if (is_late[row] == 0) continue;
      const auto is_early = [&](std::uint32_t other) { return is_late[other] == 0; };
      waits_for_[row] = std::count_if(left_[row].begin(), left_[row].end(), is_early);
    }
    is_late_ = is_late;
    initial_ = left_;
  }

  EliminationOrder run(std::size_t most_fill) {
    EliminationOrder order;
    while (order.rows.size() < left_.size() && order.fill <= most_fill) {
      const std::uint32_t row = next();
      order.rows.push_back(row);
      order.filled.push_back(left_[row]);
      order.fill += left_[row].size();
      eliminate(row);
    }
    if (order.fill > most_fill) return order;
    std::vector<std::uint32_t> place(left_.size());
    for (std::size_t i = 0; i < order.rows.size(); ++i) {
      place[order.rows[i]] = static_cast<std::uint32_t>(i);
    }
    for (std::vector<std::uint32_t>& filled : order.filled) {
      for (std::uint32_t& row : filled) row = place[row];
      std::sort(filled.begin(), filled.end());
    }
    return order;
  }

 private:
  [[nodiscard]] std::uint32_t next() const {
    std::size_t best = left_.size();
    for (std::size_t row = 0; row < left_.size(); ++row) {
      if (is_gone_[row] != 0 || waits_for_[row] > 0) continue;
      if (best == left_.size() || left_[row].size() < left_[best].size()) best = row;
    }
    return static_cast<std::uint32_t>(best);
  }

  /// Its neighbours become neighbours of each other.
  void eliminate(std::uint32_t row) {
    is_gone_[row] = 1;
    if (is_late_[row] == 0) {
      for (const std::uint32_t other : initial_[row]) waits_for_[other] -= is_late_[other];
    }
    std::vector<std::uint32_t> merged;
    for (const std::uint32_t other : left_[row]) {
      merged.clear();
      std::set_union(left_[other].begin(),
                     left_[other].end(),
                     left_[row].begin(),
                     left_[row].end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](std::uint32_t one) { return one == row || one == other; });
      left_[other] = merged;
    }
  }

  Neighbours left_;     // of rows that are not gone: each other
  Neighbours initial_;  // as given
  std::vector<std::ptrdiff_t> waits_for_;
  std::vector<char> is_late_;
  std::vector<char> is_gone_;
};

}  // namespace

EliminationOrder elimination_order(Neighbours neighbours,
                                   const std::vector<char>& is_late,
                                   std::size_t most_fill) {
  return Elimination(std::move(neighbours), is_late).run(most_fill);
}

}  // namespace leafwise::integrator::detail
