// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "dense.hpp"
#include "implicit/complex_elimination.hpp"

namespace leafwise::integrator::detail {

/// A square matrix with its factors and room for one right-hand side. Scalar: a real number, or
/// std::complex of one.
template <typename Scalar>
struct ShiftedMatrix {
  explicit ShiftedMatrix(std::size_t size) : n(size), entries(n * n), order(n), right(n) {}

  /// In place. false: singular, or not finite.
  [[nodiscard]] bool factorize() { return factorize(entries.data()) > 0; }
  /// Solves for `right`, in place.
  void solve() { solve(entries.data()); }

  std::size_t n;
  std::vector<Scalar> entries;  ///< row by row
  std::vector<std::size_t> order;
  std::vector<Scalar> right;

 private:
  template <typename Real>
  [[nodiscard]] Real factorize(Real* a) {
    return factorize_general(a, n, order.data());
  }
  template <typename Real>
  [[nodiscard]] Real factorize(std::complex<Real>* a) {
    return factorize_complex(a, n, order.data());
  }
  template <typename Real>
  void solve(const Real* a) {
    solve_general(a, n, order.data(), right.data());
  }
  template <typename Real>
  void solve(const std::complex<Real>* a) {
    solve_complex(a, n, order.data(), right.data());
  }
};

}  // namespace leafwise::integrator::detail
