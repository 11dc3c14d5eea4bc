// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"
#include "local/taylor_program.hpp"

namespace leafwise::algebra::detail {

/// Constraints of a mechanism along power series of its coordinates, in doubles.
///
/// Of those looked at, *basic* ones have independent gradients at the start; each of the others
/// depends on them there, and u = g − Σ a_k g_k vanishes to the second order.
class SingularMotion {
 public:
  using Vector = std::vector<double>;
  using Matrix = std::vector<Vector>;
  static constexpr unsigned order = 21;  ///< of the series of a coordinate

  /// @param positions a value for each coordinate
  SingularMotion(const AnalyticSystem& system, double time, const Vector& positions);

  [[nodiscard]] std::size_t constraints() const noexcept { return constraints_.size(); }
  [[nodiscard]] std::size_t coordinates() const noexcept { return size_; }
  [[nodiscard]] std::size_t basic() const noexcept { return basic_.size(); }

  /// Looks at these constraints only, by their places among all.
  void look_at(const std::vector<std::size_t>& looked_at);
  /// Their gradients at the start, and those of u along it: G of the basic ones, u''(v, ·).
  [[nodiscard]] Matrix slopes(const Vector& velocity);
  /// Newton's method with least changes on G v + g_t = 0, u''(v, v) + … = 0.
  [[nodiscard]] std::optional<Vector> tangent_near(const Vector& velocity);
  /// Taylor coefficients of the motion with this velocity, of each coordinate.
  /// @pre slopes(velocity) has full row rank
  [[nodiscard]] std::optional<Matrix> series(const Vector& velocity);
  /// Whether all constraints hold along a series, also those that were not looked at.
  [[nodiscard]] bool holds_along(const Matrix& series);

 private:
  void start(const Vector& velocity);
  [[nodiscard]] Vector gradient(std::size_t constraint, unsigned k) const;
  [[nodiscard]] Vector values(unsigned k) const;
  [[nodiscard]] double rest_of(std::size_t dependent, const Vector& of) const;
  [[nodiscard]] Vector u_gradient(std::size_t dependent, unsigned k) const;
  [[nodiscard]] bool advance(unsigned j);
  void add_reactions(unsigned j, Vector& right) const;

  std::size_t size_;
  Vector positions_;
  double time_;
  Doubles field_;
  TaylorGraph graph_;
  std::vector<NodeIndex> motions_, constraints_;
  std::vector<std::vector<Partial>> slopes_, masses_;
  std::optional<TaylorPlan> constraint_plan_, motion_plan_;
  std::optional<TaylorValues<Doubles>> along_, forces_;

  std::vector<std::size_t> basic_, dependent_;
  Matrix shares_;  ///< a, of each dependent one
  Series<double> series_;
  Matrix reactions_;  ///< t λ, coefficient by coefficient, by constraints
};

}  // namespace leafwise::algebra::detail
