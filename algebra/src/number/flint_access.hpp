// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flint/fmpq.h>

#include <new>

#include "leafwise/algebra/rational.hpp"

namespace leafwise::algebra {

struct Rational::Access {
  static fmpq* of(Rational& value) {
    return std::launder(reinterpret_cast<fmpq*>(value.storage_));  // NOLINT
  }
  static const fmpq* of(const Rational& value) {
    return std::launder(reinterpret_cast<const fmpq*>(value.storage_));  // NOLINT
  }
};

}  // namespace leafwise::algebra
