// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "leafwise/integrator/layouts.hpp"
#include "leafwise/integrator/program.hpp"

namespace leafwise::integrator::detail {

/// The velocity of a mechanical system's point, terms and KKT system in one program.
struct MechanicalProgram {
  /// Outputs: z', one for each coordinate; then for each pivot itself and what it was before other
  /// rows were subtracted: their ratio is the squared sine of an angle between rows, see
  /// `factorize_symmetric`. The pivots of M come first; those of −G M⁻¹ Gᵀ should be negative.
  Program program;
  std::size_t mass_pivots;  ///< but for the constant ones
  std::size_t schur_pivots;
};

/// Nothing if rows of G have to be chosen, or if there is so much to eliminate that loops over
/// matrices do it as fast.
[[nodiscard]] std::optional<MechanicalProgram> mechanical_program(const Program& terms,
                                                                  const MechanicalLayout& layout);

}  // namespace leafwise::integrator::detail
