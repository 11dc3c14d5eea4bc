// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/decompose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
#include "leaves/shown_equations.hpp"

namespace leafwise::pipeline {

namespace {

using algebra::Ideal;
using algebra::LeafStatus;
using algebra::Limits;
using algebra::Polynomial;
using algebra::Role;
using algebra::Variable;

bool is_complete(const algebra::Leaf& leaf) {
  return leaf.status == LeafStatus::involutive || leaf.status == LeafStatus::underdetermined;
}

std::vector<Polynomial> primitive(const std::vector<Polynomial>& polynomials) {
  std::vector<Polynomial> result;
  result.reserve(polynomials.size());
  for (const Polynomial& polynomial : polynomials) result.push_back(polynomial.primitive());
  return result;
}

/// Parameters are no coordinates: they are left out.
std::vector<Variable> coordinates_of(std::vector<Variable> variables) {
  std::erase_if(variables,
                [](const Variable& variable) { return variable.role == Role::parameter; });
  return variables;
}

/// Exact, without other parameters.
std::string value_of(const Parameter& parameter) {
  if (parameter.symbolic || !parameter.value) return "symbolic";
  if (!algebra::variables_of(*parameter.value).empty()) return to_string(*parameter.value);
  const std::optional<algebra::Surd> exact = algebra::exact_value(*parameter.value);
  const std::optional<algebra::Rational> rational = exact ? exact->as_rational() : std::nullopt;
  return rational ? rational->to_string() : to_string(*parameter.value);
}

ReportNode reported(const algebra::TreeNode& node, const std::string& name) {
  ReportNode result{name,
                    node.operation,
                    node.why,
                    primitive(node.equations),
                    node.seconds,
                    node.leaf,
                    {},
                    node.dimension};
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    result.children.push_back(reported(node.children[i], fmt::format("{}.{}", name, i + 1)));
  }
  return result;
}

/// Parameters would count as coordinates, so it is not computed with them.
std::optional<int> degree_of(const Ideal& base, const Limits& limits) {
  const bool has_parameters = std::ranges::any_of(
      base.variables(), [](const Variable& variable) { return variable.role == Role::parameter; });
  if (has_parameters) return std::nullopt;
  const Outcome<long> degree = base.degree(limits);
  if (!degree || degree.value() > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(degree.value());
}

RealPoints real_points_of(const algebra::RealLocus& locus) {
  RealPoints real{locus.points, locus.regular, locus.why, {}};
  if (!locus.sample) return real;
  for (const auto& [variable, value] : locus.sample->coordinates) {
    const auto exact = locus.sample->exact.find(variable);
    real.sample.emplace_back(
        to_string(variable),
        exact != locus.sample->exact.end() ? exact->second.to_string() : fmt::format("{}", value));
  }
  return real;
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
    for (const algebra::Leaf& leaf : completion.leaves) {
      leaves_.push_back(options.by_elimination ? leaf : detail::presented(leaf, system));
    }
    constexpr std::size_t questions_of_a_leaf = 3;
    const auto count = std::count_if(leaves_.begin(), leaves_.end(), &is_complete);
    time_.emplace(limits, static_cast<std::size_t>(count) * questions_of_a_leaf + 1);
  }

  [[nodiscard]] DecompositionReport report() {
    add_problem();
    for (const algebra::Leaf& leaf : leaves_) report_.leaves.push_back(leaf_of(leaf));
    for_each_leaf([&](const algebra::Leaf& leaf, Leaf& result) { add_full(leaf, result); });
    for_each_leaf([&](const algebra::Leaf& leaf, Leaf& result) {
      result.equations.hidden =
          primitive(detail::hidden_in(leaf, given_to(leaf.base), leaves_, time_->next()));
    });
    for_each_leaf([&](const algebra::Leaf& leaf, Leaf& result) {
      const Limits limits = time_->next();
      const bool has_basis = !leaf.base.is_basis_out_of_reach();
      if (leaf.prime == Truth::yes && has_basis) {
        result.proofs.smooth = algebra::is_smooth(leaf.base, limits);
        // What was in reach of that question has a basis, or easily gets one.
        if (result.proofs.smooth != Truth::unknown) {
          result.numbers.degree = degree_of(leaf.base, limits);
        }
      }
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
    report_.file = problem_.model.file;
    report_.version = std::string(version);
    report_.title = problem_.source.title;
    report_.independent = problem_.model.independent;
    report_.unknowns = problem_.model.unknowns;
    add_orders();
    report_.parameters = parameter_texts(problem_.model);
    report_.auxiliary = detail::auxiliaries_of(problem_.model);
    report_.definitions = detail::definitions_of(problem_.model);
    report_.completed_by = options_.by_elimination ? CompletedBy::elimination : CompletedBy::linear;
    report_.complete = completion_.complete;
    report_.reason = completion_.reason;
    report_.redundant = completion_.redundant;
    report_.seed = options_.seed;
    report_.tree = reported(completion_.tree, "root");
  }

  /// Rates that no leaf shows are not taken to.
  void add_orders() {
    std::set<Variable> shown;
    for (const algebra::Leaf& leaf : leaves_) shown.insert(leaf.graph.begin(), leaf.graph.end());
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

  [[nodiscard]] Leaf leaf_of(const algebra::Leaf& leaf) const {
    Leaf result;
    result.name = leaf.name;
    result.status = leaf.status;
    result.equations = equations_of(leaf);
    result.numbers = numbers_of(leaf, result.equations.base.variables.size());
    result.proofs = proofs_of(leaf, result.numbers);
    result.origin = {leaf.redundant, leaf.because, leaf.inside, leaf.paths};
    for (std::vector<std::string>& path : result.origin.paths) {
      if (path.empty() || path.front() != "root") path.insert(path.begin(), "root");
    }
    return result;
  }

  static LeafEquations equations_of(const algebra::Leaf& leaf) {
    LeafEquations equations;
    equations.base.variables = coordinates_of(leaf.base.variables());
    equations.linear.variables = coordinates_of(leaf.graph);
    equations.constraints = primitive(leaf.constraints);
    if (leaf.status == LeafStatus::inconsistent) {
      const Polynomial one(algebra::Rational(1));
      equations.base.equations = {one};
      equations.full = {full_variables(leaf), {one}};
    } else {
      equations.base.equations = primitive(leaf.base.generators());
      equations.linear.equations = primitive(leaf.linear);
    }
    if (leaf.critical) {
      equations.critical.emplace();
      for (const Ideal& ideal : *leaf.critical) {
        equations.critical->push_back(primitive(ideal.generators()));
      }
    }
    return equations;
  }

  [[nodiscard]] LeafNumbers numbers_of(const algebra::Leaf& leaf, std::size_t coordinates) const {
    LeafNumbers numbers;
    // −1 stands for "none" in an inconsistent leaf and for "not known" in any other.
    const int constants = static_cast<int>(problem_.model.polynomial.added_constants);
    if (leaf.dimension >= 0 || leaf.status == LeafStatus::inconsistent) {
      numbers.dimension = leaf.dimension;
      numbers.codimension = static_cast<int>(coordinates) - leaf.dimension;
      numbers.physical_dimension = leaf.dimension < 0 ? leaf.dimension : leaf.dimension - constants;
    }
    if (is_complete(leaf)) {
      numbers.freedom = leaf.freedom;
      if (leaf.state_dimension)
        numbers.initial_values = std::max(0, *leaf.state_dimension - constants - 1);
      numbers.motion = leaf.motion_is_free ? Motion::free : Motion::determined;
    }
    std::set<std::string> seen;
    for (const Variable& variable : leaf.free) {
      if (seen.insert(variable.name).second) numbers.free.push_back(variable.name);
    }
    numbers.degrees_of_freedom = leaf.degrees_of_freedom;
    numbers.generic_degrees_of_freedom = leaf.generic_degrees_of_freedom;
    numbers.rounds = leaf.rounds;
    numbers.index = leaf.index;
    // How other orders would change the rounds is read off rows, which elimination has not.
    if (!options_.by_elimination) numbers.prolongations = leaf.prolongations;
    return numbers;
  }

  static LeafProofs proofs_of(const algebra::Leaf& leaf, const LeafNumbers& numbers) {
    LeafProofs proofs;
    proofs.prime = leaf.prime;
    proofs.absolutely_prime = leaf.absolutely_prime;
    const bool as_many = is_complete(leaf) && numbers.codimension &&
                         static_cast<int>(leaf.base.generators().size()) == *numbers.codimension;
    proofs.complete_intersection = as_many ? Truth::yes : leaf.complete_intersection;
    proofs.real = real_points_of(leaf.real);
    proofs.rank_drops_followed = leaf.rank_drops_followed;
    proofs.essential = leaf.essential;
    proofs.verified = leaf.verified;
    proofs.verified_by = leaf.verified_by;
    proofs.probable = leaf.probable;
    return proofs;
  }

  static std::vector<Variable> full_variables(const algebra::Leaf& leaf) {
    std::vector<Variable> variables = coordinates_of(leaf.base.variables());
    for (const Variable& variable : leaf.graph) {
      const auto& left_out = leaf.multipliers;
      if (std::find(left_out.begin(), left_out.end(), variable) == left_out.end()) {
        variables.push_back(variable);
      }
    }
    return variables;
  }

  void add_full(const algebra::Leaf& leaf, Leaf& result) {
    const Outcome<Ideal> full = algebra::motion_ideal(leaf, time_->next());
    if (full) result.equations.full = {full_variables(leaf), primitive(full.value().generators())};
  }

  /// Of leaves in the same variables one ideal, so that its basis is sought once.
  const Ideal& given_to(const Ideal& base) {
    const auto known = std::ranges::find_if(
        given_, [&](const Ideal& given) { return given.variables() == base.variables(); });
    if (known != given_.end()) return *known;
    given_.emplace_back(
        base.variables(), detail::given_relations(system_, base.variables()), base.engine());
    return given_.back();
  }

  void add_radical() {
    const std::vector<Variable>& base = completion_.base_variables;
    if (base.empty()) return;
    Truth radical = completion_.radical_input;
    // Of more leaves the ideal is larger than anything that was needed to find them.
    constexpr std::size_t most_leaves = 40;
    if (radical == Truth::unknown && leaves_.size() <= most_leaves) {
      const Limits limits = time_->next();
      const Ideal& given = given_to(Ideal(base, {}, options_.engine));
      // A radical is no easier than a basis.
      if (!given.is_basis_out_of_reach()) radical = detail::is_radical(given, limits);
    }
    for (Leaf& leaf : report_.leaves) leaf.proofs.radical_input = radical;
  }

  const Problem& problem_;
  const algebra::DifferentialSystem& system_;
  const algebra::Completion& completion_;
  const ReportOptions& options_;
  std::vector<algebra::Leaf> leaves_;
  std::vector<Ideal> given_;
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

NamedTexts parameter_texts(const Model& model) {
  NamedTexts texts;
  for (const Parameter& parameter : model.parameters) {
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
