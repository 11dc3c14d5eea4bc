// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/decompose_request.hpp"

#include <boost/program_options.hpp>
#include <sstream>

#include "command/common_options.hpp"
#include "command/options.hpp"
#include "leafwise/core/pace.hpp"
#include "leafwise/pipeline/run_files.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

po::options_description decompose_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                           //
      ("format", text("FORMAT"), "text (default), json, dot (for Graphviz), latex or html")       //
      ("json", "the same as --format json")                                                       //
      ("output,o", text("PATH"), "write the report to this file, or into this folder")            //
      ("critical", "explore critical loci: singular solutions become leaves s1, s2, ...")         //
      ("steer", "complete only what can hold the initial point")                                  //
      ("local", "the leaf at the start, proved from the equations as written; nothing else")      //
      ("completion", text("METHOD"), "linear (default), or elimination: an independent method")   //
      ("certificate", text("DIR"), "write scripts for Singular and Macaulay2 that check leaves")  //
      ("orders",
       text("NAME=K,..."),
       "include derivatives up to these orders, higher than those that occur")  //
      ("set",
       po::value<std::vector<std::string>>()->value_name("NAME=VALUE"),
       "another value for a parameter, or initial.NAME for a start value")                       //
      ("effort", text("WORD"), "work of the algebra: quick, run, thorough (default)")            //
      ("time-limit", text("SECONDS"), "time limit of the algebra (default 20; none: no limit)")  //
      ("memory-limit", text("MIB"), "memory of each worker (default 4096)")                      //
      ("seed", text("N"), "seed of random choices; does not affect the answer")                  //
      ("no-cache", "neither use nor keep results of earlier runs")                               //
      ("progress", "show progress, even if not on a terminal")                                   //
      ("color", text("WHEN"), "auto (default: on a terminal), always or never")                  //
      ("quiet,q", "print errors only")                                                           //
      ("help,h", "show this help");
  return options;
}

std::map<std::string, unsigned> orders_of(const std::string& argument) {
  std::map<std::string, unsigned> orders;
  std::istringstream entries(argument);
  std::string entry;
  while (std::getline(entries, entry, ',')) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw BadUsage("--orders needs NAME=K, not '" + entry + "'");
    }
    orders[entry.substr(0, equals)] =
        number_of<unsigned>(entry.substr(equals + 1), "--orders needs a whole number");
  }
  if (orders.empty()) throw BadUsage("--orders needs NAME=K");
  return orders;
}

Format format_of(const po::variables_map& options) {
  const bool json = options.count("json") > 0;
  if (options.count("format") == 0) return json ? Format::json : Format::text;
  const auto format =
      static_cast<Format>(one_of(options, "format", {"text", "json", "dot", "latex", "html"}));
  if (format == Format::html && !has_report_html()) {
    throw BadUsage(
        "--format html: this program was built without it (esbuild bundles it; docs/report.md); "
        "there is text, json, dot and latex");
  }
  if (json && format != Format::json) {
    throw BadUsage("--json contradicts --format " + options["format"].as<std::string>());
  }
  return format;
}

bool colour_of(const po::variables_map& options) {
  switch (one_of(options, "color", {"auto", "always", "never"})) {
    case 1: return true;
    case 2: return false;
    default: return results_have_colour();
  }
}

/// What a local answer has no meaning for is refused, not ignored.
void demand_local_only(const po::variables_map& options, const DecomposeRequest& request) {
  for (const char* other : {"critical", "steer", "completion", "certificate", "orders"}) {
    if (options.count(other) == 0) continue;
    throw BadUsage(std::string("--local finds the leaf at the start only: not with --") + other);
  }
  if (request.format != Format::text && request.format != Format::json) {
    throw BadUsage("--local writes text or json");
  }
}

void read_switches(const po::variables_map& options, DecomposeRequest& request) {
  const auto has = [&](const char* name) { return options.count(name) > 0; };
  request.format = format_of(options);
  request.steer = has("steer");
  request.local = has("local");
  request.options.critical = has("critical");
  request.quiet = has("quiet");
  request.progress = !request.quiet && (has("progress") || messages_reach_a_terminal());
  request.colour = colour_of(options) && !has("output");
  request.by_elimination = one_of(options, "completion", {"linear", "elimination"}) == 1;
  if (request.by_elimination && request.steer) {
    throw BadUsage("--completion elimination finds all leaves: it cannot --steer");
  }
  if (request.by_elimination && request.options.critical) {
    throw BadUsage("--completion elimination knows no linear part: it cannot find --critical loci");
  }
  if (request.local) demand_local_only(options, request);
}

}  // namespace

std::string decompose_help() {
  std::ostringstream text;
  text << "Usage: leafwise decompose FILE [options]\n\n"
          "Completes the system and splits it into leaves: finds hidden equations, and\n"
          "the components on which solutions live, with their dimension and index.\n\n"
       << decompose_options()
       << "\nExit codes: 0 done, 3 no leaf, 4 a limit was reached, 130 Ctrl-C;\n"
          "0 as well at a limit, if the leaf at the start is proved.\n"
          "The report is explained in docs/decompose.md.\n"
          "\nExample:\n  leafwise decompose examples/branch_dependent_index.toml\n";
  return text.str();
}

DecomposeRequest decompose_request(const std::vector<std::string>& arguments) {
  const po::variables_map options = parse_options("decompose", arguments, decompose_options());
  DecomposeRequest request;
  request.help = options.count("help") > 0;
  if (request.help) return request;
  request.command = command_line("decompose", arguments);
  request.file = options["file"].as<std::vector<std::string>>().front();
  read_switches(options, request);
  request.limits = algebra_limits(options, algebra::Effort::thorough(), pace::limit_of_decompose);
  request.options.patience = request.limits.effort->patience;
  if (options.count("output") > 0) request.output = options["output"].as<std::string>();
  if (options.count("certificate") > 0) {
    request.certificate = options["certificate"].as<std::string>();
    if (request.certificate->empty()) throw BadUsage("--certificate needs a folder");
  }
  if (options.count("orders") > 0) request.orders = orders_of(options["orders"].as<std::string>());
  if (options.count("seed") > 0) {
    request.options.seed =
        number_of<std::uint64_t>(options["seed"].as<std::string>(), "--seed needs a whole number");
  }
  request.options.use_cache = options.count("no-cache") == 0;
  if (request.options.use_cache) request.options.cache = cache_directory();
  request.settings = settings_of(options);
  return request;
}

}  // namespace leafwise::pipeline::detail
