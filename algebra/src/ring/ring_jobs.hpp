// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/job.hpp"
#include "leafwise/algebra/engine.hpp"
#include "leafwise/algebra/limits.hpp"
#include "leafwise/algebra/polynomial.hpp"
#include "leafwise/core/outcome.hpp"

namespace leafwise::algebra::detail {

using Polynomials = std::vector<Polynomial>;

/// Jobs of a worker, in terms of our polynomials.
struct Question {
  engine::Operation operation = engine::Operation::ping;
  std::vector<Polynomials> ideals;
  engine::Order order = engine::Order::degree_reverse_lexicographic;
  std::vector<Variable> chosen;
  std::uint32_t characteristic = 0;
  std::size_t count = 0;
};

struct Reply {
  std::vector<Polynomials> ideals;
  std::vector<std::int64_t> numbers;
};

/// Asks a worker about ideals in ℚ[variables]; in positive characteristic the reply's coefficients
/// are residues between −p/2 and p/2.
[[nodiscard]] Outcome<Reply> ask_worker(const Engine& engine,
                                        const std::vector<Variable>& variables,
                                        const Question& question,
                                        const Limits& limits);

}  // namespace leafwise::algebra::detail
