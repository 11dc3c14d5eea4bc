// SPDX-License-Identifier: GPL-3.0-or-later
#include "units/proof_back.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "leafwise/algebra/variable.hpp"

namespace leafwise::algebra::detail {

namespace {

/// "-3*2^-5" times a power of two; what is empty stays so.
void shift(Dyadic& number, int exponent) {
  const std::size_t base = number.find("*2^");
  if (base == Dyadic::npos || number.starts_with("0*")) return;
  const std::size_t digits = base + 3;
  number = number.substr(0, digits) + std::to_string(std::stol(number.substr(digits)) + exponent);
}

class NumbersBack {
 public:
  NumbersBack(LocalProof& proof, const NominalSizes& sizes) : proof_(proof), sizes_(sizes) {}

  void change() {
    shift(proof_.time, sizes_.time);
    for (LocalProof::Coefficient& jet : proof_.box) {
      shift(jet.centre, size_of(jet));
      shift(jet.radius, size_of(jet));
    }
    // The last stage has the highest derivatives of all lines.
    const std::size_t count = proof_.stages.size();
    for (std::size_t s = 0; s < count; ++s) change(proof_.stages[s], count - 1 - s);
  }

 private:
  [[nodiscard]] int size_of(const LocalProof::Coefficient& jet) const {
    return sizes_.of({Role::unknown, jet.unknown, jet.order});
  }

  /// Of the coefficients of the residuals' series with which lines stand in a stage.
  [[nodiscard]] std::vector<int> row_sizes(std::size_t below) const {
    std::vector<int> sizes;
    for (const LocalProof::Line& line : proof_.lines) {
      if (line.times < below) continue;
      const int order = static_cast<int>(line.times - below);
      sizes.push_back(sizes_.equations[line.line] - order * sizes_.time);
    }
    return sizes;
  }

  [[nodiscard]] std::vector<int> column_sizes(std::size_t below) const {
    std::vector<int> sizes;
    for (const LocalProof::Coefficient& jet : proof_.box) {
      if (jet.is_free()) continue;
      const auto unknown =
          std::ranges::find(proof_.unknowns, jet.unknown, &LocalProof::Unknown::name);
      if (unknown->order == jet.order + below) sizes.push_back(size_of(jet));
    }
    return sizes;
  }

  void change(LocalProof::Stage& stage, std::size_t below) const {
    const std::vector<int> rows = row_sizes(below);
    const std::vector<int> columns = column_sizes(below);
    for (std::size_t j = 0; j < stage.inverse.size(); ++j) {
      for (std::size_t i = 0; i < stage.inverse[j].size(); ++i) {
        shift(stage.inverse[j][i], columns[j] - rows[i]);
      }
    }
    for (std::size_t k = 0; k < stage.pivots.size(); ++k) {
      shift(stage.pivots[k], rows[stage.rows[k]] - columns[stage.columns[k]]);
    }
  }

  LocalProof& proof_;
  const NominalSizes& sizes_;
};

}  // namespace

void change_numbers_back(LocalProof& proof, const NominalSizes& sizes) {
  NumbersBack(proof, sizes).change();
}

}  // namespace leafwise::algebra::detail
