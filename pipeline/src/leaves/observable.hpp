// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/integrator/smooth_map.hpp"
#include "leafwise/pipeline/hand_over.hpp"
#include "leafwise/pipeline/model.hpp"

namespace leafwise::pipeline::detail {

/// A function of the coordinates of a leaf that a user has written, possibly in quantities that are
/// attached to points (highest derivatives, multipliers).
struct Observable {
  std::shared_ptr<const integrator::SmoothMap<double>> function;
  std::optional<std::size_t> degree;  ///< if it is a polynomial in the coordinates
};

/// @param what "event 'top'", for messages
/// @throws InvalidInput if it uses what the leaf does not have
[[nodiscard]] Observable observable(const Model& model,
                                    const NumericLeaf& leaf,
                                    const WrittenExpression& written,
                                    const std::string& what);

}  // namespace leafwise::pipeline::detail
