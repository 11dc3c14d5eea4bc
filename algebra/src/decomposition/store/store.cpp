// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/store/store.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "leafwise/core/private_files.hpp"
#include "leafwise/core/version.hpp"

namespace leafwise::algebra::detail {

namespace {

namespace fs = std::filesystem;

/// Of all that a process remembers, and of one entry on disk.
constexpr std::size_t most_bytes = 64U << 20U;

/// What this process knows already. Bounded: a sweep may ask thousands of questions.
class Memory {
 public:
  std::optional<std::string> find(const std::string& question) {
    const std::lock_guard lock(mutex_);
    const auto entry = answers_.find(question);
    if (entry == answers_.end()) return std::nullopt;
    return entry->second;
  }
  void keep(const std::string& question, const std::string& answer) {
    const std::lock_guard lock(mutex_);
    if (bytes_ > most_bytes) {
      answers_.clear();
      bytes_ = 0;
    }
    if (answers_.emplace(question, answer).second) bytes_ += question.size() + answer.size();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> answers_;
  std::size_t bytes_ = 0;
};

/// One per directory, so that a cache that is switched to another place starts anew.
Memory& memory_of(const std::optional<fs::path>& directory) {
  static std::mutex mutex;
  static std::map<std::string, Memory> memories;
  const std::lock_guard lock(mutex);
  return memories[directory ? directory->string() : std::string()];
}

/// FNV-1a. Only a name for a file: what is inside is compared in full.
std::uint64_t hash_of(const std::string& text, std::uint64_t start) {
  std::uint64_t hash = start;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ULL;
  }
  return hash;
}

std::string file_name_of(const std::string& question) {
  std::array<char, 40> name{};
  const auto first = static_cast<unsigned long long>(hash_of(question, 14695981039346656037ULL));
  const auto second = static_cast<unsigned long long>(hash_of(question, 1099511628211ULL * 31));
  std::snprintf(name.data(), name.size(), "%016llx%016llx", first, second);
  return name.data();
}

std::string versioned(const std::string& question) {
  // The format's own number changes whenever what is kept changes its meaning.
  return "leafwise " + std::string{version} + " decomposition 4 " + question;
}

}  // namespace

std::string packed(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& text : texts) result += std::to_string(text.size()) + ":" + text + "\n";
  return result;
}

std::optional<std::vector<std::string>> unpacked(const std::string& text) {
  std::vector<std::string> texts;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(at, end, size);
    const auto left = static_cast<std::size_t>(end - stop);
    if (error != std::errc{} || left < 2 || size > left - 2 || *stop != ':') return std::nullopt;
    if (stop[size + 1] != '\n') return std::nullopt;
    texts.emplace_back(stop + 1, size);
    at = stop + size + 2;
  }
  return texts;
}

Store::Store(std::optional<fs::path> directory, Setbacks setbacks)
    : directory_(std::move(directory)), setbacks_(std::move(setbacks)) {
  if (!directory_) return;
  const PrivateFolder folder = private_folder(*directory_);
  if (folder.is_open()) return;
  const std::string what = "the cache " + directory_->string() + " is not used: " + folder.trouble;
  if (folder.is_of_others) {
    warn(what);
  } else {
    note(what);
  }
  directory_.reset();
}

void Store::warn(const std::string& what) {
  setbacks_.note({what, "cache", "time: nothing of it was believed", false});
  note(what);
}

void Store::note(std::string what) {
  const std::lock_guard lock(mutex_);
  incidents_.push_back({"cache", std::move(what)});
}

std::vector<Incident> Store::incidents() const {
  const std::lock_guard lock(mutex_);
  return incidents_;
}

std::optional<std::string> Store::recalled(const std::string& question) {
  return memory_of(directory_).find(versioned(question));
}

void Store::remember(const std::string& question, const std::string& answer) {
  memory_of(directory_).keep(versioned(question), answer);
}

void Store::remember_part(const std::string& question, const std::string& answer) {
  remember(question, answer);
  if (!directory_) return;
  const std::lock_guard lock(mutex_);
  parts_.emplace(question, answer);
}

void Store::keep_parts() {
  std::map<std::string, std::string> parts;
  {
    const std::lock_guard lock(mutex_);
    parts.swap(parts_);
  }
  for (const auto& [question, answer] : parts) keep(question, answer);
}

std::optional<std::string> Store::read(const std::string& question) {
  if (!directory_) return std::nullopt;
  const std::string full = versioned(question);
  return read(*directory_ / file_name_of(full), full);
}

void Store::disbelieve(const std::string& question) {
  if (!directory_) return;
  const fs::path file = *directory_ / file_name_of(versioned(question));
  warn("the entry " + file.string() + " is wrong and was not used");
}

std::optional<std::string> Store::read(const fs::path& file, const std::string& question) {
  const PrivateText content = private_text(file, most_bytes);
  if (content.is_missing) return std::nullopt;
  const auto texts = content.text ? unpacked(*content.text) : std::nullopt;
  // Question, answer, and a checksum against damage.
  if (!texts || texts->size() != 3 || (*texts)[2] != file_name_of((*texts)[0] + (*texts)[1])) {
    warn("the entry " + file.string() + " is damaged and was not used");
    return std::nullopt;
  }
  if ((*texts)[0] != question) return std::nullopt;
  return (*texts)[1];
}

void Store::keep(const std::string& question, const std::string& answer) {
  const std::string full = versioned(question);
  const bool is_too_large = full.size() + answer.size() > most_bytes / 2;
  if (directory_ && !is_too_large) write(*directory_ / file_name_of(full), full, answer);
}

/// To a name of its own first, then renamed: other processes see all of it or nothing.
void Store::write(const fs::path& file, const std::string& question, const std::string& answer) {
  static std::atomic<unsigned> counter{0};
  fs::path temporary = file;
  temporary += "." + std::to_string(getpid()) + "." + std::to_string(counter++) + ".tmp";
  std::error_code error;
  const std::string text = packed({question, answer, file_name_of(question + answer)});
  if (const std::string trouble = write_private_text(temporary, text); !trouble.empty()) {
    note("cannot write " + temporary.string() + ": " + trouble);
    fs::remove(temporary, error);
    return;
  }
  fs::rename(temporary, file, error);
  if (error) {
    note("cannot write " + file.string() + ": " + error.message());
    fs::remove(temporary, error);
  }
}

}  // namespace leafwise::algebra::detail
