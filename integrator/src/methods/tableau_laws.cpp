// SPDX-License-Identifier: GPL-3.0-or-later
// The laws of tableau.hpp, which data that is not registered has to satisfy.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "leafwise/core/errors.hpp"
#include "leafwise/integrator/order_conditions.hpp"
#include "leafwise/integrator/rooted_trees.hpp"
#include "leafwise/integrator/tableau.hpp"

namespace leafwise::integrator {
namespace {

/// The mistakes of one tableau; each message begins with the method's name.
class MistakeList {
 public:
  explicit MistakeList(const std::string& method_name)
      : prefix_("method '" + method_name + "': ") {}

  void add(const std::string& message, std::string expected) {
    mistakes_.push_back(Mistake{prefix_ + message, std::move(expected), {}, {}});
  }

  void throw_if_any() const {
    if (!mistakes_.empty()) throw InvalidInput(mistakes_);
  }

 private:
  std::string prefix_;
  std::vector<Mistake> mistakes_;
};

std::string to_text(long double number) {
  std::ostringstream text;
  text.precision(std::numeric_limits<long double>::max_digits10);
  text << number;
  return text.str();
}

/// How exactly this process computes: valgrind and some emulators have 53 bits of what the type
/// promises 64.
long double rounding_here() {
  const volatile long double one = 1.0L;
  volatile long double unit = 1.0L;
  while (one + unit / 2 != one) unit = unit / 2;
  return unit;
}

long double tolerance_here() {
  static const long double tolerance = std::max(coefficient_tolerance, 32.0L * rounding_here());
  return tolerance;
}

void check_sizes(const TableauData& data, MistakeList& mistakes) {
  const std::size_t stages = data.b.size();
  const std::string entries = std::to_string(stages) + " entries, as b has";
  if (data.name.empty()) mistakes.add("the name is empty", "a name");
  if (data.citation.empty())
    mistakes.add("the citation is empty", "the origin of the coefficients");
  if (stages == 0) mistakes.add("b has no entries", "one weight for each stage");
  if (data.a.size() != stages) mistakes.add("a has the wrong number of rows", entries);
  if (data.c.size() != stages) mistakes.add("c has the wrong size", entries);
  for (std::size_t i = 0; i < data.a.size(); ++i) {
    if (data.a[i].size() > stages) {
      mistakes.add("row " + std::to_string(i + 1) + " of a is too long", "at most " + entries);
    }
  }
  if (data.embedded && data.embedded->b.size() != stages) {
    mistakes.add("the embedded weights have the wrong size", entries);
  }
  if (data.second_embedded && data.second_embedded->b.size() != stages) {
    mistakes.add("the second embedded weights have the wrong size", entries);
  }
}

void check_claimed_order(int order, const std::string& whose, MistakeList& mistakes) {
  if (order < 1 || order > max_tree_order) {
    mistakes.add("the order " + std::to_string(order) + " of " + whose + " cannot be checked",
                 "an order from 1 to " + std::to_string(max_tree_order));
  }
}

void check_sum(std::span<const long double> terms,
               long double required,
               const std::string& condition,
               MistakeList& mistakes) {
  long double sum = 0.0L;
  long double magnitude = std::abs(required);
  for (const long double term : terms) {
    sum += term;
    magnitude += std::abs(term);
  }
  const bool holds =
      std::isfinite(magnitude) && std::abs(sum - required) <= tolerance_here() * magnitude;
  if (!holds) {
    mistakes.add(condition + " does not hold: the sum is " + to_text(sum), to_text(required));
  }
}

void check_sums(const TableauData& data, MistakeList& mistakes) {
  for (std::size_t i = 0; i < data.c.size(); ++i) {
    const std::string row = std::to_string(i + 1);
    check_sum(data.a[i], data.c[i], "row sum " + row + " of a = c_" + row, mistakes);
  }
  check_sum(data.b, 1.0L, "sum of b = 1", mistakes);
  if (data.embedded) check_sum(data.embedded->b, 1.0L, "sum of the embedded weights = 1", mistakes);
  if (data.second_embedded) {
    check_sum(data.second_embedded->b, 1.0L, "sum of the second embedded weights = 1", mistakes);
  }
}

void check_order_conditions(const Tableau& tableau,
                            std::span<const long double> weights,
                            int order,
                            const std::string& whose,
                            MistakeList& mistakes) {
  const auto violation = first_violated_order_condition(tableau, weights, order, tolerance_here());
  if (!violation) return;
  const RootedTree& tree = rooted_trees()[violation->tree];
  mistakes.add("the condition of order " + std::to_string(tree.order) + " for the tree " +
                   tree.notation + " does not hold for " + whose + ", which claims order " +
                   std::to_string(order) + ": the elementary weight is " +
                   to_text(violation->weight),
               "1/" + std::to_string(tree.density));
}

/// Returns the data if its sizes and claims allow the other laws to be checked.
TableauData with_right_sizes(TableauData data) {
  MistakeList mistakes(data.name);
  check_sizes(data, mistakes);
  check_claimed_order(data.order, "b", mistakes);
  if (data.embedded) check_claimed_order(data.embedded->order, "the embedded weights", mistakes);
  if (data.second_embedded) {
    check_claimed_order(data.second_embedded->order, "the second embedded weights", mistakes);
  }
  mistakes.throw_if_any();
  return data;
}

}  // namespace

Tableau::Tableau(TableauData data) : Tableau(with_right_sizes(std::move(data)), Laws::stated) {
  MistakeList mistakes(data_.name);
  check_sums(data_, mistakes);
  // Wrong sums break most order conditions too: saying so would only hide the cause.
  mistakes.throw_if_any();

  check_order_conditions(*this, b(), order(), "b", mistakes);
  if (data_.embedded) {
    check_order_conditions(
        *this, b_embedded(), data_.embedded->order, "the embedded weights", mistakes);
  }
  if (data_.second_embedded) {
    check_order_conditions(*this,
                           b_second_embedded(),
                           data_.second_embedded->order,
                           "the second embedded weights",
                           mistakes);
  }
  mistakes.throw_if_any();
}

}  // namespace leafwise::integrator
