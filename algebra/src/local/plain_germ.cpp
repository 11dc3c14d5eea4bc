// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/plain_germ.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "leafwise/algebra/calculus.hpp"

namespace leafwise::algebra::detail {

namespace {

/// Jets as coordinates of their own.
class Flattened {
 public:
  Flattened(const std::vector<std::string>& unknowns, const DerivativeArray& array) {
    for (std::size_t c = 0; c < array.columns().size(); ++c) {
      const DerivativeArray::Column& column = array.columns()[c];
      names_.push_back("c" + std::to_string(c));
      coordinates_.emplace(Variable{Role::unknown, unknowns[column.unknown], column.order}, c);
    }
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  /// What is above is written only, as x'' in 0*x'': it may have any value.
  [[nodiscard]] Expression operator()(const Expression& expression) const {
    return substitute(expression, [&](const Variable& jet) -> std::optional<Expression> {
      if (jet.role != Role::unknown) return std::nullopt;
      const auto found = coordinates_.find(jet);
      if (found == coordinates_.end()) return Expression();
      return Expression::variable({Role::unknown, names_[found->second], 0});
    });
  }

 private:
  std::vector<std::string> names_;
  std::map<Variable, std::size_t> coordinates_;
};

}  // namespace

ZeroTest zero_test_on(const std::vector<Expression>& lines,
                      const std::vector<std::string>& unknowns,
                      const LocalAttempt& attempt,
                      const Expression& other) {
  const DerivativeArray& array = *attempt.array;
  const Flattened flat(unknowns, array);
  TaylorGraph graph(flat.names());
  Germ germ;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Expression row = lines[i];
    for (unsigned times = 0; times <= attempt.offsets->rows[i]; ++times) {
      if (times > 0) row = total_derivative(row);
      germ.equations.push_back(graph.add(flat(row)));
      germ.partials.push_back(graph.gradient(germ.equations.back()));
    }
  }
  for (std::size_t c = 0; c < array.columns().size(); ++c) {
    Ball value = attempt.certificate->point[c];
    for (unsigned k = 2; k <= array.columns()[c].order; ++k) {
      arb_mul_ui(value.raw(), value.raw(), k, bits_of_zero_test);
    }
    germ.point.push_back(std::move(value));
    if (attempt.certificate->dependent[c]) germ.dependent.push_back(c);
  }
  germ.time = attempt.time;
  const NodeIndex node = graph.add(flat(other));
  return first_nonzero(graph, germ, {node}, order_of_zero_test, bits_of_zero_test);
}

std::string reason_of(const std::string& source, const ZeroTest& test) {
  if (test.nonzero_at == 0U) {
    return source + " does not hold where the others do near the start";
  }
  if (test.nonzero_at) {
    return source +
           " depends on the others at the start only (their solution violates it at order " +
           std::to_string(*test.nonzero_at) + "): a singular position";
  }
  return source +
         " depends on the others at the start; whether it does nearby is undecided at order " +
         std::to_string(test.undecided_at.value_or(0));
}

unsigned orders_beyond(const std::vector<std::string>& unknowns,
                       const Offsets& offsets,
                       const Expression& expression) {
  LocalSystem alone{TaylorGraph(unknowns), {}, {}, unknowns.size()};
  alone.equations.push_back(alone.graph.add(expression));
  alone.partials.push_back(alone.graph.gradient(alone.equations.front()));
  (void)keep_true_partials(alone);
  unsigned beyond = 0;
  for (const Partial& partial : alone.partials.front()) {
    const unsigned top = offsets.columns[partial.jet.unknown];
    if (partial.jet.order > top) beyond = std::max(beyond, partial.jet.order - top);
  }
  return beyond;
}

}  // namespace leafwise::algebra::detail
