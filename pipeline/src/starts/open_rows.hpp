// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "leafwise/algebra/expression.hpp"
#include "leafwise/algebra/zeros_in_box.hpp"
#include "leafwise/pipeline/numeric_leaf.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

/// How an expression depends on some variables: by its structure, so that `other` may turn out to
/// be affine when it is multiplied out, and never the reverse.
enum class Dependence { none, affine, other };
[[nodiscard]] Dependence dependence_on(const algebra::Expression& expression,
                                       const std::set<algebra::Variable>& some);

/// Whether nothing changes when the variable grows by 2π: it is the angle of sines and cosines.
[[nodiscard]] bool is_periodic_in(const algebra::Expression& expression,
                                  const algebra::Variable& variable);

/// The rows of a part as expressions, with numbers for parameters.
struct PartInBox {
  std::vector<algebra::Expression> equations;
  std::vector<algebra::Variable> solved;
  std::vector<algebra::Span> box;                     ///< of each that is solved for
  std::map<algebra::Variable, algebra::Span> others;  ///< what else is in the equations
};

/// The rows of a leaf as functions of coordinates some of which are *open*: what the others do not
/// say yet.
class OpenRows {
 public:
  /// Coordinates, by place: which are open.
  using Mask = std::vector<bool>;
  /// Rows with the open coordinates in them.
  struct Part {
    std::vector<std::size_t> rows;
    std::vector<std::size_t> columns;
  };

  /// @pre leaf.rows are those of leaf.problem.equations
  OpenRows(const NumericLeaf& leaf, ParameterValues parameters);

  /// The open coordinates that rows determine that are affine in all that is open in them, at any
  /// point with these values of the others: no further value of them is possible.
  /// @pre the values satisfy the rows
  [[nodiscard]] std::vector<std::size_t> determined(const std::vector<double>& values,
                                                    const Mask& open) const;

  /// The next part to be solved: the smallest part without connection to the rest that determines
  /// its coordinates near these values; of lowest derivatives, where these stand by themselves. All
  /// that is open, if there is no such part.
  [[nodiscard]] Part next_part(const std::vector<double>& values, const Mask& open) const;

  /// The coordinates in some rows, open or not.
  [[nodiscard]] std::set<std::size_t> columns_of(const std::vector<std::size_t>& rows) const;

  /// All rows with something open.
  [[nodiscard]] Part whole(const Mask& open) const;

  /// The rows of a part, on all coordinates.
  [[nodiscard]] integrator::ManifoldProblem<double> problem_of(const Part& part) const;

  /// The same as expressions; the spans are the caller's.
  [[nodiscard]] PartInBox in_box(const Part& part) const;

 private:
  using Matrix = std::vector<std::vector<double>>;

  /// All derivatives of all rows.
  [[nodiscard]] std::vector<double> slopes(const std::vector<double>& values) const;
  [[nodiscard]] Matrix block(const std::vector<double>& slopes, const Part& part) const;
  [[nodiscard]] bool determines(const std::vector<double>& slopes, const Part& part) const;
  [[nodiscard]] std::vector<std::size_t> open_columns(std::size_t row, const Mask& open) const;
  [[nodiscard]] std::vector<Part> connected(const std::vector<std::size_t>& rows,
                                            const Mask& open) const;
  [[nodiscard]] std::vector<Part> enclosed(const Part& all, const Mask& open) const;

  const NumericLeaf& leaf_;
  ParameterValues parameters_;
  std::vector<std::vector<std::size_t>> columns_;  ///< the coordinates in each row
};

}  // namespace leafwise::pipeline::detail
