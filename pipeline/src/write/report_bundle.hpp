// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace leafwise::pipeline::detail {

/// The page without its data, as cmake/MakeReportBundle.cmake makes it: three pieces, between which
/// the title and the data go.
struct ReportBundle {
  std::string_view before_title;
  std::string_view before_data;
  std::string_view after_data;
};

/// Null in a build without reports (LEAFWISE_WITH_REPORT=OFF, or no esbuild).
[[nodiscard]] const ReportBundle* report_bundle();

}  // namespace leafwise::pipeline::detail
