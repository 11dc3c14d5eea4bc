// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace leafwise::algebra {

/// Lets numbers of any size throw std::bad_alloc where memory is refused: GMP and FLINT end the
/// process otherwise (SIGABRT). For programs, before they compute anything: this holds for the
/// whole process, other users of GMP in it included.
void throw_where_memory_ends();

/// FLINT keeps freed numbers for each thread. From here on the calling thread gives them back when
/// it ends; without this they are lost with it. For functions that threads of others call.
void release_numbers_with_thread();

}  // namespace leafwise::algebra
