// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "engine/empty_directory.hpp"
#include "engine/frame.hpp"

namespace leafwise::algebra::engine {

/// Settings of posix_spawn, released in every case.
class SpawnSettings {
 public:
  explicit SpawnSettings(int channel) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // First, before that descriptor is overwritten: the worker starts where nothing is to be found.
    // It makes sure of that itself, too.
    static const EmptyDirectory nowhere;
    if (nowhere.descriptor() >= 0) {
      posix_spawn_file_actions_addfchdir_np(&actions_, nowhere.descriptor());
    } else {
      posix_spawn_file_actions_addchdir_np(&actions_, "/");
    }
    posix_spawn_file_actions_adddup2(&actions_, channel, worker_channel);
    posix_spawn_file_actions_addclosefrom_np(&actions_, worker_channel + 1);
    // Singular prints to these in its last moments; nobody should see it.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", O_RDWR, 0);
    }
    // A group of its own: Ctrl-C in a terminal is for us alone, and a kill reaches its children.
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace leafwise::algebra::engine
