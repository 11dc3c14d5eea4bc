// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace leafwise::integrator::detail {

struct MapShape {
  std::size_t inputs;
  std::size_t outputs;
  friend bool operator==(const MapShape&, const MapShape&) = default;
};

/// The error text for a map that should have the shape `wanted`.
[[nodiscard]] inline std::optional<std::string> shape_mistake(const std::string& name,
                                                              MapShape shape,
                                                              MapShape wanted) {
  if (shape == wanted) return std::nullopt;
  return name + " has " + std::to_string(shape.inputs) + " inputs and " +
         std::to_string(shape.outputs) + " outputs where " + std::to_string(wanted.inputs) +
         " and " + std::to_string(wanted.outputs) + " are needed";
}

}  // namespace leafwise::integrator::detail
