// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "plot/quantity.hpp"
#include "plot/run_folder.hpp"

namespace leafwise::pipeline::detail {

/// The points where a run passes a section.
struct Section {
  std::string words;  ///< "y = 0, rising"
  RunTable points;    ///< the columns of the trajectory, a row for each passage
};

/// Passages of an event (its rows in events.csv, exact), or of an expression through zero, found
/// between the rows of the trajectory.
/// @param section the event's name, or "x1 = 0.5"; none: the only event that there is
/// @param direction "rising", "falling"; none: both
/// @throws InvalidInput if there is neither such an event nor such an expression
[[nodiscard]] Section section_of(const RunFolder& run,
                                 const Quantities& names,
                                 const std::optional<std::string>& section,
                                 const std::optional<std::string>& direction);

/// Rows between two rows of a trajectory: cubics through values and derivatives where both are
/// columns, else straight lines. The highest derivative of an unknown is that of its cubic.
class RowInterpolation {
 public:
  /// @param table the two rows
  RowInterpolation(const RunTable& table, const Quantities& names);

  /// The row at a share of the way from the first to the second.
  void at(double share, std::vector<double>& row) const;

 private:
  struct Cubic {
    std::size_t value = 0;  ///< the column that the cubic passes through
    std::size_t rate = 0;   ///< the column of its derivative
    bool is_rate = false;   ///< it is the derivative that is wanted
  };

  const RunTable& table_;
  std::vector<std::optional<Cubic>> cubics_;  ///< of each column; none: a straight line
};

}  // namespace leafwise::pipeline::detail
