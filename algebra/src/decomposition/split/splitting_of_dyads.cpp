// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/congruent_dyads.hpp"
#include "decomposition/split/splitter.hpp"

/// What loops with congruent dyads split into.
namespace leafwise::algebra::detail {

namespace {}  // namespace

/// I : (z₁, z₂) of a complete intersection I: unmixed as I is, so that a projection proves whether
/// it is prime. Where it is, it is what the mirrored dyads satisfy.
std::optional<FoundPrime> Splitter::prime_outside(const Piece& piece,
                                                  const Polynomials& forms,
                                                  const Limits& limits) {
  const std::vector<Variable> variables = used_in_order(piece.variables, piece.generators);
  const Ideal whole(variables, piece.generators, engine_);
  const Outcome<int> dimension = whole.dimension(limits.spend(&Effort::dyads));
  if (!dimension || dimension.value() < 1) return std::nullopt;
  const auto size = piece.generators.size() + static_cast<std::size_t>(dimension.value());
  if (size != variables.size()) return std::nullopt;
  const Ideal by(variables, forms, engine_);
  const Outcome<Ideal> rest = quotient(whole, by, limits.spend(&Effort::dyads));
  if (!rest) return std::nullopt;
  const Outcome<ProjectionCertificate> certificate =
      projection_certificate(rest.value(), settings_.seed, limits.spend(&Effort::dyads));
  if (!certificate || !certificate.value().irreducible) return std::nullopt;
  FoundPrime prime = prime_from(piece, rest.value().generators(), to_string(certificate.value()));
  if (certificate.value().absolutely) prime.absolutely = Truth::yes;
  return prime;
}

PartsFound Splitter::split_given(const Piece& piece, const Limits& limits) {
  const auto dyads = congruent_dyads(piece.generators);
  if (!dyads) return split(piece, limits);
  const auto with = [&](const Polynomials& more, const char* how) {
    Piece part = piece;
    part.generators.insert(part.generators.end(), more.begin(), more.end());
    part.path.emplace_back(how);
    return part;
  };
  const Piece same = with(dyads->same, "congruent dyads, turned into each other");
  const Piece mirrored = with(dyads->mirrored, "congruent dyads, mirrored");
  PartsFound found = split_given(same, limits);
  if (is_excluded(mirrored, settings_.point)) {
    found.unexplored.push_back(left_part(mirrored, "does not hold the point"));
  } else if (auto prime = prime_outside(piece, dyads->same, limits)) {
    prime->path = mirrored.path;
    found.primes.push_back(std::move(*prime));
  } else {
    found.append(split_given(mirrored, limits));
  }
  return found;
}

}  // namespace leafwise::algebra::detail
