# SPDX-License-Identifier: GPL-3.0-or-later

# leafwise_add_test_suite(<name> SOURCES … [LINK …] [LABELS …])
#
# One doctest program, each of its test cases one test of ctest, called "<name>: <test case>". The
# labels are LABELS (default: unit) and the names of the doctest suites a case is in. Known labels:
# unit (< 1 s), law, end-to-end, install, slow.
function(leafwise_add_test_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS")
  if(NOT arg_SOURCES)
    return() # a room without tests yet
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  set(target leafwise_test_${name})
  add_executable(${target} ${arg_SOURCES})
  leafwise_configure_target(${target})
  target_link_libraries(${target} PRIVATE leafwise_test_support ${arg_LINK})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                             "${PROJECT_BINARY_DIR}/tests/bin")

  # The cases are asked from the program after each build, so that they are never listed twice.
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}.cmake")
  add_custom_command(
    TARGET ${target}
    POST_BUILD
    COMMAND
      "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:${target}>" -D "SUITE=${name}" -D
      "LABELS=${arg_LABELS}" -D "OUTPUT=${list}" -P
      "${PROJECT_SOURCE_DIR}/cmake/DiscoverDoctest.cmake"
    BYPRODUCTS "${list}"
    VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake")
  file(
    WRITE "${include}"
    "if(EXISTS [==[${list}]==])\n  include([==[${list}]==])\nelse()\n"
    "  add_test([==[${name}: not built]==] [==[${target} is not built]==])\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()
