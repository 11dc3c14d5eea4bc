// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/read_problem.hpp"

namespace leafwise::pipeline::detail {

enum class Format { text, json, dot, latex, html };

/// The command line of `decompose`.
struct DecomposeRequest {
  bool help = false;
  std::string file;
  std::string command;  ///< the whole line, for the page
  std::vector<Setting> settings;
  Format format = Format::text;
  std::optional<std::filesystem::path> output;
  std::optional<std::filesystem::path> certificate;
  bool steer = false;
  bool local = false;  ///< the leaf at the start alone, from its certificate
  bool by_elimination = false;
  std::map<std::string, unsigned> orders;
  bool quiet = false;
  bool progress = false;
  bool colour = false;
  algebra::Limits limits;  ///< of the whole command
  algebra::CompletionOptions options;
};

/// @throws BadUsage
[[nodiscard]] DecomposeRequest decompose_request(const std::vector<std::string>& arguments);

[[nodiscard]] std::string decompose_help();

}  // namespace leafwise::pipeline::detail
