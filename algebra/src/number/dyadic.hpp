// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arf.h>

#include <string>

namespace leafwise::algebra::detail {

/// "-3*2^-5", exactly. @pre finite
[[nodiscard]] std::string dyadic_text(const arf_struct* number);
[[nodiscard]] std::string dyadic_text(double number);

/// False where the text is no such number, or has an exponent that no proof needs.
[[nodiscard]] bool read_dyadic(arf_struct* number, const std::string& text);

}  // namespace leafwise::algebra::detail
