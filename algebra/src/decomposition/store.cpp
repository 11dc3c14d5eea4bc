// SPDX-License-Identifier: GPL-3.0-or-later
#include "decomposition/store.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

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

/// Nothing if it cannot be read, or is larger than anything that is kept. Only of regular files: a
/// directory makes streams throw, a pipe makes them wait.
std::optional<std::string> content_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size > most_bytes) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  std::string content(static_cast<std::size_t>(size), '\0');
  stream.read(content.data(), static_cast<std::streamsize>(size));
  if (!stream) return std::nullopt;
  return content;
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

Store::Store(std::optional<fs::path> directory) : directory_(std::move(directory)) {
  if (!directory_) return;
  std::error_code error;
  fs::create_directories(*directory_, error);
  if (error) {
    note("cannot make " + directory_->string() + ": " + error.message());
    directory_.reset();
  }
}

void Store::note(std::string what) {
  const std::lock_guard lock(mutex_);
  incidents_.push_back({"cache", std::move(what)});
}

std::vector<Incident> Store::incidents() const {
  const std::lock_guard lock(mutex_);
  return incidents_;
}

std::optional<std::string> Store::find(const std::string& question) {
  const std::string full = versioned(question);
  if (std::optional<std::string> known = memory_of(directory_).find(full)) return known;
  if (!directory_) return std::nullopt;
  std::optional<std::string> answer = read(*directory_ / file_name_of(full), full);
  if (answer) memory_of(directory_).keep(full, *answer);
  return answer;
}

std::optional<std::string> Store::read(const fs::path& file, const std::string& question) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return std::nullopt;
  const std::optional<std::string> content =
      fs::is_regular_file(status) ? content_of(file) : std::nullopt;
  const auto texts = content ? unpacked(*content) : std::nullopt;
  // Question, answer, and a sum that tells a damaged file from a sound one.
  if (!texts || texts->size() != 3 || (*texts)[2] != file_name_of((*texts)[0] + (*texts)[1])) {
    note("the entry " + file.string() + " is damaged and was not used");
    return std::nullopt;
  }
  if ((*texts)[0] != question) return std::nullopt;
  return (*texts)[1];
}

void Store::keep(const std::string& question, const std::string& answer) {
  const std::string full = versioned(question);
  memory_of(directory_).keep(full, answer);
  const bool is_too_large = full.size() + answer.size() > most_bytes / 2;
  if (directory_ && !is_too_large) write(*directory_ / file_name_of(full), full, answer);
}

/// To a name of its own first, then renamed: other processes see all of it or nothing.
void Store::write(const fs::path& file, const std::string& question, const std::string& answer) {
  static std::atomic<unsigned> counter{0};
  fs::path temporary = file;
  temporary += "." + std::to_string(getpid()) + "." + std::to_string(counter++) + ".tmp";
  {
    std::ofstream stream(temporary, std::ios::binary);
    stream << packed({question, answer, file_name_of(question + answer)});
    stream.close();
    if (!stream) {
      note("cannot write " + temporary.string() + ": " + std::strerror(errno));
      std::error_code ignored;
      fs::remove(temporary, ignored);
      return;
    }
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) {
    note("cannot write " + file.string() + ": " + error.message());
    fs::remove(temporary, error);
  }
}

}  // namespace leafwise::algebra::detail
