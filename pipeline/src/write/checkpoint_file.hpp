// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "leafwise/pipeline/run_record.hpp"
#include "write/run_stream.hpp"

/// Files of `leafwise run --checkpoint`: docs/run.md.
namespace leafwise::pipeline::detail {

/// What must be equal in a continued run: names and values, for messages.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

struct CheckpointFile {
  RunIdentity identity;
  bool is_local = false;              ///< the leaf was found at the start alone
  std::vector<std::string> warnings;  ///< of the way to the leaf, which is not gone again
  EarlierTables tables;
  RunCheckpoint run;
};

/// Written so that at each moment there is a whole one. The folder of the tables is remembered as
/// seen from the file: both may move together. @throws OutputFailure
void write_checkpoint(const std::filesystem::path& file, const CheckpointFile& checkpoint);

/// @throws InvalidInput if there is none, or it is damaged
[[nodiscard]] CheckpointFile read_checkpoint(const std::filesystem::path& file);

/// @throws InvalidInput naming the first thing that is not the same
void demand_same(const std::filesystem::path& file,
                 const RunIdentity& kept,
                 const RunIdentity& wanted);

}  // namespace leafwise::pipeline::detail
