// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/program_options.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace leafwise::pipeline::detail {

/// The command line does not fit: shown with a pointer to the command's help. Exit code 2.
class BadUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How many files a subcommand takes.
enum class Files { one, several };

/// Parses the arguments of a subcommand with its FILEs, stored under "file". Option names must be
/// written in full.
/// @throws BadUsage
[[nodiscard]] boost::program_options::variables_map parse_options(
    const std::string& command,
    const std::vector<std::string>& arguments,
    const boost::program_options::options_description& visible,
    const std::string& file_words = "problem file",
    Files count = Files::one);

}  // namespace leafwise::pipeline::detail
