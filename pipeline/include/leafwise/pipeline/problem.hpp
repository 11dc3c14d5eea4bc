// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leafwise/pipeline/model.hpp"
#include "leafwise/pipeline/run_settings.hpp"
#include "leafwise/pipeline/written.hpp"

/// A problem file as typed values: read and checked, nothing computed
/// beyond its polynomial form. docs/problem-files.md explains each part to users.
///
/// Functions take only the parts that they use.
namespace leafwise::pipeline {

/// The file itself, for reports.
struct ProblemSource {
  std::string text;  ///< the whole of it
  std::string title;
  std::string description;
  /// "equation 2 is always true", …: suspicious, but not mistakes.
  std::vector<std::string> remarks;
};

/// How to draw a mechanism: points in the plane or in space, and lines between them.
struct View {
  struct Point {
    std::string name;
    std::vector<WrittenExpression> coordinates;  ///< two or three
  };
  struct Link {
    std::size_t from = 0;  ///< index into points
    std::size_t to = 0;
  };

  std::vector<Point> points;
  std::vector<Link> links;
};

/// One list of a sweep; a sweep is the product of its lists.
struct SweepAxis {
  std::string target;                     ///< a parameter's name, or `initial.x'`
  std::vector<WrittenExpression> values;  ///< with the parameters of the file
  /// The same for --set; what mentions parameters still does so.
  std::vector<std::string> settings;
};

struct Problem {
  ProblemSource source;
  Model model;
  Start start;
  RunSettings plan;
  std::optional<View> view;
  std::vector<SweepAxis> sweep;
};

}  // namespace leafwise::pipeline
