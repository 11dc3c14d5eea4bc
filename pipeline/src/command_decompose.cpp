// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "interruption.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/core/suggestion.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "options.hpp"
#include "output.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

po::options_description decompose_options() {
  constexpr unsigned width = 80;
  po::options_description options("Options", width);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                      //
      ("format", text("FORMAT"), "text (default), json or dot (for Graphviz)")               //
      ("json", "the same as --format json")                                                  //
      ("output,o", text("PATH"), "write the report to this file, or into this folder")       //
      ("steer", "follow the initial point only")                                             //
      ("orders", text("NAME=K,..."), "take unknowns to higher orders than they occur with")  //
      ("set",
       po::value<std::vector<std::string>>()->value_name("NAME=VALUE"),
       "another value for a parameter, or initial.NAME for a start value")        //
      ("time-limit", text("SECONDS"), "how long the algebra may take")            //
      ("memory-limit", text("MIB"), "memory of each worker (default 4096)")       //
      ("seed", text("N"), "of random choices; the answer does not depend on it")  //
      ("no-cache", "neither use nor keep results of earlier runs")                //
      ("quiet,q", "print mistakes only")                                          //
      ("help,h", "show this help");
  return options;
}

std::string decompose_help() {
  std::ostringstream text;
  text << "Usage: leafwise decompose FILE [options]\n\n"
          "Completes the system and splits it into leaves: finds hidden equations, and\n"
          "the components on which solutions live, with their dimension and index.\n\n"
       << decompose_options()
       << "\nExit codes: 0 done, 3 no leaf, 4 a limit was reached, 130 Ctrl-C.\n"
          "The report is explained in docs/decompose.md.\n"
          "\nExample:\n  leafwise decompose examples/branch_dependent_index.toml\n";
  return text.str();
}

enum class Format { text, json, dot };

struct Request {
  std::string file;
  std::vector<Setting> settings;
  Format format = Format::text;
  std::optional<fs::path> output;
  bool steer = false;
  std::map<std::string, unsigned> orders;
  bool quiet = false;
  algebra::Limits limits;
  algebra::CompletionOptions options;
};

template <typename Number>
Number number_of(const std::string& text, const std::string& what) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) {
    throw BadUsage(what + ", not '" + text + "'");
  }
  return number;
}

std::map<std::string, unsigned> orders_of(const std::string& argument) {
  std::map<std::string, unsigned> orders;
  std::istringstream entries(argument);
  std::string entry;
  while (std::getline(entries, entry, ',')) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw BadUsage("--orders wants NAME=K, not '" + entry + "'");
    }
    orders[entry.substr(0, equals)] =
        number_of<unsigned>(entry.substr(equals + 1), "--orders wants a whole number");
  }
  if (orders.empty()) throw BadUsage("--orders wants NAME=K");
  return orders;
}

Format format_of(const po::variables_map& options) {
  const bool json = options.count("json") > 0;
  if (options.count("format") == 0) return json ? Format::json : Format::text;
  const std::string name = options["format"].as<std::string>();
  const std::vector<std::string> names = {"text", "json", "dot"};
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw BadUsage("unknown format '" + name + "'; formats are " + word_list(names, "and"));
  }
  const auto format = static_cast<Format>(found - names.begin());
  if (json && format != Format::json) throw BadUsage("--json contradicts --format " + name);
  return format;
}

/// $XDG_CACHE_HOME/leafwise or ~/.cache/leafwise; none if neither is known. Relative paths are
/// ignored, as the XDG specification wants it.
std::optional<fs::path> cache_directory() {
  const auto folder_of = [](const char* name) -> std::optional<fs::path> {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    if (value == nullptr || !fs::path(value).is_absolute()) return std::nullopt;
    return fs::path(value);
  };
  if (const auto cache = folder_of("XDG_CACHE_HOME")) return *cache / "leafwise";
  if (const auto home = folder_of("HOME")) return *home / ".cache" / "leafwise";
  return std::nullopt;
}

algebra::Limits limits_of(const po::variables_map& options) {
  algebra::Limits limits;
  if (options.count("time-limit") > 0) {
    const std::string what = "--time-limit wants a positive number of seconds";
    const std::string text = options["time-limit"].as<std::string>();
    const auto seconds = number_of<double>(text, what);
    // A century: the clock cannot count much further.
    constexpr double longest = 3e9;
    if (!(seconds > 0)) throw BadUsage(what + ", not '" + text + "'");
    limits = algebra::Limits::within(
        std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, longest) * 1000)));
  }
  if (options.count("memory-limit") > 0) {
    const std::string what = "--memory-limit wants a number of MiB";
    limits.memory_mib = number_of<std::size_t>(options["memory-limit"].as<std::string>(), what);
    // Less than this and no worker starts; more than an address space makes no sense.
    constexpr std::size_t least = 64;
    constexpr std::size_t most = std::size_t{1} << 27U;
    if (limits.memory_mib < least || limits.memory_mib > most) {
      throw BadUsage(fmt::format("{} from {} to {}", what, least, most));
    }
  }
  return limits;
}

Request request_of(const po::variables_map& options) {
  Request request;
  request.file = options["file"].as<std::vector<std::string>>().front();
  request.format = format_of(options);
  request.steer = options.count("steer") > 0;
  request.quiet = options.count("quiet") > 0;
  request.limits = limits_of(options);
  if (options.count("output") > 0) request.output = options["output"].as<std::string>();
  if (options.count("orders") > 0) request.orders = orders_of(options["orders"].as<std::string>());
  if (options.count("seed") > 0) {
    request.options.seed =
        number_of<std::uint64_t>(options["seed"].as<std::string>(), "--seed wants a whole number");
  }
  request.options.use_cache = options.count("no-cache") == 0;
  if (request.options.use_cache) request.options.cache = cache_directory();
  if (options.count("set") > 0) {
    for (const std::string& argument : options["set"].as<std::vector<std::string>>()) {
      request.settings.push_back(parse_setting(argument));
    }
  }
  return request;
}

std::string text_of(const Problem& problem, const DecomposeReport& report, Format format) {
  switch (format) {
    case Format::json: return decompose_json(problem, report);
    case Format::dot: return decompose_dot(problem, report);
    case Format::text: break;
  }
  return decompose_text(problem, report);
}

void write_report(const Request& request, const std::string& text) {
  if (!request.output) {
    if (!request.quiet) write_result(text);
    return;
  }
  fs::path path = *request.output;
  std::error_code ignored;
  if (!path.has_filename() || fs::is_directory(path, ignored)) {
    const std::vector<std::string> endings = {".txt", ".json", ".dot"};
    path /= "decomposition" + endings.at(static_cast<std::size_t>(request.format));
  }
  write_file(path, text);
}

/// What people should know even if they read the report by a program.
void warn(const DecomposeReport& report) {
  if (!report.completion.complete) {
    write_message("leafwise: warning: not complete: " + report.completion.reason + "\n");
  }
  for (const algebra::Leaf& leaf : report.completion.leaves) {
    const bool complete = leaf.status == algebra::LeafStatus::involutive ||
                          leaf.status == algebra::LeafStatus::underdetermined;
    if (complete && leaf.prime != Truth::yes) {
      write_message("leafwise: warning: " + leaf.name + " may split further (prime: unknown)\n");
    }
  }
}

ExitCode code_of(const algebra::Completion& completion) {
  const auto count = [&](algebra::LeafStatus status) {
    return std::count_if(completion.leaves.begin(),
                         completion.leaves.end(),
                         [&](const algebra::Leaf& leaf) { return leaf.status == status; });
  };
  if (count(algebra::LeafStatus::unfinished) > 0) return ExitCode::limit;
  const bool has_leaf =
      count(algebra::LeafStatus::involutive) > 0 || count(algebra::LeafStatus::underdetermined) > 0;
  if (has_leaf) return ExitCode::done;
  // Without a leaf and without an end, the mathematics has not spoken.
  return completion.complete ? ExitCode::mathematics : ExitCode::limit;
}

algebra::Point point_of(const Problem& problem) {
  const std::optional<algebra::Point> point = initial_point(problem);
  if (point) return *point;
  throw InvalidInput(Mistake{"--steer needs an initial point",
                             "a table [initial] in the problem file, or --set initial.NAME=VALUE",
                             std::nullopt,
                             FilePlace{problem.file, 0, 0, 1, ""}});
}

}  // namespace

ExitCode run_decompose(const std::vector<std::string>& arguments) {
  const po::variables_map options = parse_options("decompose", arguments, decompose_options());
  if (options.count("help") > 0) {
    write_result(decompose_help());
    return ExitCode::done;
  }
  const Interruption interruption;
  Request request = request_of(options);
  request.limits.cancellation = interruption.cancellation();
  const auto start = std::chrono::steady_clock::now();
  const SourceFile source = SourceFile::read(fs::path(request.file));
  const Problem problem = read_problem(source, request.settings);
  algebra::DifferentialSystem system = system_from(problem);
  raise_orders(request.orders, problem, system);
  if (request.steer) request.options.point = point_of(problem);
  algebra::Completion completion = algebra::complete(system, request.options, request.limits);
  const ExitCode code = code_of(completion);
  DecomposeReport report =
      report_on(problem, std::move(system), std::move(completion), request.steer, request.limits);
  report.sha256 = sha256(source.text());
  report.seed = request.options.seed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write_report(request, text_of(problem, report, request.format));
  if (!request.quiet) warn(report);
  return interruption.happened() ? ExitCode::interrupted : code;
}

}  // namespace leafwise::pipeline::detail
