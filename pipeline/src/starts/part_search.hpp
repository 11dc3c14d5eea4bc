// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "leafwise/pipeline/numeric_leaf.hpp"
#include "starts/open_rows.hpp"
#include "starts/start_sizes.hpp"

namespace leafwise::pipeline::detail {

/// The points of one part of the rows after the other: by intervals in a box where that is little
/// work, else from seeded places. Keeps references to what it is made of.
class PartSearch {
 public:
  using Point = std::vector<double>;

  /// What is known of a part beside certain values.
  struct Solved {
    OpenRows::Part part;
    Point beside;               ///< with what is open in the part left out
    std::vector<Point> points;  ///< nearest to the guess first
    bool is_all = false;        ///< proved: in the box that was searched
  };

  PartSearch(const NumericLeaf& leaf,
             const OpenRows& rows,
             const StartSizes& sizes,
             const PointAtHand& start,
             std::uint64_t seed)
      : leaf_(leaf), rows_(rows), sizes_(sizes), start_(start), seed_(seed) {}

  /// A point of the part near these values; what is not in it keeps them.
  [[nodiscard]] std::optional<Point> solve(const integrator::ManifoldProblem<double>& problem,
                                           const OpenRows::Part& part,
                                           const Point& from);

  /// All that are found, the given one among them.
  /// @pre the values satisfy the part's rows
  [[nodiscard]] Solved solutions(const OpenRows::Part& part, const Point& values);

  /// Whether it is proved that the part has no point in the box in which it is searched for all.
  [[nodiscard]] bool has_none(const OpenRows::Part& part, const Point& values) const;

  /// How often something was solved.
  [[nodiscard]] std::size_t count() const { return searches_; }

 private:
  class Random;

  bool look_from(const integrator::ManifoldProblem<double>& problem,
                 Solved& solved,
                 const Point& from,
                 double size);
  bool add_all_in_box(Solved& solved, const Point& values);
  [[nodiscard]] algebra::ZerosInBox zeros_of(const OpenRows::Part& part, const Point& values) const;
  void add_tried(Solved& solved, const Point& values);
  [[nodiscard]] std::vector<Point> changes_of_sign(
      const integrator::ManifoldProblem<double>& problem,
      const OpenRows::Part& part,
      const Point& values,
      double size) const;
  [[nodiscard]] Point elsewhere(std::size_t number,
                                const OpenRows::Part& part,
                                const Point& values,
                                double size,
                                Random& random) const;
  [[nodiscard]] double from_guess(const Point& point, const OpenRows::Part& part) const;

  const NumericLeaf& leaf_;
  const OpenRows& rows_;
  const StartSizes& sizes_;
  const PointAtHand& start_;
  std::uint64_t seed_;
  std::vector<Solved> solved_;
  std::size_t searches_ = 0;
};

}  // namespace leafwise::pipeline::detail
