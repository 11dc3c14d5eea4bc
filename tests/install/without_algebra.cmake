# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D SOURCE_DIR=… -D WORK_DIR=… -D CMAKE_CXX_COMPILER=… -D GENERATOR=…
#       -D LEAFWISE_WERROR=… -P without_algebra.cmake
#
# core and integrator are built, tested, installed and consumed with LEAFWISE_WITH_ALGEBRA=OFF,
# while the headers and packages of everything else are out of reach.

cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/execute.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/poison.cmake")

set(poison_dir "${WORK_DIR}/poison")
set(build_dir "${WORK_DIR}/build")
write_poison("${poison_dir}")

# The poison bites: otherwise the rest would prove nothing.
foreach(header IN ITEMS flint/flint.h arb.h toml++/toml.h nlohmann/json.hpp
                        boost/program_options.hpp Singular/libsingular.h)
  file(WRITE "${WORK_DIR}/bite.cpp" "#include <${header}>\n")
  execute_process(
    COMMAND "${CMAKE_CXX_COMPILER}" -I "${poison_dir}" -fsyntax-only "${WORK_DIR}/bite.cpp"
    ERROR_VARIABLE complaint
    RESULT_VARIABLE status)
  if(status EQUAL 0 OR NOT complaint MATCHES "poison: ")
    message(FATAL_ERROR "<${header}> can be included in spite of the poison:\n${complaint}")
  endif()
endforeach()

# Directory properties come before those of a target: the poison is first on every include path.
file(WRITE "${WORK_DIR}/poison_first.cmake" "include_directories(BEFORE \"${poison_dir}\")\n")
set(initial_cache "${WORK_DIR}/initial_cache.cmake")
set(settings
    "set(CMAKE_PROJECT_INCLUDE [==[${WORK_DIR}/poison_first.cmake]==] CACHE FILEPATH \"\")\n")
foreach(package IN ITEMS Flint Arb Singular tomlplusplus nlohmann_json fmt Boost TBB)
  string(APPEND settings "set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON CACHE BOOL \"\")\n")
endforeach()
file(WRITE "${initial_cache}" "${settings}")

# -O1: quicker to build than -O0, and much quicker to run.
execute(
  "configure without algebra"
  COMMAND
  "${CMAKE_COMMAND}" -C "${initial_cache}" -G "${GENERATOR}" -S "${SOURCE_DIR}" -B "${build_dir}" -D
  "CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" -D CMAKE_BUILD_TYPE=Debug -D
  CMAKE_CXX_FLAGS_DEBUG=-O1 -D CMAKE_EXPORT_COMPILE_COMMANDS=ON -D LEAFWISE_WITH_ALGEBRA=OFF -D
  LEAFWISE_BUILD_TESTS=ON -D
  "LEAFWISE_WERROR=${LEAFWISE_WERROR}" -D "LEAFWISE_CONSUMER_CACHE=${initial_cache}")
execute("build core and integrator" COMMAND "${CMAKE_COMMAND}" --build "${build_dir}")
# Among these tests is `install: consumer`: the consumer project against this build, installed.
execute("test core and integrator" COMMAND "${CMAKE_CTEST_COMMAND}" --test-dir "${build_dir}"
        --output-on-failure --no-tests=error)

# Second witness: the compiler's own account of what it read.
file(READ "${build_dir}/compile_commands.json" commands)
string(FIND "${commands}" "${poison_dir}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "the poison was not on the include path")
endif()
if(GENERATOR STREQUAL "Ninja")
  execute("list what was read" COMMAND ninja -C "${build_dir}" -t deps)
  string(REGEX MATCHALL "/[^\n]*" read "${execute_output}")
  list(TRANSFORM read STRIP)
  list(REMOVE_DUPLICATES read)
  if(NOT execute_output MATCHES "leafwise/core/outcome.hpp")
    message(FATAL_ERROR "ninja does not know what the compiler read:\n${execute_output}")
  endif()
  foreach(file IN LISTS poisoned_headers)
    if(file IN_LIST read)
      message(FATAL_ERROR "${file} was read")
    endif()
  endforeach()
  list(FILTER read INCLUDE REGEX "/boost/|/flint/|/[Ss]ingular/|/toml\\+\\+/|/nlohmann/|/algebra/")
  if(read)
    message(FATAL_ERROR "read in a build without algebra: ${read}")
  endif()
endif()
