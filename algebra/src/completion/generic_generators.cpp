// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion/generic_generators.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "completion/affine_rows.hpp"

namespace leafwise::algebra::detail {

namespace {

constexpr std::chrono::milliseconds choice_time{3000};

/// Rows of an elimination modulo P, each with the column of its pivot.
class Eliminated {
 public:
  Eliminated(const Ideal& prime, const Limits& limits) : prime_(prime), limits_(limits) {}

  [[nodiscard]] std::size_t rank() const { return rows_.size(); }

  /// Whether the row is independent of those before; it is added then.
  [[nodiscard]] Outcome<bool> add(std::vector<Polynomial> row) {
    for (const auto& [pivot_row, column] : rows_) {
      if (row[column].is_zero()) continue;
      const Polynomial pivot = pivot_row[column];
      const Polynomial factor = row[column];
      for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = pivot * row[j] - factor * pivot_row[j];
      }
      Outcome<std::vector<Polynomial>> forms = prime_.normal_forms(row, limits_);
      if (!forms) return Unable{forms.reason()};
      row = std::move(forms).value();
    }
    Outcome<std::vector<Polynomial>> forms = prime_.normal_forms(row, limits_);
    if (!forms) return Unable{forms.reason()};
    row = std::move(forms).value();
    const auto smaller = [](const Polynomial& a, const Polynomial& b) {
      if (a.is_zero() != b.is_zero()) return b.is_zero();
      return a.terms().size() < b.terms().size();
    };
    const auto pivot = std::min_element(row.begin(), row.end(), smaller);
    if (pivot == row.end() || pivot->is_zero()) return false;
    const auto column = static_cast<std::size_t>(pivot - row.begin());
    rows_.emplace_back(std::move(row), column);
    return true;
  }

 private:
  const Ideal& prime_;
  Limits limits_;
  std::vector<std::pair<std::vector<Polynomial>, std::size_t>> rows_;
};

std::vector<Polynomial> gradient(const Polynomial& polynomial,
                                 const std::vector<Variable>& variables) {
  std::vector<Polynomial> row;
  row.reserve(variables.size());
  for (const Variable& variable : variables) row.push_back(polynomial.derivative(variable));
  return row;
}

}  // namespace

std::vector<Polynomial> generic_generators(const Ideal& prime,
                                           const Filtration& filtration,
                                           const std::vector<Polynomial>& candidates,
                                           const Limits& limits) {
  const Limits short_limits = limits.at_most(choice_time);
  const Outcome<int> dimension = prime.dimension(short_limits);
  if (!dimension) return prime.generators();
  const std::size_t codimension =
      prime.variables().size() - static_cast<std::size_t>(std::max(0, dimension.value()));
  std::vector<Variable> variables = filtration.base;
  std::erase_if(variables, [](const Variable& v) { return v.role == Role::parameter; });
  Eliminated eliminated(prime, short_limits);
  std::vector<Polynomial> chosen;
  const auto try_all = [&](const std::vector<Polynomial>& polynomials) {
    for (const Polynomial& polynomial : polynomials) {
      if (chosen.size() == codimension) return;
      const Outcome<bool> added = eliminated.add(gradient(polynomial, variables));
      if (!added) return;
      if (added.value()) chosen.push_back(polynomial);
    }
  };
  try_all(candidates);
  try_all(prime.generators());
  return chosen.size() == codimension ? chosen : prime.generators();
}

}  // namespace leafwise::algebra::detail
