// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/prove/verification.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/algebra/prime_decomposition.hpp"
#include "ring/ring_jobs.hpp"

namespace leafwise::algebra {

namespace detail {

Outcome<std::vector<Polynomial>> intersection_of(const std::vector<Ideal>& ideals,
                                                 const Limits& limits) {
  if (ideals.size() == 1) return ideals.front().groebner_basis(limits);
  Question question;
  question.operation = engine::Operation::intersect;
  question.ideals.reserve(ideals.size());
  for (const Ideal& ideal : ideals) {
    Outcome<Polynomials> basis = ideal.groebner_basis(limits);
    if (!basis) return Unable{basis.reason()};
    question.ideals.push_back(std::move(basis).value());
  }
  const Outcome<Reply> reply =
      ask_worker(ideals.front().engine(), ideals.front().variables(), question, limits);
  if (!reply) return Unable{reply.reason()};
  if (reply.value().ideals.size() != 1) return Unable{"the engine did not return one ideal"};
  return reply.value().ideals.front();
}

}  // namespace detail

namespace {

using detail::Polynomials;

Truth truth_of(const Outcome<bool>& outcome) {
  if (!outcome) return Truth::unknown;
  return outcome.value() ? Truth::yes : Truth::no;
}

Truth all_contain(const Ideal& ideal, const std::vector<Ideal>& parts, const Limits& limits) {
  Truth result = Truth::yes;
  for (const Ideal& part : parts) {
    const Truth contained = truth_of(is_subset(ideal, part, limits));
    if (contained == Truth::no) return Truth::no;
    if (contained == Truth::unknown) result = Truth::unknown;
  }
  return result;
}

/// A small power in the ideal shows membership in the radical for the price of normal forms.
bool has_power_in(const Ideal& ideal, Polynomial remainder, const Limits& limits) {
  constexpr int most_squarings = 3;
  for (int i = 0; i < most_squarings && !remainder.is_zero(); ++i) {
    const Outcome<Polynomial> square = ideal.normal_form(remainder * remainder, limits);
    if (!square) return false;
    remainder = square.value();
  }
  return remainder.is_zero();
}

Truth radical_contains_all(const Ideal& ideal,
                           const Polynomials& polynomials,
                           const Limits& limits) {
  Truth result = Truth::yes;
  for (const Polynomial& polynomial : polynomials) {
    if (polynomial.is_zero() || has_power_in(ideal, polynomial, limits)) continue;
    const Truth contained = truth_of(ideal.radical_contains(polynomial, limits));
    if (contained == Truth::no) return Truth::no;
    if (contained == Truth::unknown) result = Truth::unknown;
  }
  return result;
}

/// Of ideals without parts: nothing but the unit ideal has no zeros.
Cover cover_by_nothing(const Ideal& ideal, const Limits& limits) {
  Cover cover;
  cover.contained = Truth::yes;
  const Outcome<int> dimension = ideal.dimension(limits);
  if (dimension) cover.covers = dimension.value() < 0 ? Truth::yes : Truth::no;
  cover.radical = cover.covers;
  return cover;
}

}  // namespace

Cover verify_cover(const Ideal& ideal, const std::vector<Ideal>& parts, const Limits& limits) {
  if (parts.empty()) return cover_by_nothing(ideal, limits);
  // A tower has no basis and needs none. (A known basis may come from an unchecked claim.)
  if (parts.size() == 1 && !parts.front().basis_so_far() &&
      parts.front().generators() == ideal.generators()) {
    return {Truth::yes, Truth::yes, Truth::yes};
  }
  Cover cover;
  cover.contained = all_contain(ideal, parts, limits);
  const Outcome<Polynomials> common = detail::intersection_of(parts, limits);
  if (!common) return cover;
  const Outcome<Polynomials> remainders = ideal.normal_forms(common.value(), limits);
  if (!remainders) return cover;
  const bool inside = std::all_of(remainders.value().begin(),
                                  remainders.value().end(),
                                  [](const Polynomial& rest) { return rest.is_zero(); });
  cover.radical = inside ? Truth::yes : Truth::no;
  cover.covers = inside ? Truth::yes : radical_contains_all(ideal, remainders.value(), limits);
  return cover;
}

}  // namespace leafwise::algebra
