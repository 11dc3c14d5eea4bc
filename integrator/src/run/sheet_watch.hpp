// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "run/sheet_normals.hpp"
#include "steppers/dense_output.hpp"

namespace leafwise::integrator {

/// Recognises steps whose end is on another sheet of M than their start, where sheets come near
/// each other, by the normals of M (SheetNormals). What has turned far is followed along the step
/// in parts.
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

  [[nodiscard]] std::size_t memory_size() const noexcept { return normals_.choice().memory_size(); }
  void append_memory(std::vector<std::int64_t>& memory) const {
    normals_.choice().append_memory(memory);
  }
  /// @throws InvalidInput
  void restore(std::span<const std::int64_t> memory) { normals_.choice().restore(memory); }

 private:
  using Frame = typename SheetNormals<Real>::Frame;

  void differentiate(Geometry<Real>& geometry, std::span<const Real> point, Frame& frame);
  [[nodiscard]] bool is_calm(Geometry<Real>& geometry, const Step<Real>& step);
  [[nodiscard]] bool has_middle_on_sheet(Geometry<Real>& geometry,
                                         DenseOutput<Real>& dense,
                                         const Step<Real>& step);
  /// Goes along the step in as many parts as the normals need.
  [[nodiscard]] bool follow(Geometry<Real>& geometry, DenseOutput<Real>& dense);
  /// At θ of the step, on M; false if there is nothing near.
  [[nodiscard]] bool look(Geometry<Real>& geometry,
                          DenseOutput<Real>& dense,
                          Real theta,
                          Frame& frame);

  SheetNormals<Real> normals_;
  Frame from_, to_, other_;
  std::vector<Real> point_;
};

}  // namespace leafwise::integrator
