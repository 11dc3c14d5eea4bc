// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/integrator/geometry.hpp"
#include "leafwise/integrator/settings.hpp"

namespace leafwise::integrator {

/// Makes rows of points: coordinates, attached quantities, monitors, `_s`, `_h`, `_residual`.
template <typename Real>
class RowWriter {
 public:
  /// @throws InvalidInput if a monitor is no function of the coordinates
  RowWriter(const ManifoldProblem<Real>& problem, const Settings<Real>& settings);

  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return columns_; }

  /// Fills in a row. The counters of the geometry stay what they were: they are those of the run.
  /// @param row as many numbers as columns
  void write(Geometry<Real>& geometry,
             std::span<const Real> z,
             Real arclength,
             Real size,
             std::span<Real> row);

  /// Column of the monitor in the table.
  [[nodiscard]] std::size_t monitor_column(std::size_t monitor) const noexcept {
    return first_monitor_ + monitor;
  }

  /// As Geometry::memory and Geometry::restore, of its own copy of the distribution.
  [[nodiscard]] std::vector<std::int64_t> memory() const;
  void restore(std::span<const std::int64_t> memory);

 private:
  std::vector<std::string> columns_;
  std::size_t dimension_;
  std::size_t first_monitor_;
  std::unique_ptr<Distribution<Real>> distribution_;  ///< null: no attached quantities
  std::vector<std::unique_ptr<SmoothMap<Real>>> monitors_;
};

}  // namespace leafwise::integrator
