# SPDX-License-Identifier: GPL-3.0-or-later
# The page report.html: sources in pipeline/web, bundled by esbuild into one C++ file.

option(LEAFWISE_WITH_REPORT "Write report.html; needs Node 18 and npm to build" ON)

set(leafwise_web "${PROJECT_SOURCE_DIR}/pipeline/web")
# Nothing is installed into the source tree.
set(leafwise_web_build "${PROJECT_BINARY_DIR}/web")

macro(leafwise_refuse_report what)
  message(FATAL_ERROR "report.html needs ${what}. Install Debian's packages nodejs and npm "
                      "(scripts/bootstrap does), or configure with -D LEAFWISE_WITH_REPORT=OFF: "
                      "runs then write no report.html.")
endmacro()

function(leafwise_check_node)
  find_program(LEAFWISE_NODE NAMES node nodejs DOC "Node, which bundles report.html")
  find_program(LEAFWISE_NPM NAMES npm DOC "npm, which installs the libraries of report.html")
  if(NOT LEAFWISE_NODE)
    leafwise_refuse_report("Node 18 or later (node), which is not on the path")
  endif()
  if(NOT LEAFWISE_NPM)
    leafwise_refuse_report("npm, which is not on the path")
  endif()
  execute_process(
    COMMAND "${LEAFWISE_NODE}" --version
    OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^v" "" version "${version}")
  if(version VERSION_LESS 18)
    leafwise_refuse_report("Node 18 or later; ${LEAFWISE_NODE} is ${version}")
  endif()
endfunction()

# leafwise_report_source(<variable>): the C++ file that holds the page, or the one that says that
# there is none.
function(leafwise_report_source variable)
  if(NOT LEAFWISE_WITH_REPORT)
    message(STATUS "LEAFWISE_WITH_REPORT=OFF: runs write no report.html")
    set(${variable}
        src/report_bundle_none.cpp
        PARENT_SCOPE)
    return()
  endif()
  leafwise_check_node()
  set(tests_option "")
  if(LEAFWISE_BUILD_TESTS)
    set(tests_option --with-tests)
  endif()
  set(stamp "${leafwise_web_build}/installed.stamp")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "${LEAFWISE_NODE}" "${leafwise_web}/install.mjs" "${leafwise_web_build}" ${tests_option}
    DEPENDS "${leafwise_web}/install.mjs" "${leafwise_web}/package.json"
            "${leafwise_web}/package-lock.json"
    COMMENT "Installing the libraries of report.html"
    VERBATIM)
  file(GLOB sources CONFIGURE_DEPENDS "${leafwise_web}/src/*.js" "${leafwise_web}/src/*.css")
  set(bundle "${leafwise_web_build}/report_bundle.cpp")
  add_custom_command(
    OUTPUT "${bundle}"
    COMMAND "${LEAFWISE_NODE}" "${leafwise_web}/build.mjs" "${leafwise_web_build}/node_modules"
            "${bundle}"
    DEPENDS "${leafwise_web}/build.mjs" "${stamp}" ${sources}
    COMMENT "Bundling report.html"
    VERBATIM)
  set(${variable}
      "${bundle}"
      PARENT_SCOPE)
endfunction()
