# SPDX-License-Identifier: GPL-3.0-or-later
# Finds Arb (Debian: libflint-arb-dev; it ships no package file). Defines Arb::arb, used as
# <arb.h>. Installed next to leafwiseConfig.cmake.

include(CMakeFindDependencyMacro)
include(FindPackageHandleStandardArgs)

find_dependency(Flint)
find_path(Arb_INCLUDE_DIR arb.h)
find_library(Arb_LIBRARY NAMES flint-arb arb)
mark_as_advanced(Arb_INCLUDE_DIR Arb_LIBRARY)

find_package_handle_standard_args(
  Arb
  REQUIRED_VARS Arb_LIBRARY Arb_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian: libflint-arb-dev (scripts/bootstrap)")

if(Arb_FOUND AND NOT TARGET Arb::arb)
  add_library(Arb::arb UNKNOWN IMPORTED)
  set_target_properties(
    Arb::arb
    PROPERTIES IMPORTED_LOCATION "${Arb_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${Arb_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES Flint::flint)
endif()
