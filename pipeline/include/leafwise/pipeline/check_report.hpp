// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/problem.hpp"

/// What `leafwise check` says of a problem file.
namespace leafwise::pipeline {

/// What a run would still need, or find out by itself, in words.
struct Completeness {
  std::vector<std::string> missing;  ///< must be given before integration
  std::vector<std::string> open;     ///< jets without a value: the leaf determines them or asks
};

[[nodiscard]] Completeness completeness_of(const Problem& problem);

/// The system as understood, for people.
[[nodiscard]] std::string check_text(const Problem& problem);

/// The same as JSON: docs/schemas/check.schema.json.
[[nodiscard]] std::string check_json(const Problem& problem);

/// What is wrong with the file, as JSON of the same schema.
[[nodiscard]] std::string check_json(const std::string& file, const InvalidInput& error);

}  // namespace leafwise::pipeline
