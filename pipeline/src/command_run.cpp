// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/program_options.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "leafwise/core/sha256.hpp"
#include "output.hpp"
#include "run_request.hpp"
#include "run_stages.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description run_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  add_run_options(options);
  add_algebra_options(options);
  return options;
}

std::string run_help() {
  std::ostringstream text;
  text << "Usage: leafwise run FILE [options]\n\n"
          "Everything: completes the system, selects the leaf that holds the initial point,\n"
          "integrates on it, and writes decomposition.json, trajectory.csv, events.csv,\n"
          "summary.json and report.html into a folder.\n\n"
       << run_options()
       << "\nExit codes: 0 done, 3 no such run (no leaf, several leaves, values missing),\n"
          "4 a limit of the algebra, 5 ended before its goal, 130 Ctrl-C.\n"
          "The files are explained in docs/run.md.\n"
          "\nExample:\n  leafwise run examples/singular_four_bar.toml\n";
  return text.str();
}

}  // namespace

ExitCode run_run(const std::vector<std::string>& arguments) {
  const RunRequest request = run_request("run", arguments, run_options());
  if (request.help) {
    write_result(run_help());
    return ExitCode::done;
  }
  const Interruption interruption;
  StageClock clock;
  const SourceFile source = SourceFile::read(std::filesystem::path(request.file));
  Problem problem = read_problem(source, request.settings);
  apply(request, problem);
  check_can_run(problem);
  const std::string hash = sha256(source.text());
  clock.end("reading");
  const Prepared prepared = prepare(problem, hash, request, interruption, clock);
  return integrate_and_write(problem, hash, request, prepared, interruption, clock);
}

}  // namespace leafwise::pipeline::detail
