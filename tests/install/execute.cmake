# SPDX-License-Identifier: GPL-3.0-or-later

# execute(<what> COMMAND …): runs it, and fails with its output if it fails. The output is left in
# `execute_output`.
macro(execute what)
  message(STATUS "${what}")
  execute_process(
    ${ARGN}
    OUTPUT_VARIABLE execute_output
    ERROR_VARIABLE execute_output
    RESULT_VARIABLE execute_status)
  if(NOT execute_status EQUAL 0)
    message(FATAL_ERROR "${what}: failed (${execute_status})\n${execute_output}")
  endif()
endmacro()
