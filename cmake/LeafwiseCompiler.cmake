# SPDX-License-Identifier: GPL-3.0-or-later
# How our own code is compiled: warnings per target, instrumentation for the whole build.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

# Instrumented and plain objects do not mix, so this is a property of the build, not of a target.
if(LEAFWISE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
endif()
if(LEAFWISE_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# Where there is a ccache each source is compiled once, in whatever clone and build: paths count from
# the clone's root.
if(PROJECT_IS_TOP_LEVEL
   AND LEAFWISE_CCACHE
   AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(LEAFWISE_CCACHE_PROGRAM ccache)
  mark_as_advanced(LEAFWISE_CCACHE_PROGRAM)
  if(LEAFWISE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
                                    "${LEAFWISE_CCACHE_PROGRAM}")
  endif()
endif()

# leafwise_set_warnings(<target>): the warnings we keep our code free of.
function(leafwise_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlapping copies in plain std::string concatenation (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(LEAFWISE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Sanitizers make this warning unreliable. The release build keeps it.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(LEAFWISE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
