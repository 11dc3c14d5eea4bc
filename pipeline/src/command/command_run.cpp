// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/program_options.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/run_in_folder.hpp"
#include "command/run_request.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description run_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  add_run_options(options);
  add_leaf_option(options);
  options.add_options()  //
      ("explore",
       po::value<std::string>()->value_name("SECONDS"),
       "how long to wait, after a run on a local leaf, for the algebra "
       "that runs beside it (default: no wait; 0: no algebra)");
  add_checkpoint_options(options);
  add_algebra_options(options);
  return options;
}

std::string run_help() {
  std::ostringstream text;
  text << "Usage: leafwise run FILE [options]\n\n"
          "Finds the leaf that holds the initial point, with its hidden equations,\n"
          "integrates on it, and writes decomposition.json, trajectory.csv, slopes.csv,\n"
          "events.csv, summary.json and report.html into a folder.\n\n"
       << run_options()
       << "\nExit codes: 0 done, 3 no such run (no leaf, several leaves, missing values),\n"
          "4 a limit of the algebra, 5 ended before its goal, 130 Ctrl-C.\n"
          "The files are explained in docs/run.md.\n"
          "\nExample:\n  leafwise run examples/singular_four_bar.toml\n";
  return text.str();
}

}  // namespace

ExitCode run_run(const std::vector<std::string>& arguments) {
  const RunRequest request = run_request("run", arguments, run_options());
  if (request.help) {
    write_help(run_help());
    return ExitCode::done;
  }
  return run_whole(request);
}

}  // namespace leafwise::pipeline::detail
