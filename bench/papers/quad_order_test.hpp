// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::papers {

/// |error| of the order test of paper 000 at `end`, with dopri54 in numbers of 33 digits: a second
/// implementation, for where the integrator's long double is at round-off. Steps are 2^−halvings of
/// arc; the last one is shortened so that it ends there.
/// @param decimals round every point to so many, as the paper did (30); 0: not at all
[[nodiscard]] long double quad_order_test_error(long double end, int halvings, int decimals);

}  // namespace leafwise::papers
