// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>

#include "decomposition/split/checked_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"
#include "number/random_choices.hpp"
#include "ring/rewriting.hpp"

/// A piece of dimension d, projected to d + 1 coordinates: the equation of its image falls into
/// factors where the piece falls into components, though no element of its basis may.
namespace leafwise::algebra::detail::strategies {

namespace {

constexpr long most_degree = 64;
/// Beyond this elimination takes longer than the engines that split.
constexpr std::size_t most_variables = 12;
/// Components that lie over the same hypersurface for all of them are rare, but mirrored ones do
/// for each coordinate: the last is not along coordinates.
constexpr int most_projections = 4;
constexpr int largest_coefficient = 3;
/// Of a turn: what is prime spends it in vain.
constexpr double share = 0.25;

/// The variables that a projection forgets, and what it sees instead of one that it keeps.
struct Projection {
  std::vector<Variable> forgotten;
  Variable image;
  Polynomial form;  ///< what the image stands for; zero: there is none
};

Projection random_projection(const Piece& piece,
                             std::size_t kept,
                             bool is_last,
                             std::mt19937_64& random) {
  Projection projection;
  projection.image = fresh_variable("image", piece.variables);
  projection.forgotten = piece.variables;
  std::shuffle(projection.forgotten.begin(), projection.forgotten.end(), random);
  projection.forgotten.resize(piece.variables.size() - kept + (is_last ? 1 : 0));
  if (!is_last) return projection;
  std::uniform_int_distribution<int> coefficient(1, largest_coefficient);
  for (const Variable& variable : projection.forgotten) {
    const int sign = random() % 2 == 0 ? 1 : -1;
    projection.form += Polynomial::term(Rational(sign * coefficient(random)), Monomial(variable));
  }
  return projection;
}

/// The reduced basis of what the image satisfies.
Outcome<Polynomials> image_of(const Ideal& ideal,
                              const Projection& projection,
                              const Limits& limits) {
  Polynomials generators = ideal.generators();
  std::vector<Variable> variables = ideal.variables();
  if (!projection.form.is_zero()) {
    generators.push_back(Polynomial(projection.image) - projection.form);
    variables.push_back(projection.image);
  }
  const Ideal given(variables, std::move(generators), ideal.engine());
  const Outcome<Ideal> image = elimination(given, projection.forgotten, limits);
  if (!image) return Unable{image.reason()};
  return image.value().groebner_basis(limits);
}

/// Different factors of an element, none of which lies in the ideal, but their product vanishes on
/// the piece; empty where there is nothing new.
Polynomials new_factors(Task& task, const Projection& projection, const Limits& limits) {
  const Outcome<Polynomials> image = image_of(task.ideal(), projection, limits);
  if (!image) return {};
  const auto all = task.splitter.factoriser().factors(image.value(), limits);
  if (!all) return {};
  const Polynomials* best = nullptr;
  for (std::size_t i = 0; i < image.value().size(); ++i) {
    const Polynomials& factors = all.value()[i];
    const bool is_new =
        factors.size() > 1 || (factors.size() == 1 && factors != Polynomials{image.value()[i]});
    if (is_new && (best == nullptr || factors.size() < best->size())) best = &factors;
  }
  if (best == nullptr) return {};
  Polynomials result;
  result.reserve(best->size());
  for (const Polynomial& factor : *best) {
    result.push_back(substituted(factor, projection.image, projection.form).primitive());
  }
  return result;
}

/// I : f^∞ and I : g^∞, of a product f·g that vanishes on the piece: its components, but for those
/// on which both do.
std::optional<PartsFound> split_in_two(Task& task, const Polynomials& factors) {
  Polynomial others(Rational(1));
  for (std::size_t i = 1; i < factors.size(); ++i) others = others * factors[i];
  std::vector<Polynomials> parts;
  for (const Polynomial& avoided : {factors.front(), others}) {
    const Ideal by(task.piece.variables, {avoided}, task.splitter.engine());
    const Outcome<Ideal> part = saturation(task.ideal(), by, task.turn);
    if (!part) return std::nullopt;
    parts.push_back(part.value().generators());
  }
  CheckedParts checked = split_if_covered(task, parts, "projection to a hypersurface", false);
  if (checked.found) return std::move(checked.found);
  if (checked.covers == Truth::unknown) return std::nullopt;
  return task.splitter.split_by_factors(task.piece, factors, task.limits);
}

std::optional<PartsFound> split_by_hypersurface(Task& task) {
  const Outcome<KnownBasis> known = task.ideal().known_basis(task.turn);
  if (!known || known.value().dimension < 1 || known.value().degree > most_degree) {
    return std::nullopt;
  }
  const std::size_t kept = static_cast<std::size_t>(known.value().dimension) + 1;
  if (kept >= task.piece.variables.size()) return std::nullopt;
  const Limits limits = task.turn.spend_share(share, task.turn.budget(&Effort::turn_of_piece));
  std::mt19937_64 random(task.splitter.settings().seed);
  for (int i = 1; i <= most_projections && !limits.is_over(); ++i) {
    const Projection projection =
        random_projection(task.piece, kept, i == most_projections, random);
    const Polynomials factors = new_factors(task, projection, limits);
    if (factors.size() > 1) return split_in_two(task, factors);
    if (!factors.empty()) return task.splitter.split_by_factors(task.piece, factors, task.limits);
  }
  return std::nullopt;
}

}  // namespace

const Strategy hypersurface{
    "hypersurface",
    Stage::basis,
    "12 variables at most, degree 64 at most",
    "four eliminations and their factors, a quarter of a turn",
    "a product of polynomials vanishes on the piece; that what each leaves covers it is checked",
    [](const Task& task) { return task.piece.variables.size() <= most_variables; },
    split_by_hypersurface};

}  // namespace leafwise::algebra::detail::strategies
