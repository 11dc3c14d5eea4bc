// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

#include "geometry/definite_combination.hpp"
#include "geometry/definite_polynomial.hpp"
#include "geometry/graph_reduction.hpp"
#include "geometry/rational_points.hpp"
#include "geometry/real_roots.hpp"
#include "geometry/real_zeros.hpp"
#include "geometry/regular_real_point.hpp"
#include "leafwise/algebra/absolute_components.hpp"
#include "leafwise/algebra/component_geometry.hpp"

namespace leafwise::algebra {

namespace {

using detail::RealZeros;
using Polynomials = std::vector<Polynomial>;

/// Coordinates that the search for rational points tries: a few milliseconds. Each is put into all
/// generators.
constexpr std::size_t most_steps = 2000;
constexpr std::size_t most_substitutions = 20000;
/// Starts of Newton's method; a step costs the cube of the number of variables.
constexpr std::size_t most_starts = 40;
constexpr std::size_t most_work = 40000;
/// How often what vanishes at all real points is added to an ideal.
constexpr int most_rounds = 3;
/// Limit for input of the engine: a larger basis would cost more than the answer is worth.
constexpr std::size_t most_engine_variables = 8;
constexpr unsigned most_engine_degree = 8;

/// Generators that share variables, with these.
struct Block {
  std::vector<Variable> variables;
  Polynomials generators;
};

std::vector<Block> blocks_of(const detail::GraphReduction& reduction) {
  std::vector<Block> blocks;
  for (const Polynomial& generator : reduction.generators) {
    const std::set<Variable> own = generator.variables();
    std::set<Variable> used = own;
    Block merged;
    merged.generators.push_back(generator);
    std::erase_if(blocks, [&](const Block& block) {
      const bool meets = std::any_of(block.variables.begin(),
                                     block.variables.end(),
                                     [&](const Variable& one) { return own.contains(one); });
      if (!meets) return false;
      used.insert(block.variables.begin(), block.variables.end());
      const auto& generators = block.generators;
      merged.generators.insert(merged.generators.end(), generators.begin(), generators.end());
      return true;
    });
    for (const Variable& variable : reduction.variables) {
      if (used.contains(variable)) merged.variables.push_back(variable);
    }
    blocks.push_back(std::move(merged));
  }
  return blocks;
}

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

std::string point_words(const RealPoint& sample) {
  std::string words = sample.radius == 0 ? "at" : "near";
  const char* separator = " ";
  for (const auto& [variable, value] : sample.coordinates) {
    const auto exact = sample.exact.find(variable);
    words += separator + to_string(variable) + " = ";
    words += exact != sample.exact.end() ? exact->second.to_string() : short_number(value);
    separator = ", ";
  }
  return words;
}

RealPoint exact_point(std::map<Variable, Rational> point) {
  RealPoint sample;
  for (const auto& [variable, value] : point) {
    sample.coordinates.emplace(variable, value.to_double());
  }
  sample.exact = std::move(point);
  return sample;
}

/// The real points of one block.
class BlockLocus {
 public:
  BlockLocus(const Block& block,
             std::size_t codimension,
             const Engine& engine,
             const RealLocusOptions& options,
             const Limits& limits)
      : codimension_(codimension),
        prime_(block.variables, block.generators, engine),
        options_(options),
        limits_(limits) {}

  [[nodiscard]] RealLocus answer() {
    const Polynomials& generators = prime_.generators();
    for (const Polynomial& generator : generators) {
      if (detail::has_certainly_no_real_zero(generator)) return none(generator);
    }
    const auto& variables = prime_.variables();
    const std::size_t steps = std::min(most_steps, most_substitutions / generators.size());
    if (auto point = detail::find_rational_point(variables, generators, codimension_, steps)) {
      return regular_at(exact_point(*std::move(point)));
    }
    if (auto thin = where_real_points_lie(generators)) return *std::move(thin);
    if (auto point = detail::regular_real_point(prime_,
                                                codimension_,
                                                options_.near,
                                                {options_.seed, starts()},
                                                limits_.spend(&Effort::real_points))) {
      return regular_at(*std::move(point));
    }
    if (generators.size() == 1 && options_.is_prime && changes_sign_) {
      return {Truth::yes, Truth::yes, to_string(generators.front()) + " changes its sign"};
    }
    // No point was found: this takes longer than what came before.
    takes_combinations_ = true;
    if (auto thin = where_real_points_lie(generators)) return *std::move(thin);
    return by_engine();
  }

 private:
  [[nodiscard]] int starts() const {
    const std::size_t size = prime_.variables().size();
    return static_cast<int>(
        std::clamp<std::size_t>(most_work / (size * size * size), 1, most_starts));
  }

  static RealLocus none(const Polynomial& witness) {
    return {Truth::no, Truth::no, to_string(witness) + " has no real zero"};
  }

  static RealLocus regular_at(RealPoint sample) {
    std::string words = point_words(sample);
    return {Truth::yes, Truth::yes, std::move(words), std::move(sample)};
  }

  [[nodiscard]] bool is_outside(const Polynomial& polynomial) const {
    const Outcome<bool> contains = prime_.contains(polynomial, limits_.spend(&Effort::real_points));
    return contains && !contains.value();
  }

  [[nodiscard]] bool is_small_for_the_engine() const {
    const Polynomials& generators = prime_.generators();
    return prime_.variables().size() <= most_engine_variables &&
           std::all_of(generators.begin(), generators.end(), [](const Polynomial& generator) {
             return generator.degree() <= most_engine_degree;
           });
  }

  /// What one polynomial of P says: that it has no real zero, or what vanishes at all of them.
  [[nodiscard]] std::optional<RealLocus> look_at(const Polynomial& polynomial,
                                                 Polynomials& added,
                                                 std::string& why) {
    const RealZeros zeros = detail::real_zeros(polynomial, limits_);
    if (zeros.kind == RealZeros::Kind::regular) {
      changes_sign_ = changes_sign_ || polynomial == prime_.generators().front();
    }
    if (zeros.kind == RealZeros::Kind::none) return none_after(why, polynomial);
    add_vanishing(polynomial, zeros.vanishing, added, why);
    return std::nullopt;
  }

  /// What all of them say together.
  [[nodiscard]] std::optional<RealLocus> look_at_combinations(const Polynomials& polynomials,
                                                              Polynomials& added,
                                                              std::string& why) {
    const auto found =
        detail::definite_combination(polynomials, limits_.spend(&Effort::real_points));
    if (!found) return std::nullopt;
    const bool has_one = std::any_of(found->monomials.begin(),
                                     found->monomials.end(),
                                     [](const Polynomial& one) { return one.is_constant(); });
    if (has_one) return none_after(why, found->combination);
    add_vanishing(found->combination, found->monomials, added, why);
    return std::nullopt;
  }

  static RealLocus none_after(const std::string& why, const Polynomial& witness) {
    const std::string before = why.empty() ? why : why + ", and then ";
    return {Truth::no, Truth::no, before + none(witness).why};
  }

  void add_vanishing(const Polynomial& polynomial,
                     const Polynomials& all,
                     Polynomials& added,
                     std::string& why) {
    for (const Polynomial& vanishing : all) {
      if (!options_.is_prime || !is_outside(vanishing)) continue;
      if (why.empty()) {
        why = to_string(polynomial) + " is zero only where " + to_string(vanishing) + " is";
      }
      added.push_back(vanishing);
    }
  }

  /// Adds to the ideal what vanishes at all its real points, as long as there is such. Something,
  /// if the real points are fewer than V(P), or none. @param polynomials of P
  [[nodiscard]] std::optional<RealLocus> where_real_points_lie(Polynomials polynomials) {
    std::string why;
    for (int round = 0; round < most_rounds; ++round) {
      Polynomials added;
      for (const Polynomial& polynomial : polynomials) {
        if (limits_.is_over()) return std::nullopt;
        if (auto none_there = look_at(polynomial, added, why)) return none_there;
      }
      if (added.empty() && takes_combinations_) {
        if (auto none_there = look_at_combinations(polynomials, added, why)) return none_there;
      }
      if (added.empty()) break;
      added.insert(added.end(), polynomials.begin(), polynomials.end());
      const Ideal smaller(prime_.variables(), std::move(added), prime_.engine());
      const auto basis = smaller.groebner_basis(limits_.spend(&Effort::real_points));
      polynomials = basis ? basis.value() : smaller.generators();
    }
    if (why.empty()) return std::nullopt;
    RealLocus locus{Truth::unknown, Truth::no, std::move(why)};
    if (auto point = detail::find_rational_point(prime_.variables(), polynomials, 0, most_steps)) {
      locus.points = Truth::yes;
      locus.sample = exact_point(*std::move(point));
    }
    return locus;
  }

  /// What needs bases.
  [[nodiscard]] RealLocus by_engine() {
    if (!is_small_for_the_engine()) return {};
    const Limits shortly = limits_.spend(&Effort::real_points);
    if (const auto basis = prime_.groebner_basis(shortly)) {
      if (auto thin = where_real_points_lie(basis.value())) return *std::move(thin);
    }
    if (!options_.is_prime || options_.is_absolutely_prime) return {};
    const auto components = absolute_components(prime_, shortly);
    if (!components || components.value().empty()) return {};
    const AbsoluteComponent& one = components.value().front();
    if (one.conjugates == 1) return {};
    const auto roots = detail::count_real_roots(one.minimal_polynomial);
    if (roots != std::size_t{0}) return {};
    return {Truth::unknown,
            Truth::no,
            "it splits into " + std::to_string(one.conjugates) +
                " components over the complex numbers, none of which is real"};
  }

  std::size_t codimension_;
  Ideal prime_;
  const RealLocusOptions& options_;
  Limits limits_;
  bool changes_sign_ = false;
  bool takes_combinations_ = false;
};

/// As of a product: both must be so.
Truth both(Truth left, Truth right) {
  if (left == Truth::no || right == Truth::no) return Truth::no;
  return left == Truth::yes && right == Truth::yes ? Truth::yes : Truth::unknown;
}

void merge(const RealPoint& part, std::optional<RealPoint>& whole) {
  if (!whole) whole.emplace();
  whole->coordinates.insert(part.coordinates.begin(), part.coordinates.end());
  whole->exact.insert(part.exact.begin(), part.exact.end());
  whole->radius = std::max(whole->radius, part.radius);
}

/// What is known of the product of these varieties.
RealLocus product(const std::vector<RealLocus>& parts) {
  RealLocus whole{Truth::yes, Truth::yes};
  for (const RealLocus& part : parts) {
    whole.points = both(whole.points, part.points);
    whole.regular = both(whole.regular, part.regular);
  }
  bool has_all = whole.points == Truth::yes;
  for (const RealLocus& part : parts) {
    // What has no points, or no regular ones, decides for all.
    const bool decides = whole.points == Truth::no    ? part.points == Truth::no
                         : whole.regular == Truth::no ? part.regular == Truth::no
                                                      : whole.regular == Truth::yes;
    if (decides && !part.why.empty()) whole.why += (whole.why.empty() ? "" : "; ") + part.why;
    has_all = has_all && part.sample;
    if (has_all) merge(*part.sample, whole.sample);
  }
  if (!has_all) whole.sample.reset();
  if (whole.sample && whole.sample->radius > 0) whole.sample->exact.clear();
  return whole;
}

/// The codimensions of the blocks; nothing if they are not known.
std::optional<std::vector<std::size_t>> codimensions_of(const std::vector<Block>& blocks,
                                                        std::size_t codimension,
                                                        const Engine& engine,
                                                        const Limits& limits) {
  if (blocks.size() == 1) return std::vector<std::size_t>{codimension};
  std::vector<std::size_t> result;
  std::size_t sum = 0;
  for (const Block& block : blocks) {
    result.push_back(block.generators.size());
    sum += block.generators.size();
  }
  // No variety has a larger codimension than it has equations.
  if (sum == codimension) return result;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Ideal ideal(blocks[i].variables, blocks[i].generators, engine);
    const Outcome<int> dimension = ideal.dimension(limits.spend(&Effort::real_points));
    if (!dimension || dimension.value() < 0) return std::nullopt;
    result[i] = blocks[i].variables.size() - static_cast<std::size_t>(dimension.value());
  }
  return result;
}

}  // namespace

RealLocus real_locus(const Ideal& prime,
                     int dimension,
                     const RealLocusOptions& options,
                     const Limits& limits) {
  if (dimension < 0 || limits.is_over()) return {};
  const auto reduction = detail::reduce_graph(
      prime.variables(), prime.generators(), [](const Variable&) { return true; });
  if (reduction.is_inconsistent()) return {Truth::no, Truth::no, "1 has no real zero"};
  if (reduction.generators.empty()) {
    return {Truth::yes, Truth::yes, "its equations can be solved for coordinates"};
  }
  const std::vector<Block> blocks = blocks_of(reduction);
  const std::size_t solved = static_cast<std::size_t>(dimension) + reduction.graph.size();
  if (solved > prime.variables().size()) return {};
  const auto codimensions =
      codimensions_of(blocks, prime.variables().size() - solved, prime.engine(), limits);
  if (!codimensions) return {};
  std::vector<RealLocus> parts;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    parts.push_back(
        BlockLocus(blocks[i], (*codimensions)[i], prime.engine(), options, limits).answer());
  }
  return product(parts);
}

}  // namespace leafwise::algebra
