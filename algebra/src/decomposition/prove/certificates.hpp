// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/prime_decomposition.hpp"

namespace leafwise::algebra::detail {

/// One way to prove that a component is prime, or stays so over ℂ. The words are those of the table
/// in docs/design/decomposition.md.
struct Certificate {
  const char* name = "";
  const char* when = "";
  const char* cost = "";
  const char* proof = "";
  /// @param dimension of the component in its ring
  bool (*applies)(const PrimeComponent& component, int dimension) = nullptr;
  /// Writes what it proves into the component.
  void (*run)(PrimeComponent& component, std::uint64_t seed, const Limits& limits) = nullptr;
};

/// In the order in which they are tried.
namespace certificates {

extern const Certificate solving;
extern const Certificate conjugate_points;
extern const Certificate tower;
extern const Certificate sum_of_primes;
extern const Certificate projection;
extern const Certificate conjugate_section;

inline constexpr std::array in_order{
    &solving, &conjugate_points, &tower, &sum_of_primes, &projection, &conjugate_section};

}  // namespace certificates

}  // namespace leafwise::algebra::detail
