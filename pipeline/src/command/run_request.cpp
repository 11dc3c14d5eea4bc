// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/run_request.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "command/common_options.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/parser.hpp"
#include "leafwise/integrator/method_list.hpp"
#include "text/output.hpp"
#include "write/results_folder.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

using Texts = std::vector<std::string>;

std::optional<std::string> text_of(const po::variables_map& options, const char* name) {
  if (options.count(name) == 0) return std::nullopt;
  return options[name].as<std::string>();
}

std::optional<double> positive(const po::variables_map& options, const char* name) {
  const std::optional<std::string> text = text_of(options, name);
  if (!text) return std::nullopt;
  const std::string what = "--" + std::string(name) + " needs a positive number";
  const auto number = number_of<double>(*text, what);
  if (!(number > 0 && number < 1e300)) throw BadUsage(what + ", not '" + *text + "'");
  return number;
}

[[noreturn]] void refuse(const std::string& option,
                         const std::string& text,
                         std::string message,
                         std::string expected) {
  throw InvalidInput(Mistake{std::move(message),
                             std::move(expected),
                             std::nullopt,
                             FilePlace{option, 0, 1, std::max<std::size_t>(text.size(), 1), text}});
}

/// A constant without names: "5", "20*pi".
WrittenExpression constant_of(const std::string& option,
                              const std::string& whole,
                              const std::string& text) {
  try {
    WrittenExpression written{text, {}, algebra::parse_expression(text, algebra::Scope())};
    (void)algebra::nearest_double(written.expression);
    return written;
  } catch (const InvalidInput& error) {
    refuse(option, whole, error.mistakes().front().message, "a number, or a constant like 20*pi");
  }
}

void apply_goal(const std::string& text, const Model& model, IntegrationSettings& settings) {
  const std::size_t equals = text.find('=');
  const std::string name = equals == std::string::npos ? model.independent : text.substr(0, equals);
  if (name != model.independent && name != "arclength") {
    refuse("--to",
           text,
           "a run cannot go to a value of '" + name + "'",
           "--to 5, --to " + model.independent + "=5 or --to arclength=3");
  }
  settings.goal = name == model.independent ? IntegrationSettings::Goal::independent
                                            : IntegrationSettings::Goal::arclength;
  settings.to =
      constant_of("--to", text, equals == std::string::npos ? text : text.substr(equals + 1));
}

void apply_rows(const std::string& text, IntegrationSettings& settings) {
  settings.samples.reset();
  settings.at.clear();
  std::istringstream entries(text);
  std::string entry;
  while (std::getline(entries, entry, ',')) {
    settings.at.push_back(constant_of("--at", text, entry));
  }
  if (settings.at.empty()) refuse("--at", text, "these are no rows", "--at 1,2,5");
}

}  // namespace

void add_run_options(po::options_description& options) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()  //
      ("output,o",
       text("DIR"),
       "where results go (default leafwise-out/<file name>, "
       "or <file name>-2 if that has other results)")                                         //
      ("branch", text("NAME"), "the leaf to integrate on: g2, or root for the whole system")  //
      ("method", text("NAME"), "the integration method; 'leafwise methods' lists them")       //
      ("rtol", text("X"), "relative tolerance")                                               //
      ("atol", text("X"), "absolute tolerance")                                               //
      ("to", text("VALUE"), "the goal: 5, or arclength=3")                                    //
      ("at", text("LIST"), "which rows to write: 1,2,5")                                      //
      ("run-time-limit", text("SECONDS"), "time limit of each integration")                   //
      ("max-steps", text("N"), "largest number of attempted steps (default 10000000)")        //
      ("set",
       po::value<Texts>()->value_name("NAME=VALUE"),
       "another value for a parameter, or initial.NAME for a start value")  //
      ("json", "print the summary as JSON");
}

void add_leaf_option(po::options_description& options) {
  options.add_options()  //
      ("leaf",
       po::value<std::string>()->value_name("WAY"),
       "local: the leaf proved at the start; exact: a leaf of the "
       "completed system (default: local if that succeeds, else exact)");
}

void add_checkpoint_options(po::options_description& options) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()  //
      ("checkpoint",
       text("FILE"),
       "save the state in FILE, to continue after Ctrl-C, a limit or a "
       "kill")  //
      ("resume", text("FILE"), "continue from FILE, with the same problem file and options");
}

void add_algebra_options(po::options_description& options) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()                                                                //
      ("effort", text("WORD"), "work of the algebra: quick, run (default), thorough")  //
      ("time-limit", text("SECONDS"), "time limit of the algebra")                     //
      ("memory-limit", text("MIB"), "memory of each worker (default 4096)")            //
      ("seed", text("N"), "seed of random choices; does not affect the answer")        //
      ("no-cache", "neither use nor keep results of earlier runs")                     //
      ("progress", "show progress, even if not on a terminal")                         //
      ("quiet,q", "print errors only")                                                 //
      ("help,h", "show this help");
}

namespace {

std::optional<fs::path> file_of(const po::variables_map& options, const char* name) {
  const std::optional<std::string> text = text_of(options, name);
  if (text && text->empty()) throw BadUsage("--" + std::string(name) + " needs a file");
  return text ? std::optional<fs::path>(*text) : std::nullopt;
}

LeafWay leaf_way(const po::variables_map& options) {
  const std::optional<std::string> way = text_of(options, "leaf");
  if (!way) return LeafWay::either;
  if (*way == "local") return LeafWay::local;
  if (*way == "exact") return LeafWay::exact;
  throw BadUsage("--leaf is local or exact, not '" + *way + "'");
}

std::optional<double> seconds_to_explore(const po::variables_map& options) {
  const std::optional<std::string> text = text_of(options, "explore");
  if (!text) return std::nullopt;
  const std::string what = "--explore needs seconds: 0 or more";
  const auto seconds = number_of<double>(*text, what);
  constexpr double longest = 3e7;  // a year: clocks count farther
  if (!(seconds >= 0)) throw BadUsage(what + ", not '" + *text + "'");
  return std::min(seconds, longest);
}

}  // namespace

RunRequest run_request(const std::string& command,
                       const Texts& arguments,
                       const po::options_description& options) {
  const po::variables_map values = parse_options(command, arguments, options);
  RunRequest request;
  request.help = values.count("help") > 0;
  if (request.help) return request;
  request.command = command_line(command, arguments);
  request.file = values["file"].as<Texts>().front();
  request.settings = settings_of(values);
  request.branch = text_of(values, "branch");
  request.method = text_of(values, "method");
  request.rtol = positive(values, "rtol");
  request.atol = positive(values, "atol");
  request.to = text_of(values, "to");
  request.at = text_of(values, "at");
  request.decomposition = text_of(values, "decomposition");
  request.keep = values.count("keep") > 0;
  if (const auto threads = text_of(values, "threads")) {
    const std::string what = "--threads needs a whole number of at least 1";
    request.threads = number_of<std::size_t>(*threads, what);
    if (*request.threads == 0) throw BadUsage(what + ", not '0'");
  }
  const std::optional<std::string> folder = text_of(values, "output");
  if (folder && folder->empty()) throw BadUsage("--output needs a folder");
  if (folder) request.output = *folder;
  request.identity = results_identity(command, request.file, values);
  request.run_time_limit = positive(values, "run-time-limit");
  if (const auto steps = text_of(values, "max-steps")) {
    const std::string what = "--max-steps needs a whole number of at least 1";
    request.max_steps = number_of<std::uint64_t>(*steps, what);
    if (*request.max_steps == 0) throw BadUsage(what + ", not '0'");
  }
  request.leaf = leaf_way(values);
  request.may_be_completed = request.leaf == LeafWay::either;
  request.explore = seconds_to_explore(values);
  request.checkpoint = file_of(values, "checkpoint");
  request.resume = file_of(values, "resume");
  request.json = values.count("json") > 0;
  request.quiet = values.count("quiet") > 0;
  request.progress =
      !request.quiet && (values.count("progress") > 0 || messages_reach_a_terminal());
  request.limits = algebra_limits(values, algebra::Effort::run());
  if (const auto seed = text_of(values, "seed")) {
    request.options.seed = number_of<std::uint64_t>(*seed, "--seed needs a whole number");
  }
  request.options.use_cache = values.count("no-cache") == 0;
  if (request.options.use_cache) request.options.cache = cache_directory();
  return request;
}

void apply(const RunRequest& request, Problem& problem) {
  if (request.branch) {
    if (!is_branch_name(*request.branch)) {
      refuse("--branch", *request.branch, "this names no leaf", "the name of a leaf, as in g2");
    }
    problem.plan.branch.select = *request.branch;
  }
  if (!problem.plan.integrate && request.to) problem.plan.integrate.emplace();
  if (!problem.plan.integrate) return;
  IntegrationSettings& settings = *problem.plan.integrate;
  if (request.method) {
    try {
      (void)integrator::describe_method(*request.method);
    } catch (const InvalidInput& error) {
      const Mistake& mistake = error.mistakes().front();
      refuse("--method", *request.method, mistake.message, mistake.expected);
    }
    settings.method = *request.method;
  }
  if (request.rtol) settings.rtol = *request.rtol;
  if (request.atol) settings.atol = *request.atol;
  if (request.to) apply_goal(*request.to, problem.model, settings);
  if (request.at) apply_rows(*request.at, settings);
  if (request.max_steps) settings.max_steps = *request.max_steps;
}

fs::path results_folder(const RunRequest& request) {
  return request.output ? *request.output : claim_results_folder(request.file, request.identity);
}

}  // namespace leafwise::pipeline::detail
