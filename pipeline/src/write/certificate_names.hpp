// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "write/certificate.hpp"

/// Common parts of the scripts for both programs. Both do the same: with P the base and R the
/// rows they eliminate the graph variables by fraction-free elimination modulo P, and reduce what
/// has to vanish by the pivots: for a prime P that decides membership in (P + R) : h^∞ for what is
/// affine in the graph variables.
namespace leafwise::pipeline::detail {

/// Names of users may mean something to an interpreter: variables get names of their own, v1, v2, …
/// in the order of the ring, then parameters.
class ScriptNames {
 public:
  explicit ScriptNames(const LeafClaims& claims);

  [[nodiscard]] const std::string& at(const algebra::Variable& variable) const {
    return names_.at(variable);
  }
  [[nodiscard]] std::string list(const std::vector<algebra::Variable>& variables) const;
  [[nodiscard]] std::string text(const algebra::Polynomial& polynomial) const;
  [[nodiscard]] std::string texts(const std::vector<algebra::Polynomial>& polynomials) const;
  /// The meaning of each name, one line each.
  [[nodiscard]] std::string table(const std::string& comment) const;

  /// Of each coordinate that has a derivative among them: both names; 1 for the independent
  /// variable.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> derivatives(
      const LeafClaims& claims) const;

 private:
  void add(const algebra::Variable& variable, char letter);

  std::map<algebra::Variable, std::string> names_;
  std::vector<std::pair<algebra::Variable, std::string>> order_;
};

/// Base and graph variables.
[[nodiscard]] std::vector<algebra::Variable> coordinates_of(const LeafClaims& claims);

/// A text for a comment or between quotes.
[[nodiscard]] std::string plain(const std::string& text);

[[nodiscard]] std::string script_heading(const LeafClaims& claims,
                                         const ScriptNames& names,
                                         const std::string& comment,
                                         const std::string& run);

/// The number of claims that a script checks: an interpreter that continues after an error must not
/// say that all is well.
[[nodiscard]] std::size_t claims_in(const std::string& script);

}  // namespace leafwise::pipeline::detail
