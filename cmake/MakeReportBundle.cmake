# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSCRIPT=main.js -DSTYLE=style.css -DOUTPUT=report_bundle.cpp -P MakeReportBundle.cmake: the
# page without its data, as C++ text.

# leafwise_base64(<variable> <hexadecimal>): the bytes in the alphabet of RFC 4648.
function(leafwise_base64 variable hexadecimal)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(LENGTH "${hexadecimal}" digits)
  math(EXPR padding "(6 - ${digits} % 6) % 6 / 2")
  string(REPEAT "00" ${padding} zeros)
  string(REGEX MATCHALL "......" groups "${hexadecimal}${zeros}")
  set(text "")
  foreach(group IN LISTS groups)
    foreach(shift 18 12 6 0)
      math(EXPR place "(0x${group} >> ${shift}) & 63")
      string(SUBSTRING "${alphabet}" ${place} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(REPEAT "=" ${padding} ends)
  string(LENGTH "${text}" length)
  math(EXPR kept "${length} - ${padding}")
  string(SUBSTRING "${text}" 0 ${kept} text)
  set(${variable}
      "${text}${ends}"
      PARENT_SCOPE)
endfunction()

file(READ "${SCRIPT}" script)
file(READ "${STYLE}" style)
string(STRIP "${script}" script)
string(STRIP "${style}" style)
# What could end the element early. In JavaScript it occurs in texts only, where \x3c is the same.
string(REPLACE "</script" "\\x3c/script" script "${script}")
string(REPLACE "<!--" "\\x3c!--" script "${script}")
string(SHA256 hash "${script}")
leafwise_base64(hash "${hash}")

# Neither the network nor any other script: a page that was tampered with stays still.
set(before_title
    "<!DOCTYPE html>
<!-- A report of Leafwise, GPL-3.0-or-later. -->
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>")
set(before_data "</title>
<style>${style}</style>
</head>
<body>
")
set(after_data "<script>${script}</script>
</body>
</html>
")

set(delimiter "leafwise")
foreach(part before_title before_data after_data)
  string(FIND "${${part}}" ")${delimiter}\"" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "The page has the text that ends a literal: take another delimiter.")
  endif()
  set(${part} "R\"${delimiter}(${${part}})${delimiter}\"")
endforeach()

file(
  WRITE "${OUTPUT}"
  "// SPDX-License-Identifier: GPL-3.0-or-later
// Made by cmake/MakeReportBundle.cmake.
#include \"write/report_bundle.hpp\"

namespace leafwise::pipeline::detail {

// Longer than compilers have to bear; those that build this do.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"

const ReportBundle* report_bundle() {
  static constexpr ReportBundle bundle{
${before_title},
${before_data},
${after_data}};
  return &bundle;
}

}  // namespace leafwise::pipeline::detail
")
