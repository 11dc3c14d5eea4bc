// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "leafwise/algebra/local_leaf.hpp"

/// The lines of a leaf at the start, and which of their highest derivatives are solved for where.
namespace leafwise::pipeline::detail {

/// d_j by name.
using Tops = std::map<std::string, unsigned>;

struct Line {
  algebra::Expression residual;
  std::string source;
  unsigned times = 0;      ///< c_i
  bool is_raised = false;  ///< differentiated once more than the structure asks for
};

/// The lines that are kept, with the reactions of their constraints; combined ones as they are now.
[[nodiscard]] std::vector<Line> lines_of(const algebra::AnalyticSystem& system,
                                         const algebra::LocalLeaf& found);
/// The highest derivatives in the point.
[[nodiscard]] Tops tops_of(const algebra::LocalLeaf& found);
/// "constraint 1 differentiated twice"
[[nodiscard]] std::string row_name(const Line& line, unsigned times);

/// Which tops occur in which rows, and a transversal of them.
class TopPattern {
 public:
  TopPattern(const std::vector<algebra::Expression>& rows, const Tops& tops);

  [[nodiscard]] const std::vector<std::string>& tops_in(std::size_t row) const {
    return names_[row];
  }
  [[nodiscard]] std::optional<std::size_t> row_of(const std::string& name) const {
    const auto found = rows_.find(name);
    return found == rows_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  bool match(std::size_t row, std::set<std::string>& tried);

  std::vector<std::vector<std::string>> names_;
  std::map<std::string, std::size_t> rows_;
};

}  // namespace leafwise::pipeline::detail
