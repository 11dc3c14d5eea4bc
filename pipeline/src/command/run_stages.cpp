// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_stages.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "command/run_checkpoint.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leaves/leaf_names.hpp"
#include "model/start_values.hpp"
#include "run/local_route.hpp"
#include "run/uncompleted_methods.hpp"
#include "run/uncompleted_route.hpp"
#include "text/incident_words.hpp"
#include "text/output.hpp"
#include "text/progress_bar.hpp"
#include "text/terminal_text.hpp"
#include "write/local_report.hpp"
#include "write/progress_line.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

void StageClock::end(const std::string& stage) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  for (auto& [name, sum] : seconds_) {
    if (name != stage) continue;
    sum += seconds;
    return;
  }
  seconds_.emplace_back(stage, seconds);
}

std::vector<std::pair<std::string, double>> StageClock::with_total() const {
  auto all = seconds_;
  all.emplace_back("total", std::chrono::duration<double>(Clock::now() - start_).count());
  return all;
}

namespace {

DecompositionReport complete(const Problem& problem,
                             const std::string& sha256,
                             algebra::CompletionOptions options,
                             const RunRequest& request,
                             const Interruption& interruption) {
  std::unique_ptr<ProgressLine> line;
  if (request.progress) {
    line = std::make_unique<ProgressLine>(messages_reach_a_terminal());
    options.progress = [&](const algebra::CompletionProgress& at) { line->show(at); };
  }
  algebra::Limits limits = request.limits;
  limits.cancellation = interruption.cancellation();
  return complete_for_run(problem, sha256, options, limits);
}

std::size_t count_complete(const DecompositionReport& report) {
  std::size_t count = 0;
  for (const Leaf& leaf : report.leaves) count += leaf.is_complete() ? 1 : 0;
  return count;
}

/// Whether a limit ended it before any leaf was known: for all points there is only more to do.
bool ended_early(const DecompositionReport& report) {
  return count_complete(report) == 0 &&
         std::any_of(report.leaves.begin(), report.leaves.end(), [](const Leaf& leaf) {
           return leaf.status == LeafStatus::unfinished;
         });
}

/// The files of another run in this folder would be taken for those of this one.
/// @param keeps_tables they are of this run
void remove_results(const fs::path& folder, bool keeps_tables) {
  std::error_code ignored;
  for (const char* name : {"slopes.csv", "summary.json", "report.html"}) {
    fs::remove(folder / name, ignored);
  }
  if (keeps_tables) return;
  for (const char* name : {"trajectory.csv", "events.csv"}) fs::remove(folder / name, ignored);
  RunStream::remove_left(folder);
}

/// Of a run whose exact leaf was too much work.
constexpr const char* only_local_warning =
    "the exact equations of the leaf are too much work for a run: this is the leaf at the start, "
    "proved there alone (--leaf exact waits for them)";

void begin_results(const fs::path& folder, const std::string& decomposition, bool keeps_tables) {
  remove_results(folder, keeps_tables);
  write_file(folder / "decomposition.json", decomposition);
}

ExitCode refuse(const RunRequest& request, const std::string& reason, ExitCode code) {
  write_message("leafwise: " + safe_lines(request.file + ": " + reason) + "\n");
  return code;
}

template <typename Value>
ExitCode refuse(const RunRequest& request, const Outcome<Value>& outcome) {
  return refuse(
      request, outcome.reason(), outcome.is_undefined() ? ExitCode::mathematics : ExitCode::limit);
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

DecompositionReport prepared_report(const Problem& problem,
                                    const std::string& sha256,
                                    const RunRequest& request,
                                    const Interruption& interruption,
                                    bool steered) {
  algebra::CompletionOptions options = request.options;
  const std::string& select = problem.plan.branch.select;
  options.split = select != "root";
  if (select == "initial" && steered && !has_few_quadrics(problem.model)) {
    options.point = steering_point(problem);
  }
  DecompositionReport report = complete(problem, sha256, options, request, interruption);
  const bool is_one = count_complete(report) == 1 || ended_early(report);
  if (options.point && !is_one && !interruption.happened()) {
    options.point.reset();
    report = complete(problem, sha256, options, request, interruption);
  }
  if (select == "root" && report.leaves.size() == 1) report.leaves.front().name = "root";
  return report;
}

namespace {

Prepared prepared_locally(const Problem& problem,
                          const std::string& sha256,
                          LocalWay way,
                          std::filesystem::path folder) {
  std::string json = local_json(problem, {sha256, 0, std::move(way.leaf)});
  return {std::move(way.report), std::move(json), std::move(way.selection), std::move(folder)};
}

/// The local leaf, in case that the exact one is too much work. None where that is not expected, or
/// where the run needs what only exact equations say.
std::optional<LocalWay> local_way_in_reserve(const Problem& problem,
                                             const std::string& sha256,
                                             const RunRequest& request) {
  if (request.leaf != LeafWay::either || !may_be_local(problem)) return std::nullopt;
  LocalWay way = local_way(problem, sha256, request.options.seed);
  if (!way.selection) return std::nullopt;
  return way;
}

Prepared prepared_exactly(const Problem& problem,
                          const std::string& sha256,
                          const RunRequest& request,
                          const Interruption& interruption,
                          StageClock& clock) {
  const bool is_uncompleted = completes_nothing(problem.plan);
  DecompositionReport report = is_uncompleted
                                   ? uncompleted_report(problem, sha256, request.options.seed)
                                   : prepared_report(problem, sha256, request, interruption, true);
  if (!is_uncompleted) clock.end("algebra");
  fs::path folder = results_folder(request);
  std::string json = decomposition_json(report);
  begin_results(folder, json, request.keeps_tables);
  if (interruption.happened()) {
    return {std::move(report), std::move(json), Unable{"interrupted"}, std::move(folder)};
  }
  interruption.let_go();
  Outcome<Selection> selection =
      is_uncompleted ? uncompleted_selection(problem)
                     : with_name(report, select_branch(problem, report, problem.plan.branch));
  interruption.hold();
  clock.end("selection");
  json = decomposition_json(report);
  return {std::move(report), std::move(json), std::move(selection), std::move(folder)};
}

}  // namespace

Prepared prepare(const Problem& problem,
                 const std::string& sha256,
                 const RunRequest& request,
                 const Interruption& interruption,
                 StageClock& clock) {
  if (completes_nothing(problem.plan)) {
    return prepared_exactly(problem, sha256, request, interruption, clock);
  }
  interruption.let_go();
  std::optional<LocalWay> way = request.leaf == LeafWay::local
                                    ? local_way(problem, sha256, request.options.seed)
                                    : local_way_in_reserve(problem, sha256, request);
  interruption.hold();
  if (way) clock.end("local");
  if (request.leaf == LeafWay::local) {
    return prepared_locally(problem, sha256, std::move(*way), results_folder(request));
  }
  RunRequest limited = request;
  if (way) limited.limits = request.limits.spend(&algebra::Effort::exact_leaf);
  Prepared exact = prepared_exactly(problem, sha256, limited, interruption, clock);
  const bool is_too_much_work = exact.selection.is_unable() && !exact.decomposition.lost_something;
  if (!way || interruption.happened() || !is_too_much_work) return exact;
  Prepared local = prepared_locally(problem, sha256, std::move(*way), std::move(exact.folder));
  local.selection = with_warning(std::move(local.selection), only_local_warning);
  return local;
}

ExitCode integrate_and_write(const Problem& problem,
                             const std::string& sha256,
                             const RunRequest& request,
                             const Prepared& prepared,
                             const Interruption& interruption,
                             StageClock& clock) {
  const fs::path& folder = prepared.folder;
  begin_results(folder, prepared.json, request.keeps_tables);
  if (!request.quiet) warn_of(prepared.decomposition.incidents);
  if (interruption.happened()) {
    return refuse(
        request,
        "interrupted before the integration; decomposition.json has the leaves found so far",
        ExitCode::interrupted);
  }
  if (!prepared.selection) return refuse(request, prepared.selection);
  const Selection& selection = prepared.selection.value();
  clock.end("output");
  ProgressBar bar(request.progress, messages_reach_a_terminal());
  IntegrationOptions options;
  options.limits = request.limits;
  options.limits.cancellation = interruption.cancellation();
  options.time_limit = seconds_of(request.run_time_limit);
  options.keeps_all_rows = false;
  RunStream stream(folder, prepared.decomposition, selection);
  options.receiver = &stream;
  const auto keeper = go_on_and_keep(request,
                                     identity_of(problem, sha256, request),
                                     prepared.resumed.get(),
                                     selection.is_local,
                                     folder,
                                     stream,
                                     options);
  options.watcher = [&](const RunProgress& progress) {
    interruption.hold();
    stream.keep_up();
    bar.show(progress.share, progress.steps, "steps");
    return interruption.happened();
  };
  // Until the first step there is nothing to lose.
  interruption.let_go();
  const Outcome<Integration> integrated =
      integrate_on(problem, prepared.decomposition, selection, options);
  interruption.hold();
  bar.finish();
  stream.finish();
  if (keeper && integrated) keeper->finish(integrated.value().report);
  clock.end("integration");
  if (!integrated) return refuse(request, integrated);
  write_and_show(
      folder,
      record_of(
          problem, prepared.decomposition, selection, integrated.value(), request, sha256, clock),
      request);
  const ExitCode code = exit_code_of(integrated.value().report);
  if (code == ExitCode::ended_early || code == ExitCode::interrupted) {
    write_message(
        "leafwise: " + safe_lines(request.file + ": " + integrated.value().report.message) + "\n");
  }
  return code;
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
  prepared.resumed = std::move(resumed);
  return integrate_and_write(problem, hash, request, prepared, interruption, clock);
}

}  // namespace leafwise::pipeline::detail
