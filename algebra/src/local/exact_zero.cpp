// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/exact_zero.hpp"

#include <flint/fmpq_mpoly.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "number/flint_access.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Products beyond this leave the question open: a normal form is to cost milliseconds.
constexpr slong most_terms = 3000;

class Ring {
 public:
  explicit Ring(std::size_t symbols) {
    fmpq_mpoly_ctx_init(context_, static_cast<slong>(symbols), ORD_LEX);
  }
  ~Ring() { fmpq_mpoly_ctx_clear(context_); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  [[nodiscard]] const fmpq_mpoly_ctx_struct* context() const { return context_; }
  [[nodiscard]] std::size_t symbols() const {
    return static_cast<std::size_t>(fmpq_mpoly_ctx_nvars(context_));
  }

 private:
  fmpq_mpoly_ctx_t context_;
};

class Poly {
 public:
  explicit Poly(const Ring& ring) : ring_(&ring) { fmpq_mpoly_init(raw_, ring.context()); }
  Poly(const Poly& other) : Poly(*other.ring_) { fmpq_mpoly_set(raw_, other.raw_, context()); }
  Poly(Poly&& other) noexcept : Poly(*other.ring_) { fmpq_mpoly_swap(raw_, other.raw_, context()); }
  Poly& operator=(const Poly& other) {
    fmpq_mpoly_set(raw_, other.raw_, context());
    return *this;
  }
  Poly& operator=(Poly&& other) noexcept {
    fmpq_mpoly_swap(raw_, other.raw_, context());
    return *this;
  }
  ~Poly() { fmpq_mpoly_clear(raw_, context()); }

  [[nodiscard]] fmpq_mpoly_struct* raw() { return raw_; }
  [[nodiscard]] const fmpq_mpoly_struct* raw() const { return raw_; }
  [[nodiscard]] const fmpq_mpoly_ctx_struct* context() const { return ring_->context(); }
  [[nodiscard]] const Ring& ring() const { return *ring_; }
  [[nodiscard]] bool is_zero() const { return fmpq_mpoly_is_zero(raw_, context()) != 0; }
  [[nodiscard]] slong terms() const { return fmpq_mpoly_length(raw_, context()); }
  [[nodiscard]] bool is(const Poly& other) const {
    return fmpq_mpoly_equal(raw_, other.raw_, context()) != 0;
  }

 private:
  const Ring* ring_;
  fmpq_mpoly_t raw_;
};

struct Fraction {
  Poly above;
  Poly below;
};

class NormalForm {
 public:
  NormalForm(const TaylorGraph& graph, NodeIndex root)
      : graph_(graph), nodes_(graph.below({root})), ring_(nodes_.size()), one_(ring_) {
    fmpq_mpoly_one(one_.raw(), ring_.context());
    for (std::size_t i = 0; i < nodes_.size(); ++i) symbols_.emplace(nodes_[i], i);
  }

  [[nodiscard]] Truth is_zero() {
    for (const NodeIndex node : nodes_) {
      // A cosine stands behind its sine and is built with it.
      if (forms_.contains(node)) continue;
      std::optional<Fraction> form = build(node);
      if (!form || form->above.terms() > most_terms || form->below.terms() > most_terms) {
        return Truth::unknown;
      }
      forms_.emplace(node, std::move(*form));
    }
    if (forms_.at(nodes_.back()).above.is_zero()) return Truth::yes;
    return has_functions_ ? Truth::unknown : Truth::no;
  }

 private:
  [[nodiscard]] Poly symbol(NodeIndex node) const {
    Poly result(ring_);
    fmpq_mpoly_gen(result.raw(), static_cast<slong>(symbols_.at(node)), ring_.context());
    return result;
  }
  [[nodiscard]] Poly sum(const Poly& a, const Poly& b) const {
    Poly result(ring_);
    fmpq_mpoly_add(result.raw(), a.raw(), b.raw(), ring_.context());
    return result;
  }
  /// Empty where it would take too long.
  [[nodiscard]] std::optional<Poly> product(const Poly& a, const Poly& b) const {
    if (a.terms() > 0 && b.terms() > 20 * most_terms / a.terms()) return std::nullopt;
    Poly result(ring_);
    fmpq_mpoly_mul(result.raw(), a.raw(), b.raw(), ring_.context());
    for (auto square = squares_.rbegin(); square != squares_.rend(); ++square) {
      auto reduced = without_square(result, square->first, square->second);
      if (!reduced) return std::nullopt;
      result = std::move(*reduced);
    }
    return result;
  }
  /// s² replaced by what it is.
  [[nodiscard]] std::optional<Poly> without_square(const Poly& poly,
                                                   std::size_t symbol,
                                                   const Poly& square) const {
    if (fmpq_mpoly_degree_si(poly.raw(), static_cast<slong>(symbol), ring_.context()) < 2) {
      return poly;
    }
    std::map<ulong, Poly> parts;  // by the power of s²
    std::vector<ulong> exponents(ring_.symbols());
    Rational coefficient;
    for (slong k = 0; k < poly.terms(); ++k) {
      fmpq_mpoly_get_term_coeff_fmpq(
          Rational::Access::of(coefficient), poly.raw(), k, ring_.context());
      fmpq_mpoly_get_term_exp_ui(exponents.data(), poly.raw(), k, ring_.context());
      Poly& part = parts.emplace(exponents[symbol] / 2, ring_).first->second;
      exponents[symbol] %= 2;
      fmpq_mpoly_push_term_fmpq_ui(
          part.raw(), Rational::Access::of(coefficient), exponents.data(), ring_.context());
    }
    Poly result(ring_);
    for (auto& [power, part] : parts) {
      fmpq_mpoly_sort_terms(part.raw(), ring_.context());
      fmpq_mpoly_combine_like_terms(part.raw(), ring_.context());
      std::optional<Poly> term = part;
      for (ulong i = 0; i < power && term; ++i) term = product(*term, square);
      if (!term) return std::nullopt;
      result = sum(result, *term);
    }
    return result;
  }

  [[nodiscard]] std::optional<Fraction> total(const Fraction& a, const Fraction& b) const {
    if (a.below.is(b.below)) return Fraction{sum(a.above, b.above), a.below};
    const auto left = product(a.above, b.below);
    const auto right = product(b.above, a.below);
    const auto below = product(a.below, b.below);
    if (!left || !right || !below) return std::nullopt;
    return Fraction{sum(*left, *right), *below};
  }
  [[nodiscard]] std::optional<Fraction> multiplied(const Fraction& a, const Fraction& b) const {
    const auto above = product(a.above, b.above);
    const auto below = product(a.below, b.below);
    if (!above || !below) return std::nullopt;
    return Fraction{*above, *below};
  }
  [[nodiscard]] static std::optional<Fraction> inverse(const Fraction& a) {
    if (a.above.is_zero()) return std::nullopt;
    return Fraction{a.below, a.above};
  }
  [[nodiscard]] Fraction negative(const Fraction& a) const {
    Fraction result = a;
    fmpq_mpoly_neg(result.above.raw(), result.above.raw(), ring_.context());
    return result;
  }

  std::optional<Fraction> build(NodeIndex index) {
    const TaylorNode& node = graph_.node(index);
    const auto form = [&](NodeIndex of) -> const Fraction& { return forms_.at(of); };
    switch (node.operation) {
      case Operation::constant: {
        Poly value(ring_);
        fmpq_mpoly_set_fmpq(
            value.raw(), Rational::Access::of(graph_.constant_value(index)), ring_.context());
        return Fraction{value, one_};
      }
      case Operation::time:
      case Operation::jet: return Fraction{symbol(index), one_};
      case Operation::sum: return total(form(node.left), form(node.right));
      case Operation::product: return multiplied(form(node.left), form(node.right));
      case Operation::quotient: {
        const auto below = inverse(form(node.right));
        return below ? multiplied(form(node.left), *below) : std::nullopt;
      }
      default: has_functions_ = true; return function(index, node);
    }
  }

  std::optional<Fraction> function(NodeIndex index, const TaylorNode& node) {
    if (node.operation == Operation::root) return root(index, node);
    if (node.operation == Operation::cosine) return Fraction{symbol(index), one_};
    const bool has_parity = node.operation == Operation::sine ||
                            node.operation == Operation::exponential ||
                            node.operation == Operation::arctangent;
    for (const NodeIndex other : functions_) {
      if (graph_.node(other).operation != node.operation) continue;
      const Fraction& argument = forms_.at(node.left);
      const Fraction& known = forms_.at(graph_.node(other).left);
      const auto same = total(argument, negative(known));
      if (!same) return std::nullopt;
      if (same->above.is_zero()) return share(index, other, false);
      const auto opposite = has_parity ? total(argument, known) : std::nullopt;
      if (opposite && opposite->above.is_zero()) return share(index, other, true);
    }
    functions_.push_back(index);
    if (node.operation == Operation::sine) {
      // The cosine's symbol comes later, so that sines keep at most their first power.
      const auto square = product(symbol(index + 1), symbol(index + 1));
      if (!square) return std::nullopt;
      Poly rest(ring_);
      fmpq_mpoly_sub(rest.raw(), one_.raw(), square->raw(), ring_.context());
      squares_.emplace_back(symbols_.at(index), rest);
    }
    return Fraction{symbol(index), one_};
  }

  /// The same function of the same argument, or of its negative.
  std::optional<Fraction> share(NodeIndex index, NodeIndex other, bool negated) {
    const Operation operation = graph_.node(index).operation;
    const Fraction known{symbol(other), one_};
    if (operation == Operation::sine) forms_.emplace(index + 1, Fraction{symbol(other + 1), one_});
    if (!negated) return known;
    return operation == Operation::exponential ? inverse(known) : negative(known);
  }

  /// r = √(a/b)·b has r² = a·b.
  std::optional<Fraction> root(NodeIndex index, const TaylorNode& node) {
    const Fraction& argument = forms_.at(node.left);
    for (const NodeIndex other : functions_) {
      if (graph_.node(other).operation != Operation::root) continue;
      const auto same = total(argument, negative(forms_.at(graph_.node(other).left)));
      if (same && same->above.is_zero()) return forms_.at(other);
    }
    const auto square = product(argument.above, argument.below);
    if (!square) return std::nullopt;
    functions_.push_back(index);
    squares_.emplace_back(symbols_.at(index), *square);
    return Fraction{symbol(index), argument.below};
  }

  const TaylorGraph& graph_;
  std::vector<NodeIndex> nodes_;
  Ring ring_;
  Poly one_;
  std::map<NodeIndex, std::size_t> symbols_;
  std::map<NodeIndex, Fraction> forms_;
  std::vector<NodeIndex> functions_;
  std::vector<std::pair<std::size_t, Poly>> squares_;  ///< arguments before what uses them
  bool has_functions_ = false;
};

}  // namespace

Truth vanishes_identically(const TaylorGraph& graph, NodeIndex node) {
  return NormalForm(graph, node).is_zero();
}

}  // namespace leafwise::algebra::detail
