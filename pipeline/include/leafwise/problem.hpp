// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "leafwise/pipeline/problem.hpp"

namespace leafwise {

/// A system with its start and how far to integrate, checked and understood: a problem file, or a
/// `System` made in memory. Cheap to copy, never changed.
class Problem {
 public:
  /// docs/problem-files.md. @throws InvalidInput with every mistake that was found, and its place
  [[nodiscard]] static Problem read(const std::filesystem::path& file);
  /// The same for the text of such a file. @param name stands for the file in messages
  [[nodiscard]] static Problem from_text(const std::string& text,
                                         const std::string& name = "problem");

  /// With another value for a parameter, or for a start: set("g", "9.81"), set("initial.x", "1/2").
  /// @throws InvalidInput
  [[nodiscard]] Problem set(const std::string& name, const std::string& value) const;

  /// As a problem file, before `set`.
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const pipeline::Problem& parts() const;

  struct State;

 private:
  explicit Problem(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

}  // namespace leafwise
