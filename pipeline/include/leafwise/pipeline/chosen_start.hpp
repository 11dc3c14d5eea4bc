// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/variable.hpp"
#include "leafwise/core/outcome.hpp"

/// How the start was chosen among those that fit what [initial] gives: decided in one place, and
/// told by every command that has a start.
namespace leafwise::pipeline {

/// A start that what is given allows: the values of what is not given.
struct StartOption {
  std::map<algebra::Variable, double> values;
  std::string leaf;  ///< on which it lies, where several are compared

  friend bool operator==(const StartOption&, const StartOption&) = default;
};

struct StartChoice {
  bool by_guess = false;  ///< several starts fit what is given
  /// That there is no other one: proved by the structure of the rows or in a box, or `unknown`
  /// where seeded tries have found none. None: nothing was asked.
  std::optional<Truth> is_only_one;
  StartOption chosen;  ///< by the guess
  std::vector<StartOption> others;
  bool is_cut = false;  ///< others were not looked for to the end

  /// Several fit, all of them in `others`, and the guess chooses none.
  [[nodiscard]] bool is_open() const { return is_only_one == Truth::no && !by_guess; }

  friend bool operator==(const StartChoice&, const StartChoice&) = default;
};

}  // namespace leafwise::pipeline
