// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chart.hpp"
#include "leafwise/integrator/integrate.hpp"

/// The pictures of docs/choosing: what methods cost on problems of one kind, counted and not timed.
namespace leafwise::bench {

/// A problem with a known end.
struct ChoosingCase {
  std::string name;
  integrator::ManifoldProblem<double> problem;
  std::vector<double> start;
  double end = 0;
  integrator::Scale scale = integrator::Scale::independent;
  /// Of the last point: the largest component, in units of the largest one of the exact end (at
  /// least 1).
  std::function<double(std::span<const double>)> error;
};

/// How a case is run, and how that is drawn.
struct ChoosingLine {
  std::string label;
  std::string colour;
  std::string method;
  integrator::Parameter parameter = integrator::Parameter::independent;
  integrator::Projection projection = integrator::Projection::stage;
  double step = 0;  ///< 0: chosen from the tolerance
};

struct Measured {
  std::string picture;
  std::string problem;
  std::string line;
  double setting = 0;  ///< the tolerance, or what else is varied
  double error = 0;
  /// Evaluations of the direction or the forces; each coefficient of a Taylor series counts as one.
  double work = 0;
  std::uint64_t steps = 0;
  double seconds = 0;  ///< told, not kept
  std::string ended;
};

/// What was measured, in order.
class Record {
 public:
  explicit Record(std::string picture) : picture_(std::move(picture)) {}
  void add(Measured measured);
  [[nodiscard]] const std::vector<Measured>& all() const noexcept { return all_; }

 private:
  std::string picture_;
  std::vector<Measured> all_;
};

struct ChoosingPicture {
  std::string file;
  std::vector<Chart> charts;
  Record record;
};

/// rtol = atol = tolerance; rows at the start, the end and where asked for. `setting` of the result
/// is the tolerance.
struct RunWishes {
  double tolerance = 1e-6;
  std::vector<double> at = {};
  std::vector<integrator::Event<double>> events = {};
};
[[nodiscard]] Measured measure(const ChoosingCase& problem,
                               const ChoosingLine& line,
                               const RunWishes& wishes,
                               integrator::Report<double>* report = nullptr);

/// Work over error, one point for each tolerance, for each line. Runs that do not arrive are
/// recorded, but not drawn.
[[nodiscard]] Chart work_precision(const std::string& title,
                                   const ChoosingCase& problem,
                                   const std::vector<ChoosingLine>& lines,
                                   const std::vector<double>& tolerances,
                                   Record& record);

inline const Axis error_axis = {"error at the end", true, true};
inline const Axis work_axis = {"evaluations"};

/// 1e-3, 1e-4, …, down to `last`
[[nodiscard]] std::vector<double> tolerances_down_to(double last);

/// One colour for each method, on all pages.
namespace colour {
inline constexpr const char* dopri54 = "#0b5fa5";
inline constexpr const char* dop853 = "#b8371f";
inline constexpr const char* taylor = "#2e7d32";
inline constexpr const char* gauss = "#7b3fa0";
inline constexpr const char* radau = "#c77700";
inline constexpr const char* rk4 = "#6b6b6b";
inline constexpr const char* index3 = "#00838f";
inline constexpr const char* stiff = "#c2185b";
}  // namespace colour

[[nodiscard]] ChoosingPicture smooth_motion();
[[nodiscard]] ChoosingPicture long_runs();
[[nodiscard]] ChoosingPicture energy_drift();
[[nodiscard]] ChoosingPicture folds();
[[nodiscard]] ChoosingPicture stiff_decay();
[[nodiscard]] ChoosingPicture nothing_completed();
[[nodiscard]] ChoosingPicture stiff_springs();
[[nodiscard]] ChoosingPicture rows_and_events();

}  // namespace leafwise::bench
