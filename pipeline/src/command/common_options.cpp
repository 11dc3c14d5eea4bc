// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/common_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>

#include "leafwise/core/suggestion.hpp"

namespace leafwise::pipeline::detail {

namespace po = boost::program_options;
namespace fs = std::filesystem;

std::size_t one_of(const po::variables_map& options,
                   const std::string& option,
                   const std::vector<std::string>& words) {
  if (options.count(option) == 0) return 0;
  const std::string word = options[option].as<std::string>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  const std::string near = nearest_word(word, words);
  throw BadUsage("--" + option + " cannot be '" + word + "'" +
                 (near.empty() ? ": it is " + word_list(words) : "; did you mean '" + near + "'?"));
}

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

algebra::Limits algebra_limits(const po::variables_map& options,
                               const algebra::Effort& usual,
                               std::optional<std::chrono::seconds> otherwise) {
  algebra::Limits limits;
  const std::string text =
      options.count("time-limit") > 0 ? options["time-limit"].as<std::string>() : "";
  if (text.empty() && options.count("time-limit") == 0) {
    if (otherwise) limits = algebra::Limits::within(*otherwise);
  } else if (text != "none") {
    const std::string what = "--time-limit needs a positive number of seconds, or none";
    const auto seconds = number_of<double>(text, what);
    // A century: the clock cannot count much further.
    constexpr double longest = 3e9;
    if (!(seconds > 0)) throw BadUsage(what + ", not '" + text + "'");
    limits = algebra::Limits::within(
        std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, longest) * 1000)));
  }
  if (options.count("memory-limit") > 0) {
    const std::string what = "--memory-limit needs a number of MiB";
    limits.memory_mib = number_of<std::size_t>(options["memory-limit"].as<std::string>(), what);
    // Less than this and no worker starts; more than an address space makes no sense.
    constexpr std::size_t least = 64;
    constexpr std::size_t most = std::size_t{1} << 27U;
    if (limits.memory_mib < least || limits.memory_mib > most) {
      throw BadUsage(fmt::format("{} from {} to {}", what, least, most));
    }
  }
  limits.effort = &usual;
  if (options.count("effort") > 0) {
    std::vector<std::string> names;
    for (const algebra::Effort* preset : algebra::Effort::presets()) {
      names.emplace_back(preset->name);
    }
    limits.effort = algebra::Effort::presets()[one_of(options, "effort", names)];
  }
  return limits;
}

std::vector<Setting> settings_of(const po::variables_map& options) {
  std::vector<Setting> settings;
  if (options.count("set") == 0) return settings;
  for (const std::string& argument : options["set"].as<std::vector<std::string>>()) {
    settings.push_back(parse_setting(argument));
  }
  return settings;
}

std::string command_line(const std::string& command, const std::vector<std::string>& arguments) {
  std::string line = "leafwise " + command;
  for (const std::string& argument : arguments) {
    const bool is_plain = !argument.empty() && argument.find_first_not_of(
                                                   "abcdefghijklmnopqrstuvwxyz"
                                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                   "_-+=./,:@%") == std::string::npos;
    if (is_plain) {
      line += " " + argument;
      continue;
    }
    line += " '";
    for (const char character : argument) {
      line += character == '\'' ? std::string("'\\''") : std::string(1, character);
    }
    line += "'";
  }
  return line;
}

}  // namespace leafwise::pipeline::detail
