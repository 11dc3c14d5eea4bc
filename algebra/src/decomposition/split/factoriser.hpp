// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ring/ring_jobs.hpp"

namespace leafwise::algebra::detail {

/// Factors polynomials over ℚ, in a worker: a factorisation that takes too long could not be
/// stopped in our own process. Remembers what it was asked.
class Factoriser {
 public:
  explicit Factoriser(Engine engine) : engine_(std::move(engine)) {}

  /// The different irreducible factors of each, primitive, by degree and then as polynomials
  /// compare; none of a constant. The product was checked.
  [[nodiscard]] Outcome<std::vector<Polynomials>> factors(const Polynomials& polynomials,
                                                          const Limits& limits);

  /// The same for one; it is returned unchanged if it could not be factored.
  [[nodiscard]] Polynomials factors_or_itself(const Polynomial& polynomial, const Limits& limits);

 private:
  [[nodiscard]] Outcome<std::vector<Polynomials>> one_by_one(const Polynomials& polynomials,
                                                             const Polynomials& open,
                                                             const Limits& limits);
  [[nodiscard]] Outcome<bool> ask(const Polynomials& polynomials, const Limits& limits);

  Engine engine_;
  std::map<Polynomial, Polynomials> known_;
  std::set<Polynomial> hard_;  ///< could not be factored in the time that one may take
};

}  // namespace leafwise::algebra::detail
