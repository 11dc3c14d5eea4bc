// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "leafwise/integrator/tableau.hpp"

/// The registry of methods, in the order of `all_methods()`. METHOD(name) stands for the function
/// `TableauData name()`, defined in name.cpp beside this file, whose data has that name.
#define LEAFWISE_METHODS(METHOD) \
  METHOD(explicit_euler)         \
  METHOD(midpoint)               \
  METHOD(heun)                   \
  METHOD(kutta3)                 \
  METHOD(bs32)                   \
  METHOD(rk4)                    \
  METHOD(rkf45)                  \
  METHOD(dopri54)                \
  METHOD(verner65)               \
  METHOD(dop853)                 \
  METHOD(implicit_euler)         \
  METHOD(implicit_midpoint)      \
  METHOD(lobatto_iiia_2)         \
  METHOD(radau_i_2)              \
  METHOD(radau_ia_2)             \
  METHOD(radau_iia_2)            \
  METHOD(gauss_2)                \
  METHOD(lobatto_iiia_3)         \
  METHOD(lobatto_iiic_3)         \
  METHOD(radau_i_3)              \
  METHOD(radau_iia_3)            \
  METHOD(gauss_3)

namespace leafwise::integrator::methods {

#define LEAFWISE_DECLARE_METHOD(name) [[nodiscard]] TableauData name();
LEAFWISE_METHODS(LEAFWISE_DECLARE_METHOD)
#undef LEAFWISE_DECLARE_METHOD

}  // namespace leafwise::integrator::methods
