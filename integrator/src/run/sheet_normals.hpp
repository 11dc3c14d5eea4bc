// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "leafwise/integrator/smooth_map.hpp"
#include "linear/row_choice.hpp"
#include "linear/row_directions.hpp"

namespace leafwise::integrator {

/// The normals of f = 0, rows of df orthonormalised one after the other, compared between points.
/// They turn round from one sheet to the next, where sheets come near each other: each by itself,
/// so that two that turn at the same time do not hide each other, as they do in a determinant's
/// sign.
template <typename Real>
class SheetNormals {
 public:
  struct Frame {
    Real theta = 0;
    std::vector<Real> jacobian;  // k × m
  };

  /// @param equations f; null: there is nothing to compare
  SheetNormals(const SmoothMap<Real>* equations, std::size_t codimension, std::size_t dimension);

  [[nodiscard]] bool exists() const noexcept { return equations_ != nullptr; }
  [[nodiscard]] Frame frame() const { return {0, std::vector<Real>(values_.size() * m_)}; }
  void differentiate(std::span<const Real> point, Frame& frame);
  /// Chooses rows, if they were not.
  void start(const Frame& frame);

  /// The least cosine between normals of the same row.
  [[nodiscard]] Real compare(const Frame& a, const Frame& b);
  /// Whether a step from a to b may be one along its sheet, for all that its ends tell.
  [[nodiscard]] bool is_calm(const Frame& a, const Frame& b);
  /// Whether Newton's method would get from a to b, the point of M, at once: normals are the same
  /// but for a small share of their lengths.
  [[nodiscard]] bool is_same(const Frame& a, const Frame& b);
  /// Whether a part from a to b is along its sheet.
  [[nodiscard]] bool is_short(const Frame& a, const Frame& b);
  /// Goes from a frame to another in as many parts as normals need. @param look at θ of the step,
  /// on M, into a frame; false if there is nothing near
  template <typename Look>
  [[nodiscard]] bool follow(const Frame& from, const Frame& to, Look&& look);

  [[nodiscard]] const detail::RowChoice<Real>& choice() const noexcept { return choice_; }
  [[nodiscard]] detail::RowChoice<Real>& choice() noexcept { return choice_; }

 private:
  /// A narrow place may be 2^-30 of a step.
  static constexpr int most_halvings = 30;
  static constexpr int most_parts = 300;

  /// Of what a row adds to those before it, relative to the row, the least.
  Real orthonormalise(const Frame& frame, detail::Directions<Real>& normals);
  void renew_choice(const Frame& frame);

  std::unique_ptr<SmoothMap<Real>> equations_;
  std::size_t m_;
  std::size_t c_;
  detail::RowChoice<Real> choice_;
  detail::RowDirections<Real> rows_;
  detail::Directions<Real> at_a_, at_b_;
  std::vector<Real> values_;
};

template <typename Real>
template <typename Look>
bool SheetNormals<Real>::follow(const Frame& from, const Frame& to, Look&& look) {
  std::vector<Frame> ahead = {to};
  ahead.front().theta = 1;
  Frame here = from;
  here.theta = 0;
  Frame middle = from;
  for (int parts = 0; parts < most_parts; ++parts) {
    if (ahead.size() > most_halvings) return false;
    const Real theta = (here.theta + ahead.back().theta) / 2;
    if (!look(theta, middle)) return false;
    if (is_short(here, middle) && is_short(middle, ahead.back())) {
      std::swap(here, ahead.back());
      ahead.pop_back();
      if (ahead.empty()) return true;
    } else {
      ahead.push_back(middle);
    }
  }
  return false;
}

extern template class SheetNormals<double>;
extern template class SheetNormals<long double>;

}  // namespace leafwise::integrator
