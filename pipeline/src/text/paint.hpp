// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// Colours of the terminal, by what they mean; nothing where there are none.
class Paint {
 public:
  explicit Paint(TextStyle style) : style_(style) {}

  [[nodiscard]] std::string title(const std::string& text) const { return with("1", text); }
  [[nodiscard]] std::string leaf(const std::string& text) const { return with("1;32", text); }
  [[nodiscard]] std::string no_leaf(const std::string& text) const { return with("31", text); }
  [[nodiscard]] std::string label(const std::string& text) const { return with("2", text); }
  [[nodiscard]] std::string hidden(const std::string& text) const { return with("36", text); }
  [[nodiscard]] std::string warning(const std::string& text) const { return with("33", text); }

 private:
  [[nodiscard]] std::string with(const char* code, const std::string& text) const {
    if (!style_.colour || text.empty()) return text;
    return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
  }

  TextStyle style_;
};

}  // namespace leafwise::pipeline::detail
