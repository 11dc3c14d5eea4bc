// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "decomposition/tower/residue_polynomial.hpp"
#include "decomposition/tower/tower.hpp"

namespace leafwise::algebra::detail {

/// What was seen of one storey at smooth points of what lies below, modulo primes.
struct StoreyEvidence {
  bool irreducible = false;   ///< the generic fibre is so over the functions on what lies below
  bool absolutely = false;    ///< the same over ℂ, if what lies below is irreducible over ℂ
  int primes_that_split = 0;  ///< modulo which its equation had zeros, and none of the two above
};

/// Climbs a tower from random points of its ground modulo a prime, on all ways up that there are.
class TowerWalk {
 public:
  /// Nothing if the prime divides a denominator.
  [[nodiscard]] static std::optional<TowerWalk> modulo(const Tower& tower, std::uint32_t prime);

  /// @param evidence one for each storey
  /// @param steps how many storeys are looked at, at most; it is counted down
  void climb(int times,
             std::mt19937_64& random,
             std::vector<StoreyEvidence>& evidence,
             long& steps);

  /// The coordinates of a smooth point of the tower, if one was found in so many steps.
  [[nodiscard]] std::optional<std::map<Variable, std::uint32_t>> top(std::mt19937_64& random,
                                                                     long steps);

 private:
  struct Floor {
    StoreyKind kind;
    std::vector<std::size_t> fresh;
    std::vector<ResiduePolynomial> equations;
    bool is_cone_at_worst;  ///< of a quadric in three variables or more: irreducible for certain
  };
  /// A line in the fibre's space, or a point on it for each value of the parameter.
  struct Line {
    Residues foot;
    Residues direction;
  };

  explicit TowerWalk(std::uint32_t prime) : field_(prime) {}

  void enter(std::size_t storey);
  void enter_point(std::size_t storey);
  void enter_quadric(std::size_t storey);
  void enter_section(std::size_t storey);
  /// The two points of the quadric on a line. @return whether there was any
  bool enter_on_line(std::size_t storey, const ResidueForm& form, const Line& line, bool witness);
  void note_double_point(std::size_t storey, const Line& line, std::uint32_t parameter);
  void set(std::size_t storey, const Line& line, std::uint32_t parameter);
  [[nodiscard]] std::uint32_t random_residue();
  [[nodiscard]] std::uint32_t determinant(std::vector<Residues> matrix) const;
  [[nodiscard]] std::uint32_t discriminant(const ResidueForm& form) const;

  PrimeField field_;
  std::vector<Floor> floors_;
  std::vector<std::size_t> free_;
  std::map<Variable, std::size_t> numbers_;
  std::vector<std::pair<std::size_t, ResiduePolynomial>> graphs_;  ///< the last first
  Residues values_;
  std::mt19937_64* random_ = nullptr;
  std::vector<StoreyEvidence>* evidence_ = nullptr;
  std::vector<bool> split_;
  bool is_at_top_ = false;  ///< the values are those of a point
  long* steps_ = nullptr;
};

}  // namespace leafwise::algebra::detail
