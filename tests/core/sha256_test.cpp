// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/core/sha256.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using leafwise::sha256;

// From NIST's examples for FIPS 180-4 (SHA-256) and the empty message of its test vectors.
TEST_CASE("SHA-256: published messages") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
               "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu") ==
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256: every length around a block has a hash of its own") {
  std::set<std::string> seen;
  for (std::size_t length = 0; length <= 130; ++length) {
    const std::string hash = sha256(std::string(length, '\0'));
    CHECK(hash.size() == 64);
    CHECK(seen.insert(hash).second);
  }
}
