// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::pipeline {

/// The place of something in the problem file, for reports that refer to the user's own lines.
struct Origin {
  std::size_t line = 0;  ///< 0: not from the file (an option of the command line, or a default)
};

/// An expression, with the text and the line that it comes from.
struct WrittenExpression {
  std::string text;
  Origin origin;
  algebra::Expression expression;
};

/// left = right as written; `residual` is left − right, which vanishes.
struct WrittenEquation {
  std::string text;
  Origin origin;
  algebra::Expression residual;
  /// With its divisions, if `residual` is taken times what vanishes at the start.
  std::optional<algebra::Expression> divided = {};
};

}  // namespace leafwise::pipeline
