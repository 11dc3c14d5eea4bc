// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/entry_places.hpp"

namespace leafwise::integrator::detail {

/// What each of some rows of a matrix adds to those before it: directions, orthonormal, and
/// lengths.
template <typename Real>
struct Directions {
  std::vector<Real> directions;  ///< c × m, as the rows come
  std::vector<Real> lengths;     ///< c
};

/// By Gram and Schmidt. Of many rows with many zeros "before" is in an order of elimination that
/// keeps zeros, the same for all matrices with entries in the same places.
template <typename Real>
class RowDirections {
 public:
  RowDirections(std::size_t rows, std::size_t columns) : c_(rows), m_(columns), places_(columns) {}

  /// Remembers where a matrix has entries.
  void see(std::span<const Real> all);
  /// Of what a row adds to those before it, relative to the row, the least; 0: nothing, or not
  /// finite.
  /// @param chosen c rows of the matrix
  Real find(std::span<const Real> all,
            std::span<const std::size_t> chosen,
            Directions<Real>& found);

 private:
  /// One after the other: row `row`, less its part along those in `before`.
  struct Turn {
    std::uint32_t row = 0;
    std::vector<std::uint32_t> before;
    std::vector<std::uint32_t> columns;  ///< where its direction has entries
  };

  void analyse();
  Real take(const Turn& turn, const Real* from, Directions<Real>& found) const;
  Real find_densely(std::span<const Real> all,
                    std::span<const std::size_t> chosen,
                    Directions<Real>& found) const;

  std::size_t c_;
  std::size_t m_;
  ChosenPlaces places_;
  std::vector<Turn> turns_;  // of rows
};

}  // namespace leafwise::integrator::detail
