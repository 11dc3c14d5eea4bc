// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace leafwise::pipeline {

/// `--set name=value` of the command line: a parameter, or `initial.x'`.
struct Setting {
  std::string target;
  std::string value;
};

}  // namespace leafwise::pipeline
