// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::pipeline {

/// How the program ends: the contract with scripts that call it.
enum class ExitCode : int {
  done = 0,
  bad_input = 2,      ///< or bad usage
  mathematics = 3,    ///< there is no such solution or run
  limit = 4,          ///< time or memory ran out before there was a result
  ended_early = 5,    ///< integration ended before its goal; what there is is written
  bug = 70,           ///< ours
  no_output = 74,     ///< results could not be written
  interrupted = 130,  ///< Ctrl-C
};

}  // namespace leafwise::pipeline
