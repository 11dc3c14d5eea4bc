// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/pipeline/completion_for_run.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "leafwise/algebra/worker.hpp"
#include "leafwise/core/errors.hpp"
#include "leafwise/core/sha256.hpp"
#include "leafwise/core/version.hpp"
#include "leafwise/pipeline/decompose.hpp"
#include "output.hpp"

namespace leafwise::pipeline {

namespace fs = std::filesystem;

namespace {

using std::chrono::milliseconds;

/// A run wants its leaf: whether there are further ones is asked, but not for long.
constexpr milliseconds patience_of_completion{1000};
constexpr milliseconds patience_of_questions{300};

/// All that the completion depends on, as a text.
class Question {
 public:
  Question(const Problem& problem,
           const algebra::DifferentialSystem& system,
           const algebra::CompletionOptions& options) {
    // The number changes whenever what is kept changes its meaning.
    add("leafwise " + std::string{version} + " run 4");
    add(system.independent.name);
    for (const std::string& unknown : system.unknowns) add(unknown);
    for (const algebra::SourcedEquation& equation : system.equations) add(equation);
    for (const algebra::Polynomial& inequation : system.inequations) add(to_string(inequation));
    for (const std::string& name : system.functions_of_state) add(name);
    for (const auto& [name, order] : system.orders) add(name + std::to_string(order));
    if (system.mechanics) add(*system.mechanics);
    for (const AuxiliaryUnknown& unknown : problem.polynomial.auxiliaries) {
      add(unknown.auxiliary.name + (unknown.only_in_invariants ? " = " : " := ") +
          to_string(unknown.auxiliary.original));
    }
    for (const Parameter& parameter : problem.parameters) {
      add(parameter.name + " = " + parameter.text);
    }
    add(options.point ? options.point->to_string() : "every point");
    add(options.split ? "split" : "whole");
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

std::optional<DecompositionReport> kept_report(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (!stream) return std::nullopt;
  try {
    return read_decomposition(file.string(), text);
  } catch (const InvalidInput&) {
    return std::nullopt;  // broken: it is made anew
  }
}

void keep(const fs::path& file, const DecompositionReport& report) {
  try {
    detail::write_file(file, decomposition_json(report));
  } catch (const detail::OutputFailure&) {
    // A cache that cannot be written costs time, nothing else.
  }
}

DecompositionReport completed(const Problem& problem,
                              const algebra::DifferentialSystem& system,
                              algebra::CompletionOptions options,
                              const algebra::Limits& limits) {
  options.patience = patience_of_completion;
  const algebra::Completion completion = algebra::complete(system, options, limits);
  ReportOptions wanted;
  wanted.steered = options.point.has_value();
  wanted.seed = options.seed;
  wanted.patience = patience_of_questions;
  return report_on(problem, system, completion, wanted, limits);
}

}  // namespace

DecompositionReport complete_for_run(const Problem& problem,
                                     const std::string& sha256,
                                     const algebra::CompletionOptions& options,
                                     const algebra::Limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  const algebra::DifferentialSystem system = system_from(problem);
  std::optional<fs::path> file;
  if (options.use_cache && options.cache) {
    const Question question(problem, system, options);
    file = *options.cache / "runs" / (leafwise::sha256(question.text()) + ".json");
  }
  std::optional<DecompositionReport> report = file ? kept_report(*file) : std::nullopt;
  if (!report) {
    report = completed(problem, system, options, limits);
    const bool was_cancelled = limits.cancellation && limits.cancellation->is_cancelled();
    const bool was_free = limits.deadline == algebra::Limits::Clock::time_point::max() &&
                          !was_cancelled && algebra::worker_trouble(options.engine).empty();
    if (file && (report->complete || was_free)) keep(*file, *report);
  }
  report->file = problem.file;
  report->title = problem.title;
  report->sha256 = sha256;
  report->seed = options.seed;
  report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return std::move(*report);
}

}  // namespace leafwise::pipeline
