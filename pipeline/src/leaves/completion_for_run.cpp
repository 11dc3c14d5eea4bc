// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/completion_for_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/private_files.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"

namespace leafwise::pipeline {

namespace fs = std::filesystem;

namespace {

/// All that the completion depends on, as a text.
class Question {
 public:
  Question(const Problem& problem,
           const algebra::DifferentialSystem& system,
           const algebra::CompletionOptions& options,
           const algebra::Effort& effort) {
    // The number changes whenever what is kept changes its meaning.
    add("leafwise " + std::string{version} + " run 5");
    add(system.independent.name);
    for (const std::string& unknown : system.unknowns) add(unknown);
    for (const algebra::SourcedEquation& equation : system.equations) add(equation);
    for (const algebra::Polynomial& inequation : system.inequations) add(to_string(inequation));
    for (const std::string& name : system.functions_of_state) add(name);
    for (const auto& [name, order] : system.orders) add(name + std::to_string(order));
    if (system.mechanics) add(*system.mechanics);
    for (const AuxiliaryUnknown& unknown : problem.model.polynomial.auxiliaries) {
      add(unknown.auxiliary.name + (unknown.only_in_invariants ? " = " : " := ") +
          to_string(unknown.auxiliary.original));
    }
    for (const Parameter& parameter : problem.model.parameters) {
      add(parameter.name + " = " + parameter.text);
    }
    add(options.point ? options.point->to_string() : "every point");
    add(options.split ? "split" : "whole");
    add(std::string{effort.name});
  }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void add(const std::string& part) {
    // With its length: no two questions have the same text.
    text_ += std::to_string(part.size()) + ":" + part + "\n";
  }
  void add(const algebra::SourcedEquation& equation) {
    add(to_string(equation.polynomial));
    add(equation.source + (equation.is_definition ? " (definition)" : ""));
  }
  void add(const algebra::MechanicalSystem& mechanics) {
    for (const std::string& name : mechanics.coordinates) add(name);
    for (const auto& row : mechanics.mass) {
      for (const algebra::Polynomial& entry : row) add(to_string(entry));
    }
    for (const algebra::Polynomial& force : mechanics.force) add(to_string(force));
    for (const algebra::SourcedEquation& constraint : mechanics.constraints) add(constraint);
  }

  std::string text_;
};

constexpr std::size_t most_bytes = 64U << 20U;
constexpr const char* kept_words =
    "kept by an earlier run: only that the given equations hold was checked again";

std::vector<algebra::Polynomial> given_equations(const algebra::DifferentialSystem& system) {
  std::vector<algebra::Polynomial> given;
  given.reserve(system.equations.size());
  for (const auto& equation : system.equations) given.push_back(equation.polynomial);
  if (!system.mechanics) return given;
  for (const auto& equation : system.mechanics->constraints) given.push_back(equation.polynomial);
  return given;
}

/// Whether what was given holds on the leaf. Where that is not seen at once, it is made anew.
bool holds_what_is_given(const Leaf& leaf,
                         const algebra::DifferentialSystem& system,
                         const algebra::CompletionOptions& options,
                         const algebra::Limits& limits) {
  const Relations& base = leaf.equations.base;
  const Relations& linear = leaf.equations.linear;
  std::vector<algebra::Polynomial> generators = base.equations;
  generators.insert(generators.end(), linear.equations.begin(), linear.equations.end());
  const std::vector<algebra::Polynomial> given = given_equations(system);
  std::set<algebra::Variable> used(base.variables.begin(), base.variables.end());
  used.insert(linear.variables.begin(), linear.variables.end());
  for (const algebra::Polynomial& polynomial : generators) used.merge(polynomial.variables());
  for (const algebra::Polynomial& polynomial : given) used.merge(polynomial.variables());
  const algebra::Ideal ideal({used.begin(), used.end()}, std::move(generators), options.engine);
  const auto rests = ideal.normal_forms(given, limits.spend(&algebra::Effort::check_of_cache));
  return rests && std::all_of(rests.value().begin(), rests.value().end(), [](const auto& rest) {
           return rest.is_zero();
         });
}

/// A report on the one leaf that holds the point. Whoever wrote it: that the given equations hold
/// is checked, and nothing else is called so.
std::optional<DecompositionReport> kept_report(const fs::path& file,
                                               const algebra::DifferentialSystem& system,
                                               const algebra::CompletionOptions& options,
                                               const algebra::Limits& limits) {
  const PrivateText kept = private_text(file, most_bytes);
  if (!kept.text) return std::nullopt;
  try {
    DecompositionReport report = read_decomposition(file.string(), *kept.text);
    std::size_t complete = 0;
    for (Leaf& leaf : report.leaves) {
      leaf.proofs.verified = false;
      leaf.proofs.verified_by = {kept_words};
      if (!leaf.is_complete()) continue;
      ++complete;
      demand_polynomials(report, leaf);
      if (!holds_what_is_given(leaf, system, options, limits)) return std::nullopt;
    }
    if (complete != 1 || !report.incidents.empty()) return std::nullopt;
    return report;
  } catch (const InvalidInput&) {
    return std::nullopt;  // broken: it is made anew
  }
}

void keep(const fs::path& file, const DecompositionReport& report) {
  fs::path temporary = file;
  temporary += "." + std::to_string(getpid()) + ".tmp";
  std::error_code error;
  // A cache that cannot be written costs time, nothing else.
  if (write_private_text(temporary, decomposition_json(report)).empty()) {
    fs::rename(temporary, file, error);
  }
  fs::remove(temporary, error);
}

/// Where the report on this question is kept, or nothing. Of several leaves nobody could see that
/// one is missing: they are not kept.
std::optional<fs::path> file_for(const Question& question,
                                 const algebra::CompletionOptions& options) {
  if (!options.use_cache || !options.cache || !options.point) return std::nullopt;
  const fs::path folder = *options.cache / "runs";
  for (const fs::path& path : {*options.cache, folder}) {
    const PrivateFolder opened = private_folder(path);
    if (opened.is_of_others) {
      options.engine.setbacks().note(
          {"the cache " + path.string() + " is not used: " + opened.trouble,
           "cache",
           "time: nothing of it was believed"});
    }
    if (!opened.is_open()) return std::nullopt;
  }
  return folder / (leafwise::sha256(question.text()) + ".json");
}

DecompositionReport completed(const Problem& problem,
                              const algebra::DifferentialSystem& system,
                              algebra::CompletionOptions options,
                              const algebra::Limits& limits) {
  options.patience = limits.effort->patience;
  const algebra::Completion completion = algebra::complete(system, options, limits);
  ReportOptions wanted;
  wanted.steered = options.point.has_value();
  wanted.seed = options.seed;
  wanted.engine = options.engine;
  return report_on(problem, system, completion, wanted, limits);
}

}  // namespace

DecompositionReport complete_for_run(const Problem& problem,
                                     const std::string& sha256,
                                     const algebra::CompletionOptions& options,
                                     const algebra::Limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  const algebra::DifferentialSystem system = system_from(problem.model);
  algebra::CompletionOptions own = options;
  own.engine = options.engine.with_own_setbacks();
  const std::optional<fs::path> file =
      file_for(Question(problem, system, own, *limits.effort), own);
  std::optional<DecompositionReport> report =
      file ? kept_report(*file, system, own, limits) : std::nullopt;
  if (!report) {
    report = completed(problem, system, own, limits);
    const bool was_cancelled = limits.cancellation && limits.cancellation->is_cancelled();
    const bool was_free = limits.deadline == algebra::Limits::Clock::time_point::max() &&
                          !was_cancelled && algebra::worker_trouble(own.engine).empty();
    // What was disturbed is no answer to keep.
    if (file && report->incidents.empty() && (report->complete || was_free)) keep(*file, *report);
  }
  report->file = problem.model.file;
  report->title = problem.source.title;
  report->sha256 = sha256;
  report->seed = options.seed;
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*report);
}

}  // namespace leafwise::pipeline
