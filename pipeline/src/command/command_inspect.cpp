// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/program_options.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/options.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "text/json_text.hpp"
#include "text/output.hpp"
#include "write/local_report.hpp"
#include "write/report_file.hpp"
#include "write/report_json.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;

namespace {

po::options_description inspect_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                           //
      ("node", text("NAME"), "one leaf (g1) or one node of the tree with all below it (root.1)")  //
      ("json", "print JSON")                                                                      //
      ("color", text("WHEN"), "auto (default: on a terminal), always or never")                   //
      ("help,h", "show this help");
  return options;
}

std::string inspect_help() {
  std::ostringstream text;
  text << "Usage: leafwise inspect REPORT.json [options]\n\n"
          "Shows a report that 'leafwise decompose --format json' wrote: the tree and a\n"
          "card for each leaf, as decompose does, or one part of it.\n\n"
       << inspect_options()
       << "\nThe report is explained in docs/decompose.md.\n"
          "\nExample:\n  leafwise inspect decomposition.json --node g1\n";
  return text.str();
}

void add_names(const ReportNode& node, std::vector<std::string>& names) {
  names.push_back(node.name);
  for (const ReportNode& child : node.children) add_names(child, names);
}

std::string part_of(const DecompositionReport& report,
                    const std::string& name,
                    bool json,
                    TextStyle style) {
  if (const Leaf* leaf = report.find_leaf(name)) {
    return json ? leaf_json(*leaf) : leaf_text(report, *leaf, style);
  }
  if (report.start && name == "here") {
    return json ? json_text(json_of(*report.start))
                : start_leaf_text(*report.start, report.choice, style);
  }
  if (const ReportNode* node = report.find_node(name)) {
    return json ? node_json(*node) : node_text(report, *node, style);
  }
  std::vector<std::string> names;
  names.reserve(report.leaves.size());
  for (const Leaf& leaf : report.leaves) names.push_back(leaf.name);
  if (report.start) names.emplace_back("here");
  add_names(report.tree, names);
  const std::string near = nearest_word(name, names);
  throw BadUsage(
      "--node: the report has no '" + name + "'; " +
      (near.empty() ? "it has " + word_list(names, "and") : "did you mean '" + near + "'?"));
}

bool colour_of(const po::variables_map& options) {
  const std::string when = options.count("color") > 0 ? options["color"].as<std::string>() : "auto";
  if (when == "always" || when == "never") return when == "always";
  if (when != "auto")
    throw BadUsage("--color cannot be '" + when + "': it is auto, always or never");
  return results_have_colour();
}

}  // namespace

ExitCode run_inspect(const std::vector<std::string>& arguments) {
  const po::variables_map options =
      parse_options("inspect", arguments, inspect_options(), "report");
  if (options.count("help") > 0) {
    write_help(inspect_help());
    return ExitCode::done;
  }
  const bool json = options.count("json") > 0;
  const TextStyle style{!json && colour_of(options)};
  const std::string file = options["file"].as<std::vector<std::string>>().front();
  const DecompositionReport report = read_decomposition(file, whole_report(file));
  if (options.count("node") > 0) {
    write_result(part_of(report, options["node"].as<std::string>(), json, style));
  } else {
    write_result(json ? decomposition_json(report) : decomposition_text(report, style));
  }
  return ExitCode::done;
}

}  // namespace leafwise::pipeline::detail
