// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/algebra/limits.hpp"

/// Questions of a report about a leaf that the completion did not need.
namespace leafwise::pipeline::detail {

/// Divides the time that is left among questions: the next gets twice its even share, since most
/// need much less, and none more than the effort allows.
class QuestionTime {
 public:
  QuestionTime(const algebra::Limits& limits, std::size_t questions)
      : limits_(limits), questions_(questions) {}

  [[nodiscard]] algebra::Limits next();

 private:
  const algebra::Limits& limits_;
  std::size_t questions_;
};

/// The relations that the user gave (and those of auxiliaries) in these variables alone.
[[nodiscard]] std::vector<algebra::Polynomial> given_relations(
    const algebra::DifferentialSystem& system, const std::vector<algebra::Variable>& variables);

[[nodiscard]] Truth is_radical(const algebra::Ideal& ideal, const algebra::Limits& limits);

/// Generators of the leaf's base that are proved not to follow from the given relations.
/// @param given   in the variables of the base; of many leaves the same, so that its basis is
///                sought once
/// @param leaves  all that there are: what does not hold on one of them does not follow
[[nodiscard]] std::vector<algebra::Polynomial> hidden_in(const algebra::Leaf& leaf,
                                                         const algebra::Ideal& given,
                                                         const std::vector<algebra::Leaf>& leaves,
                                                         const algebra::Limits& limits);

}  // namespace leafwise::pipeline::detail
