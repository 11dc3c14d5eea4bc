// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/radical_by_degree.hpp"

#include <algorithm>
#include <cstddef>

namespace leafwise::algebra::detail {

Truth radical_by_degree(const Ideal& ideal,
                        const Decomposition& decomposition,
                        const Limits& limits) {
  if (!decomposition.complete || !decomposition.unexplored.empty()) return Truth::unknown;
  // Of so many components the basis of the whole is larger than all that was needed so far.
  const bool is_dear = decomposition.components.size() > most_parts_to_intersect;
  if (is_dear && !ideal.basis_so_far()) return Truth::unknown;
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return Truth::unknown;
  long degree = 0;
  for (const PrimeComponent& component : decomposition.components) {
    // In the ring: a component over ℚ(parameters) tells the dimension that it has over the field.
    const Outcome<KnownBasis> own = component.ideal.known_basis(limits);
    if (!own) return Truth::unknown;
    if (own.value().dimension == known.value().dimension) degree += own.value().degree;
  }
  if (degree < known.value().degree) return Truth::no;
  const auto dimension = static_cast<std::size_t>(std::max(0, known.value().dimension));
  const bool unmixed = ideal.generators().size() + dimension == ideal.variables().size();
  return unmixed && degree == known.value().degree ? Truth::yes : Truth::unknown;
}

}  // namespace leafwise::algebra::detail
