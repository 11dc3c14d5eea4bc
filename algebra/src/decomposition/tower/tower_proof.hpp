// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decomposition/tower/tower.hpp"
#include "leafwise/algebra/ideal.hpp"
#include "leafwise/algebra/limits.hpp"

namespace leafwise::algebra::detail {

/// The ideal of the equations is prime, and a complete intersection. That is proved, with no chance
/// of an accident: what is seen modulo primes are single points, not the absence of any.
struct TowerProof {
  bool absolutely = false;  ///< prime over ℂ as well; false says nothing
};

inline constexpr const char* tower_words = "a tower of irreducible extensions";

/// Nothing if there is no such tower, or no proof was found for one of its storeys.
[[nodiscard]] std::optional<TowerProof> prove_tower(const std::vector<Polynomial>& generators,
                                                    std::uint64_t seed,
                                                    const Engine& engine,
                                                    const Limits& limits);

/// Whether the ideal is a tower's whose reduced basis is not worth waiting for: of so large a
/// degree that nobody needs it (a count, not a clock). Its dimension is remembered then, and that
/// there is no basis: ring/known_dimension.hpp. So it is not done over ℚ(parameters), where bases
/// are needed.
[[nodiscard]] bool is_tower_without_basis(const Ideal& ideal, const Limits& limits);

/// The same of any degree: of one whose basis was sought in vain.
[[nodiscard]] bool is_tower_by_itself(const Ideal& ideal, const Limits& limits);

/// Linear equations of that rank everywhere, over such a tower, or further variables (a negative
/// rank): no basis is worth waiting for, either. Over anything else nothing is remembered.
void remember_extension(const Ideal& tower, const Ideal& extension, int rank);

}  // namespace leafwise::algebra::detail
