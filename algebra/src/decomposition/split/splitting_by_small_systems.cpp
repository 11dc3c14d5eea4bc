// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <utility>

#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/small_systems.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"

/// What a small part of a system shows about the whole.
namespace leafwise::algebra::detail::strategies {

namespace {

/// From so many variables on, small systems are tried before anything that looks at the whole.
constexpr std::size_t many_without_point = 24;
constexpr std::size_t many_with_point = 12;

constexpr int share_of_one = 6;

std::chrono::milliseconds time_for_one(const Limits& limits) {
  const Limits::Time least = limits.budget(&Effort::small_system);
  const std::optional<Limits::Time> left = limits.left();
  return left ? std::max(least, *left / share_of_one) : 10 * least;
}

bool contains(const Polynomials& polynomials, const Polynomial& one) {
  return std::find(polynomials.begin(), polynomials.end(), one) != polynomials.end();
}

Polynomials with_differences(Polynomials generators) {
  for (Polynomial& difference : differences_of_similar(generators)) {
    if (!contains(generators, difference)) generators.push_back(std::move(difference));
  }
  return generators;
}

/// The union of the piece's intersections with each of these.
PartsFound split_each(const Task& task,
                      const std::vector<Polynomials>& parts,
                      const std::string& how) {
  PartsFound found;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Piece part = task.piece;
    part.generators.insert(part.generators.end(), parts[i].begin(), parts[i].end());
    part.path.push_back(how + ", part " + std::to_string(i + 1) + " of " +
                        std::to_string(parts.size()));
    found.append(task.splitter.split(std::move(part), task.turn));
  }
  return found;
}

std::optional<PartsFound> split_by_systems(const Task& task,
                                           const Polynomials& pool,
                                           const std::vector<std::vector<std::size_t>>& systems) {
  const Piece& piece = task.piece;
  const Limits& limits = task.turn;
  const std::chrono::milliseconds time = time_for_one(limits);
  for (const std::vector<std::size_t>& system : systems) {
    if (limits.is_over()) return std::nullopt;
    Piece small;
    for (const std::size_t member : system) small.generators.push_back(pool[member]);
    small.variables = used_in_order(piece.variables, small.generators);
    small.set_least_dimension();
    small.depth = piece.depth;
    small.is_storey = piece.is_storey;
    PartsFound parts = task.splitter.split(small, limits.spend(time));
    const bool idle = std::any_of(parts.primes.begin(), parts.primes.end(), [&](const auto& prime) {
      return std::all_of(prime.generators.begin(), prime.generators.end(), [&](const auto& g) {
        return contains(piece.generators, g.primitive());
      });
    });
    if (idle) continue;  // one part is all there is: nothing would change
    const std::size_t count = parts.primes.size() + parts.unexplored.size();
    const bool says_nothing = count == 1 && parts.unexplored.empty();
    if (!parts.unsplit.empty() || says_nothing) continue;
    PartsFound found;
    for (const LeftPart& part : parts.unexplored) {
      Piece excluded = piece;
      excluded.generators.insert(
          excluded.generators.end(), part.generators.begin(), part.generators.end());
      excluded.path.insert(excluded.path.end(), part.path.begin(), part.path.end());
      found.unexplored.push_back(left_part(excluded, part.why));
    }
    std::vector<Polynomials> primes;
    primes.reserve(parts.primes.size());
    for (FoundPrime& prime : parts.primes) primes.push_back(std::move(prime.generators));
    found.append(split_each(
        task, primes, "small system of " + std::to_string(system.size()) + " equations"));
    return found;
  }
  return std::nullopt;
}

std::optional<PartsFound> split_by_differences(Task& task) {
  const Piece& piece = task.piece;
  Polynomials pool = with_differences(piece.generators);
  // Loops close by equations that are linear in sines and cosines.
  const auto first = pool.begin() + static_cast<std::ptrdiff_t>(piece.generators.size());
  pool.erase(std::remove_if(first, pool.end(), [](const auto& p) { return p.degree() > 1; }),
             pool.end());
  if (pool.size() == piece.generators.size()) return std::nullopt;
  std::vector<std::vector<std::size_t>> systems = detail::small_systems(pool);
  std::erase_if(systems, [&](const std::vector<std::size_t>& system) {
    return system.back() < piece.generators.size();
  });
  return split_by_systems(task, pool, systems);
}

std::optional<PartsFound> split_by_small_systems(Task& task) {
  const Polynomials pool = with_differences(task.piece.generators);
  return split_by_systems(task, pool, detail::small_systems(pool));
}

bool has_many_variables(const Task& task) {
  // A point makes small systems worth while much earlier: most of what they split off is dropped.
  const bool has_point = task.splitter.settings().point != nullptr;
  return task.piece.variables.size() >= (has_point ? many_with_point : many_without_point);
}

}  // namespace

const Strategy small_systems_first{"small systems first",
                                   Stage::first,
                                   "24 variables, with a point 12",
                                   "several pieces in few variables",
                                   "zeros of the piece are zeros of each of its subsets",
                                   has_many_variables,
                                   split_by_small_systems};

const Strategy small_systems{"small systems",
                             Stage::parts,
                             "always",
                             "several pieces in few variables, by turns with the whole",
                             "zeros of the piece are zeros of each of its subsets",
                             [](const Task&) { return true; },
                             split_by_small_systems};

const Strategy similar_loops{"similar loops",
                             Stage::beside,
                             "differences of linear equations have few variables",
                             "small systems that hold such a difference, for eight turns",
                             "a difference lies in the ideal",
                             [](const Task&) { return true; },
                             split_by_differences,
                             8};

}  // namespace leafwise::algebra::detail::strategies
