// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace leafwise::tests {

/// What a command said and how it ended.
struct CommandResult {
  int exit_code = -1;
  std::string output;    ///< standard output
  std::string messages;  ///< standard error
};

[[nodiscard]] inline std::string whole_file(const std::filesystem::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Runs a shell command; our own tests only, so quoting is the caller's.
[[nodiscard]] inline CommandResult run_command(const std::string& command) {
  std::string pattern = (std::filesystem::temp_directory_path() / "leafwise-test-XXXXXX").string();
  CommandResult result;
  const int file = mkstemp(pattern.data());
  if (file < 0) return result;
  std::FILE* pipe = popen(("( " + command + " ) 2>" + pattern).c_str(), "r");
  if (pipe != nullptr) {
    std::array<char, 4096> block{};
    std::size_t count = 0;
    while ((count = std::fread(block.data(), 1, block.size(), pipe)) > 0) {
      result.output.append(block.data(), count);
    }
    const int status = pclose(pipe);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  result.messages = whole_file(pattern);
  std::filesystem::remove(pattern);
  return result;
}

}  // namespace leafwise::tests
