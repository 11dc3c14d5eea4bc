// SPDX-License-Identifier: GPL-3.0-or-later
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "decomposition_cache.hpp"
#include "support/folder.hpp"
#include "support/seed.hpp"

using namespace leafwise;
using namespace leafwise::tests;
using namespace leafwise::algebra;

namespace {

void check_survives(const char* what,
                    const std::function<void(const fs::path&)>& damage,
                    bool is_repaired = true) {
  CAPTURE(what);
  FilledCache cache("m2_doc_example");
  const std::vector<fs::path> before = entries(cache.directory());
  REQUIRE_FALSE(before.empty());
  for (const fs::path& file : before) damage(file);
  const Decomposition found = cache.again();
  CHECK_FALSE(found.from_cache);
  CHECK(has_cache_incident(found));
  check_right(known_ideal("m2_doc_example"), found);
  CHECK_FALSE(has_temporary_files(cache.directory()));
  CHECK(cache.again().from_cache == is_repaired);
}

void overwrite(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

TEST_SUITE("law") {
  TEST_CASE("decomposition cache: entries that are damaged") {
    auto random = make_generator("entries that are damaged");
    for (int i = 0; i < 4; ++i) {
      check_survives("a byte is flipped", [&](const fs::path& file) {
        std::string content = content_of(file);
        content[random() % content.size()] ^= static_cast<char>(1U << (random() % 8));
        overwrite(file, content);
      });
      check_survives("truncated", [&](const fs::path& file) {
        fs::resize_file(file, random() % fs::file_size(file));
      });
    }
    check_survives("empty", [](const fs::path& file) { fs::resize_file(file, 0); });
    check_survives("longer", [](const fs::path& file) { overwrite(file, content_of(file) + "x"); });
    check_survives("numbers that lie", [](const fs::path& file) {
      overwrite(file, "18446744073709551615:x\n18446744073709551614:\n");
    });
    check_survives("zeros", [](const fs::path& file) { overwrite(file, std::string(5000, '\0')); });
    check_survives("terabytes of nothing",
                   [](const fs::path& file) { fs::resize_file(file, std::uintmax_t{1} << 40U); });
  }

  TEST_CASE("decomposition cache: no files where entries should be") {
    const auto by_directory = [](const fs::path& file) {
      fs::remove(file);
      fs::create_directories(file / "full");
    };
    check_survives("a directory", by_directory, false);
    check_survives("a pipe that nobody writes to", [](const fs::path& file) {
      fs::remove(file);
      REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    });
    check_survives("an endless device", [](const fs::path& file) {
      fs::remove(file);
      fs::create_symlink("/dev/zero", file);
    });
  }

  TEST_CASE("decomposition cache: entries of other questions") {
    FilledCache cache("m2_doc_example");
    FilledCache other("permanents_3x3");
    // As if all names collided.
    for (const fs::path& file : entries(cache.directory())) {
      fs::copy_file(entries(other.directory()).front(), file, fs::copy_options::overwrite_existing);
    }
    const Decomposition found = cache.again();
    CHECK_FALSE(found.from_cache);
    check_right(known_ideal("m2_doc_example"), found);
  }

  TEST_CASE("decomposition cache: places where nothing can be kept") {
    const Folder scratch;
    overwrite(scratch.path() / "file", "no directory");
    const fs::path closed = scratch.path() / "closed";
    fs::create_directory(closed);
    REQUIRE(chmod(closed.c_str(), 0500) == 0);
    std::vector<fs::path> places = {
        scratch.path() / "file", scratch.path() / "file" / "below", "/proc/leafwise", "/proc/self"};
    if (geteuid() != 0) places.push_back(closed);
    for (const fs::path& place : places) {
      CAPTURE(place.string());
      const Decomposition found = decomposed("m2_doc_example", place);
      CHECK(has_cache_incident(found));
      check_right(known_ideal("m2_doc_example"), found);
    }
    CHECK(content_of(scratch.path() / "file") == "no directory");
  }

  TEST_CASE("decomposition cache: a disk that is full") {
    for (const rlim_t bytes : {0U, 100U, 1500U}) {
      const Folder scratch;
      const int code = in_another_process([&] {
        const rlimit limit{bytes, bytes};
        signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
        const Engine engine{fs::path(LEAFWISE_WORKER)};
        const Decomposition found = decomposed("permanents_3x3", scratch.path(), engine);
        if (!is_right("permanents_3x3", found)) return 3;
        return has_cache_incident(found) ? 0 : 4;
      });
      CHECK(code == 0);
      CHECK_FALSE(has_temporary_files(scratch.path()));
      const Decomposition found = decomposed("permanents_3x3", scratch.path());
      check_right(known_ideal("permanents_3x3"), found);
      CHECK_FALSE(has_cache_incident(found));
    }
  }
}

}  // namespace
