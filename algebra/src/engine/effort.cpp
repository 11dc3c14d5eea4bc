// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/effort.hpp"

#include <array>

namespace leafwise::algebra {

const Effort& Effort::thorough() {
  static const Effort effort;
  return effort;
}

const Effort& Effort::run() {
  static const Effort effort = [] {
    Effort least;
    least.name = "run";
    least.patience = Time{1000};
    least.questions = Time{300};
    return least;
  }();
  return effort;
}

const Effort& Effort::quick() {
  static const Effort effort = [] {
    Effort least = run();
    least.name = "quick";
    least.patience = Time{200};
    least.questions = Time{100};
    least.positions.otherwise = Time{3000};
    least.functions_of_positions.otherwise = Time{1000};
    least.split.otherwise = Time{5000};
    least.last_decomposition = Time{2000};
    least.only_lemma = Time{2000};
    least.only_basis = Time{3000};
    least.last_normal_forms = Time{2000};
    least.dominating_part = Time{2000};
    least.parts_over_drops = Time{1000};
    least.locus = Time{1000};
    least.drops.otherwise = Time{1000};
    least.final_check = Time{1000};
    return least;
  }();
  return effort;
}

std::span<const Effort* const> Effort::presets() {
  static const std::array<const Effort*, 3> all{&quick(), &run(), &thorough()};
  return all;
}

}  // namespace leafwise::algebra
