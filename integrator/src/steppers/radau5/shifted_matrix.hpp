// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

#include "linear/dense.hpp"
#include "steppers/implicit/complex_elimination.hpp"

namespace leafwise::integrator::detail {

/// a − bc
template <typename Real>
[[nodiscard]] inline Real minus_product(Real a, Real b, Real c) {
  return a - b * c;
}
template <typename Real>
[[nodiscard]] inline Real product(Real b, Real c) {
  return b * c;
}

/// A square matrix with its factors and room for one right-hand side. Scalar: a real number, or
/// std::complex of one.
template <typename Scalar>
struct ShiftedMatrix {
  explicit ShiftedMatrix(std::size_t size) : n(size), entries(n * n), order(n), right(n) {}

  /// In place. false: singular, or not finite.
  [[nodiscard]] bool factorize() { return factorize(entries.data()) > 0; }
  /// Solves for `right`, in place.
  void solve() {
    Scalar* const b = right.data();
    const Scalar* const a = entries.data();
    for (std::size_t p = 0; p < n; ++p) {
      if (order[p] != p) std::swap(b[p], b[order[p]]);
    }
    // By columns: entries do not wait for sums, and nothing is loaded wider than it was stored.
    for (std::size_t j = 0; j + 1 < n; ++j) {
      const Scalar known = b[j];
      for (std::size_t i = j + 1; i < n; ++i) b[i] = minus_product(b[i], a[i * n + j], known);
    }
    for (std::size_t j = n; j-- > 0;) {
      const Scalar known = product(b[j], a[j * n + j]);
      b[j] = known;
      for (std::size_t i = 0; i < j; ++i) b[i] = minus_product(b[i], a[i * n + j], known);
    }
  }

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
};

}  // namespace leafwise::integrator::detail
