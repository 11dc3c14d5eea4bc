// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace leafwise::algebra::engine {

/// The descriptor on which the worker finds its channel.
inline constexpr int worker_channel = 3;

/// The exit codes with which a worker says why it ends.
enum WorkerExit : int {
  worker_bad_usage = 2,
  worker_out_of_memory = 14,      ///< Singular's own code for it
  worker_without_libraries = 81,  ///< Singular's are missing, or others can write them
  worker_not_confined = 82,       ///< the rights that it should give up are still there
  worker_without_thread = 83,     ///< no thread could be started
};

/// Before each message: four letters that tell a frame from stray output, then the length, least
/// significant byte first.
using FrameHeader = std::array<char, 12>;

inline constexpr std::array<char, 4> frame_mark = {'L', 'W', 'F', '1'};
/// No message is longer; a length beyond it is garbage.
inline constexpr std::uint64_t longest_frame = std::uint64_t{1} << 34U;

[[nodiscard]] inline FrameHeader frame_header(std::uint64_t length) {
  FrameHeader header{};
  for (std::size_t i = 0; i < frame_mark.size(); ++i) header[i] = frame_mark[i];
  for (std::size_t i = 0; i < 8; ++i) {
    header[frame_mark.size() + i] = static_cast<char>((length >> (8 * i)) & 0xFFU);
  }
  return header;
}

[[nodiscard]] inline std::optional<std::size_t> frame_length(const FrameHeader& header) {
  for (std::size_t i = 0; i < frame_mark.size(); ++i) {
    if (header[i] != frame_mark[i]) return std::nullopt;
  }
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto byte = static_cast<unsigned char>(header[frame_mark.size() + i]);
    length |= std::uint64_t{byte} << (8 * i);
  }
  if (length > longest_frame) return std::nullopt;
  return length;
}

}  // namespace leafwise::algebra::engine
