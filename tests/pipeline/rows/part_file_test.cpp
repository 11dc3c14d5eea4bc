// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/part_file.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "run/interruption.hpp"
#include "support/folder.hpp"
#include "support/program.hpp"
#include "support/seed.hpp"
#include "text/output.hpp"

namespace {

namespace fs = std::filesystem;
using leafwise::pipeline::detail::OutputFailure;
using leafwise::pipeline::detail::PartFile;
using namespace leafwise::tests;

/// Begins and finishes tables without end, in several threads, until a signal ends the program.
[[noreturn]] void write_tables_for_ever(const std::string& folder) {
  constexpr int writers = 3;
  const leafwise::pipeline::detail::SignalHandling handling;
  std::vector<std::thread> threads;
  threads.reserve(writers);
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&folder, writer] {
      for (int i = 0;; ++i) {
        const std::string name = folder + "/" + std::to_string(writer);
        if (i % 2 == 0) {
          PartFile(name + ".csv").finish();
        } else {
          leafwise::pipeline::detail::write_file(name + ".json", "{}");
        }
      }
    });
  }
  for (;;) (void)pause();
}

TEST_SUITE("law") {
  TEST_CASE("part files: whenever a signal ends the program, none is left") {
    auto random = make_generator("part files: whenever a signal ends");
    for (std::uint64_t round = 0; round < 20 * multiplier(); ++round) {
      const Folder folder;
      const pid_t child = fork();
      REQUIRE(child >= 0);
      if (child == 0) {
        (void)freopen("/dev/null", "w", stderr);
        write_tables_for_ever(folder / "out");
      }
      // The handler is there when the first file is.
      while (!fs::exists(folder / "out/0.csv")) std::this_thread::yield();
      usleep(static_cast<useconds_t>(random() % 3000));
      kill(child, SIGTERM);
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      CHECK(WEXITSTATUS(status) == 130);
      for (const fs::directory_entry& entry : fs::directory_iterator(folder / "out")) {
        CHECK(entry.path().extension() != ".part");
      }
    }
  }

  TEST_CASE("part files: what is older than a second is in the file, whatever comes when") {
    auto random = make_generator("part files: what is older than a second");
    const Folder folder;
    const std::string path = folder / "table.csv";
    PartFile::Clock::time_point now;
    for (std::uint64_t round = 0; round < 10 * multiplier(); ++round) {
      std::string all;
      std::vector<std::pair<PartFile::Clock::time_point, std::size_t>> sizes;
      {
        PartFile file(path, [&] { return now; });
        for (int i = 0; i < 300; ++i) {
          now += std::chrono::milliseconds(random() % (round % 2 == 0 ? 10 : 900));
          if (random() % 3 == 0) {
            file.keep_up();
          } else {
            const std::string line(random() % 2000, static_cast<char>('a' + random() % 26));
            file.append(line + "\n");
            all += line + "\n";
          }
          sizes.emplace_back(now, all.size());
          const std::string there = whole_file(path + ".part");
          REQUIRE(all.starts_with(there));
          REQUIRE((there.empty() || there.back() == '\n'));
          std::size_t old = 0;
          for (const auto& [time, size] : sizes) {
            if (now - time >= std::chrono::seconds(1)) old = size;
          }
          REQUIRE(there.size() >= old);
          CHECK(!fs::exists(path));
        }
        file.finish();
      }
      CHECK(whole_file(path) == all);
      CHECK(!fs::exists(path + ".part"));
      fs::remove(path);
    }
  }
}

TEST_SUITE("unit") {
  TEST_CASE("part files: what was given up goes, what an exception ends stays") {
    const Folder folder;
    const std::string path = folder / "table.csv";
    { PartFile(path).append("a\n"); }
    CHECK(fs::is_empty(folder / ""));
    try {
      PartFile file(path);
      file.append("a\nb\n");
      throw std::runtime_error("no memory");
    } catch (const std::runtime_error&) {
      CHECK(whole_file(path + ".part") == "a\nb\n");
    }
    PartFile::remove_left(path);
    CHECK(fs::is_empty(folder / ""));
  }

  TEST_CASE("part files: of a full disk, all whole lines that it had room for stay") {
    auto random = make_generator("part files: of a full disk");
    for (std::uint64_t round = 0; round < 10 * multiplier(); ++round) {
      const Folder folder;
      const std::string path = folder / "table.csv";
      const rlim_t room = 1000 + random() % 200'000;
      const std::size_t length = 1 + random() % 900;
      const pid_t child = fork();
      if (child == 0) {
        (void)signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{room, room};
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        try {
          PartFile file(path);
          while (true) file.append(std::string(length, 'x') + "\n");
        } catch (const OutputFailure&) {
          _exit(74);
        }
      }
      int status = 0;
      REQUIRE(waitpid(child, &status, 0) == child);
      CHECK(WEXITSTATUS(status) == 74);
      const std::string there = whole_file(path + ".part");
      CHECK(there.size() == room / (length + 1) * (length + 1));
      CHECK((there.empty() || there.back() == '\n'));
    }
  }

  TEST_CASE("part files: two writers of one name do not disturb each other") {
    const Folder folder;
    const std::string path = folder / "table.csv";
    PartFile one(path);
    one.append("one\n");
    // Locks are those of processes' open files: a second one here is like one of another process.
    PartFile other(path);
    other.append("other\n");
    PartFile::remove_left(path);
    one.finish();
    CHECK(whole_file(path) == "one\n");
    other.finish();
    CHECK(whole_file(path) == "other\n");
  }

  TEST_CASE("part files: what a killed process has left is written over, not added to") {
    const Folder folder;
    const std::string path = folder / "table.csv";
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      PartFile::Clock::time_point now;
      PartFile file(path, [&] { return now; });
      file.append("many lines of another run\n");
      now += std::chrono::seconds(2);
      file.append("\n");
      _exit(0);  // as a kill: nothing is cleaned up
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(whole_file(path + ".part") == "many lines of another run\n\n");
    PartFile file(path);
    file.append("new\n");
    file.finish();
    CHECK(whole_file(path) == "new\n");
  }

  TEST_CASE("part files: a link at its place is not followed") {
    const Folder folder;
    const std::string path = folder / "table.csv";
    fs::create_symlink(folder / "elsewhere", path + ".part");
    PartFile file(path);
    file.append("line\n");
    file.finish();
    CHECK(!fs::exists(folder / "elsewhere"));
    CHECK(whole_file(path) == "line\n");
  }

  TEST_CASE("part files: a folder that cannot be made, and a disk that is full, are said") {
    CHECK_THROWS_AS(PartFile("/dev/null/x/table.csv"), OutputFailure);
    const Folder folder;
    fs::create_directory(folder / "table.csv");
    PartFile file(folder / "table.csv");
    file.append("line\n");
    CHECK_THROWS_AS(file.finish(), OutputFailure);
  }
}

}  // namespace
