// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/options.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "text/json_text.hpp"
#include "text/output.hpp"

namespace leafwise::pipeline::detail {
namespace {

constexpr const char* help =
    "Usage: leafwise methods [options]\n\n"
    "Lists the methods that a problem file can name in [integrate]: kind, order, stages,\n"
    "where the estimate of the error comes from, properties, and the reference. taylor_N\n"
    "stands for taylor_2 to taylor_40.\n\n"
    "Options:\n"
    "  --json                print the list as JSON (see docs/schemas)\n"
    "  -h [ --help ]         show this help\n\n"
    "Example:\n  leafwise methods\n";

std::array<const std::vector<integrator::MethodDescription>*, 3> lists() {
  return {&integrator::method_descriptions(),
          &integrator::index3_method_descriptions(),
          &integrator::stiff_method_descriptions()};
}

std::string method_table() {
  std::string text = fmt::format("{:<23} {:<31} {:<13} {:<7} {}\n",
                                 "method",
                                 "kind",
                                 "order",
                                 "stages",
                                 "estimate of the error");
  for (const auto* list : lists()) {
    for (const integrator::MethodDescription& method : *list) {
      text += fmt::format("{:<23} {:<31} {:<13} {:<7} {}\n",
                          method.name,
                          method.kind,
                          method.order,
                          method.stages,
                          method.error);
      if (!method.properties.empty()) text += fmt::format("  {}\n", method.properties);
      text += fmt::format("  {}\n", method.reference);
    }
  }
  return text +
         "\nAll but radau5_index3 and radau5_stiff work on a leaf of the completed system, stages\n"
         "projected onto it:\n  " +
         integrator::projection_reference() + "\n";
}

std::string method_json() {
  nlohmann::ordered_json methods = nlohmann::ordered_json::array();
  for (const auto* list : lists()) {
    for (const integrator::MethodDescription& method : *list) {
      methods.push_back({{"name", method.name},
                         {"kind", method.kind},
                         {"order", method.order},
                         {"error", method.error},
                         {"stages", method.stages},
                         {"properties", method.properties},
                         {"reference", method.reference}});
    }
  }
  const nlohmann::ordered_json all = {{"format", "leafwise-methods/1"},
                                      {"version", leafwise::version},
                                      {"projection", integrator::projection_reference()},
                                      {"methods", std::move(methods)}};
  return json_text(all);
}

}  // namespace

ExitCode run_methods(const std::vector<std::string>& arguments) {
  const std::string option = arguments.size() == 1 ? arguments.front() : "";
  if (option == "--help" || option == "-h") {
    write_help(help);
  } else if (option == "--json") {
    write_result(method_json());
  } else if (arguments.empty()) {
    write_result(method_table());
  } else {
    throw BadUsage("'methods' takes no arguments but --json");
  }
  return ExitCode::done;
}

}  // namespace leafwise::pipeline::detail
