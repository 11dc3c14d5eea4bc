// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/worker_process.hpp"

/// Jobs for the worker, written by hand: the tests of the engine do not stand on the rest of the
/// library.
namespace leafwise::tests {

using algebra::Limits;
using namespace algebra::engine;

inline WireTerm term(std::string coefficient, std::vector<unsigned> exponents) {
  return {std::move(coefficient), std::move(exponents)};
}

inline Job job(Operation operation, std::size_t variables, std::vector<WireIdeal> ideals) {
  Job job;
  job.operation = operation;
  job.variables = variables;
  job.ideals = std::move(ideals);
  return job;
}

/// x² − y², x·y − y²: its radical is (x − y).
inline WireIdeal issue_1378() {
  return {{term("1", {1, 1}), term("-1", {0, 2})}, {term("1", {2, 0}), term("-1", {0, 2})}};
}

/// The cyclic roots of eight variables: no engine finishes within the limits of a test.
inline WireIdeal cyclic_8() {
  WireIdeal ideal;
  for (unsigned degree = 1; degree <= 8; ++degree) {
    WirePolynomial polynomial;
    for (unsigned first = 0; first < (degree == 8 ? 1U : 8U); ++first) {
      std::vector<unsigned> exponents(8, 0);
      for (unsigned k = 0; k < degree; ++k) ++exponents[(first + k) % 8];
      polynomial.push_back(term("1", exponents));
    }
    if (degree == 8) polynomial.push_back(term("-1", std::vector<unsigned>(8, 0)));
    ideal.push_back(std::move(polynomial));
  }
  return ideal;
}

inline Job hard_job() {
  Job hard = job(Operation::standard_basis, 8, {cyclic_8()});
  hard.order = Order::lexicographic;
  return hard;
}

inline Limits seconds(int count) {
  return Limits::within(std::chrono::seconds(count));
}

}  // namespace leafwise::tests
