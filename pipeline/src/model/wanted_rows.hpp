// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/model.hpp"
#include "leafwise/pipeline/run_settings.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

/// Written constants as numbers, parameters included.
class Constants {
 public:
  /// @throws InvalidInput if a symbolic parameter has no number
  explicit Constants(const Model& model);
  [[nodiscard]] double of(const WrittenExpression& written) const;

 private:
  ParameterValues parameters_;
};

/// Rows that a run from `start` to `to` can reach, in its order, each once; none: every step.
[[nodiscard]] std::optional<std::vector<double>> wanted_rows(const IntegrationSettings& wanted,
                                                             const Constants& constants,
                                                             double start,
                                                             double to);

/// A remark on requested rows that the run does not reach; empty if there are none.
[[nodiscard]] std::string rows_out_of_reach(const IntegrationSettings& wanted,
                                            const Constants& constants,
                                            double start,
                                            double to);

}  // namespace leafwise::pipeline::detail
