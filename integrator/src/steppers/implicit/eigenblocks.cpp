// SPDX-License-Identifier: GPL-3.0-or-later
#include "steppers/implicit/eigenblocks.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"

namespace leafwise::integrator {
namespace {

using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Below this reciprocal condition, T takes away half of double's digits: A⁻¹ counts as defective.
constexpr long double least_condition = 1e-8L;

[[noreturn]] void refuse(std::string message, std::string expected) {
  throw InvalidInput(Mistake{std::move(message), std::move(expected), {}, {}});
}

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

std::vector<long double> entries(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

long double reciprocal_condition(const Matrix& matrix) {
  return Eigen::PartialPivLU<Matrix>(matrix).rcond();
}

}  // namespace

ImplicitPart implicit_part(const Tableau& tableau) {
  ImplicitPart part;
  const auto is_zero = [](long double coefficient) { return coefficient == 0.0L; };
  part.first = std::ranges::all_of(tableau.a_row(0), is_zero) ? 1 : 0;
  part.stages = tableau.stages() - part.first;
  part.matrix.reserve(part.stages * part.stages);
  for (std::size_t i = part.first; i < tableau.stages(); ++i) {
    const std::span<const long double> row = tableau.a_row(i).subspan(part.first);
    part.matrix.insert(part.matrix.end(), row.begin(), row.end());
  }
  return part;
}

Eigenblocks::Eigenblocks(std::span<const long double> matrix, std::size_t stages)
    : stages_(stages) {
  LEAFWISE_DEMAND(stages > 0 && matrix.size() == stages * stages);
  const Matrix a = Eigen::Map<const Matrix>(matrix.data(), index(stages), index(stages));
  if (!(reciprocal_condition(a) > least_condition)) {
    refuse("the matrix of the coupled stages is singular", "a regular matrix");
  }
  const Matrix inverse = a.inverse();
  const Eigen::EigenSolver<Matrix> solver(inverse);
  const auto& values = solver.eigenvalues();
  const auto& vectors = solver.eigenvectors();
  Matrix transform(a.rows(), a.cols());
  // Real eigenvalues first. Eigen makes conjugates exactly so: β ≠ 0 tells, without a tolerance.
  for (const bool pairs : {false, true}) {
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      const long double beta = values[i].imag();
      if (pairs ? beta <= 0 : beta != 0) continue;
      const std::size_t row =
          blocks_.empty() ? 0 : blocks_.back().row + (blocks_.back().is_pair ? 2 : 1);
      blocks_.push_back({row, pairs, values[i].real(), beta});
      transform.col(index(row)) = vectors.col(i).real();
      // A⁻¹(x − iy') = (α + iβ)(x − iy'): A⁻¹x = αx + βy', A⁻¹y' = −βx + αy'.
      if (pairs) transform.col(index(row + 1)) = -vectors.col(i).imag();
    }
  }
  if (!(reciprocal_condition(transform) > least_condition)) {
    refuse("the stages do not decouple: eigenvalues of their matrix are (nearly) equal",
           "different eigenvalues");
  }
  inverse_ = entries(inverse);
  transform_ = entries(transform);
  back_ = entries(transform.inverse());
}

}  // namespace leafwise::integrator
