// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/divisions.hpp"
#include "steppers/series_passage.hpp"

namespace leafwise::integrator {

/// Steps over places where a divisor v vanishes, and the curve is analytic all the same.
///
/// 1/v has a pole at distance τ, so the series are summed at 1.5 τ, where 1/v is regular again.
/// That fails as well if τ is not small against the radius of convergence; then the run comes
/// nearer by steps of its method, and tries again.
template <typename Real>
class DivisionPassage final : public SeriesPassage<Real> {
 public:
  using SeriesPassage<Real>::highest_degree;

  /// @param divisions with null divisors: nothing is passed
  /// @pre the problem outlives it
  DivisionPassage(const ManifoldProblem<Real>& problem,
                  const Divisions<Real>& divisions,
                  const Tolerance<Real>& tolerance);

  [[nodiscard]] bool exists() const noexcept { return divisors_ != nullptr; }

  /// At the first point of a run.
  void start(std::span<const Real> z);
  /// At the end of an accepted step of that size.
  void advance(std::span<const Real> z, Real size);

  /// Whether, going on as in the last step, a divisor vanishes within reach of steps like this, and
  /// was not tried at about the same distance before.
  [[nodiscard]] bool is_ahead(Real size) const;
  [[nodiscard]] bool was_tried() const noexcept { return was_tried_; }

  /// The share of a step where a divisor vanishes, if one does.
  [[nodiscard]] std::optional<Real> met(const Step<Real>& step);

  /// The way from the start of the step to the next zero of a divisor, with its sign, as far as the
  /// series knows it.
  [[nodiscard]] std::optional<Real> distance(const Step<Real>& step, Real direction);

  /// Makes a step over the place, with a `grid` of a multiple of it: size, to, to_field.
  /// False: there is nothing to pass, or not from here.
  [[nodiscard]] bool cross(Geometry<Real>& geometry, Step<Real>& step, Real direction, Real grid);
  /// Of the step that was made: which divisor vanishes.
  [[nodiscard]] std::size_t divisor() const noexcept { return divisor_; }

  /// Gives a point its reciprocals. False: so near to the place that they are too large for a
  /// projection; not a number at the place itself.
  [[nodiscard]] bool complete(Real theta, std::span<Real> z) override;

  [[nodiscard]] std::size_t memory_size() const noexcept;
  void append_memory(std::vector<std::int64_t>& memory) const;
  void restore(std::span<const std::int64_t> memory);

 private:
  [[nodiscard]] bool expand(const Step<Real>& step);
  [[nodiscard]] bool prepare_end(std::span<Real> z) override;
  [[nodiscard]] bool has_negative_root(std::span<const Real> z) const;

  using SeriesPassage<Real>::distance_;
  using SeriesPassage<Real>::limits_;
  using SeriesPassage<Real>::point_;
  using SeriesPassage<Real>::problem_;
  using SeriesPassage<Real>::series_;
  using SeriesPassage<Real>::size_;

  std::unique_ptr<SmoothMap<Real>> divisors_;
  std::vector<std::optional<std::size_t>> reciprocals_;
  std::vector<std::size_t> roots_;

  // What steps depend on beside their start; numbers of any accuracy do.
  std::vector<double> values_;   ///< of divisors, at the start of the step
  std::vector<double> before_;   ///< at the one before; not a number: there is none
  std::vector<double> in_vain_;  ///< |v| where a passage was tried last; 0: nowhere
  double last_size_ = 0;
  bool was_tried_ = false;  ///< from this start

  // The step.
  bool is_expanded_ = false;
  std::vector<Real> divisor_series_;  ///< one after the other
  std::vector<Real> divisor_values_;
  std::size_t divisor_ = 0;
};

extern template class DivisionPassage<double>;
extern template class DivisionPassage<long double>;

}  // namespace leafwise::integrator
