// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// Whether, and how well, a one-dimensional distribution D is defined at a point.
template <typename Real>
struct DirectionQuality {
  bool defined = false;  ///< D is one-dimensional here, and the direction was computed
  /// The two smallest singular values of the matrix whose kernel D is, scaled by the largest: for
  /// a one-dimensional kernel the first is 0 up to round-off and the second is not. As the second
  /// goes to 0, D stops being defined. Methods with regular matrices give {0, 1/condition}.
  Real smallest = 0;
  Real second_smallest = 0;
  /// Set by Geometry where x is the parameter and the sign is continuous: of ξ. A change along the
  /// curve means that ξ = 0 (a fold) or a singular point was passed.
  int side = 0;
};

/// The meaning of the sign of the vector that a distribution returns.
enum class Orientation {
  meant,       ///< an explicit field: the sign counts
  continuous,  ///< either way, but the same way all along a curve (a determinant's sign, say)
  arbitrary,   ///< none: the caller compares with the direction where the step began
};

/// A one-dimensional distribution on ℝᵐ near M, given at each point by a vector that spans it.
///
/// The vector is not normalised, and its sign may be arbitrary: the caller orients it. If
/// there is an independent variable x, the component of x is `ξ`; at folds ξ = 0. Objects keep
/// scratch space: one per thread, `clone()` for others.
template <typename Real>
class Distribution {
 public:
  virtual ~Distribution() = default;

  [[nodiscard]] virtual std::size_t dimension() const noexcept = 0;  ///< m

  /// Quantities that come with the direction: highest derivatives and multipliers, by name. They
  /// are not coordinates of M, but follow from a point of it.
  [[nodiscard]] virtual const std::vector<std::string>& attached_names() const noexcept = 0;

  [[nodiscard]] virtual Orientation orientation() const noexcept = 0;

  /// A vector of any length that spans D at z; m entries. Cheap: no singular values unless the
  /// matrix is ill-conditioned.
  virtual DirectionQuality<Real> direction(std::span<const Real> z, std::span<Real> v) = 0;

  /// The attached quantities at z, for a parameter in which the independent variable has speed 1.
  /// Not a number where they are not determined. @pre out has attached_names().size() entries
  virtual void attached(std::span<const Real> z, std::span<Real> out) = 0;

  /// Taylor coefficient `degree` of z(s) for the curve through curve[0…m) with z' in D and, where
  /// there is an independent variable, ξ = 1 (an explicit field: z' = V): given coefficients
  /// 0…degree−1 in curve[d·m + j], writes coefficient `degree` there. Called with degree = 1, 2, …
  /// in turn; the matrix is factorised once, at degree 1. False: not available or singular.
  virtual bool taylor(std::span<Real> curve, std::size_t degree) = 0;

  /// The highest degree for which `taylor` is available.
  [[nodiscard]] virtual std::size_t highest_taylor_degree() const noexcept { return every_degree; }

  /// Whether `taylor` of degree 2, with any w for coefficient 1 after it was called with degree 1,
  /// returns half the derivative along w of the field just computed, also for several w in turn.
  [[nodiscard]] virtual bool differentiates() const noexcept { return false; }

  /// The next step begins at z: scales, such as units, may be chosen again there,
  /// but from z alone, because a continued run begins at the same point.
  virtual void settle(std::span<const Real> /*z*/) {}

  /// See Geometry::memory. Distributions that depend on z alone have none.
  [[nodiscard]] virtual std::vector<std::int64_t> memory() const { return {}; }
  /// @throws InvalidInput if this is not the memory of such a distribution
  virtual void restore(std::span<const std::int64_t> memory);

  [[nodiscard]] virtual std::unique_ptr<Distribution> clone() const = 0;

 protected:
  Distribution() = default;
  Distribution(const Distribution&) = default;
  Distribution& operator=(const Distribution&) = default;
};

template <typename Real>
void Distribution<Real>::restore(std::span<const std::int64_t> memory) {
  if (!memory.empty()) {
    throw InvalidInput({.message = "this distribution has no memory to restore",
                        .expected = {},
                        .range = {},
                        .place = {}});
  }
}

}  // namespace leafwise::integrator
