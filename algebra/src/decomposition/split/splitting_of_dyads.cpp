// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/congruent_dyads.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// What loops with congruent dyads split into.
namespace leafwise::algebra::detail::strategies {

namespace {

/// I : (z₁, z₂) of a complete intersection I: unmixed as I is, so that a projection proves whether
/// it is prime. Where it is, it is what the mirrored dyads satisfy.
std::optional<FoundPrime> prime_outside(const Task& task, const Polynomials& forms) {
  const Piece& piece = task.piece;
  const Limits& limits = task.limits;
  const std::vector<Variable> variables = used_in_order(piece.variables, piece.generators);
  const Ideal whole(variables, piece.generators, task.splitter.engine());
  const Outcome<int> dimension = whole.dimension(limits.spend(&Effort::dyads));
  if (!dimension || dimension.value() < 1) return std::nullopt;
  const auto size = piece.generators.size() + static_cast<std::size_t>(dimension.value());
  if (size != variables.size()) return std::nullopt;
  const Ideal by(variables, forms, task.splitter.engine());
  const Outcome<Ideal> rest = quotient(whole, by, limits.spend(&Effort::dyads));
  if (!rest) return std::nullopt;
  const Outcome<ProjectionCertificate> certificate = projection_certificate(
      rest.value(), task.splitter.settings().seed, limits.spend(&Effort::dyads));
  if (!certificate || !certificate.value().irreducible) return std::nullopt;
  FoundPrime prime = prime_from(piece, rest.value().generators(), to_string(certificate.value()));
  if (certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime;
}

std::optional<PartsFound> split_dyads(Task& task) {
  const Piece& piece = task.piece;
  const Limits& limits = task.limits;
  Splitter& splitter = task.splitter;
  const auto dyads = detail::congruent_dyads(piece.generators);
  if (!dyads) return std::nullopt;
  const auto with = [&](const Polynomials& more, const char* how) {
    Piece part = piece;
    part.generators.insert(part.generators.end(), more.begin(), more.end());
    part.path.emplace_back(how);
    return part;
  };
  const Piece same = with(dyads->same, "congruent dyads, turned into each other");
  const Piece mirrored = with(dyads->mirrored, "congruent dyads, mirrored");
  PartsFound found = splitter.split_given(same, limits);
  if (is_excluded(mirrored, splitter.settings().point)) {
    found.unexplored.push_back(left_part(mirrored, "does not hold the point"));
  } else if (auto prime = prime_outside(task, dyads->same)) {
    prime->path = mirrored.path;
    found.primes.push_back(std::move(*prime));
  } else {
    found.append(splitter.split_given(mirrored, limits));
  }
  return found;
}

}  // namespace

const Strategy congruent_dyads{
    "congruent dyads",
    Stage::as_given,
    "two pairs of equal bars between the same two points",
    "a quotient and a projection, 5 s each at most",
    "d·z lies in the ideal (Cramer), see below; the mirrored part by projection",
    [](const Task&) { return true; },
    split_dyads};

}  // namespace leafwise::algebra::detail::strategies
