// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::pipeline::detail {

/// A polynomial with what it is to a person: "equation 2".
struct NamedPolynomial {
  std::string name;
  algebra::Polynomial polynomial;
};

/// The claims that a script checks for a leaf, from the leaf and the problem only.
struct LeafClaims {
  std::string title;  ///< of the problem
  const algebra::Leaf* leaf = nullptr;
  std::vector<algebra::Variable> parameters;  ///< coefficients are rational functions of these
  std::vector<algebra::Variable> base;        ///< z, the independent variable first
  /// Of the base, those whose derivative is no coordinate: relations with them are not derived.
  std::vector<algebra::Variable> tops;
  std::vector<NamedPolynomial> vanish;
  std::vector<NamedPolynomial> do_not_vanish;
  std::vector<std::string> not_checked;  ///< and why
};

[[nodiscard]] std::string singular_script(const LeafClaims& claims);
[[nodiscard]] std::string macaulay2_script(const LeafClaims& claims);

}  // namespace leafwise::pipeline::detail
