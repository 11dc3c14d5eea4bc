# SPDX-License-Identifier: GPL-3.0-or-later
# Finds FLINT with what it stands on, GMP and MPFR (Debian: libflint-dev; it ships no package
# file). Defines Flint::flint, used as <flint/…>. Installed next to leafwiseConfig.cmake.

include(FindPackageHandleStandardArgs)

find_path(Flint_INCLUDE_DIR flint/flint.h)
find_library(Flint_LIBRARY flint)
find_path(Flint_GMP_INCLUDE_DIR gmp.h)
find_library(Flint_GMP_LIBRARY gmp)
find_path(Flint_MPFR_INCLUDE_DIR mpfr.h)
find_library(Flint_MPFR_LIBRARY mpfr)
mark_as_advanced(Flint_INCLUDE_DIR Flint_LIBRARY Flint_GMP_INCLUDE_DIR Flint_GMP_LIBRARY
                 Flint_MPFR_INCLUDE_DIR Flint_MPFR_LIBRARY)

if(Flint_INCLUDE_DIR)
  file(STRINGS "${Flint_INCLUDE_DIR}/flint/flint.h" Flint_version_line
       REGEX "^#define FLINT_VERSION +\"" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9]+\\.[0-9.]*[0-9]" Flint_VERSION "${Flint_version_line}")
endif()

find_package_handle_standard_args(
  Flint
  REQUIRED_VARS Flint_LIBRARY Flint_INCLUDE_DIR Flint_GMP_LIBRARY Flint_GMP_INCLUDE_DIR
                Flint_MPFR_LIBRARY Flint_MPFR_INCLUDE_DIR
  VERSION_VAR Flint_VERSION
  REASON_FAILURE_MESSAGE "Debian: libflint-dev libgmp-dev libmpfr-dev (scripts/bootstrap)")

if(Flint_FOUND AND NOT TARGET Flint::flint)
  # Imported, hence SYSTEM: the warnings of FLINT's headers are not ours.
  add_library(Flint::flint UNKNOWN IMPORTED)
  set_target_properties(
    Flint::flint
    PROPERTIES
      IMPORTED_LOCATION "${Flint_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES
      "${Flint_INCLUDE_DIR};${Flint_GMP_INCLUDE_DIR};${Flint_MPFR_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES "${Flint_MPFR_LIBRARY};${Flint_GMP_LIBRARY}")
endif()
