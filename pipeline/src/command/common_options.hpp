// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/program_options.hpp>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command/options.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/pipeline/read_problem.hpp"

/// Options that several commands have in common.
namespace leafwise::pipeline::detail {

/// @throws BadUsage "`what`, not 'text'"
template <typename Number>
[[nodiscard]] Number number_of(const std::string& text, const std::string& what) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) {
    throw BadUsage(what + ", not '" + text + "'");
  }
  return number;
}

/// Which of these words the option has; 0 if it is not given. @throws BadUsage
[[nodiscard]] std::size_t one_of(const boost::program_options::variables_map& options,
                                 const std::string& option,
                                 const std::vector<std::string>& words);

/// $XDG_CACHE_HOME/leafwise or ~/.cache/leafwise; none if neither is known. Relative paths are
/// ignored, as the XDG specification wants it.
[[nodiscard]] std::optional<std::filesystem::path> cache_directory();

/// --time-limit, --memory-limit and --effort. @throws BadUsage
/// @param usual what is spent without --effort
/// @param otherwise the time without --time-limit; none: no limit, as with `--time-limit none`
[[nodiscard]] algebra::Limits algebra_limits(
    const boost::program_options::variables_map& options,
    const algebra::Effort& usual,
    std::optional<std::chrono::seconds> otherwise = std::nullopt);

/// The whole command, as a shell would read it back. @param command "run"
[[nodiscard]] std::string command_line(const std::string& command,
                                       const std::vector<std::string>& arguments);

/// --set. @throws InvalidInput
[[nodiscard]] std::vector<Setting> settings_of(
    const boost::program_options::variables_map& options);

}  // namespace leafwise::pipeline::detail
