// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/tableau.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace leafwise::integrator {

Tableau::Tableau(TableauData data, Laws /*stated*/) : data_(std::move(data)) {
  LEAFWISE_DEMAND(stages() > 0 && data_.a.size() == stages() && data_.c.size() == stages(),
                  data_.name);
  for (std::vector<long double>& row : data_.a) {
    LEAFWISE_DEMAND(row.size() <= stages(), data_.name);
    row.resize(stages(), 0.0L);
  }
}

Tableau Tableau::registered(TableauData data) {
  return {std::move(data), Laws::stated};
}

std::optional<int> Tableau::embedded_order() const noexcept {
  return data_.embedded ? std::optional<int>(data_.embedded->order) : std::nullopt;
}

std::span<const long double> Tableau::b_embedded() const noexcept {
  return data_.embedded ? std::span<const long double>(data_.embedded->b)
                        : std::span<const long double>();
}

std::span<const long double> Tableau::b_second_embedded() const noexcept {
  return data_.second_embedded ? std::span<const long double>(data_.second_embedded->b)
                               : std::span<const long double>();
}

bool Tableau::is_zero_from_diagonal(std::size_t offset) const noexcept {
  for (std::size_t i = 0; i < stages(); ++i) {
    for (std::size_t j = i + offset; j < stages(); ++j) {
      if (data_.a[i][j] != 0.0L) return false;
    }
  }
  return true;
}

bool Tableau::is_explicit() const noexcept {
  return is_zero_from_diagonal(0);
}

bool Tableau::is_diagonally_implicit() const noexcept {
  return is_zero_from_diagonal(1) && !is_explicit();
}

bool Tableau::is_stiffly_accurate() const noexcept {
  return data_.a.back() == data_.b;
}

bool Tableau::is_symmetric() const noexcept {
  const std::size_t last = stages() - 1;
  const auto differ = [](long double left, long double right) {
    return std::abs(left - right) > coefficient_tolerance * (1 + std::abs(right));
  };
  for (std::size_t j = 0; j <= last; ++j) {
    if (differ(data_.b[j], data_.b[last - j])) return false;
    for (std::size_t i = 0; i <= last; ++i) {
      if (differ(data_.a[i][j] + data_.a[last - i][last - j], data_.b[j])) return false;
    }
  }
  return true;
}

bool Tableau::is_first_same_as_last() const noexcept {
  const bool starts_at_old_point = std::ranges::all_of(
      data_.a.front(), [](long double coefficient) { return coefficient == 0.0L; });
  return starts_at_old_point && is_stiffly_accurate();
}

}  // namespace leafwise::integrator
