// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>

#include "text/unfinished_file.hpp"
#include "text/visible_text.hpp"

namespace leafwise::pipeline::detail {

std::string system_reason() {
  if (errno == EBADF) return "it is closed";
  const bool has_too_few = errno == EMFILE || errno == ENFILE;
  const std::string text = std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
  return has_too_few ? text + "; allow more open files (ulimit -n)" : text;
}

void reserve_standard_streams() noexcept {
  // Each is opened for what it is not for: using it fails, as it does with a closed one.
  const std::array<int, 3> wrong_ways = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    const int taken = open("/dev/null", wrong_ways.at(static_cast<std::size_t>(descriptor)));
    // The lowest free number is ours, as those below are taken.
    if (taken >= 0 && taken != descriptor) (void)close(taken);
  }
}

void write_result(const std::string& result) {
  // Fields were made safe before, and colours are ours: this catches what was forgotten.
  const std::string text = shown_beyond_ascii(result);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return;
  throw OutputFailure("standard output cannot be written: " + system_reason());
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  std::error_code no_folder;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), no_folder);
  // Under another name first: a reader at the same time, or after an interruption, never sees a
  // half file. What is no regular file (/dev/stdout) is written to as it is.
  const bool is_plain =
      !std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error);
  std::filesystem::path unfinished = path;
  if (is_plain) unfinished += fmt::format(".{}.part", getpid());
  errno = 0;
  std::optional<FileCreation> creation;
  creation.emplace();
  const UnfinishedFile removed_on_signals(is_plain ? unfinished.string() : std::string());
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  creation.reset();
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  std::string reason;
  if (!file) {
    // The reason why the folder could not be made says more than its absence.
    reason = no_folder ? no_folder.message() : system_reason();
  } else if (is_plain) {
    std::filesystem::rename(unfinished, path, error);
    if (error) reason = error.message();
  }
  if (reason.empty()) return;
  if (is_plain) std::filesystem::remove(unfinished, error);
  throw OutputFailure(path.string() + " cannot be written: " + reason);
}

void write_message(const std::string& message) {
  const std::string text = shown_beyond_ascii(message);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

namespace {

/// The user does not want colours, or the terminal has none: no-color.org.
bool colour_is_refused() {
  const char* no_colour = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  const char* terminal = std::getenv("TERM");       // NOLINT(concurrency-mt-unsafe)
  const bool is_dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  return is_dumb || (no_colour != nullptr && *no_colour != '\0');
}

}  // namespace

bool messages_have_colour() {
  return !colour_is_refused() && messages_reach_a_terminal();
}

bool results_have_colour() {
  return !colour_is_refused() && isatty(STDOUT_FILENO) == 1;
}

bool messages_reach_a_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace leafwise::pipeline::detail
