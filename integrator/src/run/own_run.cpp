// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/own_run.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "maps/scaled_map.hpp"

namespace leafwise::integrator::detail {
namespace {

template <typename Real>
std::shared_ptr<const SmoothMap<Real>> in_own(const std::shared_ptr<const SmoothMap<Real>>& map,
                                              const std::vector<Real>& units) {
  if (!map || map->inputs() != units.size()) return map;  // who takes it will say so
  const std::vector<Real> as_they_are(map->outputs(), Real{1});
  return std::make_shared<ScaledMap<Real>>(map->clone(), units, as_they_are);
}

}  // namespace

/// Hands on what it gets, in the user's units.
template <typename Real>
class OwnRun<Real>::Receiver final : public RowReceiver<Real> {
 public:
  /// @pre both outlive it
  Receiver(RowReceiver<Real>& users, const OwnRun& run) : users_(users), run_(run) {}

  void begin(const std::vector<std::string>& columns, std::size_t dimension) override {
    users_.begin(columns, dimension);
  }
  void add_row(std::span<const Real> row) override { users_.add_row(in_users(row)); }
  void add_event(const EventEntry& event, std::span<const Real> row) override {
    users_.add_event(event, in_users(row));
  }

 private:
  std::span<const Real> in_users(std::span<const Real> row) {
    row_.assign(row.begin(), row.end());
    run_.put_in_users(row_);
    return row_;
  }

  RowReceiver<Real>& users_;
  const OwnRun& run_;
  std::vector<Real> row_;
};

template <typename Real>
OwnRun<Real>::OwnRun(const ManifoldProblem<Real>& problem, const Settings<Real>& settings)
    : units_(problem), problem_(in_own_units(problem)), settings_(settings) {
  const bool is_by_time = settings.parameter == Parameter::independent;
  if (!is_by_time) {
    of_length_ = *std::ranges::max_element(units_.units());
    for (Real& unit : problem_.units) unit /= of_length_;
  }
  of_parameter_ = is_by_time ? units_.time() : of_length_;
  of_place_ = settings.scale == Scale::independent ? units_.time() : of_parameter_;
  change_places();
  change_tolerance();
  change_functions();
  change_opening();
  if (settings.receiver != nullptr) {
    receiver_ = std::make_unique<Receiver>(*settings.receiver, *this);
    settings_.receiver = receiver_.get();
  }
  if (settings.progress) {
    settings_.progress = [users = settings.progress, unit = of_place_](Progress<Real> progress) {
      users({progress.steps, unit * progress.place, unit * progress.goal});
    };
  }
}

template <typename Real>
OwnRun<Real>::~OwnRun() = default;

template <typename Real>
void OwnRun<Real>::change_places() {
  settings_.to /= of_place_;
  for (Real& place : settings_.at) place /= of_place_;
  if (settings_.step) *settings_.step /= of_parameter_;
  settings_.largest_step /= of_parameter_;
  if (settings_.start_direction.size() == units_.units().size()) {
    units_.to_own(settings_.start_direction, settings_.start_direction);
  }
}

template <typename Real>
void OwnRun<Real>::change_tolerance() {
  const std::size_t m = units_.units().size();
  if (!settings_.tolerance) {
    settings_.tolerance =
        Tolerance<Real>::uniform(m, settings_.relative_tolerance, settings_.absolute_tolerance);
    // One number for all is meant for unknowns: time counts by its size.
    if (problem_.independent) {
      settings_.tolerance->absolute[*problem_.independent] =
          settings_.relative_tolerance * units_.time();
    }
  }
  std::vector<Real>& absolute = settings_.tolerance->absolute;
  if (absolute.size() != m) return;
  units_.to_own(absolute, absolute);
  // Coordinates follow from each other by the equations of M: where one passes 0, it is what
  // rounding leaves of others, and no tolerance can ask for less.
  if (!problem_.equations || problem_.codimension == 0) return;
  const Real least = 16 * std::numeric_limits<Real>::epsilon();
  for (Real& entry : absolute) entry = std::max(entry, least);
}

template <typename Real>
void OwnRun<Real>::change_functions() {
  const std::vector<Real>& units = units_.units();
  for (Event<Real>& event : settings_.events) event.function = in_own(event.function, units);
  for (Monitor<Real>& monitor : settings_.monitors) {
    monitor.function = in_own(monitor.function, units);
  }
  settings_.divisions.divisors = in_own(settings_.divisions.divisors, units);
}

template <typename Real>
void OwnRun<Real>::change_opening() {
  const std::size_t m = units_.units().size();
  Real power = 1;
  for (std::size_t at = 0; at + m <= settings_.opening.size(); at += m, power *= of_parameter_) {
    const std::span<Real> term = std::span<Real>(settings_.opening).subspan(at, m);
    units_.to_own(term, term);
    for (Real& entry : term) entry *= power;
  }
}

/// Coordinates, `_s` and `_h`.
template <typename Real>
void OwnRun<Real>::put_in_users(std::span<Real> row) const {
  const std::size_t m = units_.units().size();
  units_.to_users(row.first(m), row.first(m));
  row[row.size() - 3] *= of_length_;
  row[row.size() - 2] *= of_parameter_;
}

template <typename Real>
std::vector<Real> OwnRun<Real>::start(std::span<const Real> start) const {
  std::vector<Real> own(start.begin(), start.end());
  if (own.size() == units_.units().size()) units_.to_own(own, own);
  return own;
}

template <typename Real>
Trajectory<Real> OwnRun<Real>::in_users(const Trajectory<Real>& rows) const {
  Trajectory<Real> result(rows.columns(), rows.point_size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<Real> row = result.append();
    std::ranges::copy(rows.row(i), row.begin());
    put_in_users(row);
  }
  return result;
}

template <typename Real>
Report<Real> OwnRun<Real>::in_users(Report<Real> report) const {
  report.trajectory = in_users(report.trajectory);
  report.event_rows = in_users(report.event_rows);
  if (report.singular) units_.to_users(report.singular->point, report.singular->point);
  for (PassedDivision<Real>& passed : report.passed) passed.place *= units_.time();
  const Real of_passed = problem_.independent ? units_.time() : of_parameter_;
  for (Real& place : report.passed_singular) place *= of_passed;
  report.parameter *= of_parameter_;
  report.arclength *= of_length_;
  return report;
}

template class OwnRun<double>;
template class OwnRun<long double>;

}  // namespace leafwise::integrator::detail
