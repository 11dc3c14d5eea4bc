// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_preparation.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "certificate/local_certificate.hpp"
#include "leafwise/pipeline/completion_for_run.hpp"
#include "leaves/leaf_names.hpp"
#include "run/limit_route.hpp"
#include "run/local_route.hpp"
#include "run/position_parts.hpp"
#include "run/run_plan.hpp"
#include "run/uncompleted_methods.hpp"
#include "run/uncompleted_route.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"
#include "write/progress_line.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

/// Of a run whose exact leaf was too much work.
constexpr const char* only_local_warning =
    "the exact equations of the leaf are too much work for a run: this is the leaf at the start, "
    "proved there alone (--leaf exact waits for them)";

constexpr const char* again_warning =
    "the leaf at the start ended where its equations become dependent: this run goes on the "
    "completed leaf (--leaf local stops there)";

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
  std::string certificate;
  if (way.leaf.proof && way.report.start) {
    certificate = local_certificate(problem, way.leaf, *way.report.start, sha256);
    way.report.start->certificate = certificate_name;
  }
  std::string json = decomposition_json(way.report);
  return {std::move(way.report),
          std::move(json),
          std::move(way.selection),
          std::move(folder),
          nullptr,
          std::move(certificate)};
}

/// @param folder of results; none: nothing is written
Prepared prepared_exactly(const Problem& problem,
                          const std::string& sha256,
                          const RunRequest& request,
                          const Interruption& interruption,
                          const fs::path& folder,
                          StageClock& clock) {
  const bool is_uncompleted = completes_nothing(problem.plan);
  DecompositionReport report = is_uncompleted
                                   ? uncompleted_report(problem, sha256, request.options.seed)
                                   : prepared_report(problem, sha256, request, interruption, true);
  if (!is_uncompleted) clock.end("algebra");
  std::string json = decomposition_json(report);
  if (!folder.empty()) begin_results(folder, json, request.keeps_tables);
  if (interruption.happened()) {
    return {std::move(report), std::move(json), Unable{"interrupted"}, folder};
  }
  if (!folder.empty()) interruption.let_go();
  Outcome<Selection> selection =
      is_uncompleted ? uncompleted_selection(problem)
                     : with_name(report, select_branch(problem, report, problem.plan.branch));
  interruption.hold();
  clock.end("selection");
  json = decomposition_json(report);
  return {std::move(report), std::move(json), std::move(selection), folder};
}

LocalWay looked_at_locally(const Problem& problem,
                           const std::string& sha256,
                           const RunRequest& request,
                           const Interruption& interruption,
                           StageClock& clock) {
  interruption.let_go();
  LocalWay way = way_at_start(problem, sha256, request.options.seed);
  interruption.hold();
  clock.end("local");
  return way;
}

/// The completed system, with the local leaf in reserve where that can do.
Prepared prepared_with_reserve(const Problem& problem,
                               const std::string& sha256,
                               const RunRequest& request,
                               const Interruption& interruption,
                               LocalWay way,
                               StageClock& clock) {
  const bool can_do = static_cast<bool>(way.selection);
  RunRequest limited = request;
  if (can_do || way.selection.is_undefined()) {
    limited.limits = request.limits.spend(&algebra::Effort::exact_leaf);
  }
  const fs::path folder = results_folder(request);
  Prepared exact = prepared_exactly(problem, sha256, limited, interruption, folder, clock);
  const bool is_too_much_work = exact.selection.is_unable() && !exact.decomposition.lost_something;
  if (interruption.happened() || !is_too_much_work) return exact;
  if (!can_do && !way.selection.is_undefined()) {
    const std::string& reason = way.report.start->reason;
    exact.selection = Unable{exact.selection.reason() + "\n  At the start alone: " +
                             (reason.empty() ? "nothing is proved" : reason) + "."};
    return exact;
  }
  Prepared local = prepared_locally(problem, sha256, std::move(way), folder);
  if (can_do) local.selection = with_warning(std::move(local.selection), only_local_warning);
  return local;
}

}  // namespace

void Prepared::go_on_from(std::shared_ptr<const CheckpointFile> checkpoint) {
  resumed = std::move(checkpoint);
  if (resumed == nullptr || !selection) return;
  Selection warned = std::move(selection).value();
  warned.warnings = resumed->warnings;
  selection = std::move(warned);
}

Prepared prepare(const Problem& problem,
                 const std::string& sha256,
                 const RunRequest& request,
                 const Interruption& interruption,
                 StageClock& clock) {
  const auto exactly = [&] {
    const fs::path folder = results_folder(request);
    return prepared_exactly(problem, sha256, request, interruption, folder, clock);
  };
  const FirstWay first = first_way(problem);
  const bool is_exact = request.leaf == LeafWay::exact || first == FirstWay::only_exact;
  if (completes_nothing(problem.plan)) return exactly();
  if (request.leaf != LeafWay::local && is_exact) return exactly();
  if (request.leaf == LeafWay::local && problem.start.initial.empty()) {
    refuse_wish(problem, "--leaf local needs an initial point", "a table [initial]");
  }
  LocalWay way = looked_at_locally(problem, sha256, request, interruption, clock);
  const auto takes_it = [&] {
    if (request.leaf == LeafWay::local || way.is_undecided) return true;
    if (!way.is_last_word) return false;
    if (first == FirstWay::local) return true;
    algebra::Limits limits = request.limits;
    limits.cancellation = interruption.cancellation();
    return !have_several_parts(problem.model, request.options, limits);
  };
  if (takes_it()) {
    return prepared_locally(problem, sha256, std::move(way), results_folder(request));
  }
  return prepared_with_reserve(problem, sha256, request, interruption, std::move(way), clock);
}

std::optional<Prepared> prepared_again(const Problem& problem,
                                       const std::string& sha256,
                                       const RunRequest& request,
                                       const Interruption& interruption,
                                       StageClock& clock) {
  RunRequest limited = request;
  limited.limits = request.limits.spend(&algebra::Effort::exact_leaf_again);
  Prepared exact = prepared_exactly(problem, sha256, limited, interruption, {}, clock);
  if (!exact.selection || interruption.happened()) return std::nullopt;
  exact.selection = with_warning(std::move(exact.selection), again_warning);
  return exact;
}

void begin_results(const fs::path& folder,
                   const std::string& decomposition,
                   bool keeps_tables,
                   const std::string& certificate) {
  std::error_code ignored;
  for (const char* name : {"certificate.json", "slopes.csv", "summary.json", "report.html"}) {
    fs::remove(folder / name, ignored);
  }
  if (!keeps_tables) {
    for (const char* name : {"trajectory.csv", "events.csv"}) fs::remove(folder / name, ignored);
    RunStream::remove_left(folder);
  }
  if (!certificate.empty()) write_file(folder / certificate_name, certificate);
  write_file(folder / "decomposition.json", decomposition);
}

}  // namespace leafwise::pipeline::detail
