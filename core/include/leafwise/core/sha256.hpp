// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// SHA-256 (FIPS 180-4), by which a report names the file it belongs to. Names of constants and
/// functions are those of the standard.
namespace leafwise {

namespace detail {

using Sha256State = std::array<std::uint32_t, 8>;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
inline constexpr std::array<std::uint32_t, 64> sha256_k = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline constexpr std::size_t sha256_block = 64;

inline void sha256_compress(Sha256State& state, std::string_view block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < sha256_block; ++i) {
    w.at(i / 4) = (w.at(i / 4) << 8U) | static_cast<unsigned char>(block[i]);
  }
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t a = w.at(i - 15);
    const std::uint32_t b = w.at(i - 2);
    const std::uint32_t sigma0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U);
    const std::uint32_t sigma1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U);
    w.at(i) = w.at(i - 16) + sigma0 + w.at(i - 7) + sigma1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t t1 = h + sum1 + choice + sha256_k.at(i) + w.at(i);
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + sum0 + majority;
  }
  const Sha256State mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state.at(i) += mixed.at(i);
}

/// The bytes after the last whole block, padded as in the standard: a one, zeros, the length in
/// bits.
inline std::string sha256_last_blocks(std::string_view rest, std::uint64_t bytes) {
  std::string blocks(rest);
  blocks += '\x80';
  while (blocks.size() % sha256_block != sha256_block - 8) blocks += '\0';
  const std::uint64_t bits = bytes * 8;
  for (unsigned shift = 64; shift > 0; shift -= 8) {
    blocks += static_cast<char>((bits >> (shift - 8)) & 0xFFU);
  }
  return blocks;
}

}  // namespace detail

/// The hash of the bytes as 64 hexadecimal digits in lower case: what `sha256sum` prints.
[[nodiscard]] inline std::string sha256(std::string_view bytes) {
  detail::Sha256State state = {0x6a09e667,
                               0xbb67ae85,
                               0x3c6ef372,
                               0xa54ff53a,
                               0x510e527f,
                               0x9b05688c,
                               0x1f83d9ab,
                               0x5be0cd19};
  const std::size_t whole = bytes.size() - bytes.size() % detail::sha256_block;
  const std::string end = detail::sha256_last_blocks(bytes.substr(whole), bytes.size());
  const std::string_view last = end;
  for (std::size_t i = 0; i < whole; i += detail::sha256_block) {
    detail::sha256_compress(state, bytes.substr(i, detail::sha256_block));
  }
  for (std::size_t i = 0; i < last.size(); i += detail::sha256_block) {
    detail::sha256_compress(state, last.substr(i, detail::sha256_block));
  }
  std::string text;
  for (const std::uint32_t word : state) {
    for (unsigned shift = 32; shift > 0; shift -= 4) {
      text += "0123456789abcdef"[(word >> (shift - 4)) & 0xFU];
    }
  }
  return text;
}

}  // namespace leafwise
