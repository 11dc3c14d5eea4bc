// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/scope.hpp"
#include "leafwise/pipeline/decomposition_report.hpp"

namespace leafwise::pipeline::detail {

/// Reads the expressions of a report back, to show them with what auxiliaries stand for.
class ReportExpressions {
 public:
  explicit ReportExpressions(const DecompositionReport& report);

  /// None for a text that is no expression in the report's names (a report that others wrote).
  [[nodiscard]] std::optional<algebra::Expression> parsed(const std::string& text) const;

  /// The equation with auxiliaries written as what they stand for; as it is where that would say
  /// nothing (a definition) or not work (a derivative of an auxiliary).
  [[nodiscard]] std::optional<algebra::Expression> readable(const std::string& text) const;

  /// `readable` as a text, with "= 0". Safe for a terminal.
  [[nodiscard]] std::string shown(const std::string& text) const;

 private:
  void declare(const std::string& name, algebra::Role role);

  algebra::Scope scope_;
  std::map<std::string, algebra::Expression> originals_;
  std::set<std::string> definitions_;
};

}  // namespace leafwise::pipeline::detail
