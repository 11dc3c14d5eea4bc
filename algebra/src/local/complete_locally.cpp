// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "leafwise/algebra/constant.hpp"
#include "leafwise/algebra/local_leaf.hpp"
#include "local/attempt.hpp"
#include "local/branches.hpp"
#include "local/certificate.hpp"
#include "local/consistent_point.hpp"
#include "local/derivative_array.hpp"
#include "local/plain_germ.hpp"
#include "local/zero_test.hpp"

namespace leafwise::algebra {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): the parts of this room

using Indices = std::vector<std::size_t>;

class LocalCompletion {
 public:
  LocalCompletion(const AnalyticSystem& system,
                  const LocalStart& start,
                  const AttemptOptions& options)
      : system_(system), start_(start), options_(options), time_(nearest_double(start.time)) {}

  LocalAttempt complete() {
    Indices kept;
    for (std::size_t i = system_.coordinates; i < system_.equations.size(); ++i) kept.push_back(i);
    if (system_.coordinates > 0 && !kept.empty()) {
      kept = find_independent_constraints();
      lap("positions");
    }
    build(kept);
    if (find_structure()) {
      lap("structure");
      if (find_point()) prove(kept);
    } else {
      lap("structure");
    }
    if (is_singular_) {
      find_branches(system_, start_, positions_, leaf_);
      lap("branches");
    }
    return {std::move(leaf_),
            std::move(local_),
            std::move(offsets_),
            std::move(array_),
            std::move(names_),
            std::move(rough_),
            has_point_,
            std::move(point_),
            std::move(certificate_),
            time_};
  }

 private:
  void lap(const char* step) {
    const auto now = std::chrono::steady_clock::now();
    leaf_.seconds.emplace_back(step, std::chrono::duration<double>(now - last_).count());
    last_ = now;
  }

  /// Of the constraints alone, in the coordinates: a point, and which of them are independent
  /// there.
  Indices find_independent_constraints() {
    const std::size_t n = system_.coordinates;
    const std::size_t m = system_.equations.size() - n;
    LocalSystem positions{TaylorGraph(system_.unknowns), {}, {}, n};
    for (std::size_t k = 0; k < m; ++k) {
      positions.equations.push_back(positions.graph.add(system_.equations[n + k].residual));
      positions.partials.push_back(positions.graph.gradient(positions.equations.back()));
    }
    Offsets trivial;
    trivial.rows.assign(m, 0);
    trivial.columns.assign(n, 0);
    const DerivativeArray array(positions, trivial);
    Indices names(n);
    for (std::size_t j = 0; j < n; ++j) names[j] = j;
    RoughPoint rough = rough_point(array, names);
    const ConsistentPoint found = consistent_point(array, rough, time_.centre());
    const auto now = array.evaluate(Doubles(), found.values, time_.centre());
    std::vector<std::vector<double>> rows(m, std::vector<double>(n, 0));
    for (std::size_t e = 0; e < now.entries.size(); ++e) {
      rows[array.entries()[e].row][array.entries()[e].column] += now.entries[e];
    }
    positions_ = found.values;
    leaf_.moved = found.moved;
    Indices kept = independent_rows(std::move(rows));
    for (std::size_t& k : kept) k += n;
    return kept;
  }

  /// The system with these constraints and their multipliers only; all equations if it is plain.
  void build(const Indices& kept) {
    const std::size_t n = system_.coordinates;
    local_ = std::make_unique<LocalSystem>(LocalSystem{TaylorGraph(system_.unknowns), {}, {}, 0});
    TaylorGraph& graph = local_->graph;
    for (std::size_t i = 0; i < n; ++i) sources_.push_back(i);
    sources_.insert(sources_.end(), kept.begin(), kept.end());
    for (const std::size_t i : sources_) {
      local_->equations.push_back(graph.add(system_.equations[i].residual));
    }
    if (n == 0) {
      for (std::size_t j = 0; j < system_.unknowns.size(); ++j) names_.push_back(j);
    } else {
      names_ = sources_;
      for (std::size_t k = n; k < names_.size(); ++k) add_reaction(k);
    }
    local_->unknowns = names_.size();
    for (const NodeIndex equation : local_->equations) {
      local_->partials.push_back(graph.gradient(equation));
    }
    for (const UnprovedZero& zero : keep_true_partials(*local_)) {
      const Variable jet{Role::unknown, system_.unknowns[names_[zero.jet.unknown]], zero.jet.order};
      leaf_.numeric.push_back(to_string(jet) + " cancels in " +
                              system_.equations[sources_[zero.equation]].source);
    }
  }

  void add_reaction(std::size_t k) {
    TaylorGraph& graph = local_->graph;
    const NodeIndex multiplier = graph.jet({k, 0});
    for (const Partial& partial : graph.gradient(local_->equations[k])) {
      NodeIndex& motion = local_->equations[partial.jet.unknown];
      motion = graph.sum(motion, graph.product(partial.node, multiplier));
    }
  }

  bool find_structure() {
    if (local_->equations.size() > local_->unknowns) {
      leaf_.reason = "there are more equations than unknowns";
      return false;
    }
    const std::vector<SignatureEntry> signature = signature_of(*local_);
    offsets_ = offsets_of(local_->equations.size(), local_->unknowns, signature);
    if (!offsets_) {
      leaf_.reason = "the equations are structurally singular";
      return false;
    }
    for (unsigned& c : offsets_->rows) c += options_.lift;
    for (unsigned& d : offsets_->columns) d += options_.lift;
    array_ = std::make_unique<DerivativeArray>(*local_, *offsets_);
    leaf_.is_exact_structure = true;
    leaf_.dimension = 1 + array_->columns().size() - array_->rows().size();
    leaf_.freedom = local_->unknowns - local_->equations.size();
    for (const std::size_t column : free_columns(*offsets_, signature)) {
      leaf_.free.push_back(system_.unknowns[names_[column]]);
    }
    leaf_.index_at_most = offsets_->index_at_most();
    leaf_.blocks = offsets_->blocks;
    for (std::size_t i = 0; i < offsets_->rows.size(); ++i) {
      const AnalyticEquation& equation = system_.equations[sources_[i]];
      if (offsets_->rows[i] == 0) continue;
      leaf_.hidden.push_back({equation.line, equation.source, offsets_->rows[i]});
    }
    return true;
  }

  RoughPoint rough_point(const DerivativeArray& array, const Indices& names) const {
    RoughPoint rough;
    for (const DerivativeArray::Column& column : array.columns()) {
      const Variable jet{Role::unknown, system_.unknowns[names[column.unknown]], column.order};
      const auto given = start_.given.find(jet);
      const auto guessed = start_.guessed.find(jet);
      const bool is_given = given != start_.given.end();
      const bool is_guessed = !is_given && guessed != start_.guessed.end();
      double value = is_given ? nearest_double(given->second) : 0;
      if (is_guessed) value = nearest_double(guessed->second);
      for (unsigned k = 2; k <= column.order; ++k) value /= k;
      rough.values.push_back(value);
      rough.given.push_back(is_given);
      rough.guessed.push_back(is_guessed);
    }
    return rough;
  }

  bool find_point() {
    rough_ = rough_point(*array_, names_);
    for (std::size_t c = 0; c < rough_.values.size(); ++c) {
      const DerivativeArray::Column& column = array_->columns()[c];
      if (column.order > 0 || column.unknown >= positions_.size()) continue;
      rough_.values[c] = positions_[column.unknown];
      rough_.guessed[c] = true;
    }
    point_ = consistent_point(*array_, rough_, time_.centre());
    lap("point");
    leaf_.residual = point_.residual;
    leaf_.moved = std::max(leaf_.moved, point_.moved);
    constexpr double near = 1e-8;
    has_point_ = point_.residual < near;
    if (has_point_) return true;
    leaf_.reason = "no consistent point was found near the start";
    return false;
  }

  void prove(const Indices& kept) {
    const bool aside =
        system_.coordinates > 0 && system_.coordinates + kept.size() < system_.equations.size();
    LocalCertificate certificate = certify(*array_,
                                           point_.values,
                                           rough_.given,
                                           time_,
                                           aside ? bits_of_zero_test : options_.precision);
    lap("certificate");
    leaf_.precision = certificate.precision;
    if (!certificate.proved) {
      leaf_.reason = certificate.why_not;
      // Noise where constraints are dependent: the second order knows more.
      is_singular_ = aside;
      return;
    }
    leaf_.one_leaf = Truth::yes;
    if (aside) test_redundancy(kept, certificate);
    write_point(certificate);
    certificate_ = std::move(certificate);
  }

  void test_redundancy(const Indices& kept, const LocalCertificate& certificate) {
    const std::size_t n = system_.coordinates;
    Germ germ;
    for (std::size_t i = n; i < local_->equations.size(); ++i) {
      germ.equations.push_back(local_->equations[i]);
      germ.partials.push_back(local_->partials[i]);
    }
    for (std::size_t c = 0; c < array_->columns().size(); ++c) {
      const DerivativeArray::Column& column = array_->columns()[c];
      if (column.unknown >= n || column.order > 0) continue;
      germ.point.push_back(certificate.point[c]);
      if (certificate.dependent[c]) germ.dependent.push_back(column.unknown);
    }
    germ.time = time_;
    std::vector<std::pair<std::size_t, NodeIndex>> others;
    for (std::size_t i = n; i < system_.equations.size(); ++i) {
      if (std::count(kept.begin(), kept.end(), i) > 0) continue;
      others.emplace_back(i, local_->graph.add(system_.equations[i].residual));
    }
    for (const auto& [i, node] : others) {
      const AnalyticEquation& equation = system_.equations[i];
      const ZeroTest test =
          germ.dependent.size() != germ.equations.size()
              ? ZeroTest{{}, 0}
              : first_nonzero(local_->graph, germ, {node}, order_of_zero_test, bits_of_zero_test);
      if (!test.nonzero_at && !test.undecided_at) {
        leaf_.redundant.push_back({equation.line, equation.source, order_of_zero_test});
        continue;
      }
      leaf_.one_leaf = Truth::unknown;
      leaf_.reason = reason_of(equation.source, test);
      is_singular_ = is_singular_ || test.nonzero_at.has_value();
    }
    lap("redundant lines");
  }

  void write_point(const LocalCertificate& certificate) {
    for (std::size_t c = 0; c < array_->columns().size(); ++c) {
      const DerivativeArray::Column& column = array_->columns()[c];
      LocalPoint jet;
      jet.variable = {Role::unknown, system_.unknowns[names_[column.unknown]], column.order};
      Ball ball = certificate.point[c];
      for (unsigned k = 2; k <= column.order; ++k) {
        arb_mul_ui(ball.raw(), ball.raw(), k, bits_of_zero_test);
      }
      jet.value = ball.centre();
      jet.is_free = !certificate.dependent[c];
      // The double is not the centre: half a unit in its last place more.
      if (!jet.is_free) jet.radius = ball.radius() + std::abs(jet.value) * 0x1p-52;
      leaf_.point.push_back(std::move(jet));
    }
  }

  const AnalyticSystem& system_;
  const LocalStart& start_;
  AttemptOptions options_;
  Ball time_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<double> positions_;
  Indices sources_;           ///< of each equation of `local_`: which one of the system
  Indices names_;             ///< the same for unknowns
  bool is_singular_ = false;  ///< a constraint depends on others at the start only
  std::unique_ptr<LocalSystem> local_;
  std::optional<Offsets> offsets_;
  std::unique_ptr<DerivativeArray> array_;
  RoughPoint rough_;
  bool has_point_ = false;
  ConsistentPoint point_;
  std::optional<LocalCertificate> certificate_;
  LocalLeaf leaf_;
};

}  // namespace

namespace detail {

LocalAttempt attempt_locally(const AnalyticSystem& system,
                             const LocalStart& start,
                             const AttemptOptions& options) {
  return LocalCompletion(system, start, options).complete();
}

}  // namespace detail

}  // namespace leafwise::algebra
