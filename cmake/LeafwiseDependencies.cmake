# SPDX-License-Identifier: GPL-3.0-or-later
# Third-party libraries. They are looked for here, not in the rooms that use them, so that their
# targets are visible wherever a static library of ours is linked.

set(LEAFWISE_CONFIG_DEPENDENCIES "")

# leafwise_find_dependency(<package> [find_package arguments]): finds it for this build, and makes
# the exported package find it the same way for whoever links our static libraries.
macro(leafwise_find_dependency)
  find_package(${ARGV} REQUIRED)
  string(JOIN " " leafwise_arguments ${ARGV})
  string(APPEND LEAFWISE_CONFIG_DEPENDENCIES "find_dependency(${leafwise_arguments})\n")
endmacro()

leafwise_find_dependency(Eigen3)
if(LEAFWISE_WITH_ALGEBRA)
  leafwise_find_dependency(Flint)
  leafwise_find_dependency(Arb)
  leafwise_find_dependency(tomlplusplus)
  leafwise_find_dependency(nlohmann_json)
  leafwise_find_dependency(fmt)
  leafwise_find_dependency(Boost COMPONENTS program_options)
  leafwise_find_dependency(TBB)
endif()

if(LEAFWISE_BUILD_TESTS)
  find_package(doctest REQUIRED) # Debian: doctest-dev
endif()
