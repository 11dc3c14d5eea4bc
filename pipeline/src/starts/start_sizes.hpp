// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/pipeline/numeric_leaf.hpp"
#include "starts/open_rows.hpp"

namespace leafwise::pipeline::detail {

/// A point that was found on a leaf, and what of it is to be kept.
struct PointAtHand {
  std::vector<double> point;
  std::vector<bool> held;                    ///< given: others have the same value
  std::vector<std::optional<double>> guess;  ///< of what is not
};

/// How large what is open at a start is, and when two points that fit it are one. Keeps references
/// to what it is made of.
class StartSizes {
 public:
  StartSizes(const NumericLeaf& leaf, const OpenRows& rows, const PointAtHand& start);

  /// Open, and only in sines and cosines: its turns count once.
  [[nodiscard]] bool is_angle(std::size_t column) const { return is_angle_[column]; }

  /// The largest of what is open in the part, and of what else is in its rows: of positions that is
  /// the size of the mechanism.
  [[nodiscard]] double of(const OpenRows::Part& part, const std::vector<double>& values) const;
  /// Of one coordinate in a part of this size.
  [[nodiscard]] double of(std::size_t column, double size) const {
    return is_angle_[column] ? 1 : size;
  }

  /// Of turns that count once, the one nearest to the guess, or to no turn.
  void turn_back(std::vector<double>& point, const std::vector<std::size_t>& columns) const;

  /// Two points that are near each other are one, found with its rounding, if the rows vanish
  /// between them: a double root is known only to the square root of round-off.
  [[nodiscard]] bool is_same(const std::vector<double>& one,
                             const std::vector<double>& other,
                             const std::vector<std::size_t>& columns,
                             const integrator::SmoothMap<double>& rows,
                             double size) const;

 private:
  [[nodiscard]] double difference(const std::vector<double>& one,
                                  const std::vector<double>& other,
                                  std::size_t column) const;

  const NumericLeaf& leaf_;
  const OpenRows& rows_;
  const PointAtHand& start_;
  std::vector<bool> is_angle_;
};

}  // namespace leafwise::pipeline::detail
