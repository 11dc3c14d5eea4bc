// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/minor_locus.hpp"

#include <numeric>
#include <utility>

#include "leafwise/core/check.hpp"
#include "ring/flint_ring.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Some seconds; beyond, other methods are wanted.
constexpr std::size_t most_minors = 20000;

Minors::Indices first_subset(std::size_t size) {
  Minors::Indices subset(size);
  std::iota(subset.begin(), subset.end(), std::size_t{0});
  return subset;
}

/// An ideal that grows in batches, each twice as large as the one before: a Gröbner basis for every
/// minor would cost more than it saves.
class GrowingIdeal {
 public:
  GrowingIdeal(Ideal start, const Limits& limits) : ideal_(std::move(start)), limits_(limits) {}

  void add(const Polynomial& polynomial) { waiting_.push_back(polynomial); }
  [[nodiscard]] bool is_batch_full() const { return waiting_.size() >= batch_; }
  [[nodiscard]] const Ideal& ideal() const { return ideal_; }

  /// Whether the batch made the ideal larger.
  [[nodiscard]] Outcome<bool> absorb() {
    std::vector<Polynomial> generators = ideal_.generators();
    const std::size_t before = generators.size();
    for (const Polynomial& polynomial : waiting_) {
      Outcome<Polynomial> rest = ideal_.normal_form(polynomial, limits_);
      if (!rest) return Unable{rest.reason()};
      if (!rest.value().is_zero()) generators.push_back(std::move(rest).value());
    }
    waiting_.clear();
    batch_ *= 2;
    if (generators.size() == before) return false;
    const Ideal larger(ideal_.variables(), std::move(generators), ideal_.engine());
    const auto basis = larger.groebner_basis(limits_);
    if (!basis) return Unable{basis.reason()};
    ideal_ = Ideal(ideal_.variables(), basis.value(), ideal_.engine());
    return true;
  }

 private:
  Ideal ideal_;
  const Limits& limits_;
  std::vector<Polynomial> waiting_;
  std::size_t batch_ = 4;
};

}  // namespace

Outcome<Ideal> add_minors(const Ideal& ideal,
                          const PolynomialMatrix& matrix,
                          std::size_t size,
                          const std::function<Outcome<bool>(const Ideal&)>& is_enough,
                          const Limits& limits) {
  LEAFWISE_DEMAND(size > 0 && size <= matrix.size() && size <= matrix.front().size());
  const auto basis = ideal.groebner_basis(limits);
  if (!basis) return Unable{basis.reason()};
  const FlintRing ring(ideal.variables());
  const FlintPolynomials divisors(ring, basis.value());
  Minors minors(matrix, [&](const Polynomial& minor) { return divisors.remainder(minor); });

  GrowingIdeal locus(ideal, limits);
  Minors::Indices rows = first_subset(size);
  Minors::Indices columns = rows;
  bool more = true;
  for (std::size_t seen = 1; more; ++seen) {
    if (limits.is_over()) return Unable{"a limit was reached among the minors"};
    if (seen > most_minors) return Unable{"there are too many minors"};
    const Polynomial& minor = minors.at(rows, columns);
    if (!minor.is_zero()) locus.add(minor);
    if (!next_subset(columns, matrix.front().size())) {
      columns = first_subset(size);
      more = next_subset(rows, matrix.size());
    }
    if (more && !locus.is_batch_full()) continue;
    const Outcome<bool> grown = locus.absorb();
    if (!grown) return Unable{grown.reason()};
    if (!grown.value()) continue;
    const Outcome<bool> enough = is_enough(locus.ideal());
    if (!enough) return Unable{enough.reason()};
    if (enough.value()) break;
  }
  return locus.ideal();
}

}  // namespace leafwise::algebra::detail
