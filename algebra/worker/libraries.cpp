// SPDX-License-Identifier: GPL-3.0-or-later
#include "libraries.hpp"

#include <algorithm>
#include <array>

#include "engine/trusted_file.hpp"

namespace leafwise::algebra::worker {

namespace {

namespace fs = std::filesystem;

bool are_in(const fs::path& folder) {
  constexpr std::array<const char*, 2> needed = {"standard.lib", "primdec.lib"};
  return std::all_of(needed.begin(), needed.end(), [&](const char* name) {
    return engine::why_not_trusted(folder / name).empty();
  });
}

}  // namespace

std::optional<fs::path> find_libraries(const fs::path& program) {
  for (const fs::path& folder : {program.parent_path() / "../share/leafwise/singular",
                                 fs::path(LEAFWISE_SINGULAR_LIBRARIES)}) {
    std::error_code error;
    const fs::path found = fs::canonical(folder, error);
    if (!error && are_in(found)) return found;
  }
  return std::nullopt;
}

}  // namespace leafwise::algebra::worker
