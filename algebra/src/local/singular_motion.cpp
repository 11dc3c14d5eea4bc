// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/singular_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "local/consistent_point.hpp"

namespace leafwise::algebra::detail {

namespace {

using Vector = SingularMotion::Vector;
using Matrix = SingularMotion::Matrix;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Each row by its largest entry. False: one is 0.
bool scale_rows(Matrix& matrix, Vector& right) {
  for (std::size_t i = 0; i < right.size(); ++i) {
    double largest = 0;
    for (const double entry : matrix[i]) largest = std::max(largest, std::abs(entry));
    if (!(largest > 0)) return false;
    for (double& entry : matrix[i]) entry /= largest;
    right[i] /= largest;
  }
  return true;
}

/// Gauss with row pivoting, rows scaled. False: singular.
bool solve(Matrix matrix, Vector& right) {
  const std::size_t n = right.size();
  constexpr double least = 1e-13;
  if (!scale_rows(matrix, right)) return false;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(matrix[i][k]) > std::abs(matrix[pivot][k])) pivot = i;
    }
    if (!(std::abs(matrix[pivot][k]) > least)) return false;
    std::swap(matrix[k], matrix[pivot]);
    std::swap(right[k], right[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i][k] / matrix[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) matrix[i][j] -= factor * matrix[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] -= matrix[k][j] * right[j];
    right[k] /= matrix[k][k];
  }
  return true;
}

/// Rows · x = right, x of least norm, by the normal equations of independent rows.
std::optional<Vector> least_norm(const Matrix& rows, Vector right) {
  Matrix products(rows.size(), Vector(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < rows.size(); ++k) products[i][k] = dot(rows[i], rows[k]);
  }
  if (!solve(std::move(products), right)) return std::nullopt;
  Vector x(rows.empty() ? 0 : rows.front().size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] += right[i] * rows[i][j];
  }
  return x;
}

}  // namespace

SingularMotion::SingularMotion(const AnalyticSystem& system, double time, const Vector& positions)
    : size_(system.coordinates), positions_(positions), time_(time), graph_(system.unknowns) {
  std::vector<NodeIndex> roots;
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const NodeIndex node = graph_.add(system.equations[i].residual);
    (i < size_ ? motions_ : constraints_).push_back(node);
    (i < size_ ? masses_ : slopes_).push_back(graph_.gradient(node));
  }
  roots = constraints_;
  for (const auto& row : slopes_) {
    for (const Partial& partial : row) roots.push_back(partial.node);
  }
  constraint_plan_.emplace(graph_, roots, std::vector<unsigned>(roots.size(), order + 1));
  roots = motions_;
  for (const auto& row : masses_) {
    for (const Partial& partial : row) roots.push_back(partial.node);
  }
  motion_plan_.emplace(graph_, roots, std::vector<unsigned>(roots.size(), order - 2));
  along_.emplace(*constraint_plan_, field_);
  forces_.emplace(*motion_plan_, field_);
}

Vector SingularMotion::gradient(std::size_t constraint, unsigned k) const {
  Vector row(size_, 0);
  for (const Partial& partial : slopes_[constraint]) {
    row[partial.jet.unknown] += along_->at(partial.node, k);
  }
  return row;
}

Vector SingularMotion::values(unsigned k) const {
  Vector result;
  for (const NodeIndex node : constraints_) result.push_back(along_->at(node, k));
  return result;
}

double SingularMotion::rest_of(std::size_t dependent, const Vector& of) const {
  double result = of[dependent_[dependent]];
  for (std::size_t k = 0; k < basic_.size(); ++k) {
    result -= shares_[dependent][k] * of[basic_[k]];
  }
  return result;
}

Vector SingularMotion::u_gradient(std::size_t dependent, unsigned k) const {
  Vector row = gradient(dependent_[dependent], k);
  for (std::size_t b = 0; b < basic_.size(); ++b) {
    const Vector other = gradient(basic_[b], k);
    for (std::size_t j = 0; j < size_; ++j) row[j] -= shares_[dependent][b] * other[j];
  }
  return row;
}

void SingularMotion::start(const Vector& velocity) {
  series_.assign(size_ + constraints_.size(), Vector());
  for (std::size_t j = 0; j < size_; ++j) {
    series_[j].assign(order + 2, 0);
    series_[j][0] = positions_[j];
    series_[j][1] = velocity[j];
  }
  for (const unsigned k : {0U, 1U, 2U}) along_->compute_order(k, series_, time_);
}

void SingularMotion::look_at(const std::vector<std::size_t>& looked_at) {
  start(Vector(size_, 0));
  Matrix rows;
  for (const std::size_t i : looked_at) rows.push_back(gradient(i, 0));
  basic_.clear();
  dependent_.clear();
  shares_.clear();
  const std::vector<std::size_t> independent = independent_rows(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_basic = std::ranges::find(independent, i) != independent.end();
    (is_basic ? basic_ : dependent_).push_back(looked_at[i]);
  }
  Matrix products(basic_.size(), Vector(basic_.size()));
  for (std::size_t i = 0; i < basic_.size(); ++i) {
    for (std::size_t k = 0; k < basic_.size(); ++k) {
      products[i][k] = dot(gradient(basic_[i], 0), gradient(basic_[k], 0));
    }
  }
  for (const std::size_t d : dependent_) {
    Vector right;
    for (const std::size_t b : basic_) right.push_back(dot(gradient(b, 0), gradient(d, 0)));
    if (!solve(products, right)) right.assign(basic_.size(), 0);
    shares_.push_back(std::move(right));
  }
}

Matrix SingularMotion::slopes(const Vector& velocity) {
  start(velocity);
  Matrix rows;
  for (const std::size_t b : basic_) rows.push_back(gradient(b, 0));
  for (std::size_t d = 0; d < dependent_.size(); ++d) rows.push_back(u_gradient(d, 1));
  return rows;
}

std::optional<Vector> SingularMotion::tangent_near(const Vector& velocity) {
  constexpr int most_steps = 40;
  constexpr int least_steps = 3;
  constexpr double small = 4e-16;
  constexpr double rounding = 1e-12;
  double last = 1;
  Vector v = velocity;
  for (int step = 0; step < most_steps; ++step) {
    const Matrix rows = slopes(v);
    const Vector first = values(1);
    const Vector second = values(2);
    Vector right;
    for (const std::size_t b : basic_) right.push_back(-first[b]);
    for (std::size_t d = 0; d < dependent_.size(); ++d) right.push_back(-rest_of(d, second));
    const std::optional<Vector> change = least_norm(rows, right);
    if (!change) return std::nullopt;
    const double size = std::sqrt(dot(*change, *change) / dot(v, v));
    if (!(size > small)) return v;  // what was given stays as it is
    for (std::size_t j = 0; j < size_; ++j) v[j] += (*change)[j];
    // Quadratic convergence, and then rounding.
    if (step > least_steps && size > last / 2 && size < rounding) return v;
    last = size;
  }
  return std::nullopt;
}

/// Σ over the reactions that are known of coefficient j of Gᵀλ.
void SingularMotion::add_reactions(unsigned j, Vector& right) const {
  for (unsigned i = 1; i <= j + 1; ++i) {
    const Vector& reaction = reactions_[j + 1 - i];
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
      if (reaction[c] == 0) continue;
      const Vector row = gradient(c, i);
      for (std::size_t q = 0; q < size_; ++q) right[q] -= row[q] * reaction[c];
    }
  }
}

/// q_{j+2} from coefficient j of M q'' − F + Gᵀλ, j + 2 of the basic constraints and j + 3 of u.
/// λ = Σ (t λ)_i t^(i−1): unknown of it are coefficient j + 1 for the basic constraints, and
/// coefficient j for the combinations u, which G₀ᵀ does not see.
bool SingularMotion::advance(unsigned j) {
  const unsigned k = j + 2;
  along_->compute_order(k, series_, time_);
  const Vector at_basic = values(k);
  along_->compute_order(k + 1, series_, time_);
  const Vector at_u = values(k + 1);
  forces_->compute_order(j, series_, time_);
  const std::size_t m = basic_.size() + dependent_.size();
  Matrix matrix(size_ + m, Vector(size_ + m, 0));
  Vector right(size_ + m, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    right[i] = -forces_->at(motions_[i], j);
    for (const Partial& partial : masses_[i]) {
      if (partial.jet.order != 2) continue;
      matrix[i][partial.jet.unknown] += k * (k - 1) * forces_->at(partial.node, 0);
    }
  }
  add_reactions(j, right);
  for (std::size_t r = 0; r < m; ++r) {
    const bool is_basic = r < basic_.size();
    const std::size_t d = is_basic ? 0 : r - basic_.size();
    const Vector row = is_basic ? gradient(basic_[r], 0) : u_gradient(d, 1);
    right[size_ + r] = is_basic ? -at_basic[basic_[r]] : -rest_of(d, at_u);
    for (std::size_t q = 0; q < size_; ++q) {
      matrix[size_ + r][q] = row[q];
      matrix[q][size_ + r] = row[q];
    }
  }
  if (!solve(std::move(matrix), right)) return false;
  for (std::size_t q = 0; q < size_; ++q) series_[q][k] = right[q];
  reactions_.resize(j + 2, Vector(constraints_.size(), 0));
  for (std::size_t b = 0; b < basic_.size(); ++b) {
    reactions_[j + 1][basic_[b]] += right[size_ + b];
  }
  for (std::size_t d = 0; d < dependent_.size(); ++d) {
    const double force = right[size_ + basic_.size() + d];
    reactions_[j][dependent_[d]] += force;
    for (std::size_t b = 0; b < basic_.size(); ++b) {
      reactions_[j][basic_[b]] -= shares_[d][b] * force;
    }
  }
  along_->compute_order(k, series_, time_);
  forces_->compute_order(j, series_, time_);
  return true;
}

std::optional<Matrix> SingularMotion::series(const Vector& velocity) {
  start(velocity);
  reactions_.assign(1, Vector(constraints_.size(), 0));
  for (unsigned j = 0; j + 2 <= order; ++j) {
    if (!advance(j)) return std::nullopt;
  }
  Matrix result(series_.begin(), series_.begin() + static_cast<std::ptrdiff_t>(size_));
  for (Vector& row : result) row.resize(order + 1);
  return result;
}

bool SingularMotion::holds_along(const Matrix& series) {
  for (std::size_t j = 0; j < size_; ++j) {
    std::copy(series[j].begin(), series[j].end(), series_[j].begin());
  }
  // Coefficients grow as those of the coordinates do.
  double growth = 0;
  for (const Vector& row : series) {
    for (unsigned k = 1; k <= order; ++k) {
      growth = std::max(growth, std::pow(std::abs(row[k]), 1.0 / k));
    }
  }
  constexpr double share = 1e-9;
  for (unsigned k = 0; k < order; ++k) {
    along_->compute_order(k, series_, time_);
    for (const double value : values(k)) {
      if (!(std::abs(value) <= share * std::pow(std::max(growth, 1.0), k) * (k + 1))) return false;
    }
  }
  return true;
}

}  // namespace leafwise::algebra::detail
