// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/program_options.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/common_options.hpp"
#include "command/documentation.hpp"
#include "command/run_request.hpp"
#include "command/sweeper.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "model/least_tolerance.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description sweep_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  options.add_options()                                                   //
      ("keep", "keep the files of each run, in run-0001, run-0002, ...")  //
      ("threads",
       po::value<std::string>()->value_name("N"),
       "use at most N threads (default: all cores)");
  add_run_options(options);
  add_leaf_option(options);
  add_checkpoint_options(options);
  add_algebra_options(options);
  return options;
}

std::string sweep_help() {
  std::ostringstream text;
  text << "Usage: leafwise sweep FILE [options]\n\n"
          "Makes all runs of the table [sweep], in parallel, and writes sweep.csv: a row for\n"
          "each run with its parameters, branch, the reason why it ended and its final state.\n"
          "The algebra is done once for each set of parameters. Started again, an interrupted\n"
          "sweep keeps its finished runs; with --checkpoint and --resume the others continue, "
          "too.\n\n"
       << sweep_options()
       << "\nExit code: 0, or that of the first run that did not reach its goal.\n"
          "\nExample:\n  leafwise sweep examples/parameter_sweep.toml\n";
  return text.str();
}

}  // namespace

ExitCode run_sweep(const std::vector<std::string>& arguments) {
  const RunRequest request = run_request("sweep", arguments, sweep_options());
  if (request.help) {
    write_help(sweep_help());
    return ExitCode::done;
  }
  const SourceFile source = SourceFile::read(std::filesystem::path(request.file));
  Problem problem = read_problem(source, request.settings);
  apply(request, problem);
  // Of all runs, so said once.
  const std::string raised =
      problem.plan.integrate ? raised_tolerance(*problem.plan.integrate) : "";
  if (!raised.empty() && !request.quiet) write_message("leafwise: warning: " + raised + "\n");
  return sweep_all(request, source, problem);
}

}  // namespace leafwise::pipeline::detail
