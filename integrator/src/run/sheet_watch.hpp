// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "linear/row_choice.hpp"
#include "linear/row_directions.hpp"
#include "steppers/dense_output.hpp"

namespace leafwise::integrator {

/// Recognises steps whose end is on another sheet of M than their start, where sheets come near
/// each other. The normals of M, orthonormalised row by row, turn round from one sheet to the next:
/// each by itself, so that two that turn at the same time do not hide each other, as they do in a
/// determinant's sign. What has turned far is followed along the step in parts.
///
/// It is no proof: a step over two sheets at once that comes out with the same normals is seen only
/// if a place between is looked at.
template <typename Real>
class SheetWatch {
 public:
  explicit SheetWatch(const ManifoldProblem<Real>& problem);

  /// The normals at a point of M from which steps begin.
  void start(Geometry<Real>& geometry, std::span<const Real> point);
  /// Whether the step has stayed on its sheet, as far as this can see, with its middle if that is
  /// kept. @pre step.has_to_field
  [[nodiscard]] bool stays(Geometry<Real>& geometry,
                           DenseOutput<Real>& dense,
                           const Step<Real>& step,
                           bool has_middle);
  /// Whether the point of M at θ, near the start of the step, is on its sheet: projecting it from
  /// the polynomial met no normals of another one.
  [[nodiscard]] bool is_on(Geometry<Real>& geometry, DenseOutput<Real>& dense, Real theta);
  /// The end of the step that `stays` was asked about is the next start.
  void advance() { std::swap(from_.jacobian, to_.jacobian); }

  [[nodiscard]] std::size_t memory_size() const noexcept { return choice_.memory_size(); }
  void append_memory(std::vector<std::int64_t>& memory) const { choice_.append_memory(memory); }
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory) { choice_.restore(memory); }

 private:
  struct Frame {
    Real theta = 0;
    std::vector<Real> jacobian;  // k × m
  };

  void differentiate(Geometry<Real>& geometry, std::span<const Real> point, Frame& frame);
  /// Of what a row adds to those before it, relative to the row, the least.
  Real orthonormalise(const Frame& frame, detail::Directions<Real>& normals);
  /// The least cosine between normals of the same row.
  Real compare(const Frame& a, const Frame& b);
  /// Whether Newton's method would get from a to b, the point of M, at once: normals are the same
  /// but for a small share of their lengths.
  [[nodiscard]] bool is_same(const Frame& a, const Frame& b);
  void renew_choice(const Frame& frame);
  [[nodiscard]] bool is_calm(Geometry<Real>& geometry, const Step<Real>& step);
  [[nodiscard]] bool has_middle_on_sheet(Geometry<Real>& geometry,
                                         DenseOutput<Real>& dense,
                                         const Step<Real>& step);
  /// Goes along the step in as many parts as the normals need.
  [[nodiscard]] bool follow(Geometry<Real>& geometry, DenseOutput<Real>& dense);
  [[nodiscard]] bool is_short(const Frame& a, const Frame& b);
  /// At θ of the step, on M; false if there is nothing near.
  [[nodiscard]] bool look(Geometry<Real>& geometry,
                          DenseOutput<Real>& dense,
                          Real theta,
                          Frame& frame);

  std::unique_ptr<SmoothMap<Real>> equations_;
  std::size_t m_;
  std::size_t c_;
  detail::RowChoice<Real> choice_;
  Frame from_, to_, other_;
  detail::RowDirections<Real> rows_;
  detail::Directions<Real> at_a_, at_b_;
  std::vector<Real> values_, point_;
};

}  // namespace leafwise::integrator
