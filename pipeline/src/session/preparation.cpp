// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/preparation.hpp"

#include <algorithm>
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

namespace leafwise::pipeline::detail {

namespace {

/// Of a run whose exact leaf was too much work.
constexpr const char* only_local_warning =
    "computing the exact equations of the leaf would take too long: the run is on the leaf at the "
    "start, which is proved there only (--leaf exact waits for the equations)";

constexpr const char* again_warning =
    "a first run ended where the equations of the leaf at the start become dependent: this run is "
    "on the completed leaf (--leaf local stops there)";

DecompositionReport complete(const Problem& problem,
                             const std::string& sha256,
                             algebra::CompletionOptions options,
                             const RunWish& wish,
                             PreparationHost& host) {
  options.progress = host.watcher_of_completion();
  algebra::Limits limits = wish.limits;
  limits.cancellation = host.cancellation();
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
                                    const RunWish& wish,
                                    PreparationHost& host,
                                    bool steered) {
  algebra::CompletionOptions options = wish.options;
  const std::string& select = problem.plan.branch.select;
  options.split = select != "root";
  if (select == "initial" && steered && !has_few_quadrics(problem.model)) {
    options.point = steering_point(problem);
  }
  DecompositionReport report = complete(problem, sha256, options, wish, host);
  const bool is_one = count_complete(report) == 1 || ended_early(report);
  if (options.point && !is_one && !host.is_cancelled()) {
    options.point.reset();
    report = complete(problem, sha256, options, wish, host);
  }
  if (select == "root" && report.leaves.size() == 1) report.leaves.front().name = "root";
  return report;
}

namespace {

Prepared prepared_locally(const Problem& problem, const std::string& sha256, LocalWay way) {
  std::string certificate;
  if (way.leaf.proof && way.report.start && way.report.start->is_usable()) {
    certificate = local_certificate(problem, way.leaf, *way.report.start, sha256);
    way.report.start->certificate = certificate_name;
  }
  return {std::move(way.report), std::move(way.selection), nullptr, std::move(certificate)};
}

enum class Again { no, yes };

/// @param again the host has a leaf already, and hears of this one only if it is usable
Prepared prepared_exactly(const Problem& problem,
                          const std::string& sha256,
                          const RunWish& wish,
                          PreparationHost& host,
                          StageClock& clock,
                          Again again = Again::no) {
  const bool is_uncompleted = completes_nothing(problem.plan);
  DecompositionReport report = is_uncompleted
                                   ? uncompleted_report(problem, sha256, wish.options.seed)
                                   : prepared_report(problem, sha256, wish, host, true);
  if (!is_uncompleted) clock.end("algebra");
  if (again == Again::no) host.decomposed(report);
  if (host.is_cancelled()) return {std::move(report), Unable{"interrupted"}};
  if (again == Again::no) host.let_go();
  Outcome<Selection> selection =
      is_uncompleted ? uncompleted_selection(problem)
                     : with_name(report, select_branch(problem, report, problem.plan.branch));
  host.hold();
  clock.end("selection");
  if (selection) report.choice = selection.value().start;
  return {std::move(report), std::move(selection)};
}

LocalWay looked_at_locally(const Problem& problem,
                           const std::string& sha256,
                           const RunWish& wish,
                           PreparationHost& host,
                           StageClock& clock) {
  host.let_go();
  LocalWay way = way_at_start(problem, sha256, wish.options.seed);
  host.hold();
  clock.end("local");
  return way;
}

/// The completed system, with the local leaf in reserve where that can do.
Prepared prepared_with_reserve(const Problem& problem,
                               const std::string& sha256,
                               const RunWish& wish,
                               PreparationHost& host,
                               LocalWay way,
                               StageClock& clock) {
  const bool can_do = static_cast<bool>(way.selection);
  RunWish limited = wish;
  if (can_do || way.selection.is_undefined()) {
    limited.limits = wish.limits.spend(&algebra::Effort::exact_leaf);
  }
  Prepared exact = prepared_exactly(problem, sha256, limited, host, clock);
  const bool is_too_much_work = exact.selection.is_unable() && !exact.decomposition.lost_something;
  if (host.is_cancelled() || !is_too_much_work) return exact;
  if (!can_do && !way.selection.is_undefined()) {
    const std::string& reason = way.report.start->reason;
    exact.selection = Unable{exact.selection.reason() + "\n  At the start alone: " +
                             (reason.empty() ? "nothing is proved" : reason) + "."};
    return exact;
  }
  Prepared local = prepared_locally(problem, sha256, std::move(way));
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
                 const RunWish& wish,
                 PreparationHost& host,
                 StageClock& clock) {
  const FirstWay first = first_way(problem);
  const bool is_exact = wish.leaf == LeafWay::exact || first == FirstWay::only_exact;
  if (completes_nothing(problem.plan) || (wish.leaf != LeafWay::local && is_exact)) {
    return prepared_exactly(problem, sha256, wish, host, clock);
  }
  if (wish.leaf == LeafWay::local && problem.start.initial.empty()) {
    refuse_wish(problem, "--leaf local needs an initial point", "a table [initial]");
  }
  LocalWay way = looked_at_locally(problem, sha256, wish, host, clock);
  const auto takes_it = [&] {
    if (wish.leaf == LeafWay::local || way.is_undecided) return true;
    if (!way.is_last_word) return false;
    if (first == FirstWay::local) return true;
    algebra::Limits limits = wish.limits;
    limits.cancellation = host.cancellation();
    return !have_several_parts(problem.model, wish.options, limits);
  };
  if (takes_it()) return prepared_locally(problem, sha256, std::move(way));
  return prepared_with_reserve(problem, sha256, wish, host, std::move(way), clock);
}

std::optional<Prepared> prepared_again(const Problem& problem,
                                       const std::string& sha256,
                                       const RunWish& wish,
                                       PreparationHost& host,
                                       StageClock& clock) {
  RunWish limited = wish;
  limited.limits = wish.limits.spend(&algebra::Effort::exact_leaf_again);
  Prepared exact = prepared_exactly(problem, sha256, limited, host, clock, Again::yes);
  if (!exact.selection || host.is_cancelled()) return std::nullopt;
  exact.selection = with_warning(std::move(exact.selection), again_warning);
  return exact;
}

}  // namespace leafwise::pipeline::detail
