// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "leafwise/algebra/local_leaf.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"
#include "leafwise/pipeline/problem.hpp"

namespace leafwise::pipeline::detail {

/// What `decompose --local` says.
struct LocalReport {
  std::string sha256;  ///< of the problem file
  double seconds = 0;
  algebra::LocalLeaf leaf;
};

[[nodiscard]] std::string local_text(const Problem& problem,
                                     const LocalReport& report,
                                     TextStyle style);
/// docs/schemas/decomposition.schema.json, with one leaf of status "local".
[[nodiscard]] std::string local_json(const Problem& problem, const LocalReport& report);

}  // namespace leafwise::pipeline::detail
