// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/options.hpp"
#include "leafwise/pipeline/check_report.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description check_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  options.add_options()  //
      ("set",
       po::value<std::vector<std::string>>()->value_name("NAME=VALUE"),     //
       "another value for a parameter, or initial.NAME for a start value")  //
      ("json", "print the system as JSON (see docs/schemas)")               //
      ("quiet,q", "print errors only")                                      //
      ("help,h", "show this help");
  return options;
}

std::string check_help() {
  std::ostringstream text;
  text << "Usage: leafwise check FILE [options]\n\n"
          "Reads and validates a problem file and prints the system as understood:\n"
          "unknowns and their orders, exact parameters, equations as polynomials,\n"
          "the initial point, and what is missing for a run.\n\n"
       << check_options() << "\nExample:\n  leafwise check examples/pendulum.toml --set g=1.62\n";
  return text.str();
}

}  // namespace

ExitCode run_check(const std::vector<std::string>& arguments) {
  const po::variables_map options = parse_options("check", arguments, check_options());
  if (options.count("help") > 0) {
    write_help(check_help());
    return ExitCode::done;
  }
  const std::string file = options["file"].as<std::vector<std::string>>().front();
  const bool json = options.count("json") > 0;
  const bool quiet = options.count("quiet") > 0;
  try {
    std::vector<Setting> settings;
    if (options.count("set") > 0) {
      for (const std::string& argument : options["set"].as<std::vector<std::string>>()) {
        settings.push_back(parse_setting(argument));
      }
    }
    const Problem problem = read_problem(std::filesystem::path(file), settings);
    if (!quiet) write_result(json ? check_json(problem) : check_text(problem));
  } catch (const InvalidInput& error) {
    if (json && !quiet) write_result(check_json(file, error));
    throw;
  }
  return ExitCode::done;
}

}  // namespace leafwise::pipeline::detail
