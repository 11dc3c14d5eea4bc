// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "decomposition/split/found_prime.hpp"
#include "leafwise/algebra/polynomial.hpp"

namespace leafwise::algebra::detail {

/// A prime in variables that nothing else of its part uses.
struct PrimeBlock {
  Polynomials generators;
  std::vector<std::string> proofs;
  int codimension = 0;
  bool absolutely = false;  ///< prime over ℂ; false says nothing
};

/// What some storeys of a tower hold, or one component of it: variables that linear equations tell,
/// and primes in different variables.
class PartOnStoreys {
 public:
  /// Linear equations, reduced by each other: each variable by such as none of them tells.
  using Solved = std::map<Variable, Polynomial>;

  /// Adds a linear equation, which must not contradict those that are there.
  void solve(const Polynomial& linear);
  void add(PrimeBlock block) { blocks_.push_back(std::move(block)); }
  /// Takes out all primes that share a variable with these, directly or through others.
  [[nodiscard]] Polynomials take_out(const Polynomials& equations);
  /// What was found about those and about equations that were added.
  void put_in(const PartOnStoreys& found);

  /// The polynomial without the variables that are told.
  [[nodiscard]] Polynomial reduced(const Polynomial& polynomial) const;
  [[nodiscard]] Polynomials generators() const;
  [[nodiscard]] int codimension() const;
  [[nodiscard]] const Solved& solved() const noexcept { return solved_; }
  [[nodiscard]] const std::vector<PrimeBlock>& blocks() const noexcept { return blocks_; }

  std::vector<std::string> path;

 private:
  Solved solved_;
  std::vector<PrimeBlock> blocks_;
};

}  // namespace leafwise::algebra::detail
