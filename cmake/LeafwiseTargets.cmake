# SPDX-License-Identifier: GPL-3.0-or-later
# One way to declare a library, a program and a benchmark.

# What every compiled target of ours has in common.
function(leafwise_configure_target target)
  set_target_properties(
    ${target}
    PROPERTIES CXX_STANDARD 20
               CXX_STANDARD_REQUIRED ON
               CXX_EXTENSIONS OFF)
  leafwise_set_warnings(${target})
endfunction()

# leafwise_add_library(<name> [SOURCES …] [LINK_PUBLIC …] [LINK_PRIVATE …])
#
# The room <name> as target leafwise::<name>: a static library, header-only without SOURCES. Its
# public headers are those under include/ and are installed. What is in LINK_PRIVATE never shows in
# a public header; being static, the library still asks its user to link it, so the dependency has
# to be declared with leafwise_find_dependency.
function(leafwise_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK_PUBLIC;LINK_PRIVATE")
  set(target leafwise_${name})
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    leafwise_configure_target(${target})
    # A position-independent archive can also end up in a shared library.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PRIVATE src)
    target_link_libraries(${target} PRIVATE ${arg_LINK_PRIVATE})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(leafwise::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(
    ${target} ${scope} "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>"
                       "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} ${scope} ${arg_LINK_PUBLIC})

  install(TARGETS ${target} EXPORT leafwiseTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include")
    install(
      DIRECTORY include/
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      FILES_MATCHING
      PATTERN "*.hpp")
  endif()
endfunction()

# leafwise_add_program(<name> SOURCES … [LINK …]): a program in <build>/bin, installed.
function(leafwise_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  leafwise_configure_target(${name})
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# leafwise_add_bench(<name> SOURCES … [LINK …]): a benchmark in <build>/bench, part of the target
# `benches`. It checks its answers, then times, and prints one JSON line per case.
function(leafwise_add_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  set(target leafwise_bench_${name})
  add_executable(${target} ${arg_SOURCES})
  leafwise_configure_target(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY
                                                                 "${PROJECT_BINARY_DIR}/bench")
  add_dependencies(benches ${target})
endfunction()
