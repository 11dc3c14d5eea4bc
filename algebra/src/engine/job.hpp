// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The messages between the library and its worker. Both sides link this file; neither trusts the
/// other: every text is parsed strictly, and names never travel, only numbers of variables.
namespace leafwise::algebra::engine {

/// One term: a rational coefficient in digits, and the exponent of each variable.
struct WireTerm {
  std::string coefficient;  ///< `-12` or `5/7`, lowest terms, denominator positive
  std::vector<unsigned> exponents;

  friend bool operator==(const WireTerm&, const WireTerm&) = default;
};

using WirePolynomial = std::vector<WireTerm>;
using WireIdeal = std::vector<WirePolynomial>;

enum class Operation {
  ping,                   ///< nothing; answers nothing
  standard_basis,         ///< reduced, of ideals[0]; numbers: dimension (-1: unit ideal), degree
  eliminate,              ///< ideals[0] without `chosen`
  saturate,               ///< ideals[0] : ideals[1]^infinity
  quotient,               ///< ideals[0] : ideals[1]
  intersect,              ///< of all ideals
  radical,                ///< of ideals[0]
  dimension,              ///< numbers: dimension (-1 for the unit ideal), degree
  factorizing_basis,      ///< ideals whose intersection has the radical of ideals[0]
  characteristic_series,  ///< irreducible ones, each as its generators; may be redundant
  minimal_primes,         ///< by the method of Gianni, Trager and Zacharias
  characteristic_order,   ///< numbers: an order of the variables good for characteristic series
  /// For t = 0, 1, …, count − 1: the polynomial of least degree in the last variable that lies in
  /// ideals[0] + (ideals[1][0] − t), which must have dimension 0. Without ideals[1][0]: once.
  section_polynomials,
  /// For each member of ideals[0] its different irreducible factors, without constants; numbers:
  /// all their multiplicities.
  factors,
  /// The components over the complex numbers of ideals[0], which must not use the last variable:
  /// there the answer has a primitive element. One ideal for each class of conjugates, with its
  /// minimal polynomial; numbers: how many conjugates.
  absolute_primes,
  /// The normal forms of the members of ideals[1] modulo ideals[0]; zeros are left out.
  normal_forms,
};

/// "Gröbner basis", "elimination", for people.
[[nodiscard]] const char* words_for(Operation operation) noexcept;

enum class Order {
  degree_reverse_lexicographic,
  lexicographic,
  /// The first `count` variables are larger than the rest; each block by reverse degree.
  blocks,
};

struct Job {
  std::uint64_t id = 0;
  Operation operation = Operation::ping;
  Order order = Order::degree_reverse_lexicographic;
  std::size_t variables = 0;
  std::vector<std::size_t> chosen;   ///< numbers of variables, from 0
  std::uint32_t characteristic = 0;  ///< of the coefficients: 0 or a prime below 2^31
  std::size_t count = 0;             ///< how many sections; how many variables in the first block
  std::vector<WireIdeal> ideals;

  friend bool operator==(const Job&, const Job&) = default;
};

struct Answer {
  std::uint64_t id = 0;
  std::string refusal;  ///< what the engine complained about; empty: it did its work
  std::vector<std::int64_t> numbers;
  std::vector<WireIdeal> ideals;

  friend bool operator==(const Answer&, const Answer&) = default;
};

[[nodiscard]] std::string to_wire(const Job& job);
[[nodiscard]] std::string to_wire(const Answer& answer, std::size_t variables);

/// Empty for anything that `to_wire` does not write.
[[nodiscard]] std::optional<Job> job_from_wire(std::string_view text);
/// @param variables of the ring that the answer must be in
[[nodiscard]] std::optional<Answer> answer_from_wire(std::string_view text, std::size_t variables);

}  // namespace leafwise::algebra::engine
