// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/drawing.hpp"

/// The range of an axis, and the numbers along it.
namespace leafwise::pipeline::drawing {

/// Whether a value has a place on an axis of this scale.
[[nodiscard]] bool is_drawable(double value, Scale scale);

struct Range {
  double low = 0;
  double high = 1;  ///< > low; on a logarithmic axis both > 0
  Scale scale = Scale::linear;

  /// 0 at the low end, 1 at the high one.
  [[nodiscard]] double share(double value) const;
  /// The range between two shares, as wide as the scale allows.
  [[nodiscard]] Range between(double from, double to) const;
};

/// The least range that contains all added values.
class Extent {
 public:
  explicit Extent(Scale scale) : scale_(scale) {}

  void include(double value);
  [[nodiscard]] bool is_empty() const { return !low_; }
  /// With a little room at both ends, where the axis does not say otherwise. Never empty.
  [[nodiscard]] Range range(const Axis& axis) const;

 private:
  Scale scale_;
  std::optional<double> low_;
  std::optional<double> high_;
};

struct Tick {
  double value = 0;
  std::string label;  ///< empty: a short mark without a number
};

struct Ticks {
  std::vector<Tick> ticks;  ///< within the range, in their order
  std::string unit;         ///< what the labels are to be read with: "×10⁻⁸ + 9.81"
};

/// Round numbers (1, 2 or 5 times a power of ten), about `wanted` of them; on a logarithmic axis
/// powers of ten, if it is long enough.
[[nodiscard]] Ticks ticks_of(const Range& range, std::size_t wanted);

}  // namespace leafwise::pipeline::drawing
