// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/algebra/scope.hpp"
#include "leafwise/algebra/variable.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// The names of a saved report: what its texts mean. A text that means nothing, in a report that
/// others wrote, becomes a symbol of that name, which the report does not know.
class ReportNames {
 public:
  explicit ReportNames(const DecompositionReport& report);

  /// Whether the report says what it is: no symbol.
  [[nodiscard]] bool knows(const algebra::Variable& variable) const;

  [[nodiscard]] algebra::Expression expression(const std::string& text) const;
  [[nodiscard]] algebra::Polynomial polynomial(const std::string& text) const;
  [[nodiscard]] algebra::Variable variable(const std::string& text) const;

  /// Multipliers of a leaf that has so many constraints.
  void declare_multipliers(std::size_t count);

 private:
  /// Does nothing for what is no name, or has a meaning already.
  void declare(const std::string& name, algebra::Role role);
  [[nodiscard]] std::optional<algebra::Expression> parsed(const std::string& text) const;

  algebra::Scope scope_;
};

}  // namespace leafwise::pipeline::detail
