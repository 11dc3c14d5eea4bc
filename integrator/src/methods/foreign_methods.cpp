// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/foreign_methods.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace leafwise::integrator::detail {

namespace {

/// Names of methods in other programs, and our method for the same purpose.
struct ForeignMethod {
  std::string_view name;  ///< in small letters
  std::string_view ours;
  std::string_view why;
};

constexpr std::array<ForeignMethod, 15> foreign_methods{{
    {"rk45", "dopri54", "the pair of Dormand and Prince"},
    {"ode45", "dopri54", "the pair of Dormand and Prince"},
    {"dopri5", "dopri54", "the pair of Dormand and Prince"},
    {"tsit5", "dopri54", "of the same orders"},
    {"rk23", "dopri54", "at large tolerances"},
    {"ode23", "dopri54", "at large tolerances"},
    {"ode113", "dop853", "at small tolerances"},
    {"vern9", "dop853", "at small tolerances"},
    {"radau", "radau_iia_3", "RADAU5's method on the leaf"},
    {"radau5", "radau_iia_3", "RADAU5's method on the leaf"},
    {"bdf", "radau_iia_3", "for stiff systems"},
    {"lsoda", "radau_iia_3", "for stiff systems"},
    {"ode15s", "radau_iia_3", "for stiff systems"},
    {"cvode", "radau_iia_3", "for stiff systems"},
    {"ida", "radau_iia_3", "for stiff systems"},
}};

}  // namespace

std::string foreign_advice(std::string_view name) {
  std::string small(name);
  std::ranges::transform(small, small.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  for (const ForeignMethod& foreign : foreign_methods) {
    if (foreign.name != small) continue;
    return "'" + std::string(foreign.ours) + "', " + std::string(foreign.why);
  }
  return {};
}

}  // namespace leafwise::integrator::detail
