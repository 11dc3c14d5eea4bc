// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/report.hpp"

#include <limits>
#include <sstream>

namespace leafwise::integrator {
namespace {

template <typename Real>
void write_point(std::ostringstream& out,
                 const std::vector<std::string>& names,
                 std::span<const Real> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    out << "  " << names[i] << " = " << values[i] << '\n';
  }
}

template <typename Real>
void write_counters(std::ostringstream& out, const Report<Real>& report) {
  const Counters& c = report.counters;
  out << "steps: " << report.steps << " accepted, " << report.rejected << " rejected, "
      << report.failed << " failed\n"
      << "evaluations: " << c.fields << " directions, " << c.values << " values, " << c.jacobians
      << " Jacobians, " << c.factorizations << " factorizations\n"
      << "projections: " << c.projections << ", " << c.newton << " Newton iterations\n";
}

}  // namespace

template <typename Real>
std::string reason_text(const Report<Real>& report) {
  switch (report.reason) {
    case Reason::reached: return "reached";
    case Reason::event: return "event:" + report.event;
    case Reason::singular_distribution: return "singular-distribution";
    case Reason::step_too_small: return "step-too-small";
    case Reason::limit: return "limit";
    case Reason::cancelled: break;
  }
  return "cancelled";
}

template <typename Real>
std::string brief_text(const Report<Real>& report) {
  std::ostringstream out;
  out << report.method.name << ": " << reason_text(report) << " after " << report.steps
      << " steps (" << report.rejected << " rejected, " << report.failed << " failed), arc length "
      << report.arclength << ", residual at most " << report.largest_residual;
  return out.str();
}

template <typename Real>
std::string full_text(const Report<Real>& report) {
  std::ostringstream out;
  out.precision(std::numeric_limits<Real>::max_digits10);
  out << "method: " << report.method.name << ", " << report.method.kind << ", order "
      << report.method.order << '\n'
      << "ended: " << reason_text(report);
  if (!report.message.empty()) out << " (" << report.message << ')';
  out << "\nat:\n";
  if (!report.trajectory.empty()) {
    write_point(out, report.trajectory.columns(), report.trajectory.last());
  }
  if (report.singular) {
    out << "singular point:\n";
    write_point<Real>(out, report.trajectory.columns(), report.singular->point);
    out << "  two smallest singular values, scaled: " << report.singular->quality.smallest << ", "
        << report.singular->quality.second_smallest << '\n';
  }
  write_counters(out, report);
  out << "largest residual: " << report.largest_residual << '\n';
  for (const MonitorSummary<Real>& monitor : report.monitors) {
    out << "monitor " << monitor.name << ": from " << monitor.start << " to " << monitor.end
        << ", drift " << monitor.drift << '\n';
  }
  out << "events: " << report.events.size() << '\n'
      << "seconds: " << report.seconds << '\n'
      << "references:\n  " << report.method.reference << "\n  " << projection_reference() << '\n';
  return out.str();
}

template std::string reason_text(const Report<double>&);
template std::string reason_text(const Report<long double>&);
template std::string brief_text(const Report<double>&);
template std::string brief_text(const Report<long double>&);
template std::string full_text(const Report<double>&);
template std::string full_text(const Report<long double>&);

}  // namespace leafwise::integrator
