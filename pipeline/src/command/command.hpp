// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leafwise/pipeline/exit_code.hpp"

namespace leafwise::pipeline::detail {

/// A subcommand of the program. To add one: a file command_NAME.cpp, and a line in `commands()`.
struct Command {
  std::string_view name;
  std::string_view arguments;  ///< "FILE"
  std::string_view summary;    ///< one line
  ExitCode (*run)(const std::vector<std::string>& arguments);
};

[[nodiscard]] const std::vector<Command>& commands();

ExitCode run_check(const std::vector<std::string>& arguments);
ExitCode run_decompose(const std::vector<std::string>& arguments);
ExitCode run_inspect(const std::vector<std::string>& arguments);
ExitCode run_integrate(const std::vector<std::string>& arguments);
ExitCode run_run(const std::vector<std::string>& arguments);
ExitCode run_plot(const std::vector<std::string>& arguments);
ExitCode run_sweep(const std::vector<std::string>& arguments);
ExitCode run_verify(const std::vector<std::string>& arguments);
ExitCode run_methods(const std::vector<std::string>& arguments);

}  // namespace leafwise::pipeline::detail
