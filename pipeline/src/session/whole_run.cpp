// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/whole_run.hpp"

#include <optional>
#include <utility>

namespace leafwise::pipeline::detail {

namespace {

/// Whether equations that hold there, and that the local leaf does not have, may help: it has
/// constraints, and lost rank among them or got stuck. Functions bring no such equations.
bool goes_on_completed(const Problem& problem,
                       const RunWish& wish,
                       const Prepared& prepared,
                       const integrator::Report<double>& report) {
  const bool ended_early = report.reason == integrator::Reason::singular_distribution ||
                           report.reason == integrator::Reason::step_too_small;
  return prepared.is_local() && wish.may_be_completed && ended_early && has_constraints(prepared) &&
         problem.model.polynomial.auxiliaries.empty();
}

}  // namespace

bool has_constraints(const Prepared& prepared) {
  return prepared.selection.value().leaf.problem.equations != nullptr;
}

WholeRun integrate_prepared(const Problem& problem,
                            const std::string& sha256,
                            const RunWish& wish,
                            Prepared prepared,
                            RunHost& host,
                            StageClock& clock) {
  Outcome<Integration> integrated = host.integrate(prepared);
  if (!integrated || host.is_cancelled() ||
      !goes_on_completed(problem, wish, prepared, integrated.value().report)) {
    return {std::move(prepared), std::move(integrated)};
  }
  host.completes_after_all();
  std::optional<Prepared> again = prepared_again(problem, sha256, wish, host, clock);
  if (again) {
    prepared = std::move(*again);
    host.begins_again(prepared);
    integrated = host.integrate(prepared);
  }
  return {std::move(prepared), std::move(integrated)};
}

}  // namespace leafwise::pipeline::detail
