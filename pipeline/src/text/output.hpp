// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace leafwise::pipeline::detail {

/// Results cannot be written (a full disk, a closed pipe). Exit code 74.
class OutputFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes to standard output and makes sure that it arrived.
/// @throws OutputFailure
void write_result(const std::string& result);

/// Writes a file whole, with the folders it needs. A file of that name is replaced.
/// @throws OutputFailure
void write_file(const std::filesystem::path& path, const std::string& text);

/// The system's message for the last failure.
[[nodiscard]] std::string system_reason();

/// Closed descriptors among 0, 1 and 2 are taken by something that can be used neither way, so that
/// no file or pipe opened later gets their number, and with it what is meant for standard output.
/// To be called before anything is opened.
void reserve_standard_streams() noexcept;

/// Writes to standard error. Nothing helps if that fails.
void write_message(const std::string& message);

/// Whether people see standard error in colour: a terminal, and NO_COLOR is not set.
[[nodiscard]] bool messages_have_colour();

/// The same of standard output; not on a terminal that is dumb.
[[nodiscard]] bool results_have_colour();

[[nodiscard]] bool messages_reach_a_terminal();

}  // namespace leafwise::pipeline::detail
