// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/decompose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "leafwise/algebra/component_geometry.hpp"
#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/version.hpp"
#include "leaves/leaf_names.hpp"
#include "leaves/leaf_questions.hpp"
#include "leaves/presented_leaf.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Ideal;
using algebra::Leaf;
using algebra::LeafStatus;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

bool is_complete(const Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

Texts texts_of(const std::vector<Polynomial>& polynomials) {
  Texts texts;
  texts.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) {
    texts.push_back(to_string(polynomial.primitive()));
  }
  return texts;
}

/// Parameters are no coordinates: they are left out.
Texts names_of(const std::vector<Variable>& variables) {
  Texts names;
  for (const Variable& variable : variables) {
    if (variable.role != Role::parameter) names.push_back(to_string(variable));
  }
  return names;
}

/// Exact, without other parameters.
std::string value_of(const Parameter& parameter) {
  if (parameter.symbolic || !parameter.value) return "symbolic";
  if (!algebra::variables_of(*parameter.value).empty()) return to_string(*parameter.value);
  const std::optional<algebra::Surd> exact = algebra::exact_value(*parameter.value);
  const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
  return rational ? rational->to_string() : to_string(*parameter.value);
}

ReportedNode reported(const algebra::TreeNode& node, const std::string& name) {
  ReportedNode result{name,
                      node.operation,
                      node.why,
                      texts_of(node.equations),
                      node.seconds,
                      node.leaf,
                      {},
                      node.dimension};
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    result.children.push_back(reported(node.children[i], fmt::format("{}.{}", name, i + 1)));
  }
  return result;
}

/// Builds the report; questions about leaves are asked in rounds, the important ones first.
class Reporter {
 public:
  Reporter(const Problem& problem,
           const algebra::DifferentialSystem& system,
           const algebra::Completion& completion,
           const ReportOptions& options,
           const Limits& limits)
      : problem_(problem), system_(system), completion_(completion), options_(options) {
    for (const Leaf& leaf : completion.leaves) {
      leaves_.push_back(options.by_elimination ? leaf : detail::presented(leaf, system));
    }
    constexpr std::size_t questions_of_a_leaf = 3;
    const auto count = std::count_if(leaves_.begin(), leaves_.end(), &is_complete);
    time_.emplace(limits, static_cast<std::size_t>(count) * questions_of_a_leaf + 1);
  }

  [[nodiscard]] DecompositionReport report() {
    add_problem();
    for (const Leaf& leaf : leaves_) report_.leaves.push_back(card(leaf));
    for_each_leaf([&](const Leaf& leaf, ReportedLeaf& told) { add_full(leaf, told); });
    for_each_leaf([&](const Leaf& leaf, ReportedLeaf& told) {
      const auto given = detail::given_relations(system_, leaf.base.variables());
      told.hidden = texts_of(detail::hidden_in(leaf, given, time_->next()));
    });
    for_each_leaf([&](const Leaf& leaf, ReportedLeaf& told) {
      const Limits limits = time_->next();
      if (leaf.prime == Truth::yes) told.smooth = algebra::is_smooth(leaf.base, limits);
    });
    add_radical();
    return std::move(report_);
  }

 private:
  template <typename Ask>
  void for_each_leaf(const Ask& ask) {
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (is_complete(leaves_[i])) ask(leaves_[i], report_.leaves[i]);
    }
  }

  void add_problem() {
    report_.file = problem_.file;
    report_.version = std::string(version);
    report_.title = problem_.title;
    report_.independent = problem_.independent;
    report_.unknowns = problem_.unknowns;
    add_orders();
    report_.parameters = parameter_texts(problem_);
    for (const AuxiliaryUnknown& unknown : problem_.polynomial.auxiliaries) {
      if (unknown.only_in_invariants) continue;
      report_.auxiliary.emplace_back(unknown.auxiliary.name, to_string(unknown.auxiliary.original));
    }
    for (const PolynomialEquation& equation : problem_.polynomial.equations) {
      if (equation.source != PolynomialEquation::Source::auxiliary) continue;
      report_.definitions.push_back(to_string(equation.polynomial.primitive()));
    }
    report_.method = options_.by_elimination ? "elimination" : "linear";
    report_.complete = completion_.complete;
    report_.reason = completion_.reason;
    report_.redundant = completion_.redundant;
    report_.seed = options_.seed;
    report_.tree = reported(completion_.tree, "root");
  }

  /// Rates that no leaf shows are not taken to.
  void add_orders() {
    std::set<Variable> shown;
    for (const Leaf& leaf : leaves_) shown.insert(leaf.graph.begin(), leaf.graph.end());
    const std::set<std::string> auxiliaries = detail::auxiliaries_of(system_);
    std::set<std::string> done;
    const auto add = [&](const std::string& name, unsigned order) {
      if (!done.insert(name).second) return;
      const bool left_out = !leaves_.empty() && order == 1 && auxiliaries.contains(name) &&
                            !shown.contains({Role::unknown, name, 1});
      report_.orders.emplace_back(name, left_out ? 0 : order);
    };
    const auto& orders = completion_.orders;
    for (const std::string& unknown : system_.unknowns) {
      const auto found = orders.find(unknown);
      if (found != orders.end()) add(unknown, found->second);
    }
    for (const auto& [name, order] : orders) add(name, order);  // multipliers
  }

  [[nodiscard]] ReportedLeaf card(const Leaf& leaf) const {
    ReportedLeaf told;
    told.name = leaf.name;
    told.status = to_string(leaf.status);
    const bool is_empty = leaf.status == LeafStatus::inconsistent;
    told.base = {names_of(leaf.base.variables()),
                 is_empty ? Texts{"1"} : texts_of(leaf.base.generators())};
    told.linear = {names_of(leaf.graph), is_empty ? Texts{} : texts_of(leaf.linear)};
    if (is_empty) told.full = {full_variables(leaf, told), {"1"}};
    told.constraints = texts_of(leaf.constraints);
    add_numbers(leaf, told);
    told.prime = leaf.prime;
    told.absolutely_prime = leaf.absolutely_prime;
    told.complete_intersection = complete_intersection(leaf, told);
    told.rank_drops_followed = leaf.rank_drops_followed;
    if (leaf.critical) {
      told.critical.emplace();
      for (const Ideal& ideal : *leaf.critical) {
        told.critical->push_back(texts_of(ideal.generators()));
      }
    }
    told.redundant = leaf.redundant;
    told.inside = leaf.inside;
    told.essential = leaf.essential;
    told.verified = leaf.verified;
    told.verified_by = leaf.verified_by;
    told.probable = leaf.probable;
    told.because = leaf.because;
    for (std::vector<std::string> path : leaf.paths) {
      if (path.empty() || path.front() != "root") path.insert(path.begin(), "root");
      told.paths.push_back(std::move(path));
    }
    return told;
  }

  void add_numbers(const Leaf& leaf, ReportedLeaf& told) const {
    // −1 stands for "none" in an inconsistent leaf and for "not known" in any other.
    if (leaf.dimension >= 0 || leaf.status == LeafStatus::inconsistent) {
      const int added = static_cast<int>(problem_.polynomial.added_constants);
      told.dimension = leaf.dimension;
      told.codimension = static_cast<int>(told.base.variables.size()) - leaf.dimension;
      told.physical_dimension = leaf.dimension < 0 ? leaf.dimension : leaf.dimension - added;
    }
    if (is_complete(leaf)) {
      told.freedom = leaf.freedom;
      const int constants = static_cast<int>(problem_.polynomial.added_constants);
      if (leaf.state_dimension)
        told.initial_values = std::max(0, *leaf.state_dimension - constants - 1);
      told.motion = leaf.motion_is_free ? "free" : "determined";
    }
    std::set<std::string> seen;
    for (const Variable& variable : leaf.free) {
      if (seen.insert(variable.name).second) told.free.push_back(variable.name);
    }
    told.degrees_of_freedom = leaf.degrees_of_freedom;
    told.rounds = leaf.rounds;
    told.index = leaf.index;
    // How other orders would change the rounds is read off rows, which elimination has not.
    if (!options_.by_elimination) told.prolongations = leaf.prolongations;
  }

  static Truth complete_intersection(const Leaf& leaf, const ReportedLeaf& told) {
    if (!is_complete(leaf) || !told.codimension) return leaf.complete_intersection;
    const bool as_many = static_cast<int>(leaf.base.generators().size()) == *told.codimension;
    return as_many ? Truth::yes : leaf.complete_intersection;
  }

  static Texts full_variables(const Leaf& leaf, const ReportedLeaf& told) {
    Texts variables = told.base.variables;
    for (const Variable& variable : leaf.graph) {
      const auto& left_out = leaf.multipliers;
      if (std::find(left_out.begin(), left_out.end(), variable) == left_out.end()) {
        variables.push_back(to_string(variable));
      }
    }
    return variables;
  }

  void add_full(const Leaf& leaf, ReportedLeaf& told) {
    const Outcome<Ideal> full = algebra::motion_ideal(leaf, time_->next());
    if (!full) return;
    told.full = {full_variables(leaf, told), texts_of(full.value().generators())};
  }

  void add_radical() {
    const std::vector<Variable>& base = completion_.base_variables;
    if (base.empty()) return;
    const Truth radical =
        completion_.radical_input != Truth::unknown
            ? completion_.radical_input
            : detail::is_radical({base, detail::given_relations(system_, base), options_.engine},
                                 time_->next());
    for (ReportedLeaf& leaf : report_.leaves) leaf.radical_input = radical;
  }

  const Problem& problem_;
  const algebra::DifferentialSystem& system_;
  const algebra::Completion& completion_;
  const ReportOptions& options_;
  std::vector<Leaf> leaves_;
  std::optional<detail::QuestionTime> time_;
  DecompositionReport report_;
};

/// A report that lacks something, however little, is not complete.
void add_incidents(const ReportOptions& options,
                   const Limits& limits,
                   DecompositionReport& report) {
  for (algebra::Setback& setback : options.engine.setbacks().all()) {
    if (setback.is_loss && !report.lost_something) {
      report.lost_something = true;
      report.complete = false;
      // Limits that retries used up are not to blame.
      report.reason = setback.what;
    }
    report.incidents.push_back(
        {std::move(setback.what), std::move(setback.where), std::move(setback.cost)});
  }
  if (!limits.cancellation || !limits.cancellation->is_cancelled()) {
    // Each attempt that found no worker has said something of its own, "in time" among them.
    const std::string trouble = algebra::worker_trouble(options.engine);
    if (!report.complete && !trouble.empty()) report.reason = trouble;
    return;
  }
  // What was in progress says that its time was over.
  report.complete = false;
  report.reason = "cancelled";
  report.incidents.push_back({"cancelled",
                              "decomposition",
                              "what was not known by then is missing, unknown, or less simple"});
}

}  // namespace

NamedTexts parameter_texts(const Problem& problem) {
  NamedTexts texts;
  for (const Parameter& parameter : problem.parameters) {
    texts.emplace_back(parameter.name, value_of(parameter));
  }
  return texts;
}

DecompositionReport report_on(const Problem& problem,
                              const algebra::DifferentialSystem& system,
                              const algebra::Completion& completion,
                              const ReportOptions& options,
                              const Limits& limits) {
  DecompositionReport report = Reporter(problem, system, completion, options, limits).report();
  if (options.steered) detail::name_steered_leaf(report);
  add_incidents(options, limits, report);
  return report;
}

}  // namespace leafwise::pipeline
