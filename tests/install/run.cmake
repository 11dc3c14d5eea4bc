# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D BUILD_DIR=… -D WORK_DIR=… -D WITH_ALGEBRA=… -D VERSION=… -D CMAKE_CXX_COMPILER=…
#       -D GENERATOR=… [-D INITIAL_CACHE=…] -P run.cmake
#
# Installs a build, moves the tree, builds the consumer project against it and runs it; moves it
# once more with the consumer inside.

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
# The worker is to be found without help.
set(alone "${CMAKE_COMMAND}" -E env --unset=LEAFWISE_ALGEBRA_WORKER)
execute("run the consumer" COMMAND ${alone} "${WORK_DIR}/build/consumer")
if(NOT execute_output MATCHES "leafwise ${VERSION}")
  message(FATAL_ERROR "the consumer should see version ${VERSION}, it says:\n${execute_output}")
endif()

# A package that holds the consumer, too, may go where it likes.
set(moved_again "${WORK_DIR}/moved again")
file(COPY "${WORK_DIR}/build/consumer" DESTINATION "${prefix}/bin")
file(RENAME "${prefix}" "${moved_again}")
execute("run the consumer in its package" COMMAND ${alone} "${moved_again}/bin/consumer")
if(WITH_ALGEBRA)
  # Without its worker it says so; what it does not need it for works.
  file(RENAME "${moved_again}" "${prefix}")
  file(RENAME "${prefix}/bin/leafwise-algebra-worker" "${WORK_DIR}/worker")
  execute_process(COMMAND ${alone} "${WORK_DIR}/build/consumer" RESULT_VARIABLE status
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0 OR NOT output MATCHES "pipeline: works" OR NOT output MATCHES
                                                               "leafwise-algebra-worker")
    message(FATAL_ERROR "without the worker the consumer should name it, it says:\n${output}")
  endif()
  file(RENAME "${WORK_DIR}/worker" "${prefix}/bin/leafwise-algebra-worker")
  file(RENAME "${prefix}" "${moved_again}")
endif()
set(prefix "${moved_again}")

set(program "${prefix}/bin/leafwise")
if(WITH_ALGEBRA AND EXISTS "${program}")
  # Help of an installed program points to what is installed.
  foreach(command IN ITEMS "" check decompose inspect integrate plot run sweep methods verify)
    execute("help of ${command}" COMMAND "${program}" ${command} --help)
    string(REGEX MATCHALL "(docs|examples)/[A-Za-z0-9_./-]*[A-Za-z0-9_]" pointers
                 "${execute_output}")
    foreach(pointer IN LISTS pointers)
      # The prefix has a space in it.
      set(place "${prefix}/share/doc/leafwise/${pointer}")
      string(FIND "${execute_output}" "${place}" found)
      if(found EQUAL -1 OR NOT EXISTS "${place}")
        message(FATAL_ERROR "leafwise ${command} --help should point to ${place}, and it be there")
      endif()
    endforeach()
  endforeach()
  foreach(file IN ITEMS bash-completion/completions/leafwise zsh/site-functions/_leafwise
                        fish/vendor_completions.d/leafwise.fish)
    if(NOT EXISTS "${prefix}/share/${file}")
      message(FATAL_ERROR "share/${file} is not installed")
    endif()
  endforeach()
  execute("run the installed program" COMMAND "${program}" --version)
  string(FIND "${execute_output}" "${VERSION}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "leafwise --version should name ${VERSION}, it says:\n${execute_output}")
  endif()
  file(WRITE "${WORK_DIR}/circle.toml"
       "unknowns = ['x', 'y']\nequations = ['x^2 + y^2 = 1', \"x' = -y\"]\n"
       "[initial]\nx = '3/5'\ny = '4/5'\n[integrate]\nto = { t = 1 }\n")
  execute("complete and integrate" COMMAND ${alone} "${program}" run --no-cache
          "${WORK_DIR}/circle.toml" -o "${WORK_DIR}/results")
endif()
