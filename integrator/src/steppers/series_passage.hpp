// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "leafwise/integrator/tolerance.hpp"
#include "steppers/curve_series.hpp"
#include "steppers/curve_terms.hpp"

namespace leafwise::integrator {

/// A step that is a Taylor series, over a place where the equations say nothing of the direction.
///
/// What the equations have there that the curve has not, a pole of a reciprocal or of a multiplier,
/// is at distance τ. The series of the curve's coordinates converge beyond it if, and only if,
/// nothing happens to them there. What a pole, a logarithm or a fractional power adds to term k
/// grows by the ratio of step and τ to the power of k, so that terms do not get small. And the sum
/// has to solve the equations at its end, where they are regular again.
///
/// Sizes are relative for each coordinate, by itself. Where a divisor vanishes they go by the
/// change around the place: |t|^(3/2) is small near 0, and no smaller number of it makes it
/// analytic. In a singular place of M, where what is not analytic ends or turns round, by the
/// coordinate.
template <typename Real>
class SeriesPassage {
 public:
  static constexpr std::size_t highest_degree = 20;

  virtual ~SeriesPassage() = default;
  SeriesPassage(const SeriesPassage&) = delete;
  SeriesPassage& operator=(const SeriesPassage&) = delete;

  /// Ends the step that was made, earlier or at the place itself.
  void cut(Step<Real>& step, Real size);
  /// At which share of the step that was made the place is.
  [[nodiscard]] Real share() const noexcept { return distance_ / size_; }

  /// The step as a polynomial; a straight line for coordinates that have a pole in it.
  void interpolate(const Step<Real>& step, StepPolynomial<Real>& polynomial) const;
  /// Gives a point of this polynomial what it has no terms for. False: so near to the place that it
  /// is not to be projected.
  [[nodiscard]] virtual bool complete(Real theta, std::span<Real> z) = 0;

 protected:
  /// What terms have to be small against.
  enum class Against { change, size };

  SeriesPassage(const ManifoldProblem<Real>& problem,
                Parameter parameter,
                const Tolerance<Real>& tolerance,
                Against against);

  [[nodiscard]] bool expand_series(const Step<Real>& step);
  /// What the equations leave open of a start that is rounded: near a singular place of M that is
  /// more than the tolerance of what follows from others. No passage can ask for less.
  void note_rounding(Geometry<Real>& geometry, const Step<Real>& step);
  /// The same of V at the end of the step, over the step: of the defect no less can be asked.
  void note_rounding_of_end(Geometry<Real>& geometry, Step<Real>& step);
  void forget_rounding_of_end() { std::ranges::fill(end_rounding_, Real{0}); }
  /// With distance_ and size_: how many terms are enough for it, if any are.
  [[nodiscard]] bool find_degree(const Step<Real>& step);
  /// The end of the series, on M, and the direction there; both as the series has them.
  [[nodiscard]] bool arrive(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] bool has_no_defect(const Step<Real>& step);
  void differentiate_sum(std::span<Real> out) const;
  /// The end of the sum, before it is projected. False: it cannot be one.
  [[nodiscard]] virtual bool prepare_end(std::span<Real> z) = 0;

  const ManifoldProblem<Real>* problem_;
  Parameter parameter_;
  Against against_;
  std::vector<Real> shares_;    ///< of a coordinate's size, that it may be off
  std::vector<Real> absolute_;  ///< … beside this, in places of M
  std::vector<Real> rounding_;  ///< … and this
  detail::TermLimits<Real> limits_;
  std::optional<CurveSeries<Real>> series_, rounded_;
  std::vector<Real> point_;
  std::size_t degree_ = 0;
  Real loose_ = 1;  ///< what may be off is so many times more
  Real distance_ = 0;
  Real size_ = 0;

 private:
  /// Limits from the low terms, within the distance.
  void measure();
  void round(std::span<const Real> z);
  /// From a point that is rounded in another way.
  [[nodiscard]] bool expand_rounded(const Step<Real>& step);

  std::vector<Real> end_rounding_;
  bool is_rounded_ = false;  ///< that series is there
};

extern template class SeriesPassage<double>;
extern template class SeriesPassage<long double>;

}  // namespace leafwise::integrator
