// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/variable.hpp"

/// The leaf at the start in a report, found from the equations as written and
/// without completing anything: `algebra::LocalLeaf` without what only the integration needs.
namespace leafwise::pipeline {

/// D^r of a line, r = 1 … times, vanishes on the leaf.
struct StartHidden {
  std::size_t line = 0;  ///< its number among the user's equations or constraints
  std::string source;    ///< "equation 2"
  unsigned times = 0;

  friend bool operator==(const StartHidden&, const StartHidden&) = default;
};

/// A line that follows from the others near the start.
struct StartRedundant {
  std::size_t line = 0;
  std::string source;
  unsigned order = 0;  ///< to which that was seen along a curve; 0: it is proved

  friend bool operator==(const StartRedundant&, const StartRedundant&) = default;
};

/// A line that was replaced by a sum of lines, or in which a derivative was replaced.
struct StartCombined {
  struct Row {
    std::string source;
    unsigned times = 0;
    std::optional<algebra::Expression> coefficient;  ///< none: too long to read, or `put_in`

    friend bool operator==(const Row&, const Row&) = default;
  };
  std::size_t line = 0;
  std::string source;
  std::vector<Row> rows;
  std::string put_in;  ///< not empty: the derivative that was replaced by what the one row says

  friend bool operator==(const StartCombined&, const StartCombined&) = default;
};

/// A ball around `value` that holds the coordinate of the point; the double itself if it is free.
/// None: where nothing is proved, no number may have been found.
struct StartJet {
  algebra::Variable variable;
  std::optional<double> value;
  std::optional<double> radius;
  bool is_free = false;

  friend bool operator==(const StartJet&, const StartJet&) = default;
};

struct StartSize {
  int dimension = 0;                      ///< the independent variable counted
  int freedom = 0;                        ///< free functions
  std::optional<int> degrees_of_freedom;  ///< of a mechanism
  int index_at_most = 0;

  friend bool operator==(const StartSize&, const StartSize&) = default;
};

/// Proved; proved but for what was seen in numbers only; or neither, and `reason` says why.
enum class StartStanding { proved, numeric, unfinished };

struct StartLeaf {
  StartStanding standing = StartStanding::unfinished;
  std::string reason;  ///< why it is not proved
  /// None if no structure was found; of an unfinished leaf: what it would be, were that regular.
  std::optional<StartSize> size;
  std::vector<StartHidden> hidden;
  std::vector<StartRedundant> redundant;
  std::vector<StartCombined> combined;  ///< in the order in which it was done
  std::vector<std::string> numeric;     ///< numeric results on which the rest depends
  int precision = 0;                    ///< bits of the balls of the proof
  std::string certificate;              ///< the file beside the report that proves it; empty: none
  std::vector<StartJet> point;
  std::optional<double> residual;  ///< of the point in doubles, scaled; none: there is none
  std::optional<double> moved;     ///< the largest change of a given value, scaled
  std::vector<std::pair<std::string, double>> seconds;  ///< by step

  [[nodiscard]] bool is_usable() const { return standing != StartStanding::unfinished; }

  friend bool operator==(const StartLeaf&, const StartLeaf&) = default;
};

}  // namespace leafwise::pipeline
