// SPDX-License-Identifier: GPL-3.0-or-later
// In the place of the bundle, where there is no esbuild to make it, or no page is wanted.
#include "write/report_bundle.hpp"

namespace leafwise::pipeline::detail {

const ReportBundle* report_bundle() {
  return nullptr;
}

}  // namespace leafwise::pipeline::detail
