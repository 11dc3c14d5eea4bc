// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/sweeper.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "command/run_checkpoint.hpp"
#include "command/run_stages.hpp"
#include "command/sweep_checkpoint.hpp"
#include "command/sweep_journal.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "leaves/leaf_names.hpp"
#include "model/sweep.hpp"
#include "model/sweep_values.hpp"
#include "read/reading.hpp"
#include "run/interruption.hpp"
#include "run/limit_route.hpp"
#include "run/local_route.hpp"
#include "run/uncompleted_route.hpp"
#include "session/preparation.hpp"
#include "text/json_text.hpp"
#include "text/output.hpp"
#include "text/progress_bar.hpp"
#include "text/terminal_text.hpp"
#include "write/results_folder.hpp"
#include "write/run_stream.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

/// The bar of the sweep is the only one, and its folder the only place of results.
class SweepHost final : public PreparationHost {
 public:
  explicit SweepHost(const Interruption& interruption) : interruption_(interruption) {}
  [[nodiscard]] const algebra::Cancellation& cancellation() const override {
    return interruption_.cancellation();
  }

 private:
  const Interruption& interruption_;
};

/// All runs of a sweep.
class Sweeper {
 public:
  Sweeper(const RunRequest& request, const SourceFile& source, const Problem& problem)
      : request_(request),
        source_(source),
        hash_(sha256(source.text())),
        plan_(plan_of(problem)),
        results_(plan_.runs.size()),
        algebras_(plan_.algebras),
        folder_(results_folder(request)),
        checkpoint_(request, folder_, key()),
        journal_(checkpoint_.journal(), checkpoint_.key(), checkpoint_.finished()) {
    for (const auto& [run, result] : journal_.finished()) {
      if (run < results_.size()) results_[run] = result;
    }
  }

  ExitCode sweep() {
    ProgressBar bar(request_.progress, messages_reach_a_terminal());
    std::size_t done = journal_.finished().size();
    // TBB says nothing definite where it gets no thread; the standard library does.
    std::thread([] {}).join();
    // Neighbours share their system: in blocks, so that threads do not wait for the same algebra.
    tbb::parallel_for(std::size_t{0}, results_.size(), [&](std::size_t run) {
      if (results_[run] || interruption_.happened()) return;
      std::optional<SweptResult> result = made(run);
      if (!result) return;
      const std::lock_guard lock(mutex_);
      journal_.add(run, *result);
      checkpoint_.forget(run);
      results_[run] = std::move(result);
      ++done;
      bar.show(static_cast<double>(done) / static_cast<double>(results_.size()), done, "runs");
    });
    bar.finish();
    return finish();
  }

 private:
  /// Of the algebra, made by the first run that needs it.
  struct Shared {
    std::once_flag once;
    DecompositionReport report;
  };

  /// What all rows depend on.
  [[nodiscard]] std::string key() const {
    std::string text = std::string{version} + "\n" + hash_ + "\n";
    const auto add = [&](const std::optional<std::string>& option) {
      text += (option ? *option : "-") + "\n";
    };
    add(request_.branch);
    add(request_.method);
    add(request_.to);
    text += fmt::format("{} {} {} {} {} {}\n",
                        static_cast<int>(request_.leaf),
                        request_.rtol.value_or(0),
                        request_.atol.value_or(0),
                        request_.keep,
                        request_.run_time_limit.value_or(0),
                        request_.max_steps.value_or(0));
    for (const Setting& setting : request_.settings)
      text += setting.target + "=" + setting.value + "\n";
    return sha256(text);
  }

  /// As if it were made alone.
  [[nodiscard]] RunRequest request_of(std::size_t run) const {
    RunRequest own = request_;
    const std::vector<Setting>& swept = plan_.runs[run].settings;
    own.settings.insert(own.settings.end(), swept.begin(), swept.end());
    own.output = folder_of(run);
    own.checkpoint = checkpoint_.kept(run);
    own.resume.reset();
    return own;
  }

  [[nodiscard]] Problem problem_of(std::size_t run) const {
    Problem problem = read_without_sweep(source_, request_of(run).settings);
    apply(request_, problem);
    // Only the end is wanted.
    if (!request_.keep && problem.plan.integrate) {
      problem.plan.integrate->at.clear();
      problem.plan.integrate->samples = 2;
    }
    return problem;
  }

  [[nodiscard]] fs::path folder_of(std::size_t run) const { return folder_ / run_name(run); }

  Outcome<Selection> selected(std::size_t run,
                              const Problem& problem,
                              DecompositionReport& report,
                              StageClock& clock) {
    if (completes_nothing(problem.plan)) {
      report = uncompleted_report(problem, hash_, request_.options.seed);
      return uncompleted_selection(problem);
    }
    // What is proved at the start of each run comes first, as in single runs.
    const bool is_local = request_.leaf == LeafWay::local;
    if (is_local || (request_.leaf == LeafWay::either && first_way(problem) == FirstWay::local)) {
      LocalWay way = way_at_start(problem, hash_, request_.options.seed);
      clock.end("local");
      if (is_local || way.is_last_word) {
        report = std::move(way.report);
        return std::move(way.selection);
      }
    }
    Shared& shared = algebras_[plan_.runs[run].algebra];
    std::call_once(shared.once, [&] {
      ++decompositions_;
      // Leaves that several runs share are not those of one point.
      const bool is_alone = plan_.algebras == plan_.runs.size();
      SweepHost host(interruption_);
      shared.report = prepared_report(problem, hash_, request_, host, is_alone);
    });
    clock.end("algebra");
    report = shared.report;
    return with_name(report, select_branch(problem, report, problem.plan.branch));
  }

  /// Nothing if it was interrupted.
  std::optional<SweptResult> made(std::size_t run) {
    if (const auto kept = checkpoint_.resumed(run)) {
      try {
        return made(run, kept);
      } catch (const InvalidInput&) {
        // Damaged, or its rows are gone: made anew the run is the same, bit for bit.
      }
    }
    SweptResult result;
    try {
      return made(run, std::nullopt);
    } catch (const InvalidInput& error) {
      result.code = ExitCode::bad_input;
      result.reason = "refused";
      result.message = error.mistakes().front().message;
    }
    return result;
  }

  /// @param kept where the run goes on, if it does @throws InvalidInput
  std::optional<SweptResult> made(std::size_t run, const std::optional<fs::path>& kept) {
    StageClock clock;
    const Problem problem = problem_of(run);
    RunRequest own = request_of(run);
    own.resume = kept;
    const std::shared_ptr<const CheckpointFile> resumed = resumed_run(problem, hash_, own);
    DecompositionReport report;
    const Outcome<Selection> selection = selected(run, problem, report, clock);
    if (interruption_.happened()) return std::nullopt;
    if (!selection) return refused(selection.is_undefined(), selection.reason());
    RunStream stream(folder_of(run), report, selection.value());
    const Outcome<Integration> integrated =
        integrate(problem, report, selection.value(), own, resumed.get(), stream);
    if (!integrated) return refused(integrated.is_undefined(), integrated.reason());
    SweptResult result;
    result.code = exit_code_of(integrated.value().report);
    if (result.code == ExitCode::interrupted) return std::nullopt;
    // Rows of one table are compared: the name that tells leaves apart, where it is known.
    const Leaf* leaf = report.find_leaf(selection.value().branch);
    const bool has_alias = leaf != nullptr && !leaf->alias.empty();
    result.branch = has_alias ? leaf->alias : selection.value().branch;
    const RunRecord record =
        record_of(problem, report, selection.value(), integrated.value(), request_, hash_, clock);
    result.reason = integrator::reason_text(integrated.value().report);
    result.message = integrated.value().report.message;
    result.state = final_state(record);
    result.is_by_guess = selection.value().start.by_guess;
    if (request_.keep) {
      report.choice = selection.value().start;
      stream.finish();
      write_file(folder_of(run) / "decomposition.json", decomposition_json(report));
      write_results(folder_of(run), record);
    }
    return result;
  }

  /// @param own request of this run @param resumed may be null
  Outcome<Integration> integrate(const Problem& problem,
                                 const DecompositionReport& report,
                                 const Selection& selection,
                                 const RunRequest& own,
                                 const CheckpointFile* resumed,
                                 RunStream& stream) {
    IntegrationOptions options;
    options.limits = request_.limits;
    options.watches_neighbours = request_.keep;
    options.keeps_all_rows = false;
    options.time_limit = seconds_of(request_.run_time_limit);
    if (request_.keep) options.receiver = &stream;
    const auto keeper = go_on_and_keep(own,
                                       identity_of(problem, hash_, own),
                                       resumed,
                                       selection,
                                       *own.output,
                                       request_.keep ? &stream : nullptr,
                                       options);
    options.watcher = [&](const RunProgress&) {
      if (request_.keep) stream.keep_up();
      return interruption_.happened();
    };
    return integrate_on(problem, report, selection, options);
  }

  static SweptResult refused(bool says_no, const std::string& reason) {
    SweptResult result;
    result.code = says_no ? ExitCode::mathematics : ExitCode::limit;
    result.reason = says_no ? "refused" : "limit";
    result.message = reason;
    return result;
  }

  /// Of all runs, one for each swept quantity.
  [[nodiscard]] std::vector<std::vector<double>> values() const {
    std::vector<std::vector<double>> all;
    all.reserve(plan_.runs.size());
    for (std::size_t run = 0; run < plan_.runs.size(); ++run) {
      all.push_back(numbers_of(plan_.runs[run].settings, [this, run] { return problem_of(run); }));
    }
    return all;
  }

  ExitCode finish() {
    write_file(folder_ / "sweep.csv", sweep_csv(plan_, values(), results_));
    ExitCode code = ExitCode::done;
    std::size_t failed = 0;
    std::size_t done = 0;
    constexpr std::size_t most_shown = 10;
    for (std::size_t run = 0; run < results_.size(); ++run) {
      if (!results_[run]) continue;
      ++done;
      if (results_[run]->code == ExitCode::done) continue;
      if (code == ExitCode::done) code = results_[run]->code;
      if (++failed <= most_shown) tell(run);
    }
    if (failed > most_shown) {
      write_message(fmt::format("leafwise: … {} runs did not reach their goal\n", failed));
    }
    if (done == results_.size()) {
      journal_.remove();
      checkpoint_.forget_all();
    } else {
      code = ExitCode::interrupted;
      const std::string how =
          request_.checkpoint ? " with --resume " + safe_text(request_.checkpoint->string()) : "";
      write_message("leafwise: " + safe_text(request_.file) + ": interrupted; the same command" +
                    how + " continues from here\n");
    }
    if (request_.keep && !request_.quiet && !has_report_html()) {
      write_message("leafwise: " + std::string(no_report_notice) + "\n");
    }
    write_summary(done, failed);
    return code;
  }

  void tell(std::size_t run) const {
    const std::string text = fmt::format("leafwise: run {} ({}): {}",
                                         run + 1,
                                         brief_values(plan_.runs[run].settings),
                                         results_[run]->message);
    write_message(safe_lines(text) + "\n");
  }

  /// Runs whose start the guess has chosen among others.
  [[nodiscard]] std::size_t count_by_guess() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        results_, [](const auto& result) { return result && result->is_by_guess; }));
  }

  [[nodiscard]] std::string words_on_starts() const {
    const std::size_t count = count_by_guess();
    if (count == 0) return {};
    return fmt::format("  starts      {} chosen by your guess among others (which: --keep)\n",
                       counted(count, "run's is", "runs' are"));
  }

  void write_summary(std::size_t done, std::size_t failed) const {
    const std::string file = (folder_ / "sweep.csv").string();
    if (request_.json) {
      const nlohmann::ordered_json json = {{"format", "leafwise-sweep/1"},
                                           {"version", std::string(version)},
                                           {"runs", results_.size()},
                                           {"done", done},
                                           {"failed", failed},
                                           {"by_guess", count_by_guess()},
                                           {"decompositions", decompositions_.load()},
                                           {"table", file},
                                           {"command", request_.command}};
      write_result(json_text(json));
    } else if (!request_.quiet) {
      write_result(fmt::format(
          "{} of {} runs made, {} did not reach their goal; {}\n{}  results in  {}\n",
          done,
          results_.size(),
          failed,
          decompositions_ == 0 ? "nothing was completed"
                               : counted(decompositions_.load(), "decomposition", "decompositions"),
          words_on_starts(),
          safe_text(file)));
    }
  }

  const RunRequest& request_;
  const SourceFile& source_;
  const Interruption interruption_;
  std::string hash_;
  SweepPlan plan_;
  std::atomic<std::size_t> decompositions_ = 0;
  std::vector<std::optional<SweptResult>> results_;
  std::vector<Shared> algebras_;
  fs::path folder_;
  SweepCheckpoint checkpoint_;
  SweepJournal journal_;
  std::mutex mutex_;
};

}  // namespace

ExitCode sweep_all(const RunRequest& request, const SourceFile& source, const Problem& problem) {
  const std::size_t threads =
      request.threads.value_or(std::max<std::size_t>(std::thread::hardware_concurrency(), 1));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  return Sweeper(request, source, problem).sweep();
}

}  // namespace leafwise::pipeline::detail
