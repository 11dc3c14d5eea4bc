// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "steppers/crossing_check.hpp"
#include "steppers/rank_watch.hpp"
#include "steppers/series_passage.hpp"

namespace leafwise::integrator {

/// Steps over places where the distribution stops being one-dimensional, or M has no tangent space,
/// and the curve is analytic all the same: a linkage that lies flat, where a multiplier has a pole.
///
/// The series of the coordinates is made in front of the place, and summed behind it. Where along
/// it the distribution is worst says where the place is; the sum has to satisfy the equations of M
/// there and on both sides, too. What starts in such a place brings a series with it.
template <typename Real>
class SingularPassage final : public SeriesPassage<Real> {
 public:
  using SeriesPassage<Real>::highest_degree;

  /// @param passes whether any place is to be passed
  /// @param opening coefficients 0, 1, … of the curve at its start; empty: it starts regularly
  /// @pre the problem outlives it
  SingularPassage(const ManifoldProblem<Real>& problem,
                  bool passes,
                  std::span<const Real> opening,
                  Parameter parameter,
                  const Tolerance<Real>& tolerance);

  [[nodiscard]] bool exists() const noexcept { return passes_; }

  /// At the first point of a run, or behind a place.
  void start(std::span<const Real> z);
  /// At the end of an accepted step of that size.
  void advance(std::span<const Real> z, Real size);

  /// Whether the run begins with a series that is not yet made use of.
  [[nodiscard]] bool has_opening() const noexcept { return has_opening_; }
  /// V at the start, by the series. @pre has_opening
  void begin(std::span<Real> field) const;
  /// Makes the first step of a run. False: the series is no solution.
  [[nodiscard]] bool open(Geometry<Real>& geometry, Step<Real>& step, Real direction, Real grid);

  /// Whether, going on as in the last step, a place is within reach of steps like this, and was not
  /// tried at about the same distance before.
  [[nodiscard]] bool is_ahead(Real size) const;
  /// Whether a step that ends there would leave no place before it to pass from.
  [[nodiscard]] bool comes_too_near(std::span<const Real> z);
  /// For the next step of the method, so that a place that could not be passed from here is tried
  /// from nearer, and not from too near.
  [[nodiscard]] Real longest_step() const;
  [[nodiscard]] bool was_tried() const noexcept { return was_tried_; }
  [[nodiscard]] bool comes_nearer() const;
  /// Makes a step over the place, with a `grid` of a multiple of it: size, to, to_field.
  /// False: there is none, or not from here.
  [[nodiscard]] bool cross(Geometry<Real>& geometry, Step<Real>& step, Real direction, Real grid);

  /// A coordinate in the place that the step goes over. @pre cross
  [[nodiscard]] Real at_place(std::size_t coordinate) const;

  [[nodiscard]] bool complete(Real theta, std::span<Real> z) override;

  [[nodiscard]] std::size_t memory_size() const noexcept;
  void append_memory(std::vector<std::int64_t>& memory) const;
  void restore(std::span<const std::int64_t> memory);

 private:
  static constexpr std::size_t own_memory = 5;
  /// Of the way to the place, for the end of the step: not sooner.
  static constexpr double least_ratio = 1.15;
  static constexpr std::size_t sample_count = 16;

  [[nodiscard]] bool prepare_end(std::span<Real> /*z*/) override { return true; }
  void estimate_error(Real way);
  [[nodiscard]] bool has_crossing();
  [[nodiscard]] Real quality_at(Real way);
  [[nodiscard]] std::optional<Real> farthest(const Step<Real>& step, Real direction);
  [[nodiscard]] bool is_rounding() const;
  [[nodiscard]] bool find_place(Real longest);
  [[nodiscard]] bool find_place_by(Real longest);
  void narrow(Real low, Real high);
  [[nodiscard]] bool choose_end(Real longest, Real grid);
  [[nodiscard]] bool satisfies_equations(Geometry<Real>& geometry);
  [[nodiscard]] bool land(Geometry<Real>& geometry, Step<Real>& step);
  [[nodiscard]] bool land_behind(Geometry<Real>& geometry, Step<Real>& step, Real grid);
  [[nodiscard]] Real reach_of_opening(Real direction);

  using SeriesPassage<Real>::degree_;
  using SeriesPassage<Real>::distance_;
  using SeriesPassage<Real>::limits_;
  using SeriesPassage<Real>::loose_;
  using SeriesPassage<Real>::parameter_;
  using SeriesPassage<Real>::point_;
  using SeriesPassage<Real>::problem_;
  using SeriesPassage<Real>::rounded_;
  using SeriesPassage<Real>::series_;
  using SeriesPassage<Real>::shares_;
  using SeriesPassage<Real>::size_;

  bool passes_;
  std::vector<Real> opening_;
  std::vector<Real> direction_;
  std::vector<detail::RankWatch<Real>> watches_;  ///< of levels, if it passes
  detail::RankWatch<Real>* watch_ = nullptr;      ///< which sees the place
  std::optional<CrossingCheck<Real>> check_;      ///< if it passes and there are equations
  std::vector<Real> error_, front_;
  std::array<Real, sample_count + 1> samples_{};
  Real at_place_ = 0;  ///< the rank there

  // What steps depend on beside their start; numbers of any accuracy do.
  double ahead_ = 0;             ///< the way to a place that could not be passed; 0: none was seen
  double seen_ = 0;              ///< … from where it was tried last
  std::int64_t approaches_ = 0;  ///< from how many points it was seen
  bool was_tried_ = false;       ///< from this start
  bool has_opening_ = false;
};

extern template class SingularPassage<double>;
extern template class SingularPassage<long double>;

}  // namespace leafwise::integrator
