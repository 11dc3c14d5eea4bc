// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/row_writer.hpp"

#include <algorithm>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator::detail {

template <typename Real>
RowWriter<Real>::RowWriter(const RowShape& shape, const Settings<Real>& settings)
    : columns_(shape.coordinates),
      dimension_(shape.coordinates.size()),
      first_monitor_(dimension_ + shape.attached.size()) {
  columns_.insert(columns_.end(), shape.attached.begin(), shape.attached.end());
  for (const Monitor<Real>& monitor : settings.monitors) {
    if (!monitor.function || monitor.function->inputs() != dimension_ ||
        monitor.function->outputs() != 1) {
      throw InvalidInput(
          Mistake{"monitor '" + monitor.name + "' is no function of the coordinates",
                  "a map with " + std::to_string(dimension_) + " inputs and one output",
                  {},
                  {}});
    }
    monitors_.push_back(monitor.function->clone());
    columns_.push_back(monitor.name);
  }
  columns_.insert(columns_.end(), shape.own.begin(), shape.own.end());
  for (const char* name : {"_s", "_h", "_residual"}) columns_.emplace_back(name);
}

template <typename Real>
void RowWriter<Real>::write(Walker<Real>& walker,
                            std::span<const Real> point,
                            Real arclength,
                            Real size,
                            std::span<Real> row) {
  const std::span<const Real> shown = point.first(dimension_);
  std::ranges::copy(shown, row.begin());
  walker.write_attached(point, row.subspan(dimension_, first_monitor_ - dimension_));
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    monitors_[i]->value(shown, row.subspan(first_monitor_ + i, 1));
  }
  const std::size_t first_own = first_monitor_ + monitors_.size();
  walker.write_own(point, row.subspan(first_own, row.size() - 3 - first_own));
  const std::span<Real> last = row.last(3);
  last[0] = arclength;
  last[1] = size;
  last[2] = walker.residual(point);
}

template class RowWriter<double>;
template class RowWriter<long double>;

}  // namespace leafwise::integrator::detail
