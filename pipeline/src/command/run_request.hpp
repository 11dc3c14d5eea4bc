// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/program_options.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "session/run_wish.hpp"

namespace leafwise::pipeline::detail {

/// The command lines of `run`, `integrate` and `sweep`: settings of the run, and others.
struct RunRequest : RunWish {
  bool help = false;
  std::string file;
  std::vector<Setting> settings;
  std::optional<std::string> branch;
  std::optional<std::string> method;
  std::optional<double> rtol;
  std::optional<double> atol;
  std::optional<std::string> to;
  std::optional<std::string> at;
  std::optional<std::string> decomposition;     ///< of `integrate`
  bool keep = false;                            ///< of `sweep`
  std::optional<std::size_t> threads;           ///< likewise
  std::optional<std::filesystem::path> output;  ///< -o
  std::string identity;                         ///< results_identity
  std::optional<std::uint64_t> max_steps;
  /// --explore: seconds that a run waits for what the algebra finds beside it. 0: it is not asked.
  std::optional<double> explore;
  std::optional<std::filesystem::path> checkpoint;  ///< where to keep them
  std::optional<std::filesystem::path> resume;      ///< from where to go on
  bool keeps_tables = false;                        ///< the folder holds the tables to go on with
  bool json = false;
  bool quiet = false;
  bool progress = false;
  std::string command;  ///< the whole line, for the summary
};

/// Options that the three commands share.
void add_run_options(boost::program_options::options_description& options);
/// Of `run` and `sweep`: how the leaf is found.
void add_leaf_option(boost::program_options::options_description& options);
/// Those of `run` alone.
void add_checkpoint_options(boost::program_options::options_description& options);
/// Those that need the algebra.
void add_algebra_options(boost::program_options::options_description& options);

[[nodiscard]] inline std::optional<std::chrono::duration<double>> seconds_of(
    const std::optional<double>& seconds) {
  if (!seconds) return std::nullopt;
  return std::chrono::duration<double>(*seconds);
}

/// The folder of the results: -o, or a folder of `leafwise-out` that is now reserved for them.
/// @throws OutputFailure
[[nodiscard]] std::filesystem::path results_folder(const RunRequest& request);

/// @param command "run", with the arguments as they were given
/// @throws BadUsage, InvalidInput
[[nodiscard]] RunRequest run_request(const std::string& command,
                                     const std::vector<std::string>& arguments,
                                     const boost::program_options::options_description& options);

/// Puts what the command line says in the place of what the file says.
/// @throws InvalidInput with the option as the place
void apply(const RunRequest& request, Problem& problem);

}  // namespace leafwise::pipeline::detail
