// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/latex_expression.hpp"

#include <algorithm>
#include <array>

#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::Expression;
using algebra::Variable;

constexpr std::array<std::string_view, 33> greek = {
    "alpha",   "beta",   "gamma", "delta", "epsilon", "zeta",  "eta",   "theta", "iota",
    "kappa",   "lambda", "mu",    "nu",    "xi",      "pi",    "rho",   "sigma", "tau",
    "upsilon", "phi",    "chi",   "psi",   "omega",   "Gamma", "Delta", "Theta", "Lambda",
    "Xi",      "Pi",     "Sigma", "Phi",   "Psi",     "Omega"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A word of letters, upright where it is a subscript.
std::string word(const std::string& letters, bool is_subscript) {
  if (std::find(greek.begin(), greek.end(), letters) != greek.end()) return "\\" + letters;
  if (letters.size() == 1) return letters;
  return (is_subscript ? "\\mathrm{" : "\\mathit{") + letters + "}";
}

struct NameParts {
  std::string stem;
  std::string subscript;
};

/// Underscores and the border between letters and digits divide a name; what comes after the first
/// word is a subscript.
NameParts parts_of(const std::string& name) {
  std::vector<std::string> pieces;
  bool fresh = true;
  for (const char c : name) {
    const bool breaks = !fresh && is_digit(c) != is_digit(pieces.back().back());
    if (c == '_') {
      fresh = true;
      continue;
    }
    if (fresh || breaks) pieces.emplace_back();
    pieces.back() += c;
    fresh = false;
  }
  NameParts parts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i == 0) {
      parts.stem = word(pieces[i], false);
      continue;
    }
    if (i > 1) parts.subscript += ",";
    parts.subscript += is_digit(pieces[i].front()) ? pieces[i] : word(pieces[i], true);
  }
  return parts;
}

std::string with_subscript(const std::string& stem, const std::string& subscript) {
  return subscript.empty() ? stem : stem + "_{" + subscript + "}";
}

std::string escaped(char c) {
  switch (c) {
    case '\\': return "\\textbackslash{}";
    case '^': return "\\textasciicircum{}";
    case '~': return "\\textasciitilde{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    default: break;
  }
  const bool has_meaning = std::string_view{"{}$&#%_"}.find(c) != std::string_view::npos;
  return has_meaning ? std::string("\\") + c : std::string(1, c);
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  for (const std::string& character : safe_characters(text)) {
    if (character.size() == 1) {
      result += character == "\"" ? "''" : escaped(character.front());
    } else if (character == "…") {
      result += "\\dots{}";
    } else {
      // Letters of Western and Central Europe; LaTeX knows no others by itself.
      const auto lead = static_cast<unsigned char>(character.front());
      result += character.size() == 2 && lead >= 0xC3 && lead <= 0xC5 ? character : "?";
    }
  }
  return result;
}

std::string latex_name(const std::string& name) {
  const NameParts parts = parts_of(name);
  return with_subscript(parts.stem, parts.subscript);
}

std::string LatexFormulas::jet(const Variable& variable) const {
  const NameParts parts = parts_of(variable.name);
  const std::string plain = with_subscript(parts.stem, parts.subscript);
  if (variable.order == 0) return plain;
  if (variable.order > 3) return plain + "^{(" + std::to_string(variable.order) + ")}";
  if (!has_dots_) return plain + std::string(variable.order, '\'');
  const std::string dots = "\\" + std::string(variable.order, 'd') + "ot{";
  return with_subscript(dots + parts.stem + "}", parts.subscript);
}

std::vector<std::string> LatexFormulas::terms(const Expression& expression) const {
  if (expression.kind() != Expression::Kind::sum) return {formula(expression)};
  std::vector<std::string> result;
  for (const Expression::Operand& operand : expression.operands()) {
    std::string term = operand.expression.kind() == Expression::Kind::sum
                           ? factor(operand.expression)
                           : formula(operand.expression);
    if (!result.empty()) term.insert(0, operand.inverted ? " - " : " + ");
    result.push_back(std::move(term));
  }
  return result;
}

std::string LatexFormulas::formula(const Expression& expression) const {
  switch (expression.kind()) {
    case Expression::Kind::variable: return jet(expression.as_variable());
    case Expression::Kind::pi: return "\\pi";
    case Expression::Kind::negation: return "-" + factor(expression.operand(0));
    case Expression::Kind::product: return product(expression);
    case Expression::Kind::power: return power(expression);
    case Expression::Kind::call: {
      const std::string argument = formula(expression.operand(0));
      if (expression.function() == algebra::Function::sqrt) return "\\sqrt{" + argument + "}";
      const std::string name = expression.function() == algebra::Function::atan
                                   ? "arctan"
                                   : std::string(name_of(expression.function()));
      return "\\" + name + "\\left(" + argument + "\\right)";
    }
    case Expression::Kind::sum: {
      std::string text;
      for (const std::string& term : terms(expression)) text += term;
      return text;
    }
    case Expression::Kind::number: break;
  }
  return to_string(expression);
}

std::string LatexFormulas::factor(const Expression& expression) const {
  const bool is_loose =
      expression.kind() == Expression::Kind::sum || expression.kind() == Expression::Kind::negation;
  const std::string text = formula(expression);
  return is_loose ? "\\left(" + text + "\\right)" : text;
}

std::string LatexFormulas::product(const Expression& expression) const {
  std::string above;
  std::string below;
  for (const Expression::Operand& operand : expression.operands()) {
    std::string& part = operand.inverted ? below : above;
    const bool is_number = operand.expression.kind() == Expression::Kind::number;
    // Two numbers side by side would read as one.
    if (!part.empty()) part += is_number ? " \\cdot " : "\\,";
    part += factor(operand.expression);
  }
  return below.empty() ? above : "\\frac{" + above + "}{" + below + "}";
}

std::string LatexFormulas::power(const Expression& expression) const {
  const Expression& base = expression.operand(0);
  const bool is_simple =
      base.kind() == Expression::Kind::variable || base.kind() == Expression::Kind::number;
  const std::string text =
      is_simple ? "{" + formula(base) + "}" : "\\left(" + formula(base) + "\\right)";
  return text + "^{" + formula(expression.operand(1)) + "}";
}

}  // namespace leafwise::pipeline::detail
