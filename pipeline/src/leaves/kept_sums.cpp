// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/kept_sums.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "model/polynomial_tools.hpp"

namespace leafwise::pipeline::detail {
namespace {

using algebra::Monomial;
using algebra::Polynomial;
using algebra::Rational;
using algebra::Variable;

/// Larger blocks are sparse ones of grids, and this is dense work in the worst case.
constexpr std::size_t most_rows = 150;
/// Sums of so many terms round as much as what they replace.
constexpr std::size_t most_terms = 64;
/// Steps of elimination in all.
constexpr std::size_t most_work = 20'000;

/// A combination of rows, and what it has without unknowns.
struct Combined {
  Polynomial whole;
  Polynomial rest;
};

}  // namespace

void replace_by_kept_sums(LinearBlock& block) {
  const std::size_t count = block.rows.size();
  if (count != block.unknowns.size() || count > most_rows) return;
  const std::set<Variable> unknowns(block.unknowns.begin(), block.unknowns.end());
  std::map<Monomial, Combined> reduced;  // by the first monomial of `rest`
  std::size_t work = 0;
  for (Polynomial& row : block.rows) {
    Combined now{row, without(row, unknowns)};
    if (now.rest.is_zero()) continue;
    for (; !now.rest.is_zero(); ++work) {
      const auto& [monomial, coefficient] = *now.rest.terms().begin();
      const auto found = reduced.find(monomial);
      if (found == reduced.end()) break;
      if (work >= most_work) return;
      const Combined& other = found->second;
      const Polynomial factor(coefficient / other.rest.terms().begin()->second);
      now.rest -= factor * other.rest;
      now.whole -= factor * other.whole;
    }
    if (now.rest.is_zero()) {
      if (now.whole.terms().size() <= most_terms) row = now.whole.primitive();
      continue;
    }
    const Monomial first = now.rest.terms().begin()->first;
    reduced.emplace(first, std::move(now));
  }
}

}  // namespace leafwise::pipeline::detail
