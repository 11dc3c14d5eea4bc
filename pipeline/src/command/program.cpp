// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "command/command.hpp"
#include "command/documentation.hpp"
#include "command/knowledge.hpp"
#include "command/options.hpp"
#include "leafwise/algebra/memory.hpp"
#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/check.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/mistake_text.hpp"
#include "run/interruption.hpp"
#include "text/output.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline {

namespace detail {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"run", "FILE", "complete, select a leaf, integrate, write results", &run_run},
      {"check", "FILE", "read a problem file, print it as understood", &run_check},
      {"decompose", "FILE", "complete a system, split it into leaves", &run_decompose},
      {"inspect", "REPORT.json", "show a saved decomposition, or a part of it", &run_inspect},
      {"verify", "REPORT.json", "check the certificate of a report again", &run_verify},
      {"integrate", "FILE", "integrate on a leaf, also of a saved decomposition", &run_integrate},
      {"sweep", "FILE", "all runs of [sweep], in parallel", &run_sweep},
      {"plot", "RUN", "draw a run: series, phase, section, energy, tree", &run_plot},
      {"methods", "", "list the integration methods", &run_methods},
  };
  return all;
}

}  // namespace detail

namespace {

using detail::Command;

std::string program_help() {
  std::string text =
      "leafwise: completes differential systems, splits them, integrates on leaves\n\n"
      "Usage: leafwise COMMAND FILE [options]; leafwise FILE is leafwise run FILE\n\nCommands:\n";
  for (const Command& command : detail::commands()) {
    text += fmt::format(
        "  {:<24}{}\n", fmt::format("{} {}", command.name, command.arguments), command.summary);
  }
  text +=
      "\nOptions:\n"
      "  --help                  show this help; COMMAND --help for one command\n"
      "  --version               show the version\n\n"
      "Exit codes: 0 done, 2 bad input or usage, 3 no such solutions, 4 a limit\n"
      "(time, memory), 5 a run ended early, 70 a bug, 74 no output, 130 Ctrl-C.\n"
      "Problem files are described in docs/problem-files.md.\n";
  return text;
}

std::string version_text() {
  const std::string missing = algebra::missing_confinement();
  std::string text = fmt::format("leafwise {}\n", version);
  if (!missing.empty()) {
    text += fmt::format("algebra workers are not confined by {}: this kernel lacks it\n", missing);
  }
  return text;
}

const Command& find_command(const std::string& name) {
  const auto& all = detail::commands();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Command& command : all) names.emplace_back(command.name);
  const std::string near = nearest_word(name, names);
  throw detail::BadUsage(
      "unknown command '" + name + "'; " +
      (near.empty() ? "commands are: " + word_list(names, "and") : "did you mean '" + near + "'?"));
}

bool is_command(const std::string& name) {
  const auto& all = detail::commands();
  return std::any_of(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
}

/// `leafwise FILE` is `leafwise run FILE`: what is there, or is called like one.
bool is_problem_file(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::path(name).extension() == ".toml" ||
         std::filesystem::is_regular_file(name, ignored);
}

ExitCode dispatch(const std::vector<std::string>& arguments, std::string& help) {
  if (arguments.empty()) throw detail::BadUsage("which command?");
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") {
    detail::write_help(program_help());
    return ExitCode::done;
  }
  if (first == "--version") {
    detail::write_result(version_text());
    return ExitCode::done;
  }
  if (first == detail::knowledge_command) {
    return detail::run_knowledge({arguments.begin() + 1, arguments.end()});
  }
  if (first.starts_with('-')) {
    throw detail::BadUsage("unknown option '" + first + "' before the command");
  }
  if (!is_command(first) && is_problem_file(first)) {
    help = "leafwise run --help";
    return detail::run_run(arguments);
  }
  const Command& command = find_command(first);
  help = fmt::format("leafwise {} --help", command.name);
  return command.run({arguments.begin() + 1, arguments.end()});
}

ExitCode report(ExitCode code, const std::string& message) {
  detail::write_message("leafwise: " + detail::safe_lines(message) + "\n");
  return code;
}

ExitCode report_bug(const std::exception& error) {
  return report(ExitCode::bug,
                fmt::format("a bug in leafwise, please report it with the problem file:\n  {}",
                            error.what()));
}

/// What the system refuses to everybody, and what helps; empty: it is none of that.
std::string what_helps(const std::error_code& error) {
  if (error == std::errc::resource_unavailable_try_again) {
    return "No thread can be started: allow more processes (ulimit -u, the container's pids) or "
           "memory\n(ulimit -v).";
  }
  if (error == std::errc::too_many_files_open ||
      error == std::errc::too_many_files_open_in_system) {
    return "Allow more open files (ulimit -n).";
  }
  if (error == std::errc::not_enough_memory) return "Allow more memory (ulimit -v).";
  return {};
}

}  // namespace

void prepare_process() {
  detail::reserve_standard_streams();
  detail::allow_knowledge();
  // A file that grows beyond `ulimit -f` cannot be written, and that is said as for any other.
  (void)signal(SIGXFSZ, SIG_IGN);
  algebra::throw_where_memory_ends();
}

namespace {

ExitCode run_or_report(const std::vector<std::string>& arguments) {
  std::string help = "leafwise --help";
  try {
    return dispatch(arguments, help);
  } catch (const detail::BadUsage& error) {
    return report(ExitCode::bad_input, fmt::format("{}\nTry '{}'.", error.what(), help));
  } catch (const InvalidInput& error) {
    detail::write_message(describe(error, detail::messages_have_colour()));
    return ExitCode::bad_input;
  } catch (const detail::OutputFailure& error) {
    return report(ExitCode::no_output,
                  std::string(error.what()) + "\nMake room, or choose another place: -o.");
  } catch (const std::system_error& error) {
    if (what_helps(error.code()).empty()) return report_bug(error);
    return report(ExitCode::limit,
                  fmt::format("{}\n{}", error.code().message(), what_helps(error.code())));
  } catch (const std::bad_alloc&) {
    return report(ExitCode::limit,
                  "out of memory\nAllow more memory (ulimit -v, the container's limit).");
  } catch (const std::exception& error) {
    return report_bug(error);
  }
}

}  // namespace

ExitCode run_program(const std::vector<std::string>& arguments) {
  detail::SignalHandling signals;
  const ExitCode code = run_or_report(arguments);
  signals.work_is_done();
  return code;
}

}  // namespace leafwise::pipeline
