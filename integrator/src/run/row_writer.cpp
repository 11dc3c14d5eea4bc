// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/row_writer.hpp"

#include <algorithm>

#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {

template <typename Real>
RowWriter<Real>::RowWriter(const ManifoldProblem<Real>& problem, const Settings<Real>& settings)
    : columns_(problem.coordinates), dimension_(problem.dimension()), first_monitor_(dimension_) {
  const std::vector<std::string>& attached = problem.distribution->attached_names();
  if (settings.writes_attached && !attached.empty()) {
    distribution_ = problem.distribution->clone();
    columns_.insert(columns_.end(), attached.begin(), attached.end());
    first_monitor_ += attached.size();
  }
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
  for (const char* name : {"_s", "_h", "_residual"}) columns_.emplace_back(name);
}

template <typename Real>
void RowWriter<Real>::write(Geometry<Real>& geometry,
                            std::span<const Real> z,
                            Real arclength,
                            Real size,
                            std::span<Real> row) {
  const Counters before = geometry.counters();
  std::ranges::copy(z, row.begin());
  if (distribution_) {
    distribution_->attached(z, row.subspan(dimension_, first_monitor_ - dimension_));
  }
  for (std::size_t i = 0; i < monitors_.size(); ++i) {
    monitors_[i]->value(z, row.subspan(first_monitor_ + i, 1));
  }
  const std::span<Real> last = row.last(3);
  last[0] = arclength;
  last[1] = size;
  last[2] = geometry.residual(z);
  geometry.counters() = before;
}

template <typename Real>
std::vector<std::int64_t> RowWriter<Real>::memory() const {
  return distribution_ ? distribution_->memory() : std::vector<std::int64_t>();
}

template <typename Real>
void RowWriter<Real>::restore(std::span<const std::int64_t> memory) {
  if (distribution_) distribution_->restore(memory);
}

template class RowWriter<double>;
template class RowWriter<long double>;

}  // namespace leafwise::integrator
