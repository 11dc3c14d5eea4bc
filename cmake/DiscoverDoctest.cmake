# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D PROGRAM=… -D SUITE=… -D LABELS=… -D OUTPUT=… -P DiscoverDoctest.cmake
#
# Writes a ctest file with one test per test case of a doctest program. The module that comes with
# doctest knows only one label and starts the program once per case to learn it; the XML listing
# says everything at once.

cmake_minimum_required(VERSION 3.25)

execute_process(
  COMMAND "${PROGRAM}" --list-test-cases --reporters=xml
  OUTPUT_VARIABLE listing
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} cannot list its test cases (${status}):\n${listing}")
endif()

# Names may hold anything, semicolons and brackets included: no CMake lists from here on.
set(script "")
set(seen "\n")
while(listing MATCHES "<TestCase name=\"([^\"]*)\"( testsuite=\"([^\"]*)\")?")
  set(match "${CMAKE_MATCH_0}")
  set(name "${CMAKE_MATCH_1}")
  set(labels "${LABELS}")
  if(NOT CMAKE_MATCH_3 STREQUAL "")
    string(APPEND labels ";${CMAKE_MATCH_3}")
  endif()
  string(FIND "${listing}" "${match}" begin)
  string(LENGTH "${match}" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${listing}" ${begin} -1 listing)

  string(REPLACE "&quot;" "\"" name "${name}")
  string(REPLACE "&lt;" "<" name "${name}")
  string(REPLACE "&gt;" ">" name "${name}")
  string(REPLACE "&amp;" "&" name "${name}")
  string(FIND "${seen}" "\n${name}\n" duplicate)
  if(NOT duplicate EQUAL -1)
    message(FATAL_ERROR "${SUITE}: two test cases are called '${name}'")
  endif()
  string(APPEND seen "${name}\n")

  # doctest splits the filter at commas.
  string(REPLACE "\\" "\\\\" filter "${name}")
  string(REPLACE "," "\\," filter "${filter}")
  set(test "[==[${SUITE}: ${name}]==]")
  string(APPEND script "add_test(${test} [==[${PROGRAM}]==] [==[--test-case=${filter}]==])\n")
  # A filter that matches nothing would pass: it must not.
  string(APPEND script "set_tests_properties(${test} PROPERTIES LABELS [==[${labels}]==] "
                       "TIMEOUT 300 FAIL_REGULAR_EXPRESSION [==[test cases: +0 ]==])\n")
endwhile()
file(WRITE "${OUTPUT}" "${script}")
