// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/certificate_names.hpp"

#include <fmt/format.h>

#include "leafwise/core/version.hpp"
#include "text/terminal_text.hpp"

namespace leafwise::pipeline::detail {

using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

ScriptNames::ScriptNames(const LeafClaims& claims) {
  for (const Variable& variable : coordinates_of(claims)) add(variable, 'v');
  for (const Variable& variable : claims.parameters) add(variable, 'p');
}

void ScriptNames::add(const Variable& variable, char letter) {
  const std::string name = letter + std::to_string(names_.size() + 1);
  names_.emplace(variable, name);
  order_.emplace_back(variable, name);
}

std::string ScriptNames::list(const std::vector<Variable>& variables) const {
  std::string text;
  for (const Variable& variable : variables) text += (text.empty() ? "" : ", ") + at(variable);
  return text;
}

std::string ScriptNames::text(const Polynomial& polynomial) const {
  std::string text;
  const Polynomial whole = polynomial.primitive();
  for (const auto& [monomial, coefficient] : whole.terms()) {
    if (!text.empty()) text += " + ";
    text += "(" + coefficient.to_string() + ")";
    for (const auto& factor : monomial.factors()) {
      text += fmt::format("*{}^{}", at(factor.variable), factor.exponent);
    }
  }
  return text.empty() ? "0" : text;
}

std::string ScriptNames::texts(const std::vector<Polynomial>& polynomials) const {
  std::string text;
  for (const Polynomial& polynomial : polynomials) {
    text += (text.empty() ? "\n  " : ",\n  ") + this->text(polynomial);
  }
  return text;
}

std::string ScriptNames::table(const std::string& comment) const {
  std::string text;
  for (const auto& [variable, name] : order_) {
    text += fmt::format("{} {:<5} {}\n", comment, name, to_string(variable));
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> ScriptNames::derivatives(
    const LeafClaims& claims) const {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Variable& variable : coordinates_of(claims)) {
    if (variable.role == Role::independent) {
      pairs.emplace_back(at(variable), "1");
    } else if (const auto next = names_.find(algebra::next_jet(variable)); next != names_.end()) {
      pairs.emplace_back(at(variable), next->second);
    }
  }
  return pairs;
}

std::vector<Variable> coordinates_of(const LeafClaims& claims) {
  std::vector<Variable> all = claims.base;
  all.insert(all.end(), claims.leaf->graph.begin(), claims.leaf->graph.end());
  return all;
}

std::string plain(const std::string& text) {
  std::string result;
  for (const std::string& character : safe_characters(text)) {
    const bool has_meaning = character == "\"" || character == "\\";
    result += character.size() > 1 || has_meaning ? "?" : character;
  }
  return result;
}

std::string script_heading(const LeafClaims& claims,
                           const ScriptNames& names,
                           const std::string& comment,
                           const std::string& run) {
  return fmt::format(
      "{0} Checks the leaf {1} of \"{2}\", found by leafwise {3}.\n"
      "{0} Run it with: {4}\n"
      "{0} It prints PASS or FAIL for each claim, and a summary.\n{0}\n{5}\n",
      comment,
      claims.leaf->name,
      plain(claims.title),
      version,
      run,
      names.table(comment));
}

std::size_t claims_in(const std::string& script) {
  const std::string start = "\ntell(\"";
  std::size_t count = 0;
  for (std::size_t at = script.find(start); at != std::string::npos;
       at = script.find(start, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace leafwise::pipeline::detail
