// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "decomposition/prove/projection_certificate.hpp"
#include "decomposition/simplify/piece_parts.hpp"
#include "decomposition/split/part_on_storeys.hpp"
#include "decomposition/split/small_systems.hpp"
#include "decomposition/split/splitter.hpp"
#include "decomposition/split/strategies.hpp"
#include "decomposition/tower/tower_proof.hpp"
#include "ring/linear_span.hpp"

/// Towers of which some storeys split: one storey after the other, on each component of those
/// below. What is the same on many components is asked once, and those that come from different
/// ways are one.
namespace leafwise::algebra::detail::strategies {

namespace {

/// With fewer equations the whole is no harder than its storeys.
constexpr std::size_t least_equations = 6;

/// How a storey stands on what it touches of a part.
struct Extensions {
  std::vector<PartOnStoreys> parts;
  std::vector<LeftPart> unexplored;
};

class Ascent {
 public:
  Ascent(Task& task, Tower tower) : task_(task), tower_(std::move(tower)) {}

  std::optional<PartsFound> run() {
    PartOnStoreys ground;
    for (const Graph& graph : tower_.graphs) {
      ground.solve(Polynomial(graph.variable) - graph.value);
    }
    equations_ = static_cast<int>(tower_.graphs.size());
    std::vector<PartOnStoreys> parts = {std::move(ground)};
    for (const Storey& storey : tower_.storeys) {
      equations_ += static_cast<int>(storey.equations.size());
      std::optional<std::vector<PartOnStoreys>> next = extended(parts, storey.equations);
      if (!next) return std::nullopt;
      parts = std::move(*next);
    }
    for (const PartOnStoreys& part : parts) add(part);
    return std::move(found_);
  }

 private:
  std::optional<std::vector<PartOnStoreys>> extended(const std::vector<PartOnStoreys>& parts,
                                                     const Polynomials& equations) {
    std::vector<PartOnStoreys> result;
    std::set<Polynomials> seen;
    for (const PartOnStoreys& part : parts) {
      PartOnStoreys rest = part;
      Polynomials storey;
      for (const Polynomial& equation : equations) {
        storey.push_back(part.reduced(equation).primitive());
      }
      Polynomials below = rest.take_out(storey);
      const Extensions* extensions = settled(std::move(below), std::move(storey));
      if (extensions == nullptr) return std::nullopt;
      for (const LeftPart& left : extensions->unexplored) leave_out(part, left);
      for (const PartOnStoreys& extension : extensions->parts) {
        PartOnStoreys longer = rest;
        longer.put_in(extension);
        // Krull: what so few equations hold has no smaller components.
        if (longer.codimension() > equations_) continue;
        Polynomials key = longer.generators();
        std::sort(key.begin(), key.end());
        if (seen.insert(std::move(key)).second) result.push_back(std::move(longer));
      }
      if (result.size() > task_.splitter.settings().most_combinations) return std::nullopt;
    }
    return result;
  }

  void leave_out(const PartOnStoreys& part, const LeftPart& left) {
    Piece excluded = task_.piece;
    const Polynomials below = part.generators();
    excluded.generators.insert(excluded.generators.end(), below.begin(), below.end());
    excluded.generators.insert(
        excluded.generators.end(), left.generators.begin(), left.generators.end());
    excluded.path.insert(excluded.path.end(), part.path.begin(), part.path.end());
    found_.unexplored.push_back(left_part(excluded, left.why));
  }

  /// Null: not found out.
  const Extensions* settled(Polynomials below, Polynomials storey) {
    std::pair<Polynomials, Polynomials> question{std::move(below), std::move(storey)};
    const auto known = known_.find(question);
    if (known != known_.end()) return &known->second;
    const Limits limits = task_.limits.spend(&Effort::only_lemma);
    std::optional<PartsFound> found = split_storey(question.first, question.second, limits);
    if (!found || !found->unsplit.empty()) return nullptr;
    Extensions extensions;
    extensions.unexplored = std::move(found->unexplored);
    for (FoundPrime& prime : found->primes) {
      std::optional<PartOnStoreys> part = part_from(std::move(prime), limits);
      if (!part) return nullptr;
      extensions.parts.push_back(std::move(*part));
    }
    return &known_.emplace(std::move(question), std::move(extensions)).first->second;
  }

  [[nodiscard]] Piece piece_of(const Polynomials& generators) const {
    Piece piece;
    piece.variables = used_in_order(task_.piece.variables, generators);
    piece.generators = generators;
    piece.set_least_dimension();
    piece.depth = task_.piece.depth;
    piece.is_storey = true;
    return piece;
  }

  /// What splits shows near the storey, as a rule: the fewer equations, the sooner.
  std::optional<PartsFound> split_storey(const Polynomials& below,
                                         const Polynomials& storey,
                                         const Limits& limits) {
    Polynomials all = storey;
    all.insert(all.end(), below.begin(), below.end());
    Piece whole = piece_of(all);
    // Below may have more generators than its codimension.
    whole.least_dimension = 0;
    if (const auto proof = prove_tower(all, seed(), task_.splitter.engine(), limits)) {
      FoundPrime prime = prime_from(whole, all, tower_words);
      if (proof->absolutely) prime.absolutely = Truth::yes;
      return only(std::move(prime));
    }
    Polynomials near = storey;
    for (std::size_t before = 0; before != near.size() && near.size() < all.size();) {
      before = near.size();
      std::set<Variable> variables;
      for (const Polynomial& polynomial : near) variables.merge(polynomial.variables());
      std::copy_if(below.begin(), below.end(), std::back_inserter(near), [&](const Polynomial& g) {
        if (std::find(near.begin(), near.end(), g) != near.end()) return false;
        const std::set<Variable> own = g.variables();
        return std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
          return variables.contains(variable);
        });
      });
      if (near.size() == all.size()) break;
      if (auto parts = split_by(near, whole, limits)) return parts;
    }
    return task_.splitter.split(std::move(whole), limits);
  }

  /// By the primes of some of the equations, if these show anything.
  std::optional<PartsFound> split_by(const Polynomials& some,
                                     const Piece& whole,
                                     const Limits& limits) {
    PartsFound small = task_.splitter.split(piece_of(some), limits.spend(&Effort::small_system));
    if (!small.unsplit.empty()) return std::nullopt;
    if (small.primes.size() == 1 && small.unexplored.empty()) return std::nullopt;
    PartsFound found;
    const auto with = [&](const Polynomials& more, const std::vector<std::string>& path) {
      Piece piece = whole;
      piece.generators.insert(piece.generators.end(), more.begin(), more.end());
      piece.path = path;
      return piece;
    };
    for (const LeftPart& part : small.unexplored) {
      found.unexplored.push_back(left_part(with(part.generators, part.path), part.why));
    }
    for (const FoundPrime& prime : small.primes) {
      found.append(task_.splitter.split(with(prime.generators, prime.path), limits));
    }
    return found;
  }

  /// Linear equations are solved for; what is left is one prime, or several in different variables.
  std::optional<PartOnStoreys> part_from(FoundPrime prime, const Limits& limits) {
    PartOnStoreys part;
    Polynomials core = std::move(prime.generators);
    while (true) {
      // Of generators that follow from others by numbers alone none are needed.
      LinearSpan span;
      std::erase_if(core, [&](const Polynomial& generator) { return !span.add(generator); });
      const Polynomials linear = span.affine();
      if (linear.empty()) break;
      for (const Polynomial& one : linear) {
        const Polynomial rest = part.reduced(one);
        if (rest.is_zero()) continue;
        if (rest.is_constant()) return std::nullopt;  // an engine was wrong: others decide
        part.solve(rest);
      }
      for (Polynomial& generator : core) generator = part.reduced(generator).primitive();
      std::erase_if(core, [](const Polynomial& generator) { return generator.is_zero(); });
    }
    part.path = std::move(prime.path);
    if (core.empty()) return part;
    PrimeBlock block{core, std::move(prime.proofs), 0, prime.absolutely == Truth::yes};
    const std::vector<std::vector<std::size_t>> groups = connected_blocks(core);
    // Only over ℂ is a sum of primes certainly prime: what is one may fall apart else.
    if (!block.absolutely || groups.size() == 1) {
      if (!describe(block, limits)) return std::nullopt;
      part.add(std::move(block));
      return part;
    }
    for (const std::vector<std::size_t>& members : groups) {
      PrimeBlock one{{}, block.proofs, 0, true};
      for (const std::size_t member : members) one.generators.push_back(core[member]);
      if (!describe(one, limits)) return std::nullopt;
      part.add(std::move(one));
    }
    return part;
  }

  /// @pre a prime's generators. @return whether its codimension is known now
  bool describe(PrimeBlock& block, const Limits& limits) const {
    const Engine& engine = task_.splitter.engine();
    if (const auto proof = prove_tower(block.generators, seed(), engine, limits)) {
      block.absolutely |= proof->absolutely;
      block.codimension = static_cast<int>(block.generators.size());
      return true;
    }
    const Ideal ideal(
        used_in_order(task_.piece.variables, block.generators), block.generators, engine);
    const Outcome<int> dimension = ideal.dimension(limits);
    if (!dimension) return false;
    block.codimension = static_cast<int>(ideal.variables().size()) - dimension.value();
    if (block.absolutely || dimension.value() == 0) return true;
    const Outcome<ProjectionCertificate> certificate =
        projection_certificate(ideal, seed(), limits.spend(&Effort::block_certificate));
    block.absolutely = certificate && certificate.value().absolutely;
    return true;
  }

  /// A component of the whole, if it is a prime for certain; else its sum is split once more.
  void add(const PartOnStoreys& part) {
    const std::vector<PrimeBlock>& blocks = part.blocks();
    const auto doubtful =
        std::count_if(blocks.begin(), blocks.end(), [](const auto& b) { return !b.absolutely; });
    if (doubtful > 1) {
      Piece sum = piece_of(part.generators());
      sum.path = part.path;
      sum.least_dimension = 0;
      found_.append(task_.splitter.split(std::move(sum), task_.limits));
      return;
    }
    FoundPrime prime{part.generators(), doubtful == 0 ? Truth::yes : Truth::unknown, {}, part.path};
    for (const PrimeBlock& block : blocks) {
      prime.proofs.insert(prime.proofs.end(), block.proofs.begin(), block.proofs.end());
    }
    if (blocks.empty()) prime.proofs.emplace_back("a graph over affine space");
    if (blocks.size() > 1) {
      prime.proofs.emplace_back(
          "a sum of primes in different variables, all but one absolutely prime");
    }
    found_.primes.push_back(std::move(prime));
  }

  [[nodiscard]] std::uint64_t seed() const { return task_.splitter.settings().seed; }

  Task& task_;
  Tower tower_;
  int equations_ = 0;
  std::map<std::pair<Polynomials, Polynomials>, Extensions> known_;
  PartsFound found_;
};

std::optional<PartsFound> split_by_storeys(Task& task) {
  std::optional<Tower> tower = tower_of(task.piece.generators);
  if (!tower) return std::nullopt;
  return Ascent(task, std::move(*tower)).run();
}

bool has_storeys_to_climb(const Task& task) {
  // A point drops most of what splits off at once: small systems show more than storeys.
  return !task.piece.is_storey && task.piece.generators.size() >= least_equations &&
         task.splitter.settings().point == nullptr;
}

}  // namespace

const Strategy storeys{"storeys",
                       Stage::first,
                       "no point; the same of six equations at least, where storeys split",
                       "each storey on each component of those below, once where they are the same",
                       "all components of a storey on each of those below; by Krull none is "
                       "smaller than its equations allow",
                       has_storeys_to_climb,
                       split_by_storeys};

}  // namespace leafwise::algebra::detail::strategies
