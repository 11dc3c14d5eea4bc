// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

/// Constants of time that are no budget of a question: how often something is looked at, written or
/// shown, and how long another process may be silent. What is computed does not depend on them, but
/// for the last two, which end what nothing else would.
namespace leafwise::pace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Waiting.

/// How often waiting functions check whether the user wants to stop.
inline constexpr milliseconds glance{5};
/// How often a worker that says nothing is looked at. Stopped twice in a row, it is given up:
/// nobody else knows of it, so nobody will let it go on, and it spends nothing of what limits a
/// question.
inline constexpr milliseconds glance_at_silence{250};
/// A worker that closes its channel is about to end; one that has not ended by then is helped. No
/// answer depends on it, only whether the reason of an end is known.
inline constexpr milliseconds end_of_worker{200};
inline constexpr milliseconds glance_at_end{1};
/// From its start to its first answer a worker needs some ten milliseconds of a processor, and a
/// cold disk. Whoever says nothing for so long is none, unless it waits for the processor or the
/// disk all the time: on a crowded machine that may take long.
inline constexpr milliseconds start_of_worker{1500};
inline constexpr seconds longest_start_of_worker{20};
inline constexpr seconds most_work_of_start{1};
/// What keeps one worker from starting keeps the next: nobody tries again for this long, or for so
/// many times what it took to find out. A completion asks thousands of times.
inline constexpr seconds rest_of_pool{1};
/// One key press may arrive twice: the terminal sends it to all of the group, and what is around us
/// (timeout, a shell, a build system) passes it on. Nobody presses twice so fast.
inline constexpr milliseconds one_key_press{300};

// Writing.

/// So that a killed program loses the rows of at most a second.
inline constexpr milliseconds unwritten_rows{500};
inline constexpr seconds least_between_checkpoints{1};
inline constexpr seconds most_between_checkpoints{30};
/// Progress: a line that is written over, and lines in a log.
inline constexpr milliseconds progress_on_terminal{100};
inline constexpr milliseconds progress_in_log{1000};

// Limits by the clock on the wall.

/// A process that waits works for nobody and would be waited for for ever: this ends a budget of
/// work, too, where other programs take nearly all of the processors.
inline constexpr milliseconds least_wall_of_budget{10000};
/// Of `leafwise decompose`, unless --time-limit is given.
inline constexpr seconds limit_of_decompose{20};

}  // namespace leafwise::pace
