# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D BUILD_DIR=… -D WORK_DIR=… -D WITH_ALGEBRA=… -D VERSION=… -D CMAKE_CXX_COMPILER=…
#       -D GENERATOR=… [-D INITIAL_CACHE=…] -P run.cmake
#
# Installs a build, builds the consumer project against the installed tree and runs it.

cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/execute.cmake")

# From scratch each time: a file that is no longer installed must not be found.
file(REMOVE_RECURSE "${WORK_DIR}")
set(installed_to "${WORK_DIR}/installed")
set(prefix "${WORK_DIR}/moved")
execute("install" COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${installed_to}")
# An installed tree can be moved; nothing in it may point back to where it was made.
file(RENAME "${installed_to}" "${prefix}")

file(GLOB_RECURSE package_files "${prefix}/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" text)
  string(FIND "${text}" "${BUILD_DIR}" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${file} refers to the build tree ${BUILD_DIR}")
  endif()
endforeach()

set(initial_cache "")
if(INITIAL_CACHE)
  set(initial_cache -C "${INITIAL_CACHE}")
endif()
execute(
  "configure the consumer"
  COMMAND
  "${CMAKE_COMMAND}" ${initial_cache} -G "${GENERATOR}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B
  "${WORK_DIR}/build" -D "CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" -D
  "CMAKE_PREFIX_PATH=${prefix}" -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -D
  "WITH_ALGEBRA=${WITH_ALGEBRA}" -D "EXPECTED_PREFIX=${prefix}")
execute("build the consumer" COMMAND "${CMAKE_COMMAND}" --build "${WORK_DIR}/build")
execute("run the consumer" COMMAND "${WORK_DIR}/build/consumer")
if(NOT execute_output MATCHES "leafwise ${VERSION}")
  message(FATAL_ERROR "the consumer should see version ${VERSION}, it says:\n${execute_output}")
endif()

set(program "${prefix}/bin/leafwise")
if(WITH_ALGEBRA AND EXISTS "${program}")
  execute("run the installed program" COMMAND "${program}" --version)
  string(FIND "${execute_output}" "${VERSION}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "leafwise --version should name ${VERSION}, it says:\n${execute_output}")
  endif()
endif()
