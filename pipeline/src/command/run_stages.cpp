// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_stages.hpp"

#include "run/interruption.hpp"

namespace leafwise::pipeline::detail {

ExitCode exit_code_of(const integrator::Report<double>& report) {
  switch (report.reason) {
    case integrator::Reason::reached:
    case integrator::Reason::event: return ExitCode::done;
    case integrator::Reason::cancelled: return ExitCode::interrupted;
    case integrator::Reason::singular_distribution:
    case integrator::Reason::step_too_small:
    case integrator::Reason::limit: break;
  }
  return ExitCode::ended_early;
}

RunRecord record_of(const Problem& problem,
                    const DecompositionReport& decomposition,
                    const Selection& selection,
                    const Integration& integration,
                    const RunRequest& request,
                    const std::string& sha256,
                    const StageClock& clock) {
  RunRecord record;
  record.problem = &problem;
  record.decomposition = &decomposition;
  record.selection = &selection;
  record.integration = &integration;
  record.command = request.command;
  record.sha256 = sha256;
  record.seed = request.options.seed;
  record.seconds = clock.with_total();
  if (integration.report.reason == integrator::Reason::cancelled) {
    record.signal = first_signal_name();
  }
  return record;
}

}  // namespace leafwise::pipeline::detail
