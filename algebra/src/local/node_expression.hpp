// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "local/taylor_graph.hpp"

namespace leafwise::algebra::detail {

/// Nodes of a graph as expressions; shared parts stay shared.
class NodeWriter {
 public:
  /// @param independent the name of the independent variable
  NodeWriter(const TaylorGraph& graph, std::vector<std::string> unknowns, std::string independent);

  [[nodiscard]] Expression write(NodeIndex node);

 private:
  [[nodiscard]] Expression build(NodeIndex index);

  const TaylorGraph& graph_;
  std::vector<std::string> unknowns_;
  std::string independent_;
  std::unordered_map<NodeIndex, Expression> written_;
};

}  // namespace leafwise::algebra::detail
