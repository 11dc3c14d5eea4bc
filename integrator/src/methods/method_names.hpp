// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "leafwise/integrator/tableau.hpp"

namespace leafwise::integrator {

/// Where an implicit method departs from [TA01, (4.14)].
enum class ImplicitVariant {
  none,
  start_normals,  ///< projected along the normals at the start: the left of [003, (5.3)]
  midpoint,       ///< [003, (5.4)], with its error estimate
};

/// What a method's name stands for: exactly one of tableau, geometric order and series.
struct MethodName {
  std::optional<Tableau> tableau;
  ImplicitVariant variant = ImplicitVariant::none;
  int geometric_order = 0;       ///< Taylor as in the papers: 1, 2, 3
  bool is_normal = false;        ///< with the normal correction
  bool is_series = false;        ///< Taylor by recurrences
  std::size_t series_order = 0;  ///< 0: chosen by the tolerance
};

/// Nothing if there is no such method.
[[nodiscard]] std::optional<MethodName> parse_method_name(std::string_view name);

}  // namespace leafwise::integrator
