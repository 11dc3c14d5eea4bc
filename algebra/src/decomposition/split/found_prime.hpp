// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

using Polynomials = std::vector<Polynomial>;

/// A prime ideal that splitting arrived at.
struct FoundPrime {
  Polynomials generators;
  /// It stays prime over ℂ (unknown if not checked).
  Truth absolutely = Truth::unknown;
  std::vector<std::string> proofs;  ///< why it is prime
  std::vector<std::string> path;
};

/// A part that was left as it is, and why.
struct LeftPart {
  Polynomials generators;
  std::string why;
  std::vector<std::string> path;
};

/// The result of splitting a part of a variety: its zeros are those of all of these together.
/// Primes may be redundant.
struct PartsFound {
  std::vector<FoundPrime> primes;
  std::vector<LeftPart> unexplored;  ///< do not hold the point
  std::vector<LeftPart> unsplit;     ///< a limit was reached

  void append(PartsFound other) {
    const auto move_all = [](auto& from, auto& to) {
      to.insert(
          to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    move_all(other.primes, primes);
    move_all(other.unexplored, unexplored);
    move_all(other.unsplit, unsplit);
  }
};

}  // namespace leafwise::algebra::detail
