// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/proof_lines.hpp"

#include <algorithm>
#include <utility>

#include "leafwise/algebra/calculus.hpp"
#include "local/exact_zero.hpp"

namespace leafwise::algebra::detail {

namespace {

/// More than any system needs; each derivative may double a line.
constexpr unsigned most_derivatives = 20;

class Replay {
 public:
  Replay(const AnalyticSystem& system, const LocalProof& proof) : system_(system), proof_(proof) {}

  ProofLines run() {
    if (!begin()) return std::move(result_);
    for (const LocalProof::Step& step : proof_.steps) {
      const bool is_done = is_allowed(step) && (step.puts_in ? put_in(step) : combine(step));
      if (!is_done) return std::move(result_);
    }
    collect();
    return std::move(result_);
  }

 private:
  bool refuse(const std::string& why) {
    result_.why_not = why;
    return false;
  }

  [[nodiscard]] std::string name_of(std::size_t line) const {
    return system_.equations[line].source;
  }

  bool begin() {
    const std::size_t n = system_.coordinates;
    for (std::size_t i = 0; i < system_.equations.size(); ++i) {
      lines_.push_back({system_.equations[i].residual, name_of(i), {{i, 0}}});
      present_.push_back(true);
    }
    for (const std::size_t k : proof_.dependent) {
      if (n == 0 || k < n || k >= lines_.size()) {
        return refuse("only constraints can be set aside with their multipliers");
      }
      present_[k] = false;
      result_.left_out.push_back(lines_[k]);
    }
    for (std::size_t k = n; n > 0 && k < lines_.size(); ++k) {
      if (present_[k]) add_reaction(k);
    }
    return true;
  }

  void add_reaction(std::size_t k) {
    const Expression multiplier = Expression::variable({Role::unknown, system_.unknowns[k], 0});
    const Expression constraint = system_.equations[k].residual;
    for (const Variable& variable : variables_of(constraint)) {
      if (variable.role != Role::unknown || variable.order > 0) continue;
      const auto found = std::find(system_.unknowns.begin(), system_.unknowns.end(), variable.name);
      const auto q = static_cast<std::size_t>(found - system_.unknowns.begin());
      if (q >= system_.coordinates) continue;
      Expression& motion = lines_[q].residual;
      motion = motion + partial_derivative(constraint, variable) * multiplier;
    }
  }

  bool is_allowed(const LocalProof::Step& step) {
    const auto is_there = [&](std::size_t i) { return i < lines_.size() && present_[i]; };
    if (!is_there(step.line)) return refuse("a step changes a line that is not there");
    for (const LocalProof::Term& term : step.terms) {
      if (!is_there(term.line)) return refuse("a step takes a line that is not there");
      if (term.times > most_derivatives) return refuse("a step differentiates too often");
    }
    return true;
  }

  void add_depths(std::size_t line, const std::map<std::size_t, unsigned>& from, unsigned times) {
    for (const auto& [original, depth] : from) {
      unsigned& known = lines_[line].depths[original];
      known = std::max(known, depth + times);
    }
  }

  bool combine(const LocalProof::Step& step) {
    std::size_t own = 0;
    Expression sum;
    for (const LocalProof::Term& term : step.terms) {
      if (term.line == step.line) {
        own += is_number(term.coefficient, Rational(1)) && term.times == 0 ? 1 : 2;
      }
      Expression row = lines_[term.line].residual;
      for (unsigned k = 0; k < term.times; ++k) row = total_derivative(row);
      sum = sum + term.coefficient * row;
      result_.coefficients.push_back(term.coefficient);
    }
    if (own != 1) {
      return refuse("the combination for " + name_of(step.line) +
                    " does not hold that line with coefficient 1");
    }
    for (const LocalProof::Term& term : step.terms) {
      if (term.line != step.line) add_depths(step.line, lines_[term.line].depths, term.times);
    }
    lines_[step.line].residual = sum;
    if (!step.vanishes) return true;
    if (!is_identically_zero(sum, system_.unknowns)) {
      return refuse("the combination for " + name_of(step.line) + " is not seen to be 0");
    }
    present_[step.line] = false;
    return true;
  }

  bool put_in(const LocalProof::Step& step) {
    if (step.terms.size() != 1 || step.terms[0].line == step.line ||
        step.jet.role != Role::unknown) {
      return refuse("one other line can be put into " + name_of(step.line));
    }
    const LocalProof::Term& term = step.terms[0];
    const Expression from = lines_[term.line].residual;
    const Expression rest = substitute(from, [&](const Variable& variable) {
      return variable == step.jet ? std::optional(Expression()) : std::nullopt;
    });
    const Expression affine = term.coefficient * Expression::variable(step.jet) + rest;
    if (!variables_of(term.coefficient).empty() ||
        is_identically_zero(term.coefficient, system_.unknowns) ||
        !is_identically_zero(from - affine, system_.unknowns)) {
      return refuse(name_of(term.line) + " is not seen to be affine in " + to_string(step.jet));
    }
    Expression& line = lines_[step.line].residual;
    std::vector<Expression> values{-rest / term.coefficient};
    for (unsigned k = 0; k < term.times; ++k) {
      values.push_back(substitute(total_derivative(values.back()), [&](const Variable& variable) {
        return variable == step.jet ? std::optional(values.front()) : std::nullopt;
      }));
    }
    line = substitute(line, [&](const Variable& variable) -> std::optional<Expression> {
      const bool is_known = variable.role == Role::unknown && variable.name == step.jet.name &&
                            variable.order >= step.jet.order &&
                            variable.order - step.jet.order < values.size();
      if (!is_known) return std::nullopt;
      return values[variable.order - step.jet.order];
    });
    add_depths(step.line, lines_[term.line].depths, term.times);
    return true;
  }

  void collect() {
    for (const std::size_t i : proof_.aside) {
      if (i >= lines_.size() || !present_[i]) {
        refuse("a line is set aside that is not there");
        return;
      }
      present_[i] = false;
      result_.left_out.push_back(lines_[i]);
    }
    for (const LocalProof::Line& line : proof_.lines) {
      if (line.line >= lines_.size() || !present_[line.line]) {
        refuse("the structure has a line that is not there, or has it twice");
        return;
      }
      present_[line.line] = false;
      result_.lines.push_back(std::move(lines_[line.line]));
    }
    for (std::size_t i = 0; i < present_.size(); ++i) {
      if (!present_[i]) continue;
      refuse(name_of(i) + " is missing in the structure");
      return;
    }
  }

  const AnalyticSystem& system_;
  const LocalProof& proof_;
  std::vector<ProofLines::Line> lines_;
  std::vector<bool> present_;
  ProofLines result_;
};

}  // namespace

ProofLines lines_after_steps(const AnalyticSystem& system, const LocalProof& proof) {
  return Replay(system, proof).run();
}

bool is_identically_zero(const Expression& expression, const std::vector<std::string>& unknowns) {
  TaylorGraph graph(unknowns);
  return vanishes_identically(graph, graph.add(expression)) == Truth::yes;
}

}  // namespace leafwise::algebra::detail
