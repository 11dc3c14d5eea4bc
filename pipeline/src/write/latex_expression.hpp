// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leafwise/algebra/expression.hpp"

namespace leafwise::pipeline::detail {

/// Words in LaTeX's text mode: characters with a meaning are escaped, those that need packages
/// become '?'.
[[nodiscard]] std::string latex_text(std::string_view text);

/// A name in math mode: `lambda1` is \lambda_{1}, `th_arm2` is \mathit{th}_{\mathrm{arm},2}.
[[nodiscard]] std::string latex_name(const std::string& name);

/// Formulas in math mode. Derivatives are dots where the independent variable is t, else marks;
/// from the fourth on x^{(4)}.
class LatexFormulas {
 public:
  explicit LatexFormulas(const std::string& independent) : has_dots_(independent == "t") {}

  [[nodiscard]] std::string jet(const algebra::Variable& variable) const;
  [[nodiscard]] std::string formula(const algebra::Expression& expression) const;
  /// The terms of a sum, each with its sign: a long equation is broken between them.
  [[nodiscard]] std::vector<std::string> terms(const algebra::Expression& expression) const;

 private:
  [[nodiscard]] std::string factor(const algebra::Expression& expression) const;
  [[nodiscard]] std::string product(const algebra::Expression& expression) const;
  [[nodiscard]] std::string power(const algebra::Expression& expression) const;

  bool has_dots_;
};

}  // namespace leafwise::pipeline::detail
