// SPDX-License-Identifier: GPL-3.0-or-later
#include "local/taylor_graph.hpp"

#include <algorithm>
#include <unordered_map>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/core/check.hpp"

namespace leafwise::algebra::detail {

/// Adds the nodes of an expression; shared parts once.
class TaylorGraph::Builder {
 public:
  explicit Builder(TaylorGraph& graph) : graph_(graph) {}

  NodeIndex of(const Expression& expression) {
    const auto known = known_.find(expression.identity());
    if (known != known_.end()) return known->second;
    const NodeIndex made = build(expression);
    known_.emplace(expression.identity(), made);
    return made;
  }

 private:
  NodeIndex build(const Expression& expression) {
    using Kind = Expression::Kind;
    switch (expression.kind()) {
      case Kind::number: return graph_.constant(expression.value());
      case Kind::pi: return pi();
      case Kind::variable: return variable(expression.as_variable());
      case Kind::negation: return graph_.negation(of(expression.operand(0)));
      case Kind::sum:
      case Kind::product: return chain(expression);
      case Kind::power: return power(expression);
      case Kind::call: break;
    }
    return graph_.function(expression.function(), of(expression.operand(0)));
  }

  NodeIndex pi() {
    const NodeIndex quarter = graph_.function(Function::atan, graph_.constant(Rational(1)));
    return graph_.product(graph_.constant(Rational(4)), quarter);
  }

  NodeIndex variable(const Variable& variable) {
    if (variable.role == Role::independent) return graph_.make({Operation::time, 0, 0});
    const auto unknown = graph_.unknowns_.find(variable.name);
    LEAFWISE_DEMAND(unknown != graph_.unknowns_.end(), "'" + variable.name + "' has no value");
    return graph_.jet({unknown->second, variable.order});
  }

  NodeIndex chain(const Expression& expression) {
    const bool is_sum = expression.kind() == Expression::Kind::sum;
    NodeIndex result = of(expression.operand(0));
    for (std::size_t i = 1; i < expression.operands().size(); ++i) {
      const Expression::Operand& operand = expression.operands()[i];
      const NodeIndex next = of(operand.expression);
      if (is_sum) {
        result = operand.inverted ? graph_.difference(result, next) : graph_.sum(result, next);
      } else {
        result = operand.inverted ? graph_.quotient(result, next) : graph_.product(result, next);
      }
    }
    return result;
  }

  NodeIndex power(const Expression& expression) {
    const Exponent exponent = exponent_value(expression.operand(1));
    const NodeIndex base = of(expression.operand(0));
    if (exponent.is_integer()) return graph_.power(base, exponent.halves / 2);
    return graph_.power(graph_.function(Function::sqrt, base), exponent.halves);
  }

  TaylorGraph& graph_;
  std::unordered_map<const void*, NodeIndex> known_;
};

TaylorGraph::TaylorGraph(const std::vector<std::string>& unknowns) {
  for (std::size_t i = 0; i < unknowns.size(); ++i) unknowns_.emplace(unknowns[i], i);
}

NodeIndex TaylorGraph::add(const Expression& expression) {
  return Builder(*this).of(expression);
}

NodeIndex TaylorGraph::make(const TaylorNode& node) {
  const auto [place, is_new] = index_.emplace(node, static_cast<NodeIndex>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return place->second;
}

NodeIndex TaylorGraph::constant(const Rational& value) {
  const auto known = constant_index_.find(value);
  if (known != constant_index_.end()) return known->second;
  constants_.push_back(value);
  const NodeIndex made =
      make({Operation::constant, static_cast<NodeIndex>(constants_.size() - 1), 0});
  constant_index_.emplace(value, made);
  return made;
}

NodeIndex TaylorGraph::jet(const JetIndex& jet) {
  return make({Operation::jet, static_cast<NodeIndex>(jet.unknown), jet.order});
}

const Rational* TaylorGraph::value(NodeIndex index) const {
  return nodes_[index].operation == Operation::constant ? &constants_[nodes_[index].left] : nullptr;
}

const Rational& TaylorGraph::constant_value(NodeIndex index) const {
  LEAFWISE_DEMAND(value(index) != nullptr, "this node is no constant");
  return *value(index);
}

NodeIndex TaylorGraph::sum(NodeIndex left, NodeIndex right) {
  const Rational* a = value(left);
  const Rational* b = value(right);
  if (a != nullptr && b != nullptr) return constant(*a + *b);
  if (a != nullptr && a->is_zero()) return right;
  if (b != nullptr && b->is_zero()) return left;
  return make({Operation::sum, std::min(left, right), std::max(left, right)});
}

NodeIndex TaylorGraph::product(NodeIndex left, NodeIndex right) {
  const Rational* a = value(left);
  const Rational* b = value(right);
  if (a != nullptr && b != nullptr) return constant(*a * *b);
  if ((a != nullptr && a->is_zero()) || (b != nullptr && b->is_one())) return left;
  if ((b != nullptr && b->is_zero()) || (a != nullptr && a->is_one())) return right;
  return make({Operation::product, std::min(left, right), std::max(left, right)});
}

NodeIndex TaylorGraph::negation(NodeIndex operand) {
  return product(constant(Rational(-1)), operand);
}

NodeIndex TaylorGraph::difference(NodeIndex left, NodeIndex right) {
  return left == right ? constant(Rational(0)) : sum(left, negation(right));
}

NodeIndex TaylorGraph::quotient(NodeIndex left, NodeIndex right) {
  const Rational* a = value(left);
  const Rational* b = value(right);
  if (b != nullptr && !b->is_zero()) return product(left, constant(Rational(1) / *b));
  if (a != nullptr && a->is_zero() && b == nullptr) return left;
  return make({Operation::quotient, left, right});
}

NodeIndex TaylorGraph::power(NodeIndex base, std::int64_t exponent) {
  if (exponent < 0) return quotient(constant(Rational(1)), power(base, -exponent));
  NodeIndex result = constant(Rational(1));
  for (std::int64_t left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result = product(result, base);
    if (left > 1) base = product(base, base);
  }
  return result;
}

NodeIndex TaylorGraph::sine(NodeIndex argument) {
  const NodeIndex made = make({Operation::sine, argument, 0});
  (void)make({Operation::cosine, argument, 0});
  return made;
}

NodeIndex TaylorGraph::function(Function function, NodeIndex argument) {
  const NodeIndex one = constant(Rational(1));
  const auto exponential = [&](NodeIndex of) { return make({Operation::exponential, of, 0}); };
  switch (function) {
    case Function::sin: return sine(argument);
    case Function::cos: return sine(argument) + 1;
    case Function::tan: {
      const NodeIndex above = sine(argument);
      return quotient(above, above + 1);
    }
    case Function::exp: return exponential(argument);
    case Function::log: return make({Operation::logarithm, argument, 0});
    case Function::sqrt: return make({Operation::root, argument, 0});
    case Function::atan:
      return make({Operation::arctangent, argument, sum(one, product(argument, argument))});
    case Function::sinh:
    case Function::cosh: {
      const NodeIndex up = exponential(argument);
      const NodeIndex down = quotient(one, up);
      const bool is_sine = function == Function::sinh;
      return product(constant(Rational(1, 2)), is_sine ? difference(up, down) : sum(up, down));
    }
    case Function::tanh: break;
  }
  const NodeIndex square = exponential(product(constant(Rational(2)), argument));
  return difference(one, quotient(constant(Rational(2)), sum(square, one)));
}

std::size_t TaylorGraph::arguments(NodeIndex index, std::array<NodeIndex, 2>& found) const {
  const TaylorNode& node = nodes_[index];
  found = {node.left, node.right};
  switch (node.operation) {
    case Operation::constant:
    case Operation::time:
    case Operation::jet: return 0;
    case Operation::sum:
    case Operation::product:
    case Operation::quotient:
    case Operation::arctangent: return 2;
    default: return 1;
  }
}

std::vector<NodeIndex> TaylorGraph::below(const std::vector<NodeIndex>& roots) const {
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<NodeIndex> open;
  const auto visit = [&](NodeIndex index) {
    if (seen[index]) return;
    seen[index] = true;
    open.push_back(index);
  };
  for (const NodeIndex root : roots) visit(root);
  std::vector<NodeIndex> found;
  std::array<NodeIndex, 2> arguments_of{};
  while (!open.empty()) {
    const NodeIndex index = open.back();
    open.pop_back();
    found.push_back(index);
    const std::size_t count = arguments(index, arguments_of);
    for (std::size_t i = 0; i < count; ++i) visit(arguments_of[i]);
    if (nodes_[index].operation == Operation::sine) visit(index + 1);
    if (nodes_[index].operation == Operation::cosine) visit(index - 1);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void TaylorGraph::pass_on(NodeIndex index, NodeIndex adjoint, Adjoints& adjoints) {
  const TaylorNode node = nodes_[index];
  const auto give = [&](NodeIndex to, NodeIndex part) {
    const auto [place, is_new] = adjoints.emplace(to, part);
    if (!is_new) place->second = sum(place->second, part);
  };
  switch (node.operation) {
    case Operation::constant:
    case Operation::time:
    case Operation::jet: return;
    case Operation::sum:
      give(node.left, adjoint);
      give(node.right, adjoint);
      return;
    case Operation::product:
      give(node.left, product(adjoint, node.right));
      give(node.right, product(adjoint, node.left));
      return;
    case Operation::quotient: {
      const NodeIndex slope = quotient(adjoint, node.right);
      give(node.left, slope);
      give(node.right, negation(product(slope, index)));
      return;
    }
    case Operation::root:
      return give(node.left, quotient(adjoint, product(constant(Rational(2)), index)));
    case Operation::exponential: return give(node.left, product(adjoint, index));
    case Operation::logarithm: return give(node.left, quotient(adjoint, node.left));
    case Operation::sine: return give(node.left, product(adjoint, index + 1));
    case Operation::cosine: return give(node.left, negation(product(adjoint, index - 1)));
    case Operation::arctangent: return give(node.left, quotient(adjoint, node.right));
  }
}

std::vector<Partial> TaylorGraph::gradient(NodeIndex root) {
  std::vector<Partial> partials;
  Adjoints adjoints{{root, constant(Rational(1))}};
  const std::vector<NodeIndex> nodes = below({root});
  for (auto index = nodes.rbegin(); index != nodes.rend(); ++index) {
    const auto adjoint = adjoints.find(*index);
    if (adjoint == adjoints.end()) continue;
    const NodeIndex slope = adjoint->second;
    if (value(slope) != nullptr && value(slope)->is_zero()) continue;
    if (nodes_[*index].operation == Operation::jet) {
      partials.push_back({{nodes_[*index].left, nodes_[*index].right}, slope});
    } else {
      pass_on(*index, slope, adjoints);
    }
  }
  return partials;
}

}  // namespace leafwise::algebra::detail
