// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/settings.hpp"
#include "run/walker.hpp"

namespace leafwise::integrator::detail {

/// Makes rows of points: coordinates, what is attached to them, monitors, what the method adds,
/// `_s`, `_h`, `_residual`.
template <typename Real>
class RowWriter {
 public:
  /// @throws InvalidInput if a monitor is no function of the coordinates
  RowWriter(const RowShape& shape, const Settings<Real>& settings);

  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return columns_; }

  /// Fills in a row.
  /// @param row as many numbers as columns
  void write(Walker<Real>& walker,
             std::span<const Real> point,
             Real arclength,
             Real size,
             std::span<Real> row);

  /// Column of the monitor in the table.
  [[nodiscard]] std::size_t monitor_column(std::size_t monitor) const noexcept {
    return first_monitor_ + monitor;
  }

 private:
  std::vector<std::string> columns_;
  std::size_t dimension_;
  std::size_t first_monitor_;
  std::vector<std::unique_ptr<SmoothMap<Real>>> monitors_;
};

}  // namespace leafwise::integrator::detail
