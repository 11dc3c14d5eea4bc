// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/unfinished_file.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstddef>

namespace leafwise::pipeline::detail {

namespace {

/// Files that are being written: a signal handler can only look at memory that is always there.
struct Place {
  std::atomic<int> state{0};  ///< 0 free, 1 being filled in or given back, 2 in use
  std::array<char, PATH_MAX> path{};
};
/// Each thread of a sweep may write three files at a time.
constexpr std::size_t most_files = 96;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<Place, most_files> places;

/// Files that are being created. A creator counts itself and then looks for an end, a signal
/// handler announces the end and then looks for creators: at least one of them sees the other.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> creations{0};
/// The signal that ends the program; 0: none yet.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> ending{0};
static_assert(std::atomic<int>::is_always_lock_free);

void creation_is_over() noexcept {
  --creations;
  if (ending != 0) (void)std::raise(ending);
}

}  // namespace

FileCreation::FileCreation() noexcept {
  ++creations;
  if (ending != 0) {
    creation_is_over();
    // Another creation is waited for, which ends the program.
    for (;;) (void)pause();
  }
}

FileCreation::~FileCreation() {
  creation_is_over();
}

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

bool remove_unfinished_files(int signal) noexcept {
  ending = signal;
  if (creations != 0) return false;
  for (const Place& place : places) {
    if (place.state.load() == 2) (void)unlink(place.path.data());
  }
  return true;
}

bool end_has_begun() noexcept {
  return ending != 0;
}

}  // namespace leafwise::pipeline::detail
