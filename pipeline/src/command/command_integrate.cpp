// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/run_in_folder.hpp"
#include "command/run_request.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leaves/leaf_names.hpp"
#include "model/start_values.hpp"
#include "run/uncompleted_route.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"
#include "write/report_file.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description integrate_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  options.add_options()("decomposition",
                        po::value<std::string>()->value_name("REPORT.json"),
                        "use the leaves of this report, without algebra");
  add_run_options(options);
  add_algebra_options(options);
  return options;
}

std::string integrate_help() {
  std::ostringstream text;
  text << "Usage: leafwise integrate FILE [options]\n\n"
          "Integrates on a leaf, and writes the same files as 'leafwise run'. With\n"
          "--decomposition, the leaves come from a report of 'decompose --json' or of an\n"
          "earlier run; otherwise they are found as in 'run'.\n\n"
       << integrate_options()
       << "\nExit codes: those of 'leafwise run'.\n"
          "\nExample:\n  leafwise integrate examples/pendulum.toml --decomposition pendulum.json\n"
          "after\n  leafwise decompose examples/pendulum.toml --json -o pendulum.json\n";
  return text.str();
}

[[noreturn]] void refuse(const std::string& file, std::string message, std::string expected) {
  throw InvalidInput(
      Mistake{std::move(message), std::move(expected), std::nullopt, FilePlace{file, 0, 0, 1, ""}});
}

/// A report of another system, or of other parameters, would give wrong numbers without a word.
void check_match(const Problem& problem, const DecompositionReport& report) {
  const std::string again = "leafwise decompose " + problem.model.file + " --json";
  if (report.independent != problem.model.independent ||
      report.unknowns != problem.model.unknowns) {
    refuse(report.file, "this is a report of another system", again);
  }
  const NamedTexts parameters = parameter_texts(problem.model);
  const std::map<std::string, std::string> made(report.parameters.begin(), report.parameters.end());
  for (const auto& [name, value] : parameters) {
    const auto found = made.find(name);
    if (found == made.end() || found->second != value) {
      refuse(report.file,
             "this report was made with " + name + " = " +
                 (found == made.end() ? std::string("nothing") : found->second) + ", not " + value,
             again + " with the same --set");
    }
  }
}

/// Columns of the tables go by the orders: others than the leaves have would give another table.
void check_orders(const Problem& problem, const DecompositionReport& report) {
  const auto wrong = [&](const std::string& name, const std::string& what) {
    refuse(report.file,
           "the order of " + name + " in this report does not fit: " + what,
           "leafwise decompose " + problem.model.file + " --json");
  };
  const std::map<std::string, unsigned> orders(report.orders.begin(), report.orders.end());
  std::map<std::string, unsigned> least = problem.model.polynomial.orders;
  if (report.is_uncompleted() && completes_nothing(problem.plan)) {
    const auto made = uncompleted_report(problem, report.sha256, report.seed).orders;
    least = {made.begin(), made.end()};
  }
  for (const std::string& name : problem.model.unknowns) {
    const auto found = orders.find(name);
    if (found == orders.end()) wrong(name, "it is missing");
    const unsigned order = found->second;
    const auto occurs = least.find(name);
    if (occurs != least.end() && order < occurs->second) {
      wrong(name, fmt::format("{}, but the system has order {}", order, occurs->second));
    }
    for (const Leaf& leaf : report.leaves) {
      if (!leaf.is_complete()) continue;
      const auto has = [&](unsigned k) {
        const algebra::Variable jet{algebra::Role::unknown, name, k};
        const auto in = [&](const std::vector<algebra::Variable>& names) {
          return std::find(names.begin(), names.end(), jet) != names.end();
        };
        return in(leaf.equations.base.variables) || in(leaf.equations.linear.variables);
      };
      if (!has(order) || has(order + 1))
        wrong(name, fmt::format("{} on leaf {}", order, leaf.name));
    }
  }
}

/// Whether the method needs no leaf for its start: one by the expansion for smooth motion is none
/// of a leaf, and where nothing was completed there is none.
/// @throws InvalidInput if it needs one and there is none
bool starts_without_leaf(const Problem& problem, const DecompositionReport& report) {
  if (is_stiff_run(problem.plan)) return true;
  if (!report.is_uncompleted()) return false;
  if (completes_nothing(problem.plan)) return true;
  demand_goal(problem);
  refuse(report.file,
         "this report has no leaves to integrate on with " + problem.plan.integrate->method + ": " +
             report.reason,
         "a report of 'leafwise decompose " + problem.model.file + " --json', or the method " +
             "that this one is of (--method)");
}

/// A report that has nothing but the leaf at the start: that is found again in milliseconds, and
/// holds what no report does, the equations as functions.
bool is_of_the_start_alone(const Problem& problem, const DecompositionReport& report) {
  return report.leaves.empty() && report.start.has_value() && report.start->is_usable() &&
         problem.plan.branch.select == "initial" && !problem.start.initial.empty();
}

}  // namespace

ExitCode run_integrate(const std::vector<std::string>& arguments) {
  const RunRequest request = run_request("integrate", arguments, integrate_options());
  if (request.help) {
    write_help(integrate_help());
    return ExitCode::done;
  }
  if (!request.decomposition) return run_whole(request);
  StageClock clock;
  const SourceFile source = SourceFile::read(std::filesystem::path(request.file));
  Problem problem = read_problem(source, request.settings);
  apply(request, problem);
  (void)start_numbers(problem.model, problem.start);
  const std::string hash = sha256(source.text());
  DecompositionReport report =
      read_decomposition(*request.decomposition, whole_report(*request.decomposition));
  check_match(problem, report);
  check_orders(problem, report);
  if (report.sha256 != hash && !request.quiet) {
    write_message(
        "leafwise: warning: " +
        safe_text(*request.decomposition + " was made from another version of " + request.file) +
        "\n");
  }
  clock.end("reading");
  if (is_of_the_start_alone(problem, report)) {
    RunRequest locally = request;
    locally.leaf = LeafWay::local;
    locally.explore = 0;
    RunInFolder run(problem, hash, locally, clock);
    return run.finish(prepare(problem, hash, locally, run, clock));
  }
  Outcome<Selection> selection = starts_without_leaf(problem, report)
                                     ? uncompleted_selection(problem)
                                     : select_branch(problem, report, problem.plan.branch);
  selection = with_name(report, std::move(selection));
  clock.end("selection");
  return RunInFolder(problem, hash, request, clock)
      .finish({std::move(report), std::move(selection)});
}

}  // namespace leafwise::pipeline::detail
