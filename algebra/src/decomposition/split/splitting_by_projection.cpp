// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// Complete intersections whose projections to a plane curve are irreducible.
namespace leafwise::algebra::detail::strategies {

namespace {

std::optional<PartsFound> prime_by_projection(Task& task) {
  const Ideal& ideal = task.lean();
  const Piece& piece = task.piece;
  // Its cost is known beforehand, so it has what it needs, at once.
  const Limits& limits = task.limits;
  const Outcome<KnownBasis> known = ideal.known_basis(limits);
  if (!known) return std::nullopt;
  const auto dimension = static_cast<std::size_t>(known.value().dimension);
  // Only of complete intersections do sections tell everything: these have no parts of lower
  // dimension, embedded or not.
  if (ideal.generators().size() + dimension != piece.variables.size()) return std::nullopt;
  const Outcome<ProjectionCertificate> certificate = projection_certificate(
      ideal, task.splitter.settings().seed, limits.spend(&Effort::piece_certificate));
  if (!certificate || !certificate.value().irreducible) return std::nullopt;
  FoundPrime prime = prime_from(piece, ideal.generators(), to_string(certificate.value()));
  if (certificate.value().absolutely) prime.absolutely = Truth::yes;
  return only(std::move(prime));
}

}  // namespace

const Strategy projection{"projection",
                          Stage::basis,
                          "a complete intersection of degree 64 at most",
                          "degree + 1 sections modulo a random prime, 3 s at most",
                          "irreducible modulo p after projection, see below",
                          [](const Task&) { return true; },
                          prime_by_projection};

}  // namespace leafwise::algebra::detail::strategies
