// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/rational.hpp"

namespace leafwise::algebra::detail {

using NodeIndex = std::uint32_t;

/// The operation of a node on its arguments.
enum class Operation : std::uint8_t {
  constant,  ///< left: which constant
  time,      ///< the independent variable
  jet,       ///< left: which unknown, right: order of the derivative
  sum,       ///< left + right
  product,   ///< left · right
  quotient,  ///< left / right
  root,      ///< √left
  exponential,
  logarithm,
  sine,  ///< the node behind it is the cosine of the same argument
  cosine,
  arctangent,  ///< of left; right is 1 + left²
};

struct TaylorNode {
  Operation operation = Operation::constant;
  NodeIndex left = 0;
  NodeIndex right = 0;

  friend auto operator<=>(const TaylorNode&, const TaylorNode&) = default;
};

/// A derivative of an unknown.
struct JetIndex {
  std::size_t unknown = 0;
  unsigned order = 0;

  friend auto operator<=>(const JetIndex&, const JetIndex&) = default;
};

/// ∂f/∂jet, as a node.
struct Partial {
  JetIndex jet;
  NodeIndex node = 0;
};

/// Expressions in the jets of some unknowns, as one graph in which equal nodes are one node.
/// Functions stay functions. The arguments of a node stand before it.
///
/// Law: at every point of the domain a node's value is that of its expression, and the partial
/// derivatives are those of `partial_derivative`.
class TaylorGraph {
 public:
  explicit TaylorGraph(const std::vector<std::string>& unknowns);

  /// @pre no variables but unknowns of this graph and the independent one
  /// @throws InvalidInput where an exponent is not one of problem files
  [[nodiscard]] NodeIndex add(const Expression& expression);

  [[nodiscard]] NodeIndex constant(const Rational& value);
  [[nodiscard]] NodeIndex jet(const JetIndex& jet);
  [[nodiscard]] NodeIndex sum(NodeIndex left, NodeIndex right);
  [[nodiscard]] NodeIndex difference(NodeIndex left, NodeIndex right);
  [[nodiscard]] NodeIndex product(NodeIndex left, NodeIndex right);
  [[nodiscard]] NodeIndex quotient(NodeIndex left, NodeIndex right);
  [[nodiscard]] NodeIndex negation(NodeIndex operand);

  /// All partial derivatives by jets that are not the constant 0, by reverse mode: the graph grows
  /// by a few nodes for each node below `root`.
  [[nodiscard]] std::vector<Partial> gradient(NodeIndex root);

  [[nodiscard]] const TaylorNode& node(NodeIndex index) const { return nodes_[index]; }
  [[nodiscard]] const Rational& constant_value(NodeIndex index) const;
  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  /// The nodes that the value of these needs, each after its arguments.
  [[nodiscard]] std::vector<NodeIndex> below(const std::vector<NodeIndex>& roots) const;
  /// The arguments of a node that are nodes; a sine's are its argument, too.
  [[nodiscard]] std::size_t arguments(NodeIndex index, std::array<NodeIndex, 2>& found) const;

 private:
  class Builder;
  using Adjoints = std::map<NodeIndex, NodeIndex>;

  [[nodiscard]] NodeIndex make(const TaylorNode& node);
  [[nodiscard]] NodeIndex function(Function function, NodeIndex argument);
  [[nodiscard]] NodeIndex sine(NodeIndex argument);
  [[nodiscard]] NodeIndex power(NodeIndex base, std::int64_t exponent);
  [[nodiscard]] const Rational* value(NodeIndex index) const;
  void pass_on(NodeIndex index, NodeIndex adjoint, Adjoints& adjoints);

  std::map<std::string, std::size_t> unknowns_;
  std::vector<TaylorNode> nodes_;
  std::map<TaylorNode, NodeIndex> index_;
  std::vector<Rational> constants_;
  std::map<Rational, NodeIndex> constant_index_;
};

}  // namespace leafwise::algebra::detail
