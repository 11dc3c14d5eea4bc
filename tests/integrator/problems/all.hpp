// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "fields.hpp"
#include "mechanisms.hpp"

namespace leafwise::tests {

template <typename Real>
struct NamedProblem {
  std::string name;
  StartedProblem<Real> started;
};

/// Every problem of this folder whose distribution is tangent to its manifold, for laws that hold
/// for all of them.
template <typename Real>
[[nodiscard]] std::vector<NamedProblem<Real>> all_problems() {
  return {{"circle", circle<Real>()},
          {"rotating sphere", rotating_sphere<Real>()},
          {"sphere with folds", sphere_with_folds<Real>()},
          {"Hénon–Heiles", henon_heiles<Real>()},
          {"Kepler", kepler<Real>()},
          {"stiff pendulum, 0.1", stiff_pendulum<Real>(0.1L)},
          {"stiff pendulum, 0.01", stiff_pendulum<Real>(0.01L)},
          {"discharge", discharge<Real>()},
          {"pendulum", reduced_form<Real>(pendulum())},
          {"pendulum, linear block", block_form<Real>(pendulum())},
          {"regular four-bar", reduced_form<Real>(regular_four_bar())},
          {"regular four-bar, linear block", block_form<Real>(regular_four_bar())},
          {"parallelogram four-bar", reduced_form<Real>(parallelogram_four_bar())},
          {"crossed four-bar", reduced_form<Real>(crossed_four_bar())},
          {"crossed four-bar, linear block", block_form<Real>(crossed_four_bar())},
          {"six points", reduced_form<Real>(six_points())},
          {"Andrews' squeezer", reduced_form<Real>(andrews_squeezer())},
          {"two four-bars", reduced_form<Real>(n_four_bar(false))},
          {"two four-bars, redundant", reduced_form<Real>(n_four_bar(true))}};
}

}  // namespace leafwise::tests
