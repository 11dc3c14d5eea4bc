// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "leafwise/core/errors.hpp"

/// Numbers and texts one after the other, as this machine has them in memory: for what only the
/// same program reads again.
namespace leafwise::pipeline::detail {

template <typename Number>
concept PackedNumber = std::is_same_v<Number, double> || std::unsigned_integral<Number>;

class PackedWriter {
 public:
  template <PackedNumber Number>
  void add(Number number) {
    const auto old = bytes_.size();
    bytes_.resize(old + sizeof(number));
    std::memcpy(bytes_.data() + old, &number, sizeof(number));
  }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <PackedNumber Number>
  void add(const std::vector<Number>& numbers) {
    add(std::uint64_t{numbers.size()});
    const auto old = bytes_.size();
    bytes_.resize(old + numbers.size() * sizeof(Number));
    if (!numbers.empty()) {
      std::memcpy(bytes_.data() + old, numbers.data(), numbers.size() * sizeof(Number));
    }
  }

  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads in the order of writing. @throws InvalidInput where that is not what was written
class PackedReader {
 public:
  explicit PackedReader(std::string_view bytes) : bytes_(bytes) {}

  template <PackedNumber Number>
  void take(Number& number) {
    const std::string_view bytes = next(sizeof(number));
    std::memcpy(&number, bytes.data(), sizeof(number));
  }
  void take(std::string& text) { text = next(count(1)); }
  template <PackedNumber Number>
  void take(std::vector<Number>& numbers) {
    numbers.resize(count(sizeof(Number)));
    const std::string_view bytes = next(numbers.size() * sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  }
  /// How many entries follow, each of at least so many bytes.
  [[nodiscard]] std::size_t count(std::size_t least_size) {
    std::uint64_t count = 0;
    take(count);
    if (count > bytes_.size() / least_size) refuse();
    return count;
  }
  void end() const {
    if (!bytes_.empty()) refuse();
  }
  [[noreturn]] static void refuse() {
    throw InvalidInput(
        Mistake{"the checkpoint is damaged", "the file as --checkpoint has written it", {}, {}});
  }

 private:
  std::string_view next(std::size_t size) {
    if (size > bytes_.size()) refuse();
    const std::string_view result = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return result;
  }

  std::string_view bytes_;
};

}  // namespace leafwise::pipeline::detail
