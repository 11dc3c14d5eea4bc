// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_in_folder.hpp"

#include <memory>
#include <utility>

#include "command/run_checkpoint.hpp"
#include "command/run_stages.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/integration.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "model/start_values.hpp"
#include "run/start_report.hpp"
#include "text/incident_words.hpp"
#include "text/output.hpp"
#include "text/progress_bar.hpp"
#include "text/terminal_text.hpp"
#include "write/progress_line.hpp"
#include "write/results_folder.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

RunInFolder::RunInFolder(const Problem& problem,
                         const std::string& sha256,
                         const RunRequest& request,
                         StageClock& clock)
    : problem_(problem),
      sha256_(sha256),
      request_(request),
      clock_(clock),
      keeps_tables_(request.keeps_tables) {}

const algebra::Cancellation& RunInFolder::cancellation() const {
  return interruption_.cancellation();
}

void RunInFolder::let_go() {
  interruption_.let_go();
}
void RunInFolder::hold() {
  interruption_.hold();
}

std::function<void(const algebra::CompletionProgress&)> RunInFolder::watcher_of_completion() {
  if (!request_.progress) return {};
  // It goes with the completion, which owns the function.
  const auto line = std::make_shared<ProgressLine>(messages_reach_a_terminal());
  return [line](const algebra::CompletionProgress& at) { line->show(at); };
}

void RunInFolder::decomposed(const DecompositionReport& report) {
  begin_results(folder(), report, "", keeps_tables_);
}

const fs::path& RunInFolder::folder() {
  if (!folder_) folder_ = results_folder(request_);
  return *folder_;
}

ExitCode RunInFolder::refuse(const std::string& reason, ExitCode code) const {
  write_message("leafwise: " + safe_lines(request_.file + ": " + reason) + "\n");
  return code;
}

template <typename Value>
ExitCode RunInFolder::refused(const Outcome<Value>& outcome) const {
  return refuse(outcome.reason(), outcome.is_undefined() ? ExitCode::mathematics : ExitCode::limit);
}

bool RunInFolder::asks_for_knowledge(const Prepared& prepared) const {
  return prepared.is_local() && request_.explore.value_or(1) > 0 && has_constraints(prepared) &&
         is_worth_knowing(problem_);
}

ExitCode RunInFolder::finish(Prepared prepared) {
  begin_results(folder(), prepared.decomposition, prepared.certificate, keeps_tables_);
  if (!request_.quiet) warn_of(prepared.decomposition.incidents);
  if (is_cancelled()) {
    return refuse(
        "interrupted before the integration; decomposition.json has the leaves found so far",
        ExitCode::interrupted);
  }
  if (!prepared.selection) return refused(prepared.selection);
  if (asks_for_knowledge(prepared)) knowledge_.emplace(request_, sha256_);
  const WholeRun run =
      integrate_prepared(problem_, sha256_, request_, std::move(prepared), *this, clock_);
  if (!run.integration) return refused(run.integration);
  return write(run.prepared, run.integration.value());
}

Outcome<Integration> RunInFolder::integrate(const Prepared& prepared) {
  const Selection& selection = prepared.selection.value();
  clock_.end("output");
  ProgressBar bar(request_.progress, messages_reach_a_terminal());
  IntegrationOptions options;
  options.limits = request_.limits;
  options.limits.cancellation = cancellation();
  options.time_limit = seconds_of(request_.run_time_limit);
  options.keeps_all_rows = false;
  RunStream stream(folder(), prepared.decomposition, selection);
  options.receiver = &stream;
  const auto keeper = go_on_and_keep(request_,
                                     identity_of(problem_, sha256_, request_),
                                     prepared.resumed.get(),
                                     selection,
                                     folder(),
                                     &stream,
                                     options);
  options.watcher = [&](const RunProgress& progress) {
    hold();
    stream.keep_up();
    bar.show(progress.share, progress.steps, "steps");
    return is_cancelled();
  };
  // Until the first step there is nothing to lose.
  let_go();
  Outcome<Integration> integrated =
      integrate_on(problem_, prepared.decomposition, selection, options);
  hold();
  bar.finish();
  stream.finish();
  if (keeper && integrated) keeper->finish(integrated.value().report);
  clock_.end("integration");
  return integrated;
}

void RunInFolder::completes_after_all() {
  knowledge_.reset();
}

void RunInFolder::begins_again(const Prepared& prepared) {
  keeps_tables_ = false;
  begin_results(folder(), prepared.decomposition, prepared.certificate, keeps_tables_);
}

ExitCode RunInFolder::write(const Prepared& prepared, const Integration& integration) {
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
  write_and_show(record);
  const ExitCode code = exit_code_of(integration.report);
  if (code == ExitCode::ended_early || code == ExitCode::interrupted) {
    return refuse(integration.report.message, code);
  }
  return code;
}

void RunInFolder::write_and_show(const RunRecord& record) {
  const std::string summary = write_results(folder(), record);
  if (!request_.quiet) {
    for (const std::string& warning : record.integration->warnings) {
      write_message("leafwise: warning: " + safe_text(warning) + "\n");
    }
    if (!has_report_html()) write_message("leafwise: " + std::string(no_report_notice) + "\n");
  }
  if (request_.json) {
    write_result(summary);
  } else if (!request_.quiet) {
    write_result(summary_text(record) + "  results in    " + safe_text(folder().string()) + "\n");
  }
}

std::optional<DecompositionReport> RunInFolder::knowledge(const Prepared& prepared) {
  if (!knowledge_) return std::nullopt;
  const std::chrono::duration<double> patience(request_.explore.value_or(0));
  const FoundBeside found = knowledge_->end(patience, cancellation());
  clock_.end("knowledge");
  DecompositionReport known = with_knowledge(prepared.decomposition, found);
  write_file(folder() / "decomposition.json", decomposition_json(known));
  return known;
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
  RunInFolder run(problem, hash, request, clock);
  Prepared prepared = prepare(problem, hash, request, run, clock);
  prepared.go_on_from(std::move(resumed));
  return run.finish(std::move(prepared));
}

}  // namespace leafwise::pipeline::detail
