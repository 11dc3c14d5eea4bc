// SPDX-License-Identifier: GPL-3.0-or-later
#include "write/report_text.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace leafwise::pipeline::detail {

namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Takes bytes, three of which are four characters.
class Base64Writer {
 public:
  explicit Base64Writer(std::size_t bytes) { text_.reserve((bytes + 2) / 3 * 4); }

  void add(std::uint8_t byte) {
    bits_ = (bits_ << 8U) | byte;
    if (++count_ == 3) flush(4);
  }

  [[nodiscard]] std::string finish() {
    constexpr unsigned whole = 3;
    const std::size_t characters = count_ == 0 ? 0 : count_ + 1;
    const std::size_t padding = count_ == 0 ? 0 : whole - count_;
    while (count_ > 0 && count_ < whole) {
      bits_ <<= 8U;
      ++count_;
    }
    flush(characters);
    return text_.append(padding, '=');
  }

 private:
  void flush(std::size_t characters) {
    for (std::size_t i = 0; i < characters; ++i) {
      text_ += digits[(bits_ >> (18U - 6U * static_cast<unsigned>(i))) & 63U];
    }
    bits_ = 0;
    count_ = 0;
  }

  std::string text_;
  std::uint32_t bits_ = 0;
  unsigned count_ = 0;
};

template <typename Bits>
void add_bytes(Base64Writer& writer, Bits bits) {
  for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8) {
    writer.add(static_cast<std::uint8_t>((bits >> shift) & 0xFFU));
  }
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += character;
    }
  }
  return result;
}

std::string json_in_html(const std::string& json) {
  std::string result;
  result.reserve(json.size());
  for (const char character : json) {
    // Outside of strings JSON has no '<'.
    if (character == '<') {
      result += "\\u003c";
    } else {
      result += character;
    }
  }
  return result;
}

std::string base64_doubles(std::span<const double> values) {
  Base64Writer writer(values.size_bytes());
  for (const double value : values) add_bytes(writer, std::bit_cast<std::uint64_t>(value));
  return writer.finish();
}

std::string base64_floats(std::span<const double> values) {
  Base64Writer writer(values.size() * sizeof(float));
  for (const double value : values) {
    add_bytes(writer, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  }
  return writer.finish();
}

std::optional<std::vector<double>> doubles_in_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<double> values;
  std::uint64_t number = 0;
  std::size_t bytes = 0;  // of the next number
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char character : text) {
    const std::size_t digit = digits.find(character);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    number |= static_cast<std::uint64_t>((bits >> count) & 0xFFU) << (8 * bytes);
    if (++bytes < sizeof number) continue;
    values.push_back(std::bit_cast<double>(number));
    number = 0;
    bytes = 0;
  }
  if (bytes != 0) return std::nullopt;
  return values;
}

}  // namespace leafwise::pipeline::detail
