// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <string>

namespace leafwise::algebra {

/// The meaning of a name.
enum class Role {
  independent,  ///< the independent variable: derivative 1
  parameter,    ///< a constant: derivative 0
  unknown,      ///< a function of the independent variable
};

/// A coordinate of jet space or a constant: the independent variable, a parameter, or the
/// derivative of an unknown to a given order (order 0: the unknown itself).
struct Variable {
  Role role = Role::unknown;
  std::string name;
  unsigned order = 0;  ///< 0 unless role is unknown

  friend bool operator==(const Variable&, const Variable&) = default;
  friend std::strong_ordering operator<=>(const Variable&, const Variable&) = default;
};

/// `x`, `x'`, `x''`, `x'''`, then `der(x,4)`: the notation of problem files and reports.
[[nodiscard]] std::string to_string(const Variable& variable);

/// The same for an unknown that is given by name and order.
[[nodiscard]] std::string jet_name(const std::string& unknown, unsigned order);

/// The derivative of an unknown's jet coordinate: the same name, one order up.
/// @pre variable.role == Role::unknown
[[nodiscard]] Variable next_jet(Variable variable);

/// Whether `text` is a name as problem files allow it: a letter, then letters, digits and `_`.
[[nodiscard]] bool is_name(const std::string& text);

}  // namespace leafwise::algebra
