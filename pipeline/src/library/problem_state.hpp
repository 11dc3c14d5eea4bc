// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/pipeline/problem.hpp"
#include "leafwise/pipeline/setting.hpp"
#include "leafwise/pipeline/source_file.hpp"
#include "leafwise/problem.hpp"

namespace leafwise {

struct Problem::State {
  pipeline::SourceFile source;
  std::vector<pipeline::Setting> settings;
  pipeline::Problem parts;
};

}  // namespace leafwise
