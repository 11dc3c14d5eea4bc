// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/node_expression.hpp"

#include <utility>

namespace leafwise::algebra::detail {

NodeWriter::NodeWriter(const TaylorGraph& graph,
                       std::vector<std::string> unknowns,
                       std::string independent)
    : graph_(graph), unknowns_(std::move(unknowns)), independent_(std::move(independent)) {}

Expression NodeWriter::write(NodeIndex node) {
  // Arguments stand before what uses them: none is missing when it is needed.
  for (const NodeIndex next : graph_.below({node})) {
    if (!written_.contains(next)) written_.emplace(next, build(next));
  }
  return written_.at(node);
}

Expression NodeWriter::build(NodeIndex index) {
  const TaylorNode& node = graph_.node(index);
  const auto argument = [&](NodeIndex of) -> const Expression& { return written_.at(of); };
  const auto call = [&](Function function) {
    return Expression::call(function, argument(node.left));
  };
  switch (node.operation) {
    case Operation::constant: return Expression::number(graph_.constant_value(index));
    case Operation::time: return Expression::variable({Role::independent, independent_, 0});
    case Operation::jet:
      return Expression::variable({Role::unknown, unknowns_[node.left], node.right});
    case Operation::sum: return argument(node.left) + argument(node.right);
    case Operation::product: return argument(node.left) * argument(node.right);
    case Operation::quotient: return argument(node.left) / argument(node.right);
    case Operation::root: return call(Function::sqrt);
    case Operation::exponential: return call(Function::exp);
    case Operation::logarithm: return call(Function::log);
    case Operation::sine: return call(Function::sin);
    case Operation::cosine: return call(Function::cos);
    case Operation::arctangent: break;
  }
  return call(Function::atan);
}

}  // namespace leafwise::algebra::detail
