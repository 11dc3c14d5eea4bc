# SPDX-License-Identifier: GPL-3.0-or-later
# The page report.html: sources in pipeline/web, bundled by esbuild into one C++ file.

set(LEAFWISE_WITH_REPORT
    AUTO
    CACHE STRING "Write report.html: ON, OFF, or AUTO where esbuild is there to bundle it")
set_property(CACHE LEAFWISE_WITH_REPORT PROPERTY STRINGS AUTO ON OFF)

set(leafwise_web "${PROJECT_SOURCE_DIR}/pipeline/web")
# Nothing is written into the source tree.
set(leafwise_web_build "${PROJECT_BINARY_DIR}/web")

# leafwise_find_esbuild(<variable>): whether the page can be bundled, and is wanted.
function(leafwise_find_esbuild variable)
  set(${variable}
      FALSE
      PARENT_SCOPE)
  if(NOT LEAFWISE_WITH_REPORT)
    message(STATUS "LEAFWISE_WITH_REPORT=OFF: runs write no report.html")
    return()
  endif()
  find_program(LEAFWISE_ESBUILD NAMES esbuild DOC "esbuild, which bundles report.html")
  if(LEAFWISE_ESBUILD)
    set(${variable}
        TRUE
        PARENT_SCOPE)
    return()
  endif()
  set(how "Debian's package esbuild is installed (scripts/bootstrap does), or LEAFWISE_ESBUILD names one")
  if(LEAFWISE_WITH_REPORT STREQUAL "AUTO")
    message(STATUS "Without report.html, until ${how} and Leafwise is built again: runs write all else.")
    return()
  endif()
  message(FATAL_ERROR "LEAFWISE_WITH_REPORT=${LEAFWISE_WITH_REPORT}: report.html can be bundled when "
                      "${how}. AUTO and OFF build without it.")
endfunction()

# leafwise_report_source(<variable>): the C++ file that holds the page, or the one that says that
# there is none.
function(leafwise_report_source variable)
  leafwise_find_esbuild(is_there)
  set(LEAFWISE_HAS_REPORT
      "${is_there}"
      CACHE INTERNAL "Whether runs write report.html")
  if(NOT is_there)
    set(${variable}
        src/write/report_bundle_none.cpp
        PARENT_SCOPE)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${leafwise_web}/src/*.js" "${leafwise_web}/src/*.css")
  set(script "${leafwise_web_build}/main.js")
  set(style "${leafwise_web_build}/style.css")
  set(bundle "${leafwise_web_build}/report_bundle.cpp")
  set(make_bundle "${PROJECT_SOURCE_DIR}/cmake/MakeReportBundle.cmake")
  add_custom_command(
    OUTPUT "${bundle}"
    BYPRODUCTS "${script}" "${style}"
    COMMAND
      "${LEAFWISE_ESBUILD}" "${leafwise_web}/src/main.js" "${leafwise_web}/src/style.css" --bundle
      --minify --format=iife --target=chrome109,firefox115,safari16 --charset=utf8
      --legal-comments=none --log-level=warning "--outdir=${leafwise_web_build}"
    COMMAND "${CMAKE_COMMAND}" "-DSCRIPT=${script}" "-DSTYLE=${style}" "-DOUTPUT=${bundle}" -P
            "${make_bundle}"
    DEPENDS "${make_bundle}" "${leafwise_web}/package.json" ${sources}
    COMMENT "Bundling report.html"
    VERBATIM)
  set(${variable}
      "${bundle}"
      PARENT_SCOPE)
endfunction()
