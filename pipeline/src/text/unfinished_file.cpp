// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/unfinished_file.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstddef>

namespace leafwise::pipeline::detail {

namespace {

/// Files that are being written: a signal handler can only look at memory that is always there.
struct Place {
  std::atomic<int> state{0};  ///< 0 free, 1 being filled in or given back, 2 in use
  std::array<char, PATH_MAX> path{};
};
/// Of a sweep each thread may write three at a time.
constexpr std::size_t most_files = 96;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<Place, most_files> places;

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& path) {
  if (path.empty() || path.size() >= PATH_MAX) return;
  for (Place& place : places) {
    int free = 0;
    if (!place.state.compare_exchange_strong(free, 1)) continue;
    path.copy(place.path.data(), path.size());
    place.path.at(path.size()) = '\0';
    place.state = 2;
    place_ = &place;
    return;
  }
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ != nullptr) static_cast<Place*>(place_)->state = 0;
}

void remove_unfinished_files() noexcept {
  for (const Place& place : places) {
    if (place.state.load() == 2) (void)unlink(place.path.data());
  }
}

}  // namespace leafwise::pipeline::detail
