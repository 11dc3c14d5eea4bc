// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/folder.hpp"
#include "support/program.hpp"

/// `leafwise decompose` on examples, as the tests of its output run it.
namespace leafwise::tests {

using Json = nlohmann::json;

inline const std::string program = LEAFWISE_PROGRAM;
inline const std::string examples = LEAFWISE_EXAMPLES;

inline CommandResult decompose(const std::string& arguments) {
  return run_command(program + " decompose --no-cache " + arguments);
}

inline Json report_of(const std::string& example, const std::string& arguments = {}) {
  const CommandResult result = decompose("--json " + arguments + " " + examples + "/" + example);
  CHECK(result.exit_code == 0);
  return Json::parse(result.output);
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace leafwise::tests
