// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "ring/flint_ring.hpp"
#include "ring/solved_part.hpp"

namespace leafwise::algebra::detail {

/// Remainders modulo a reduced basis whose affine part is solved: only the rest takes a division.
/// It is brought into FLINT's form once, for all that is ever divided. Several threads may ask.
class Remainders {
 public:
  explicit Remainders(SolvedPart basis);

  [[nodiscard]] std::vector<Polynomial> of(const std::vector<Polynomial>& polynomials) const;

 private:
  struct Division {
    explicit Division(const SolvedPart& basis) : ring(basis.variables), by(ring, basis.rest) {}

    FlintRing ring;
    FlintPolynomials by;
  };

  SolvedPart basis_;
  std::optional<Division> rest_;                            ///< none if there is no rest
  unsigned lowest_ = std::numeric_limits<unsigned>::max();  ///< degree of the rest
};

}  // namespace leafwise::algebra::detail
