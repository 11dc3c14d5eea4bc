// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "leafwise/integrator/stepper.hpp"
#include "leafwise/integrator/tolerance.hpp"
#include "linear/normal_space.hpp"

namespace leafwise::integrator {

/// A model of V near a point p, for the iterations of implicit stages: a frame z₁…z_d of T_pM
/// (orthonormal rows), the derivatives dV z_k, and K = Z dV Zᵀ, the derivative in that frame. On M
/// = ℝᵐ, and where stages are not projected, the frame is that of the coordinates.
///
/// Derivatives are differences over √ε of the size of the coordinates: along tangents they leave M
/// by O(ε), round-off, so that fields known on M only can be differentiated.
template <typename Real>
struct FieldModel {
  FieldModel() = default;
  FieldModel(std::size_t coordinates, std::size_t directions)
      : m(coordinates), d(directions), frame(d * m), along(d * m), reduced(d * d) {}

  std::size_t m = 0;
  std::size_t d = 0;
  std::vector<Real> frame;    ///< d × m: z_k
  std::vector<Real> along;    ///< d × m: dV z_k
  std::vector<Real> reduced;  ///< d × d: K

  /// K from the frame and the derivatives.
  void reduce();
  /// Largest row sum of |K|.
  [[nodiscard]] Real size() const;
  /// out = Σ u_k rows_k, where rows is `frame` or `along`.
  void spread(const std::vector<Real>& rows, std::span<const Real> u, std::span<Real> out) const;
};

/// Makes models at points of M.
template <typename Real>
class FieldDifferentiator {
 public:
  /// `projects`: stages are on M.
  FieldDifferentiator(const ManifoldProblem<Real>& problem,
                      bool projects,
                      const Tolerance<Real>& tolerance);

  [[nodiscard]] std::size_t directions() const noexcept { return m_ - c_; }

  /// @pre v = V at p
  StepStatus differentiate(Geometry<Real>& geometry,
                           std::span<const Real> p,
                           std::span<const Real> v,
                           FieldModel<Real>& model);

  /// The model at p, where the tangent space differs: p's own frame, with derivatives along the
  /// components of its vectors in the old frame. Good and false: these are too small. Costs df at
  /// p, but no field. @pre has_normals()
  StepStatus transport(Geometry<Real>& geometry,
                       const FieldModel<Real>& old,
                       std::span<const Real> p,
                       FieldModel<Real>& model,
                       bool& fits);
  /// False: frames are the same everywhere.
  [[nodiscard]] bool has_normals() const noexcept { return equations_ != nullptr; }

  /// Which of redundant rows are used: for Stepper::memory.
  [[nodiscard]] const detail::RowChoice<Real>& choice() const noexcept { return normals_.choice(); }
  [[nodiscard]] detail::RowChoice<Real>& choice() noexcept { return normals_.choice(); }

 private:
  StepStatus find_frame(Geometry<Real>& geometry, std::span<const Real> p, FieldModel<Real>& model);
  void gather_frame(FieldModel<Real>& model);
  /// How far to go along z.
  [[nodiscard]] Real distance(std::span<const Real> p, const Real* z) const;

  std::size_t m_;
  std::size_t c_;
  std::optional<std::size_t> independent_;
  std::vector<Real> least_sizes_;  // of coordinates; 0: nothing is known of them
  std::unique_ptr<SmoothMap<Real>> equations_;
  detail::NormalSpace<Real> normals_;
  std::vector<Real> f_;           // k
  std::vector<Real> multiplier_;  // c
  std::vector<Real> tangents_;    // m × m: the unit vectors, projected
  std::vector<Real> point_, slope_;
};

}  // namespace leafwise::integrator
