// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Numbers of the given equations that something was made of.
using Sources = std::set<std::size_t>;

/// Vanishes on the base, because of these equations.
struct Relation {
  Polynomial polynomial;
  Sources sources = {};
};

/// "equations 1, 2 and 4 and constraint 1"; auxiliary definitions are left out where others remain.
[[nodiscard]] std::string words(const Sources& sources,
                                const std::vector<SourcedEquation>& equations);

[[nodiscard]] std::vector<Polynomial> polynomials_of(const std::vector<Relation>& relations);

/// All sources of all.
[[nodiscard]] Sources sources_of(const std::vector<Relation>& relations);

}  // namespace leafwise::algebra::detail
