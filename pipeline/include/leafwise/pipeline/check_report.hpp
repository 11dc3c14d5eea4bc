// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/pipeline/problem.hpp"

/// The results of `leafwise check`.
namespace leafwise::pipeline {

/// What is missing for a run, and what a run determines itself, in words.
struct Completeness {
  std::vector<std::string> missing;  ///< must be given before integration
  std::vector<std::string> open;     ///< jets without a value: from the leaf, or missing
};

[[nodiscard]] Completeness completeness_of(const Problem& problem);

/// The system as understood, as text.
[[nodiscard]] std::string check_text(const Problem& problem);

/// The same as JSON: docs/schemas/check.schema.json.
[[nodiscard]] std::string check_json(const Problem& problem);

/// The mistakes in the file, as JSON of the same schema.
[[nodiscard]] std::string check_json(const std::string& file, const InvalidInput& error);

}  // namespace leafwise::pipeline
