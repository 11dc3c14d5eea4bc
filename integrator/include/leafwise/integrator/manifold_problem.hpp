// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/integrator/distribution.hpp"
#include "leafwise/integrator/smooth_map.hpp"

namespace leafwise::integrator {

/// Where an equation of M comes from. Equations up to a level restrain the jets of solutions up to
/// an order; those of the next level the next order, too.
struct EquationOrigin {
  std::size_t level = 0;
  /// It is the derivative, along solutions, of one of the level before. Where those keep their rank
  /// so does it: only others begin to restrain anything in their level.
  bool is_derivative = false;
};

/// A curve is sought on M = f⁻¹(0) ⊂ ℝᵐ, tangent to a one-dimensional distribution D.
///
/// f may have more components than M has codimension (a component that is no complete intersection,
/// redundant constraints): then df has constant rank `codimension` on M.
template <typename Real>
struct ManifoldProblem {
  std::vector<std::string> coordinates;              ///< names of z1, …, zm
  std::optional<std::size_t> independent;            ///< which of them is the independent variable
  std::shared_ptr<const SmoothMap<Real>> equations;  ///< f; null: M = ℝᵐ
  std::vector<std::string> equation_names;           ///< for messages; as many as f has components
  std::vector<EquationOrigin> origins = {};          ///< likewise; empty: all of level 0
  std::size_t codimension = 0;                       ///< of M; at most f's number of components
  std::shared_ptr<const Distribution<Real>> distribution;
  /// About how large coordinates are, as exponents of powers of two: runs, searches and tests are
  /// made in units that are such powers (own_units.hpp). Empty: all are about 1.
  std::vector<int> sizes = {};
  /// What 1 in each coordinate counts in arc length; empty: 1.
  std::vector<Real> units = {};

  [[nodiscard]] std::size_t dimension() const noexcept { return coordinates.size(); }
};

}  // namespace leafwise::integrator
