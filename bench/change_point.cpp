// SPDX-License-Identifier: GPL-3.0-or-later
// What simulators of other kinds do where a linkage lies flat and its branches cross: a model by
// dummy derivatives, one by penalties, and IDA, beside the reference. docs/why.md quotes it.
#include "change_point.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>
#include <sstream>
#include <vector>

namespace leafwise::bench::change_point {

namespace {

constexpr double gravity = 9.81;
constexpr double torque = 0.8;
/// tests/data: t = 5 by extrapolation, 28 digits.
constexpr Positions reference{
    0.99217851576592153, 0.12482705176576507, 2.9317421526023842, -0.36312058749659938};

using Matrix = std::vector<std::vector<double>>;

/// Gauss with partial pivots; nothing where a pivot is as good as 0.
std::optional<std::vector<double>> solved(Matrix a, std::vector<double> b) {
  constexpr double smallest = 1e-12;
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    }
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    if (!(std::abs(a[k][k]) > smallest)) return std::nullopt;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

/// The accelerations of q that keep d²g/dt² = 0: M q'' + Gᵀλ = F, G q'' = −v'g''v.
std::optional<Positions> acceleration(const State& state) {
  const auto g = gradients(state.q);
  const Positions f = force(state.q);
  const Multipliers bend = curvature(state.v);
  Matrix matrix(7, std::vector<double>(7, 0.0));
  std::vector<double> right(7);
  for (std::size_t i = 0; i < 4; ++i) {
    matrix[i][i] = mass[i];
    right[i] = f[i];
    for (std::size_t k = 0; k < 3; ++k) matrix[i][4 + k] = matrix[4 + k][i] = g[k][i];
  }
  for (std::size_t k = 0; k < 3; ++k) right[4 + k] = -bend[k];
  const auto solution = solved(matrix, right);
  if (!solution) return std::nullopt;
  return Positions{(*solution)[0], (*solution)[1], (*solution)[2], (*solution)[3]};
}

/// One position and its velocity are states; the other three follow from the constraints by Newton,
/// from where they were.
class DummyDerivatives {
 public:
  explicit DummyDerivatives(const State& state) : last_(state) { select(); }

  /// The position whose removal leaves the best conditioned matrix of the others, as tools choose.
  void select() {
    double best = -1;
    for (std::size_t i = 0; i < 4; ++i) {
      const double size = std::abs(determinant(i));
      if (size > best) {
        best = size;
        chosen_ = i;
      }
    }
  }

  [[nodiscard]] double coordinate() const { return last_.q[chosen_]; }
  [[nodiscard]] double rate() const { return last_.v[chosen_]; }
  [[nodiscard]] const State& state() const { return last_; }

  /// All of the state from the chosen coordinate and its rate. False where Newton's method fails.
  bool complete(double coordinate, double rate) {
    constexpr int most = 20;
    constexpr double enough = 1e-13;
    State next = last_;
    next.q[chosen_] = coordinate;
    double size = 1;
    for (int i = 0; i < most && size > enough; ++i) {
      const Multipliers g = constraints(next.q);
      const auto step = solved(without(next.q), {-g[0], -g[1], -g[2]});
      if (!step) return false;
      size = 0;
      for (std::size_t k = 0, j = 0; k < 4; ++k) {
        if (k == chosen_) continue;
        next.q[k] += (*step)[j];
        size = std::max(size, std::abs((*step)[j++]));
      }
    }
    if (size > enough) return false;
    const auto g = gradients(next.q);
    next.v[chosen_] = rate;
    const auto rates = solved(
        without(next.q), {-g[0][chosen_] * rate, -g[1][chosen_] * rate, -g[2][chosen_] * rate});
    if (!rates) return false;
    for (std::size_t k = 0, j = 0; k < 4; ++k) {
      if (k != chosen_) next.v[k] = (*rates)[j++];
    }
    last_ = next;
    return true;
  }

  /// One step of the classical method of order 4. False where it fails.
  bool step(double h) {
    const State before = last_;
    const double y = coordinate();
    const double z = rate();
    std::array<double, 4> slopes_y{};
    std::array<double, 4> slopes_z{};
    constexpr std::array<double, 4> places{0, 0.5, 0.5, 1};
    for (std::size_t i = 0; i < 4; ++i) {
      const double dy = i == 0 ? 0 : slopes_y[i - 1];
      const double dz = i == 0 ? 0 : slopes_z[i - 1];
      if (!complete(y + places[i] * h * dy, z + places[i] * h * dz)) return false;
      const auto a = acceleration(last_);
      if (!a) return false;
      slopes_y[i] = rate();
      slopes_z[i] = (*a)[chosen_];
    }
    last_ = before;
    const auto sum = [](const std::array<double, 4>& k) {
      return (k[0] + 2 * k[1] + 2 * k[2] + k[3]) / 6;
    };
    return complete(y + h * sum(slopes_y), z + h * sum(slopes_z));
  }

 private:
  [[nodiscard]] Matrix without(const Positions& q) const { return without(q, chosen_); }
  [[nodiscard]] static Matrix without(const Positions& q, std::size_t column) {
    const auto g = gradients(q);
    Matrix matrix(3);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (j != column) matrix[k].push_back(g[k][j]);
      }
    }
    return matrix;
  }
  [[nodiscard]] double determinant(std::size_t column) const {
    const Matrix a = without(last_.q, column);
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  }

  State last_;
  std::size_t chosen_ = 0;
};

Outcome by_dummy_derivatives(double h) {
  Outcome outcome;
  outcome.method = "dummy derivatives, dynamic selection, steps of " + short_text(h);
  DummyDerivatives model(start());
  const auto count = static_cast<std::size_t>(std::lround(goal / h));
  for (std::size_t i = 1; i <= count; ++i) {
    model.select();
    if (!model.step(h)) {
      outcome.reason = "the constraints cannot be solved for the dummy derivatives";
      break;
    }
    watch(outcome, static_cast<double>(i) * h, model.state());
  }
  return outcome;
}

/// Bars as stiff springs: no constraint, only a force k Gᵀg with damping.
Outcome by_penalty(double stiffness, double h) {
  Outcome outcome;
  outcome.method = "penalty, stiffness " + short_text(stiffness) + ", steps of " + short_text(h);
  const double damping = 2 * std::sqrt(stiffness * mass[2]);
  const auto slope = [&](const State& state) {
    const auto g = gradients(state.q);
    const Multipliers value = constraints(state.q);
    Positions a = force(state.q);
    for (std::size_t k = 0; k < 3; ++k) {
      double rate = 0;
      for (std::size_t i = 0; i < 4; ++i) rate += g[k][i] * state.v[i];
      for (std::size_t i = 0; i < 4; ++i) a[i] -= g[k][i] * (stiffness * value[k] + damping * rate);
    }
    for (std::size_t i = 0; i < 4; ++i) a[i] /= mass[i];
    return State{state.v, a};
  };
  const auto moved = [](const State& from, const State& along, double by) {
    State to = from;
    for (std::size_t i = 0; i < 4; ++i) {
      to.q[i] += by * along.q[i];
      to.v[i] += by * along.v[i];
    }
    return to;
  };
  State state = start();
  const auto count = static_cast<std::size_t>(std::lround(goal / h));
  for (std::size_t i = 1; i <= count; ++i) {
    const State k1 = slope(state);
    const State k2 = slope(moved(state, k1, h / 2));
    const State k3 = slope(moved(state, k2, h / 2));
    const State k4 = slope(moved(state, k3, h));
    state = moved(moved(moved(moved(state, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    if (!std::isfinite(state.q[0])) {
      outcome.reason = "not a number";
      break;
    }
    watch(outcome, static_cast<double>(i) * h, state);
  }
  return outcome;
}

}  // namespace

std::string short_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

State start() {
  const double height = std::sqrt(3.0) / 2;
  return {{0.5, height, 1.5, -height}, {}};
}

Positions force(const Positions& q) {
  return {-torque * q[1], torque * q[0] - mass[1] * gravity, 0, -mass[3] * gravity};
}

Multipliers constraints(const Positions& q) {
  const double x = q[2] - q[0];
  const double y = q[3] - q[1];
  const double z = q[2] - 2;
  return {q[0] * q[0] + q[1] * q[1] - 1, x * x + y * y - 4, z * z + q[3] * q[3] - 1};
}

std::array<Positions, 3> gradients(const Positions& q) {
  const double x = 2 * (q[2] - q[0]);
  const double y = 2 * (q[3] - q[1]);
  return {Positions{2 * q[0], 2 * q[1], 0, 0},
          Positions{-x, -y, x, y},
          Positions{0, 0, 2 * (q[2] - 2), 2 * q[3]}};
}

Multipliers curvature(const Positions& v) {
  const double x = v[2] - v[0];
  const double y = v[3] - v[1];
  return {2 * (v[0] * v[0] + v[1] * v[1]), 2 * (x * x + y * y), 2 * (v[2] * v[2] + v[3] * v[3])};
}

void watch(Outcome& outcome, double t, const State& state) {
  outcome.reached = t;
  outcome.end = state;
  for (const double g : constraints(state.q)) {
    outcome.largest_constraint = std::max(outcome.largest_constraint, std::abs(g));
  }
  // The parallelogram has y1 = y2, the crossed linkage 4·x1·y2 = 3·y1 + 5·y2; away from the flat
  // positions, where both hold, the smaller residual tells which it is.
  const auto& q = state.q;
  const double parallel = std::abs(q[1] - q[3]);
  const double crossed = std::abs(4 * q[0] * q[3] - 3 * q[1] - 5 * q[3]);
  constexpr double clear = 0.2;
  const bool has_left = parallel < crossed && crossed > clear;
  if (has_left && outcome.left < 0) outcome.left = t;
}

void print(const Outcome& outcome) {
  double error = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    error = std::max(error, std::abs(outcome.end.q[i] - reference[i]));
  }
  std::cout << "{\"method\": \"" << outcome.method << "\", \"ended\": \"" << outcome.reason
            << "\", \"t\": " << outcome.reached
            << ", \"largest constraint\": " << outcome.largest_constraint
            << ", \"other branch at\": ";
  if (outcome.left < 0) {
    std::cout << "null";
  } else {
    std::cout << outcome.left;
  }
  std::cout << ", \"error at 5\": ";
  if (outcome.reached < goal - 1e-9) {
    std::cout << "null";
  } else {
    std::cout << error;
  }
  std::cout << "}\n";
}

}  // namespace leafwise::bench::change_point

int main() {
  using namespace leafwise::bench::change_point;
#ifdef LEAFWISE_HAVE_SUNDIALS
  for (const double rtol : {1e-6, 1e-8, 1e-10}) print(by_ida(rtol));
#endif
  for (const double h : {1e-2, 1e-3, 1e-4}) print(by_dummy_derivatives(h));
  print(by_penalty(1e4, 1e-4));
  print(by_penalty(1e6, 1e-5));
  print(by_penalty(1e8, 1e-6));
}
