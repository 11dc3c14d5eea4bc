// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "options.hpp"
#include "output.hpp"

namespace leafwise::pipeline::detail {
namespace {

constexpr const char* help =
    "Usage: leafwise methods [options]\n\n"
    "Lists the methods that a problem file can name in [integrate]: kind, order, where\n"
    "the estimate of the error comes from, and the reference. taylor_N stands for\n"
    "taylor_2 to taylor_40.\n\n"
    "Options:\n"
    "  -h [ --help ]         show this help\n\n"
    "Example:\n  leafwise methods\n";

std::string method_table() {
  std::string text =
      fmt::format("{:<20} {:<31} {:<13} {}\n", "method", "kind", "order", "estimate of the error");
  for (const integrator::MethodDescription& method : integrator::method_descriptions()) {
    text += fmt::format(
        "{:<20} {:<31} {:<13} {}\n", method.name, method.kind, method.order, method.error);
    text += fmt::format("  {}\n", method.reference);
  }
  return text + "\nEvery stage is projected onto the manifold:\n  " +
         integrator::projection_reference() + "\n";
}

}  // namespace

ExitCode run_methods(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1 && (arguments.front() == "--help" || arguments.front() == "-h")) {
    write_result(help);
    return ExitCode::done;
  }
  if (!arguments.empty()) throw BadUsage("'methods' takes no arguments");
  write_result(method_table());
  return ExitCode::done;
}

}  // namespace leafwise::pipeline::detail
