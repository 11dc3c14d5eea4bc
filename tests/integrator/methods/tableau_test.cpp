// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/integrator/tableau.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "leafwise/core/check.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/methods.hpp"
#include "leafwise/integrator/order_conditions.hpp"
#include "leafwise/integrator/rooted_trees.hpp"
#include "support/seed.hpp"

namespace leafwise::integrator {
namespace {

/// All messages of the refusal of `data`, one a line; empty if it is accepted.
std::string refusal_of(const TableauData& data) {
  try {
    const Tableau accepted(data);
    return {};
  } catch (const InvalidInput& error) {
    std::string messages;
    for (const Mistake& mistake : error.mistakes()) {
      messages += mistake.message + "\n";
    }
    return messages;
  }
}

bool refused_for(const TableauData& data, const std::string& reason) {
  const std::string refusal = refusal_of(data);
  const bool found = refusal.find(reason) != std::string::npos;
  if (!found) MESSAGE("expected '" << reason << "', the refusal was '" << refusal << "'");
  return found;
}

TableauData rk4_data() {
  return find_method("rk4").data();
}

/// Every coefficient of `data`: a, b, c and the embedded weights.
std::vector<long double*> coefficients_of(TableauData& data) {
  std::vector<long double*> coefficients;
  const auto collect = [&coefficients](std::vector<long double>& row) {
    for (long double& coefficient : row) {
      coefficients.push_back(&coefficient);
    }
  };
  for (std::vector<long double>& row : data.a) {
    collect(row);
  }
  collect(data.b);
  collect(data.c);
  if (data.embedded) collect(data.embedded->b);
  if (data.second_embedded) collect(data.second_embedded->b);
  return coefficients;
}

/// Random numbers of either sign and of size 1e-6 to 2e-6.
class Corruption {
 public:
  explicit Corruption(std::string_view test) : generator_(tests::make_generator(test)) {}

  long double draw() {
    const long double size = size_(generator_);
    return is_negative_(generator_) ? -size : size;
  }

 private:
  std::mt19937_64 generator_;
  std::uniform_real_distribution<long double> size_{1e-6L, 2e-6L};
  std::bernoulli_distribution is_negative_;
};

}  // namespace

TEST_CASE("wrong sizes and missing texts are refused, all at once") {
  TableauData data = rk4_data();
  data.name.clear();
  data.citation.clear();
  data.c.pop_back();
  data.a[1].push_back(0.0L);
  data.embedded = EmbeddedWeights{.order = 3, .b = {1.0L}};
  for (const char* reason : {"name is empty",
                             "citation is empty",
                             "c has the wrong size",
                             "row 2 of a is too long",
                             "embedded weights have the wrong size"}) {
    CHECK(refused_for(data, reason));
  }
  data = rk4_data();
  data.a.pop_back();
  CHECK(refused_for(data, "wrong number of rows"));
  CHECK(refused_for(TableauData{}, "b has no entries"));
}

TEST_CASE("the violated condition is named") {
  TableauData data = rk4_data();
  data.c[2] = ratio(1, 3);
  CHECK(refused_for(data, "row sum 3 of a = c_3"));

  data = rk4_data();
  data.b[0] = ratio(1, 3);
  CHECK(refused_for(data, "sum of b = 1"));

  data = rk4_data();
  data.embedded = EmbeddedWeights{.order = 1, .b = {0.5L, 0.0L, 0.0L, 0.0L}};
  CHECK(refused_for(data, "sum of the embedded weights = 1"));

  data = rk4_data();
  data.b = {ratio(1, 4), ratio(1, 4), ratio(1, 4), ratio(1, 4)};
  CHECK(refused_for(data, "order 3 for the tree [[.]] does not hold for b"));

  data = rk4_data();
  data.embedded = EmbeddedWeights{.order = 2, .b = {1.0L, 0.0L, 0.0L, 0.0L}};
  CHECK(refused_for(data, "order 2 for the tree [.] does not hold for the embedded weights"));
}

TEST_CASE("an order that is not reached or cannot be checked is refused") {
  TableauData data = rk4_data();
  data.order = 5;
  CHECK(refused_for(data, "condition of order 5"));
  data.order = 0;
  CHECK(refused_for(data, "cannot be checked"));
  data.order = max_tree_order + 1;
  CHECK(refused_for(data, "cannot be checked"));
}

TEST_CASE("numbers that are not finite are refused") {
  for (const long double bad : {std::numeric_limits<long double>::quiet_NaN(),
                                std::numeric_limits<long double>::infinity()}) {
    TableauData data = rk4_data();
    for (std::size_t place = 0; place < coefficients_of(data).size(); ++place) {
      CAPTURE(place);
      TableauData corrupted = data;
      *coefficients_of(corrupted)[place] = bad;
      CHECK_FALSE(refusal_of(corrupted).empty());
    }
  }
}

TEST_CASE("ratio() refuses a zero denominator") {
  CHECK(ratio(-3, 4) == -0.75L);
  CHECK_THROWS_AS((void)ratio(1, 0), BrokenInvariant);
}

// They would spoil the kernels in long double; the tolerance is chosen such that they are found.
TEST_CASE("methods with coefficients rounded to double are refused") {
  if (std::numeric_limits<long double>::digits == std::numeric_limits<double>::digits) return;
  for (const Tableau& method : all_methods()) {
    CAPTURE(method.name());
    TableauData rounded = method.data();
    bool changed = false;
    for (long double* coefficient : coefficients_of(rounded)) {
      const long double exact = *coefficient;
      *coefficient = static_cast<double>(exact);
      changed = changed || *coefficient != exact;
    }
    CHECK(refusal_of(rounded).empty() == !changed);
  }
}

TEST_CASE("a change of any single coefficient by 1e-6 of its size is refused") {
  Corruption corruption("single coefficients");
  for (const Tableau& method : all_methods()) {
    TableauData original = method.data();
    for (std::size_t place = 0; place < coefficients_of(original).size(); ++place) {
      TableauData corrupted = original;
      long double& coefficient = *coefficients_of(corrupted)[place];
      const long double change = corruption.draw();
      // A zero has no size of its own: it is compared with 1, the size of the step.
      coefficient = coefficient == 0.0L ? change : coefficient * (1.0L + change);
      CAPTURE(method.name());
      CAPTURE(place);
      CAPTURE(change);
      CHECK_FALSE(refusal_of(corrupted).empty());
    }
  }
}

// The row sums find every single wrong coefficient of a. Here they stay right, so that only the
// order conditions can tell: moving δ between columns j and k of row i changes Σ b_i a_ij c_j by
// b_i δ (c_j − c_k), which is a condition of order 3.
TEST_CASE("a change that keeps the row sums is found by the order conditions") {
  Corruption corruption("kept row sums");
  int changes = 0;
  for (const Tableau& method : all_methods()) {
    if (method.order() < 3) continue;
    for (std::size_t i = 0; i < method.stages(); ++i) {
      const bool stage_counts =
          method.b()[i] != 0.0L ||
          (method.embedded_order().value_or(0) >= 3 && method.b_embedded()[i] != 0.0L);
      for (std::size_t k = 1; k < method.stages() && stage_counts; ++k) {
        const std::size_t j = k - 1;
        if (method.c()[j] == method.c()[k]) continue;
        TableauData corrupted = method.data();
        const long double change = corruption.draw();
        corrupted.a[i][j] += change;
        corrupted.a[i][k] -= change;
        CAPTURE(method.name());
        CAPTURE(i);
        CAPTURE(k);
        CHECK(refused_for(corrupted, "condition of order 3 for the tree [[.]]"));
        ++changes;
      }
    }
  }
  CHECK(changes > 50);
}

TEST_CASE("elementary weights of rk4 by hand") {
  const Tableau& rk4 = find_method("rk4");
  const auto weight_of = [&rk4](std::string_view notation) {
    const auto tree = std::ranges::find(rooted_trees(), notation, &RootedTree::notation);
    REQUIRE(tree != rooted_trees().end());
    const auto place = static_cast<std::size_t>(tree - rooted_trees().begin());
    return elementary_weight(rk4, rk4.b(), place);
  };
  // Φ = b_4 a_43 a_32 a_21 and Φ = Σ b_i c_i a_ij c_j. All terms are at most 1, so the general
  // tolerance is absolute here.
  CHECK(std::abs(weight_of("[[[.]]]") - ratio(1, 24)) <= coefficient_tolerance);
  CHECK(std::abs(weight_of("[[.].]") - ratio(1, 8)) <= coefficient_tolerance);
  // Four stages hold no chain of five: the condition of order 5 fails by all of 1/120.
  CHECK(weight_of("[[[[.]]]]") == 0.0L);
}

}  // namespace leafwise::integrator
