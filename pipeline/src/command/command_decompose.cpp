// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "certificate/local_certificate.hpp"
#include "command/command.hpp"
#include "command/decompose_request.hpp"
#include "command/documentation.hpp"
#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "leaves/leaf_words.hpp"
#include "model/analytic_system.hpp"
#include "run/interruption.hpp"
#include "run/limit_route.hpp"
#include "run/start_report.hpp"
#include "text/incident_words.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"
#include "write/local_report.hpp"
#include "write/progress_line.hpp"

namespace leafwise::pipeline::detail {

namespace fs = std::filesystem;

namespace {

std::string text_of(const Problem& problem,
                    const DecompositionReport& report,
                    const DecomposeRequest& request) {
  switch (request.format) {
    case Format::json: return decomposition_json(report);
    case Format::dot: return decomposition_dot(report);
    case Format::latex: return decomposition_latex(report);
    case Format::html: return decomposition_html(problem, report, request.command);
    case Format::text: break;
  }
  return decomposition_text(report, {request.colour});
}

/// @pre there is an output
fs::path report_path(const DecomposeRequest& request) {
  fs::path path = *request.output;
  std::error_code ignored;
  if (!path.has_filename() || fs::is_directory(path, ignored)) {
    const std::vector<std::string> endings = {".txt", ".json", ".dot", ".tex", ".html"};
    path /= "decomposition" + endings.at(static_cast<std::size_t>(request.format));
  }
  return path;
}

/// @param shown what of it was printed already
void write_report(const DecomposeRequest& request,
                  const std::string& text,
                  const std::string& shown = {}) {
  if (!request.output) {
    if (!request.quiet) write_result(text);
    return;
  }
  write_file(report_path(request), shown + text);
}

/// What people should know even if they read the report by a program.
void warn(const DecompositionReport& report) {
  if (!report.complete) {
    write_message("leafwise: warning: not complete: " + safe_text(report.reason) + "\n");
  }
  warn_of(report.incidents);
  for (const Leaf& leaf : report.leaves) {
    for (const std::string& warning : warnings_of(leaf)) {
      write_message("leafwise: warning: " + leaf.name + ": " + warning + "\n");
    }
  }
}

/// Those that the message on workers that do not start has not named: of others that died before.
std::vector<Incident> incidents_beside(const std::string& trouble,
                                       const DecompositionReport& report) {
  const std::string named = trouble.substr(0, trouble.find(':'));
  std::vector<Incident> others;
  std::copy_if(report.incidents.begin(),
               report.incidents.end(),
               std::back_inserter(others),
               [&](const Incident& incident) { return incident.what.find(named) != 0; });
  return others;
}

ExitCode code_of(const algebra::Completion& completion) {
  const auto count = [&](algebra::LeafStatus status) {
    return std::count_if(completion.leaves.begin(),
                         completion.leaves.end(),
                         [&](const algebra::Leaf& leaf) { return leaf.status == status; });
  };
  if (count(algebra::LeafStatus::unfinished) > 0) return ExitCode::limit;
  const bool has_leaf =
      count(algebra::LeafStatus::involutive) > 0 || count(algebra::LeafStatus::underdetermined) > 0;
  if (has_leaf) return ExitCode::done;
  // Without a leaf and without an end, the mathematics has not spoken.
  return completion.complete ? ExitCode::mathematics : ExitCode::limit;
}

[[noreturn]] void refuse_without_start(const Problem& problem, const std::string& option) {
  throw InvalidInput(Mistake{option + " needs an initial point",
                             "a table [initial] in the problem file, or --set initial.NAME=VALUE",
                             std::nullopt,
                             FilePlace{problem.model.file, 0, 0, 1, ""}});
}

algebra::Point point_of(const Problem& problem) {
  const std::optional<algebra::Point> point = initial_point(problem.model, problem.start);
  if (!point) refuse_without_start(problem, "--steer");
  return *point;
}

using Clock = std::chrono::steady_clock;

/// The certificate goes beside the report, or to the scripts that check other leaves; nowhere if
/// all is printed.
void write_certificate(const Problem& problem,
                       const DecomposeRequest& request,
                       const algebra::LocalLeaf& leaf,
                       DecompositionReport& report) {
  const bool has_folder = request.output || request.certificate;
  if (!has_folder || !leaf.proof || !report.start || !report.start->is_usable()) return;
  const fs::path folder =
      request.output ? report_path(request).parent_path() : *request.certificate;
  write_file(folder / certificate_name,
             local_certificate(problem, leaf, *report.start, report.sha256));
  if (request.output) report.start->certificate = certificate_name;
}

/// With its certificate, and how long it took.
DecompositionReport finished(DecompositionReport report,
                             const Problem& problem,
                             const DecomposeRequest& request,
                             const algebra::LocalLeaf& leaf,
                             Clock::time_point begin) {
  write_certificate(problem, request, leaf, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  report.tree.seconds = report.seconds;
  return report;
}

/// The same where other starts are not looked for.
std::optional<DecompositionReport> report_without_others(const Problem& problem,
                                                         const SourceFile& source,
                                                         const DecomposeRequest& request,
                                                         Clock::time_point begin) {
  const auto is_letter = [](const Parameter& parameter) { return parameter.symbolic; };
  if (std::ranges::any_of(problem.model.parameters, is_letter)) return std::nullopt;
  const std::optional<algebra::LocalStart> start = local_start(problem);
  if (!start) return std::nullopt;
  const algebra::LocalLeaf leaf = algebra::complete_locally(analytic_system(problem), *start);
  const std::string hash = sha256(source.text());
  return finished(
      report_at_start(problem, leaf, hash, request.options.seed), problem, request, leaf, begin);
}

/// Whether the leaf at the start is made into numbers, too, so that other starts are seen: where a
/// run would do that.
bool is_looked_at_alone(const Problem& problem) {
  const auto is_letter = [](const Parameter& parameter) { return parameter.symbolic; };
  return !problem.start.initial.empty() && first_way(problem) != FirstWay::only_exact &&
         std::ranges::none_of(problem.model.parameters, is_letter);
}

/// The leaf at the start, with its certificate, and how the start was chosen.
struct AtStart {
  std::optional<DecompositionReport> report;  ///< none: the file has no start
  std::string undecided;                      ///< not empty: several starts fit
};

AtStart at_start(const Problem& problem,
                 const SourceFile& source,
                 const DecomposeRequest& request,
                 Clock::time_point begin) {
  if (!is_looked_at_alone(problem)) {
    return {report_without_others(problem, source, request, begin), {}};
  }
  LocalWay way = way_at_start(problem, sha256(source.text()), request.options.seed);
  return {finished(std::move(way.report), problem, request, way.leaf, begin),
          way.is_undecided ? way.selection.reason() : std::string()};
}

/// That certificate, and nothing else.
ExitCode decompose_locally(const Problem& problem,
                           const SourceFile& source,
                           const DecomposeRequest& request,
                           Clock::time_point begin) {
  const auto [report, undecided] = at_start(problem, source, request, begin);
  if (!undecided.empty()) {
    write_message("leafwise: " + safe_lines(request.file + ": " + undecided) + "\n");
    return ExitCode::mathematics;
  }
  if (!report) refuse_without_start(problem, "--local");
  write_report(request, text_of(problem, *report, request));
  return report->start->is_usable() ? ExitCode::done : ExitCode::limit;
}

std::optional<StartLeaf> proved_start(const std::optional<DecompositionReport>& report) {
  const bool is_proved = report && report->start->standing == StartStanding::proved;
  return is_proved ? report->start : std::nullopt;
}

/// What is proved at the start is above the global answer, long before that is there; and which
/// start that is.
std::string show_start(const DecomposeRequest& request,
                       const std::optional<StartLeaf>& proved,
                       const std::optional<StartChoice>& choice) {
  if (request.format != Format::text) return {};
  std::string text =
      proved ? start_leaf_text(*proved, choice, {request.colour}) : start_choice_text(choice);
  if (text.empty()) return text;
  text += "\n";
  if (!request.output && !request.quiet) write_result(text);
  return text;
}

/// What is asked about leaves afterwards needs some time, too.
algebra::Limits limits_of_completion(const algebra::Limits& limits) {
  constexpr double share = 0.8;
  if (limits.deadline == algebra::Limits::Clock::time_point::max()) return limits;
  const std::chrono::duration<double> left = limits.deadline - algebra::Limits::Clock::now();
  return limits.at_most(
      std::chrono::milliseconds(static_cast<std::int64_t>(left.count() * share * 1000)));
}

algebra::Completion completed(const Problem& problem,
                              const algebra::DifferentialSystem& system,
                              DecomposeRequest& request) {
  std::unique_ptr<ProgressLine> line;
  if (request.progress) {
    line = std::make_unique<ProgressLine>(messages_reach_a_terminal());
    request.options.progress = [&](const algebra::CompletionProgress& at) { line->show(at); };
  }
  const algebra::Limits limits = limits_of_completion(request.limits);
  algebra::Completion completion =
      request.by_elimination ? completion_by_elimination(problem, system, request.options, limits)
                             : algebra::complete(system, request.options, limits);
  request.options.progress = nullptr;
  return completion;
}

}  // namespace

ExitCode run_decompose(const std::vector<std::string>& arguments) {
  DecomposeRequest request = decompose_request(arguments);
  if (request.help) {
    write_help(decompose_help());
    return ExitCode::done;
  }
  const auto start = Clock::now();
  const SourceFile source = SourceFile::read(fs::path(request.file));
  const Problem problem = read_problem(source, request.settings);
  if (request.local) return decompose_locally(problem, source, request, start);
  const std::optional<DecompositionReport> local = at_start(problem, source, request, start).report;
  const std::optional<StartLeaf> proved = proved_start(local);
  const std::optional<StartChoice> choice = local ? local->choice : std::nullopt;
  const std::string shown = show_start(request, proved, choice);
  algebra::DifferentialSystem system = system_from(problem.model);
  raise_orders(request.orders, problem.model, system);
  if (request.steer) request.options.point = point_of(problem);
  const Interruption interruption;
  request.limits.cancellation = interruption.cancellation();
  request.options.engine = request.options.engine.with_own_setbacks();
  algebra::Completion completion = completed(problem, system, request);
  if (request.steer && !interruption.happened() && code_of(completion) == ExitCode::mathematics) {
    // 0.866 is not sqrt(3)/2: within the tolerance of [branch], as runs take it.
    request.options.point = steering_point(problem);
    completion = completed(problem, system, request);
  }
  ReportOptions options{request.steer, request.by_elimination, request.options.seed};
  options.engine = request.options.engine;
  DecompositionReport report = report_on(problem, system, completion, options, request.limits);
  report.sha256 = sha256(source.text());
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (request.certificate) {
    for (const Certificate& script : certificates(problem, system, completion)) {
      write_file(*request.certificate / script.name, script.text);
    }
  }
  const ExitCode code = code_of(completion);
  if (proved && request.format == Format::json) {
    report.knowledge = knowledge_from(report);
    if (code == ExitCode::limit) report.start = proved;
  }
  // Of a text it is above.
  if (request.format != Format::text) report.choice = choice;
  write_report(request, text_of(problem, report, request), shown);
  const std::string trouble = algebra::worker_trouble(request.options.engine);
  if (!completion.complete && !interruption.happened() && !trouble.empty()) {
    write_message("leafwise: " + safe_lines(request.file + ": " + trouble) + "\n");
    if (!request.quiet) warn_of(incidents_beside(trouble, report));
  } else if (!request.quiet) {
    warn(report);
    if (interruption.happened() && completion.complete) {
      write_message("leafwise: " + safe_lines(request.file) +
                    ": interrupted after the answer was complete\n");
    }
  }
  if (interruption.happened()) return ExitCode::interrupted;
  // A limit may leave the rest open; an engine that is missing may not.
  return code == ExitCode::limit && proved && trouble.empty() ? ExitCode::done : code;
}

}  // namespace leafwise::pipeline::detail
