// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "leafwise/algebra/completion.hpp"
#include "leafwise/integrator/integrate.hpp"
#include "leafwise/pipeline/branch.hpp"
#include "leafwise/pipeline/read_problem.hpp"
#include "plot.hpp"

/// Systems from problem files, completed by the pipeline, and runs on their leaves.
namespace leafwise::papers {

using integrator::Report;
using integrator::Settings;

/// A problem of examples/, without ".toml".
[[nodiscard]] pipeline::Problem example(const std::string& name,
                                        const std::vector<pipeline::Setting>& settings = {});
/// A problem as text.
[[nodiscard]] pipeline::Problem problem_of(const std::string& toml);

/// The leaf that holds the initial point, in numbers.
struct Started {
  pipeline::Problem problem;
  pipeline::Selection selection;

  [[nodiscard]] const integrator::ManifoldProblem<double>& manifold() const {
    return selection.leaf.problem;
  }
  [[nodiscard]] const std::vector<double>& start() const { return selection.fit.point; }
};

/// @throws std::runtime_error if there is none
[[nodiscard]] Started started(const pipeline::Problem& problem);

/// The same leaf for other settings than a problem file has (control by halving, …).
[[nodiscard]] Report<double> run(const Started& started, const Settings<double>& settings);

/// By the library's own controller at 1e-10, with so many rows at equal distances.
[[nodiscard]] Report<double> run_accurately(const Started& started, double to, int rows);
/// "1.05, 1.92".
[[nodiscard]] std::string list_of(const std::vector<double>& values);

/// Equal steps in the independent variable.
[[nodiscard]] Settings<double> equal_steps(const std::string& method, double step, double to);

/// Two columns of a run.
[[nodiscard]] Points columns_of(const integrator::Trajectory<double>& rows,
                                const std::string& x,
                                const std::string& y);

/// Where a coordinate vanishes.
[[nodiscard]] integrator::Event<double> zero_of(const integrator::ManifoldProblem<double>& problem,
                                                const std::string& coordinate);

/// All leaves of a problem.
[[nodiscard]] algebra::Completion completed(const pipeline::Problem& problem,
                                            bool critical = false);

/// The equations of a problem's text as polynomials: for what the papers print.
[[nodiscard]] std::vector<algebra::Polynomial> polynomials_of(const pipeline::Problem& problem);

/// Whether two sets of polynomials generate the same ideal in the variables of `left`.
[[nodiscard]] bool is_same_ideal(const algebra::Ideal& left,
                                 const std::vector<algebra::Polynomial>& right);

}  // namespace leafwise::papers
