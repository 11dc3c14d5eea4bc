// SPDX-License-Identifier: GPL-3.0-or-later
#include "leaves/local_hand_over.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/nominal_sizes.hpp"
#include "leafwise/integrator/linear_block_distribution.hpp"
#include "leaves/local_lines.hpp"
#include "leaves/local_mechanics.hpp"
#include "model/numeric_program.hpp"

namespace leafwise::pipeline::detail {

namespace {

using algebra::AnalyticEquation;
using algebra::AnalyticSystem;
using algebra::Expression;
using algebra::LocalLeaf;
using algebra::Role;
using algebra::Variable;

/// Lines that follow from others are differentiated so often at most.
constexpr unsigned most_implied_times = 8;

/// An equation of the manifold.
struct Row {
  Expression residual;
  std::string name;
  int height = 0;  ///< of its orders above the tops: −1, −2, …
  bool is_derivative = false;
};

class HandOver {
 public:
  HandOver(const AnalyticSystem& system,
           const LocalLeaf& found,
           const std::string& independent,
           const algebra::NominalSizes& sizes)
      : system_(system), found_(found), time_{Role::independent, independent, 0}, sizes_(sizes) {}

  LocalNumericLeaf leaf(double time) {
    std::vector<Line> lines = lines_of(system_, found_);
    const Tops found = tops_of(found_);
    Tops tops = found;
    differentiate(lines, found, tops);
    raise(lines, tops);
    differentiate(lines, found, tops);
    if (!is_affine(top_rows_, tops)) {
      for (Line& line : lines) line.times += line.is_raised ? 0 : 1;
      for (Line& line : lines) line.is_raised = true;
      for (const auto& [name, order] : found) tops[name] = order + 1;
      differentiate(lines, found, tops);
    }
    if (system_.coordinates == 0) add_implied(tops);
    set_jets(tops);
    const LocalMechanics mechanics = local_mechanics(system_, found_, coordinates_);
    if (mechanics.distribution) add_implied(mechanics);
    LocalNumericLeaf result;
    fill(result.leaf, mechanics);
    result.point = point(time);
    result.leaf.rows.reserve(below_.size());
    for (const Row& row : below_) result.leaf.rows.push_back(row.residual);
    if (found_.singular) result.opening = opening(time);
    return result;
  }

 private:
  /// Lines whose rows are not affine in the tops are differentiated once more; so are those that
  /// determine what these contain. Then the former tops of these lines are coordinates.
  /// @pre top_rows_ are those of the lines
  void raise(std::vector<Line>& lines, Tops& tops) const {
    const TopPattern pattern(top_rows_, tops);
    std::vector<std::size_t> open;
    const auto take = [&](std::size_t row) {
      if (lines[row].is_raised) return;
      lines[row].is_raised = true;
      ++lines[row].times;
      open.push_back(row);
    };
    for (std::size_t row = 0; row < lines.size(); ++row) {
      if (!is_affine({top_rows_[row]}, tops)) take(row);
    }
    std::set<std::string> raised;
    while (!open.empty()) {
      const std::size_t row = open.back();
      open.pop_back();
      for (const std::string& name : pattern.tops_in(row)) {
        raised.insert(name);
        if (const auto own = pattern.row_of(name)) take(*own);
      }
    }
    for (const std::string& name : raised) ++tops[name];
  }

  /// @param found tops of the structure @param now the same, with what was raised
  void differentiate(const std::vector<Line>& lines, const Tops& found, const Tops& now) {
    below_.clear();
    top_rows_.clear();
    for (const Line& line : lines) {
      const Tops& tops = line.is_raised ? now : found;
      Expression row = line.residual;
      for (unsigned r = 0; r < line.times; ++r) {
        const unsigned to_come = line.times - r;
        below_.push_back(
            {truly(row, tops, to_come), row_name(line, r), -static_cast<int>(to_come), r > 0});
        row = algebra::total_derivative(row);
      }
      top_rows_.push_back(truly(row, tops, 0));
    }
  }

  /// D^r F_i has jets up to order d_j − c_i + r. Those above are only written, as x in 0*x.
  static Expression truly(const Expression& row, const Tops& tops, unsigned to_come) {
    return algebra::substitute(row, [&](const Variable& variable) {
      const auto top = tops.find(variable.name);
      const bool is_within = variable.role != Role::unknown ||
                             (top != tops.end() && variable.order + to_come <= top->second);
      return is_within ? std::nullopt : std::optional(Expression());
    });
  }

  /// What follows from the other lines here: it keeps the rows' rank where these alone would lose
  /// it.
  void add_implied(const Tops& tops) {
    implied_ = 0;
    for (const algebra::RedundantLine& redundant : found_.redundant) {
      const auto line =
          std::ranges::find(system_.equations, redundant.source, &AnalyticEquation::source);
      if (line == system_.equations.end() || redundant.order == 0) continue;
      Expression row = line->residual;
      unsigned times = 0;
      int height = height_of(row, tops);
      for (; height < 0 && times < most_implied_times; ++height, ++times) {
        below_.push_back({row, row_name({row, redundant.source, 0}, times), height, times > 0});
        ++implied_;
        row = algebra::total_derivative(row);
      }
      if (height == 0 && is_affine({row}, tops)) top_rows_.push_back(row);
    }
  }

  /// By how much its orders exceed the tops at most.
  static int height_of(const Expression& row, const Tops& tops) {
    int height = -static_cast<int>(most_implied_times);
    for (const Variable& variable : algebra::variables_of(row)) {
      const auto top = tops.find(variable.name);
      if (variable.role != Role::unknown || top == tops.end()) continue;
      height = std::max(height, static_cast<int>(variable.order) - static_cast<int>(top->second));
    }
    return height;
  }

  [[nodiscard]] static bool is_affine(const std::vector<Expression>& rows, const Tops& tops) {
    const auto is_top = [&](const Variable& variable) {
      const auto found = tops.find(variable.name);
      return variable.role == Role::unknown && found != tops.end() &&
             found->second == variable.order;
    };
    return std::ranges::all_of(rows, [&](const Expression& row) {
      return std::ranges::all_of(algebra::variables_of(row), [&](const Variable& variable) {
        if (!is_top(variable)) return true;
        const auto others = algebra::variables_of(algebra::partial_derivative(row, variable));
        return std::ranges::none_of(others, is_top);
      });
    });
  }

  /// Jets below the tops, by their order and then as the unknowns come.
  void set_jets(const Tops& tops) {
    coordinates_ = {time_};
    unsigned highest = 0;
    for (const auto& [name, order] : tops) highest = std::max(highest, order);
    for (unsigned order = 0; order <= highest; ++order) {
      for (const std::string& name : system_.unknowns) {
        const auto top = tops.find(name);
        if (top == tops.end() || order > top->second) continue;
        (order < top->second ? coordinates_ : tops_).push_back({Role::unknown, name, order});
      }
    }
  }

  /// They are rows of the manifold, which has no more dimensions less for them.
  void add_implied(const LocalMechanics& mechanics) {
    for (std::size_t i = 0; i < mechanics.implied.size(); ++i) {
      const bool is_derivative = i % 2 != 0;
      below_.push_back({mechanics.implied[i],
                        mechanics.implied_names[i],
                        is_derivative ? -1 : -2,
                        is_derivative});
    }
  }

  void fill(NumericLeaf& leaf, const LocalMechanics& mechanics) const {
    leaf.coordinates = coordinates_;
    leaf.attached = mechanics.distribution ? mechanics.attached : tops_;
    for (const Variable& variable : coordinates_) {
      leaf.problem.coordinates.push_back(to_string(variable));
    }
    leaf.problem.independent = 0;
    NumericProgram equations(coordinates_, {});
    int lowest = 0;
    for (const Row& row : below_) lowest = std::min(lowest, row.height);
    for (const Row& row : below_) {
      equations.add_output(row.residual);
      leaf.problem.equation_names.push_back(row.name);
      leaf.problem.origins.push_back(
          {static_cast<std::size_t>(row.height - lowest), row.is_derivative});
    }
    if (!below_.empty()) leaf.problem.equations = equations.map();
    leaf.problem.codimension = below_.size() - mechanics.implied.size() - implied_;
    leaf.problem.distribution = mechanics.distribution;
    if (mechanics.distribution) return;
    leaf.problem.distribution =
        std::make_shared<const integrator::LinearBlockDistribution<double>>(block(), layout());
  }

  /// C = (b | A), row by row.
  [[nodiscard]] std::shared_ptr<const integrator::SmoothMap<double>> block() const {
    NumericProgram program(coordinates_, {});
    const std::set<Variable> tops(tops_.begin(), tops_.end());
    // Rows are affine in the tops, slopes may hold some in writing: y''*z' - y''*z', derived by z'.
    const auto without_tops = [&](const Expression& expression) {
      return algebra::substitute(expression, [&](const Variable& variable) {
        return tops.contains(variable) ? std::optional(Expression()) : std::nullopt;
      });
    };
    for (const Expression& row : top_rows_) {
      program.add_output(without_tops(row));
      const std::set<Variable> used = algebra::variables_of(row);
      for (const Variable& top : tops_) {
        program.add_output(used.contains(top) ? without_tops(algebra::partial_derivative(row, top))
                                              : Expression());
      }
    }
    return program.map();
  }

  [[nodiscard]] integrator::LinearBlockLayout layout() const {
    integrator::LinearBlockLayout layout;
    const auto place_in = [](const std::vector<Variable>& list, const Variable& variable) {
      return static_cast<std::size_t>(std::ranges::find(list, variable) - list.begin());
    };
    for (const Variable& variable : coordinates_) {
      if (variable == time_) {
        layout.velocities.emplace_back();
        continue;
      }
      const Variable rate = algebra::next_jet(variable);
      const std::size_t coordinate = place_in(coordinates_, rate);
      layout.velocities.push_back(coordinate < coordinates_.size()
                                      ? integrator::Velocity::coordinate(coordinate)
                                      : integrator::Velocity::unknown(place_in(tops_, rate)));
    }
    for (const Variable& top : tops_) layout.unknowns.push_back(to_string(top));
    if (!sizes_.matter()) return layout;
    for (const Variable& variable : coordinates_) {
      layout.coordinate_sizes.push_back(sizes_.of(variable));
    }
    for (const Variable& top : tops_) layout.unknown_sizes.push_back(sizes_.of(top));
    return layout;
  }

  [[nodiscard]] std::vector<double> point(double time) const {
    std::map<Variable, double> values;
    for (const algebra::LocalPoint& jet : found_.point) values[jet.variable] = jet.value;
    values[time_] = time;
    std::vector<double> point;
    point.reserve(coordinates_.size());
    for (const Variable& variable : coordinates_) point.push_back(values.at(variable));
    return point;
  }

  /// t = t₀ + s, q(s) and q'(s): coefficients of 1, s, s², …
  [[nodiscard]] std::vector<double> opening(double time) const {
    const std::vector<std::vector<double>>& series = found_.singular->series;
    const std::size_t terms = series.front().size() - 1;
    std::vector<double> result;
    for (std::size_t d = 0; d < terms; ++d) {
      for (const Variable& variable : coordinates_) {
        if (variable == time_) {
          result.push_back(d == 0 ? time : d == 1 ? 1 : 0);
          continue;
        }
        const auto place = std::ranges::find(system_.unknowns, variable.name);
        const auto& row = series[static_cast<std::size_t>(place - system_.unknowns.begin())];
        const bool is_rate = variable.order == 1;
        result.push_back(is_rate ? static_cast<double>(d + 1) * row[d + 1] : row[d]);
      }
    }
    return result;
  }

  const AnalyticSystem& system_;
  const LocalLeaf& found_;
  Variable time_;
  const algebra::NominalSizes& sizes_;
  std::vector<Row> below_;
  std::vector<Expression> top_rows_;
  std::size_t implied_ = 0;  ///< of `below_`: the last ones, which follow from the others
  std::vector<Variable> coordinates_;
  std::vector<Variable> tops_;
};

}  // namespace

Outcome<LocalNumericLeaf> hand_over_local(const AnalyticSystem& system,
                                          const LocalLeaf& found,
                                          const algebra::LocalStart& start,
                                          const std::string& independent) {
  if (found.freedom > 0) {
    return Undefined{"the equations do not determine the motion: " + std::to_string(found.freedom) +
                     (found.freedom == 1 ? " function is free" : " functions are free")};
  }
  const algebra::NominalSizes sizes = algebra::nominal_sizes(system, start);
  LocalNumericLeaf handed =
      HandOver(system, found, independent, sizes).leaf(algebra::nearest_double(start.time));
  if (!sizes.matter()) return handed;
  for (const Variable& variable : handed.leaf.coordinates) {
    handed.leaf.problem.sizes.push_back(sizes.of(variable));
  }
  return handed;
}

}  // namespace leafwise::pipeline::detail
