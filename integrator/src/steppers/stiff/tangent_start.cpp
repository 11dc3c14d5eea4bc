// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/stiff_mechanics.hpp"
#include "linear/small_vectors.hpp"
#include "steppers/stiff/stiff_start.hpp"

namespace leafwise::integrator::detail {
namespace {

/// Newton's iteration to 𝒰, and the pull back along it, which converges by the ratio of the
/// distance to the radius of curvature.
constexpr int most_iterations = 200;
/// Of the largest ω²: smaller ones may come from the distance to 𝒰.
constexpr double first_share = 1e-2;
/// Steps of so many units of round-off are none.
constexpr double round_off_steps = 16;
/// Round-off that the iteration may stall at, in the same units.
constexpr double most_round_off = 1e6;

template <typename Real>
using Vector = typename StiffFrame<Real>::Vector;

/// Moves a point to ∇U = 0.
template <typename Real>
class Descent {
 public:
  Descent(StiffFrame<Real>& frame, std::span<const Real> start)
      : frame_(frame),
        place_(start.begin(), start.begin() + 1 + frame.size()),
        position_(place_.data() + 1, frame.size()) {}

  /// To some point of 𝒰. Off 𝒰 directions along it have curvatures as well, of the size of the
  /// distance and of any sign: at first only those count in which U is clearly convex, others where
  /// the gradient does not vanish without them. At last, with all that are not negligible, to
  /// round-off.
  [[nodiscard]] std::optional<std::string> arrive() {
    Real share = static_cast<Real>(first_share);
    for (;;) {
      if (const auto failure = iterate([&] { return across(convex(share)); })) return failure;
      if (is_stationary()) break;
      if (share <= negligible_stiffness<Real>()) return "its gradient does not vanish";
      share = std::max(share * static_cast<Real>(first_share), negligible_stiffness<Real>());
    }
    return iterate([&] {
      scale_ = std::max(scale_, std::abs(frame_.squares()(0)));
      return across(frame_.rank(std::abs(frame_.squares()(0))));
    });
  }

  /// ∇U is 0 beside what H makes of the size of q: for where H vanishes with it, Newton's steps are
  /// no measure.
  [[nodiscard]] bool is_stationary() const {
    const Real size = std::max(position_.cwiseAbs().maxCoeff(), Real{1});
    const Real unit = frame_.mass().cwiseAbs().maxCoeff() * scale_ * size;
    return frame_.gradient().cwiseAbs().maxCoeff() <=
           negligible_stiffness<Real>() * std::max(unit, std::numeric_limits<Real>::min());
  }

  /// To the point of 𝒰 from which `target` is seen along M-normals. @pre the point is on 𝒰
  [[nodiscard]] std::optional<std::string> pull(const Vector<Real>& target, Eigen::Index rank) {
    return iterate([&] {
      const auto along = frame_.directions().rightCols(frame_.size() - rank);
      const Vector<Real> back =
          along * (along.transpose() * (frame_.mass() * (target - position_)));
      return Vector<Real>(across(rank) + back);
    });
  }

  [[nodiscard]] std::vector<Real>& place() { return place_; }
  [[nodiscard]] Vector<Real> position() const { return position_; }
  /// The largest |ω²| met on the way.
  [[nodiscard]] Real scale() const { return scale_; }
  [[nodiscard]] bool has_mass() const { return has_mass_; }

 private:
  /// How many of the first directions are convex by more than this share of the largest.
  [[nodiscard]] Eigen::Index convex(Real share) {
    const auto& squares = frame_.squares();
    scale_ = std::max(scale_, std::abs(squares(0)));
    Eigen::Index count = 0;
    while (count < squares.size() && squares(count) > share * std::abs(squares(0))) ++count;
    return count;
  }

  /// Newton's step by the first directions.
  [[nodiscard]] Vector<Real> across(Eigen::Index rank) const {
    const auto stiff = frame_.directions().leftCols(rank);
    const Vector<Real> parts =
        (stiff.transpose() * frame_.gradient()).cwiseQuotient(frame_.squares().head(rank));
    return -(stiff * parts);
  }

  template <typename Step>
  [[nodiscard]] std::optional<std::string> iterate(const Step& step_of) {
    const Real unit = std::numeric_limits<Real>::epsilon();
    Real last = std::numeric_limits<Real>::infinity();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      const auto state = frame_.take(place_);
      if (state == StiffFrame<Real>::State::mass_not_positive) {
        has_mass_ = false;
        return "the mass matrix is not positive definite there";
      }
      if (state != StiffFrame<Real>::State::good) return "functions have no values on the way";
      const Vector<Real> step = step_of();
      const Real size = step.cwiseAbs().maxCoeff();
      const Real most = std::max(position_.cwiseAbs().maxCoeff(), std::numeric_limits<Real>::min());
      if (!std::isfinite(size)) return "the iteration does not stay finite";
      if (size <= static_cast<Real>(round_off_steps) * unit * most) return std::nullopt;
      if (size > last / 2 && size <= static_cast<Real>(most_round_off) * unit * most) {
        return std::nullopt;
      }
      last = size;
      position_ += step;
    }
    return "the iteration does not converge";
  }

  StiffFrame<Real>& frame_;
  std::vector<Real> place_;
  Eigen::Map<Vector<Real>> position_;
  Real scale_ = 0;
  bool has_mass_ = true;
};

/// Along normals: v − N μ with (d/dt) ∇U = H v + ∂∇U/∂t = 0. Once more for round-off.
template <typename Real>
Vector<Real> tangent_velocity(const StiffFrame<Real>& frame, Vector<Real> v, Eigen::Index rank) {
  const auto stiff = frame.directions().leftCols(rank);
  for (int i = 0; i < 2; ++i) {
    const Vector<Real> rate = frame.hessian() * v + frame.drift();
    v -= stiff * (stiff.transpose() * rate).cwiseQuotient(frame.squares().head(rank));
  }
  return v;
}

}  // namespace

template <typename Real>
std::variant<TangentPoint<Real>, Undefined, Unable> find_tangent_point(
    const StiffProblem<Real>& problem, StiffFrame<Real>& frame, std::span<const Real> start) {
  const std::size_t n = problem.size();
  if (start.size() != 1 + 2 * n || !all_finite(start)) {
    throw InvalidInput(
        Mistake{"the start is no point", std::to_string(1 + 2 * n) + " numbers: t, q, q'", {}, {}});
  }
  Descent<Real> descent(frame, start);
  const Vector<Real> target = descent.position();
  if (const auto failure = descent.arrive()) {
    if (!descent.has_mass()) return Undefined{*failure};
    return Unable{"no minimum of the potential was found near the start: " + *failure};
  }
  const Eigen::Index rank = frame.rank(descent.scale());
  if (!descent.is_stationary()) {
    return Undefined{"the potential has no minimum near the start: its gradient does not vanish"};
  }
  if (rank == 0) {
    return Undefined{"the Hessian of the potential is 0 at its minimum: nothing is stiff there"};
  }
  if (frame.squares().head(rank).minCoeff() < 0) {
    return Undefined{"the potential is stationary near the start, but has no minimum there"};
  }
  // Where curvature is too strong for the pull to converge, any point of 𝒰 is as good.
  const std::vector<Real> arrived = descent.place();
  if (descent.pull(target, rank) || frame.rank(descent.scale()) != rank) {
    descent.place() = arrived;
    (void)frame.take(arrived);
  }
  TangentPoint<Real> result;
  result.rank = rank;
  result.position = descent.position();
  const Eigen::Map<const Vector<Real>> v(start.data() + 1 + n, static_cast<Eigen::Index>(n));
  result.velocity = tangent_velocity<Real>(frame, v, rank);
  return result;
}

template <typename Real>
StiffStart<Real> make_start(const StiffProblem<Real>& problem,
                            const StiffFrame<Real>& frame,
                            const TangentPoint<Real>& tangent,
                            Real t) {
  StiffStart<Real> result;
  result.point.push_back(t);
  result.point.insert(result.point.end(), tangent.position.begin(), tangent.position.end());
  result.point.insert(result.point.end(), tangent.velocity.begin(), tangent.velocity.end());
  result.rank = static_cast<std::size_t>(tangent.rank);
  for (Eigen::Index i = 0; i < tangent.rank; ++i) {
    result.frequencies.push_back(std::sqrt(frame.squares()(i)) / problem.epsilon);
  }
  return result;
}

template std::variant<TangentPoint<double>, Undefined, Unable> find_tangent_point(
    const StiffProblem<double>&, StiffFrame<double>&, std::span<const double>);
template std::variant<TangentPoint<long double>, Undefined, Unable> find_tangent_point(
    const StiffProblem<long double>&, StiffFrame<long double>&, std::span<const long double>);
template StiffStart<double> make_start(const StiffProblem<double>&,
                                       const StiffFrame<double>&,
                                       const TangentPoint<double>&,
                                       double);
template StiffStart<long double> make_start(const StiffProblem<long double>&,
                                            const StiffFrame<long double>&,
                                            const TangentPoint<long double>&,
                                            long double);

}  // namespace leafwise::integrator::detail

namespace leafwise::integrator {

template <typename Real>
Outcome<StiffStart<Real>> tangent_start(const StiffProblem<Real>& problem,
                                        std::span<const Real> start) {
  return smooth_start(problem, start, 0);
}

template Outcome<StiffStart<double>> tangent_start(const StiffProblem<double>&,
                                                   std::span<const double>);
template Outcome<StiffStart<long double>> tangent_start(const StiffProblem<long double>&,
                                                        std::span<const long double>);

}  // namespace leafwise::integrator
