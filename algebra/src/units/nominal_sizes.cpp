// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/nominal_sizes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "leafwise/algebra/constant.hpp"
#include "local/taylor_graph.hpp"

namespace leafwise::algebra {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this room

/// What a condition counts beside those that equations give.
constexpr double weight_of_given = 0.3;
constexpr double weight_of_guessed = 0.03;
constexpr double weight_of_goal = 0.01;
/// What nothing decides stays as it is.
constexpr double weight_of_nothing = 1e-4;

/// Six decades: a value so much smaller than what equations say is 0 but for rounding, or happens
/// to be near it.
constexpr double much_smaller = 20;
/// One decade.
constexpr double smaller = 3.3;
/// Three decades: numbers so near to 1 need no other units.
constexpr int much = 10;
/// Twelve decades: the factor of a whole equation matters where it hides what is round-off.
constexpr int much_of_equations = 40;
/// Largest exponents; jets are products of some of them, and stay numbers.
constexpr int most = 240;
/// Normal equations are dense.
constexpr std::size_t most_sizes = 500;

/// log₂ of a size: a combination of what is sought, and a number.
struct Form {
  std::map<std::size_t, double> shares;
  double number = 0;

  void add(const Form& other, double factor) {
    for (const auto& [index, share] : other.shares) shares[index] += factor * share;
    number += factor * other.number;
  }
};

/// Minimises Σ (weight·form)² by Cholesky's factors.
class LeastSquares {
 public:
  explicit LeastSquares(std::size_t size) : size_(size), matrix_(size * size), right_(size) {}

  void add(const Form& form, double weight) {
    const double square = weight * weight;
    for (const auto& [i, share] : form.shares) {
      right_[i] -= square * share * form.number;
      for (const auto& [j, other] : form.shares) matrix_[i * size_ + j] += square * share * other;
    }
  }

  std::vector<double> solve() && {
    for (std::size_t j = 0; j < size_; ++j) {
      matrix_[j * size_ + j] += weight_of_nothing * weight_of_nothing;
      for (std::size_t i = j; i < size_; ++i) {
        double sum = matrix_[i * size_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= matrix_[i * size_ + k] * matrix_[j * size_ + k];
        const double smallest = weight_of_nothing * weight_of_nothing / 4;  // but for rounding
        matrix_[i * size_ + j] =
            i == j ? std::sqrt(std::max(sum, smallest)) : sum / matrix_[j * size_ + j];
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) right_[i] -= matrix_[i * size_ + k] * right_[k];
      right_[i] /= matrix_[i * size_ + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) right_[i] -= matrix_[k * size_ + i] * right_[k];
      right_[i] /= matrix_[i * size_ + i];
    }
    return std::move(right_);
  }

 private:
  std::size_t size_;
  std::vector<double> matrix_;
  std::vector<double> right_;
};

/// Sums have a size of their own; sums within sums have that of the whole.
class SizesOfNodes {
 public:
  SizesOfNodes(const AnalyticSystem& system, TaylorGraph graph, std::vector<NodeIndex> roots)
      : unknowns_(system.unknowns.size()), graph_(std::move(graph)), roots_(std::move(roots)) {
    nodes_ = graph_.below(roots_);
    whole_.resize(graph_.size());
    std::iota(whole_.begin(), whole_.end(), NodeIndex{0});
    for (const NodeIndex index : nodes_) {
      if (!is_sum(index)) continue;
      for (const NodeIndex part : {graph_.node(index).left, graph_.node(index).right}) {
        if (is_sum(part)) whole_[whole_of(part)] = whole_of(index);
      }
    }
    for (const NodeIndex index : nodes_) {
      if (is_sum(index)) place_of_.try_emplace(whole_of(index), 1 + unknowns_ + place_of_.size());
    }
  }

  /// All unknowns, time, all whole sums.
  [[nodiscard]] std::size_t count() const { return 1 + unknowns_ + place_of_.size(); }
  [[nodiscard]] std::size_t time() const { return unknowns_; }

  [[nodiscard]] Form jet(std::size_t unknown, unsigned order) const {
    return {{{unknown, 1.0}, {time(), -static_cast<double>(order)}}, 0};
  }

  void add_conditions(LeastSquares& sizes) {
    forms_.resize(graph_.size());
    for (const NodeIndex index : nodes_) {
      forms_[index] = form_of(index, sizes);
      if (!is_sum(index)) continue;
      for (const NodeIndex part : {graph_.node(index).left, graph_.node(index).right}) {
        if (is_sum(part) || is_zero(part)) continue;
        Form difference = forms_[part];
        difference.add(forms_[index], -1);
        sizes.add(difference, 1);
      }
    }
  }

  [[nodiscard]] const Form& equation(std::size_t i) const { return forms_[roots_[i]]; }

 private:
  [[nodiscard]] bool is_sum(NodeIndex index) const {
    return graph_.node(index).operation == Operation::sum;
  }
  [[nodiscard]] bool is_zero(NodeIndex index) const {
    return graph_.node(index).operation == Operation::constant &&
           graph_.constant_value(index).is_zero();
  }
  NodeIndex whole_of(NodeIndex index) {
    while (whole_[index] != index) index = whole_[index] = whole_[whole_[index]];
    return index;
  }

  /// @pre arguments have theirs
  Form form_of(NodeIndex index, LeastSquares& sizes) {
    const TaylorNode& node = graph_.node(index);
    Form form;
    switch (node.operation) {
      case Operation::constant: {
        const double value = std::abs(graph_.constant_value(index).to_double());
        if (value > 0 && std::isfinite(value)) form.number = std::log2(value);
        break;
      }
      case Operation::time: form.shares[time()] = 1; break;
      case Operation::jet: return jet(node.left, node.right);
      case Operation::sum: form.shares[place_of_.at(whole_of(index))] = 1; break;
      case Operation::product:
        form.add(forms_[node.left], 1);
        form.add(forms_[node.right], 1);
        break;
      case Operation::quotient:
        form.add(forms_[node.left], 1);
        form.add(forms_[node.right], -1);
        break;
      case Operation::root: form.add(forms_[node.left], 0.5); break;
      case Operation::logarithm: break;
      // Of arguments of size 1, values are of size 1.
      case Operation::exponential:
      case Operation::sine:
      case Operation::arctangent: sizes.add(forms_[node.left], 1); break;
      case Operation::cosine: break;  // the sine has said it
    }
    return form;
  }

  std::size_t unknowns_;
  TaylorGraph graph_;
  std::vector<NodeIndex> roots_;
  std::vector<NodeIndex> nodes_;
  std::vector<NodeIndex> whole_;
  std::map<NodeIndex, std::size_t> place_of_;
  std::vector<Form> forms_;
};

/// Equations with the reactions of the constraints of a mechanism.
SizesOfNodes sizes_of_nodes(const AnalyticSystem& system) {
  TaylorGraph graph(system.unknowns);
  std::vector<NodeIndex> roots;
  roots.reserve(system.equations.size());
  for (const AnalyticEquation& equation : system.equations) {
    roots.push_back(graph.add(equation.residual));
  }
  for (std::size_t k = system.coordinates; system.coordinates > 0 && k < roots.size(); ++k) {
    const NodeIndex multiplier = graph.jet({k, 0});
    for (const Partial& partial : graph.gradient(roots[k])) {
      NodeIndex& motion = roots[partial.jet.unknown];
      motion = graph.sum(motion, graph.product(partial.node, multiplier));
    }
  }
  return {system, std::move(graph), std::move(roots)};
}

/// A value says how large what it is of is, unless it is 0.
std::optional<double> logarithm_of(const Expression& value) {
  const double number = std::abs(nearest_double(value));
  return number > 0 ? std::optional(std::log2(number)) : std::nullopt;
}

double value_of(const Form& form, const std::vector<double>& found) {
  double sum = form.number;
  for (const auto& [index, share] : form.shares) sum += share * found[index];
  return sum;
}

/// How much of a value's weight counts: sizes are those of the largest values, as those may be
/// small that happen to be near 0.
constexpr double share_of_smaller = 0.01;

/// @param expected sizes, or none yet
/// @return of each value its share
std::vector<double> add_start(const AnalyticSystem& system,
                              const LocalStart& start,
                              const SizesOfNodes& nodes,
                              const std::vector<double>& expected,
                              LeastSquares& sizes) {
  std::vector<double> shares;
  const auto share_of = [&](const Form& form) {
    if (expected.empty()) return 1.0;
    const double too_small = value_of(form, expected);
    if (too_small > much_smaller) return 0.0;
    return too_small > smaller ? share_of_smaller : 1.0;
  };
  const auto add = [&](const std::map<Variable, Expression>& values, double weight) {
    for (const auto& [variable, value] : values) {
      const auto place = std::ranges::find(system.unknowns, variable.name);
      const std::optional<double> logarithm = logarithm_of(value);
      if (place == system.unknowns.end() || !logarithm) continue;
      Form form =
          nodes.jet(static_cast<std::size_t>(place - system.unknowns.begin()), variable.order);
      form.number = -*logarithm;
      shares.push_back(share_of(form));
      sizes.add(form, weight * std::sqrt(shares.back()));
    }
  };
  add(start.given, weight_of_given);
  add(start.guessed, weight_of_guessed);
  if (!start.goal) return shares;
  if (const auto logarithm = logarithm_of(*start.goal - start.time)) {
    sizes.add({{{nodes.time(), 1.0}}, -*logarithm}, weight_of_goal);
  }
  return shares;
}

/// Values that are 0 but for rounding pull what is expected down with them, the more the more of
/// them there are: again, until none is found out any more.
std::vector<double> solved(const AnalyticSystem& system,
                           const LocalStart& start,
                           SizesOfNodes& nodes) {
  LeastSquares of_equations(nodes.count());
  nodes.add_conditions(of_equations);
  std::vector<double> found;
  std::vector<double> shares;
  constexpr int most_rounds = 8;
  for (int round = 0; round < most_rounds; ++round) {
    LeastSquares squares = of_equations;
    std::vector<double> now = add_start(system, start, nodes, found, squares);
    if (round > 0 && now == shares) break;
    shares = std::move(now);
    found = std::move(squares).solve();
  }
  return found;
}

int rounded(double exponent) {
  return static_cast<int>(std::lround(std::clamp<double>(exponent, -most, most)));
}

/// Reactions Gᵀλ are forces only if λ's size is that of energy in units of the constraint.
void let_reactions_fit(const AnalyticSystem& system, NominalSizes& sizes) {
  const std::size_t n = system.coordinates;
  if (n == 0) return;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += sizes.equations[i] + sizes.unknowns.at(system.unknowns[i]);
  }
  const int energy = rounded(sum / static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    sizes.equations[i] = energy - sizes.unknowns.at(system.unknowns[i]);
  }
  for (std::size_t k = n; k < system.equations.size(); ++k) {
    sizes.unknowns[system.unknowns[k]] = energy - sizes.equations[k];
  }
}

}  // namespace

int NominalSizes::of(const Variable& variable) const {
  if (variable.role == Role::independent) return time;
  const auto found = unknowns.find(variable.name);
  if (variable.role != Role::unknown || found == unknowns.end()) return 0;
  return found->second - static_cast<int>(variable.order) * time;
}

NominalSizes nominal_sizes(const AnalyticSystem& system, const LocalStart& start) {
  SizesOfNodes nodes = sizes_of_nodes(system);
  if (nodes.count() > most_sizes) return {};
  const std::vector<double> found = solved(system, start, nodes);
  NominalSizes sizes;
  sizes.time = rounded(found[nodes.time()]);
  int largest = std::abs(sizes.time);
  for (std::size_t j = 0; j < system.unknowns.size(); ++j) {
    sizes.unknowns[system.unknowns[j]] = rounded(found[j]);
    largest = std::max(largest, std::abs(rounded(found[j])));
  }
  int largest_equation = 0;
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    sizes.equations.push_back(rounded(value_of(nodes.equation(i), found)));
    largest_equation = std::max(largest_equation, std::abs(sizes.equations.back()));
  }
  if (largest <= much && largest_equation <= much_of_equations) return {};
  let_reactions_fit(system, sizes);
  return sizes;
}

}  // namespace leafwise::algebra
