// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_stages.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "command/knowledge.hpp"
#include "command/run_checkpoint.hpp"
#include "leafwise/core/sha256.hpp"
#include "model/start_values.hpp"
#include "run/start_report.hpp"
#include "text/incident_words.hpp"
#include "text/output.hpp"
#include "text/progress_bar.hpp"
#include "text/terminal_text.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

ExitCode refuse(const RunRequest& request, const std::string& reason, ExitCode code) {
  write_message("leafwise: " + safe_lines(request.file + ": " + reason) + "\n");
  return code;
}

}  // namespace

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

std::string write_results(const fs::path& folder, const RunRecord& record) {
  if (const std::string slopes = slopes_csv(record); !slopes.empty()) {
    write_file(folder / "slopes.csv", slopes);
  }
  if (has_report_html()) write_file(folder / "report.html", report_html(record));
  std::string summary = summary_json(record);
  write_file(folder / "summary.json", summary);
  return summary;
}

namespace {

void write_and_show(const fs::path& folder, const RunRecord& record, const RunRequest& request) {
  const std::string summary = write_results(folder, record);
  if (!request.quiet) {
    for (const std::string& warning : record.integration->warnings) {
      write_message("leafwise: warning: " + safe_text(warning) + "\n");
    }
    if (!has_report_html()) write_message("leafwise: " + std::string(no_report_notice) + "\n");
  }
  if (request.json) {
    write_result(summary);
  } else if (!request.quiet) {
    write_result(summary_text(record) + "  results in    " + safe_text(folder.string()) + "\n");
  }
}

}  // namespace

namespace {

/// One integration with its files, from what was prepared.
class RunInFolder {
 public:
  RunInFolder(const Problem& problem,
              const std::string& sha256,
              const RunRequest& request,
              const Interruption& interruption,
              StageClock& clock)
      : problem_(problem),
        sha256_(sha256),
        request_(request),
        interruption_(interruption),
        clock_(clock) {}

  ExitCode run(Prepared prepared) {
    begin_results(prepared.folder, prepared.json, request_.keeps_tables, prepared.certificate);
    if (!request_.quiet) warn_of(prepared.decomposition.incidents);
    if (interruption_.happened()) {
      return refuse(
          request_,
          "interrupted before the integration; decomposition.json has the leaves found so far",
          ExitCode::interrupted);
    }
    if (!prepared.selection) return refused(prepared.selection);
    if (asks_for_knowledge(prepared)) knowledge_.emplace(request_, sha256_);
    Outcome<Integration> integrated = integrate(prepared);
    if (integrated && goes_on_completed(prepared, integrated.value().report)) {
      knowledge_.reset();
      std::optional<Prepared> again =
          prepared_again(problem_, sha256_, request_, interruption_, clock_);
      if (again) {
        again->folder = prepared.folder;
        prepared = std::move(*again);
        begin_results(prepared.folder, prepared.json, false);
        integrated = integrate(prepared);
      }
    }
    if (!integrated) return refused(integrated);
    return write(prepared, integrated.value());
  }

 private:
  template <typename Value>
  ExitCode refused(const Outcome<Value>& outcome) const {
    return refuse(request_,
                  outcome.reason(),
                  outcome.is_undefined() ? ExitCode::mathematics : ExitCode::limit);
  }

  /// Whether there are constraints at all: of others the algebra knows no more than the user.
  static bool has_constraints(const Prepared& prepared) {
    return prepared.selection.value().leaf.problem.equations != nullptr;
  }

  [[nodiscard]] bool asks_for_knowledge(const Prepared& prepared) const {
    return prepared.is_local() && request_.explore.value_or(1) > 0 && has_constraints(prepared) &&
           is_worth_knowing(problem_);
  }

  Outcome<Integration> integrate(const Prepared& prepared) {
    const Selection& selection = prepared.selection.value();
    clock_.end("output");
    ProgressBar bar(request_.progress, messages_reach_a_terminal());
    IntegrationOptions options;
    options.limits = request_.limits;
    options.limits.cancellation = interruption_.cancellation();
    options.time_limit = seconds_of(request_.run_time_limit);
    options.keeps_all_rows = false;
    RunStream stream(prepared.folder, prepared.decomposition, selection);
    options.receiver = &stream;
    const auto keeper = go_on_and_keep(request_,
                                       identity_of(problem_, sha256_, request_),
                                       prepared.resumed.get(),
                                       selection,
                                       prepared.folder,
                                       &stream,
                                       options);
    options.watcher = [&](const RunProgress& progress) {
      interruption_.hold();
      stream.keep_up();
      bar.show(progress.share, progress.steps, "steps");
      return interruption_.happened();
    };
    // Until the first step there is nothing to lose.
    interruption_.let_go();
    Outcome<Integration> integrated =
        integrate_on(problem_, prepared.decomposition, selection, options);
    interruption_.hold();
    bar.finish();
    stream.finish();
    if (keeper && integrated) keeper->finish(integrated.value().report);
    clock_.end("integration");
    return integrated;
  }

  /// Whether equations that hold there, and that the local leaf does not have, may help: it has
  /// constraints, and lost rank among them or got stuck. Functions bring no such equations.
  [[nodiscard]] bool goes_on_completed(const Prepared& prepared,
                                       const integrator::Report<double>& report) const {
    const bool ended_early = report.reason == integrator::Reason::singular_distribution ||
                             report.reason == integrator::Reason::step_too_small;
    return prepared.is_local() && request_.may_be_completed && ended_early &&
           has_constraints(prepared) && problem_.model.polynomial.auxiliaries.empty() &&
           !interruption_.happened();
  }

  ExitCode write(const Prepared& prepared, const Integration& integration) {
    std::optional<DecompositionReport> known;
    if (prepared.is_local()) known = knowledge(prepared);
    RunRecord record = record_of(problem_,
                                 prepared.decomposition,
                                 prepared.selection.value(),
                                 integration,
                                 request_,
                                 sha256_,
                                 clock_);
    record.knowledge = known ? &*known : nullptr;
    write_and_show(prepared.folder, record, request_);
    const ExitCode code = exit_code_of(integration.report);
    if (code == ExitCode::ended_early || code == ExitCode::interrupted) {
      write_message("leafwise: " + safe_lines(request_.file + ": " + integration.report.message) +
                    "\n");
    }
    return code;
  }

  /// What was found beside the run goes to decomposition.json and to the page.
  std::optional<DecompositionReport> knowledge(const Prepared& prepared) {
    if (!knowledge_) return std::nullopt;
    const std::chrono::duration<double> patience(request_.explore.value_or(0));
    const FoundBeside found = knowledge_->end(patience, interruption_.cancellation());
    clock_.end("knowledge");
    DecompositionReport known = with_knowledge(prepared.decomposition, found);
    write_file(prepared.folder / "decomposition.json", decomposition_json(known));
    return known;
  }

  const Problem& problem_;
  const std::string& sha256_;
  const RunRequest& request_;
  const Interruption& interruption_;
  StageClock& clock_;
  std::optional<Knowledge> knowledge_;
};

}  // namespace

ExitCode integrate_and_write(const Problem& problem,
                             const std::string& sha256,
                             const RunRequest& request,
                             Prepared prepared,
                             const Interruption& interruption,
                             StageClock& clock) {
  return RunInFolder(problem, sha256, request, interruption, clock).run(std::move(prepared));
}

ExitCode run_whole(const RunRequest& wanted) {
  RunRequest request = wanted;
  StageClock clock;
  const SourceFile source = SourceFile::read(std::filesystem::path(request.file));
  Problem problem = read_problem(source, request.settings);
  apply(request, problem);
  (void)start_numbers(problem.model, problem.start);
  const std::string hash = sha256(source.text());
  std::shared_ptr<const CheckpointFile> resumed = resumed_run(problem, hash, request);
  clock.end("reading");
  const Interruption interruption;
  Prepared prepared = prepare(problem, hash, request, interruption, clock);
  prepared.go_on_from(std::move(resumed));
  return integrate_and_write(problem, hash, request, std::move(prepared), interruption, clock);
}

}  // namespace leafwise::pipeline::detail
