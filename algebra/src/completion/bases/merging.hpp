// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/algebra/completion.hpp"

namespace leafwise::algebra::detail {

/// Drops leaves that lie in the closure of others, joins the paths of equal ones, and gives names.
void merge_and_name(Completion& completion, const Limits& limits);

/// By higher dimension, then lower sum of degrees of the base's reduced basis, then its text; what
/// is not complete comes last.
void sort_and_name(Completion& completion, const Limits& limits);

}  // namespace leafwise::algebra::detail
