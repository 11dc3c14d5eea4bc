// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/job.hpp"

// Last: Singular's headers define some 2000 macros.
#include <Singular/fglm.h>
#include <Singular/libsingular.h>
#include <Singular/lists.h>
#include <coeffs/longrat.h>
#include <kernel/GBEngine/kstdfac.h>
#include <kernel/combinatorics/hutil.h>
#include <kernel/combinatorics/stairc.h>
#include <kernel/ideals.h>
#include <polys/clapsing.h>

/// Singular's objects as C++ values, and their conversion. For the sources of the worker only.
namespace leafwise::algebra::worker {

using engine::Answer;
using engine::Job;
using engine::Operation;
using engine::Order;
using engine::WireIdeal;
using engine::WirePolynomial;
using engine::WireTerm;

class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Lets Singular's errors and warnings come to us; it has no other way to tell.
void listen_for_complaints();
void forget_complaints();
/// @throws Refusal if Singular complained since
void check_complaints();

/// Executes a library, once, with those that it names in turn.
/// @param path  absolute, so that Singular does not look for it
/// @throws Refusal
void load_library(const std::string& path);

/// The ring of one job, current while it lives.
class JobRing {
 public:
  explicit JobRing(const Job& job) : JobRing(job, job.variables) {}
  JobRing(const Job& job, std::size_t variables) {
    const std::uint32_t characteristic = job.characteristic;
    const int count = static_cast<int>(variables);
    std::vector<std::string> names;
    std::vector<char*> pointers;
    names.reserve(variables);
    pointers.reserve(variables);
    for (std::size_t i = 0; i < variables; ++i) names.push_back("x" + std::to_string(i + 1));
    for (std::string& name : names) pointers.push_back(name.data());
    const bool split = job.order == Order::blocks && job.count > 0 && job.count < variables;
    const int parts = split ? 2 : 1;
    const int size = parts + 2;
    const auto bytes = static_cast<std::size_t>(size);
    auto* blocks = static_cast<rRingOrder_t*>(omAlloc0(bytes * sizeof(rRingOrder_t)));
    auto* first = static_cast<int*>(omAlloc0(bytes * sizeof(int)));
    auto* last = static_cast<int*>(omAlloc0(bytes * sizeof(int)));
    for (int part = 0; part < parts; ++part) {
      blocks[part] = job.order == Order::lexicographic ? ringorder_lp : ringorder_dp;
      first[part] = part == 0 ? 1 : last[0] + 1;
      last[part] = part == parts - 1 ? count : static_cast<int>(job.count);
    }
    blocks[parts] = ringorder_C;
    blocks[parts + 1] = ringorder_no;
    // Singular's way to hand over a small number.
    void* prime = reinterpret_cast<void*>(static_cast<std::uintptr_t>(characteristic));  // NOLINT
    coeffs field = characteristic == 0 ? nInitChar(n_Q, nullptr) : nInitChar(n_Zp, prime);
    ring_ = rDefault(field, count, pointers.data(), size, blocks, first, last, nullptr);
    ring_->ShortOut = FALSE;
    rChangeCurrRing(ring_);
  }
  ~JobRing() {
    rChangeCurrRing(nullptr);
    rDelete(ring_);
  }
  JobRing(const JobRing&) = delete;
  JobRing& operator=(const JobRing&) = delete;

  [[nodiscard]] ring get() const { return ring_; }

 private:
  ring ring_ = nullptr;
};

/// Owns an ideal of the current ring.
class OwnedIdeal {
 public:
  explicit OwnedIdeal(ideal value) : value_(value) {}
  ~OwnedIdeal() {
    if (value_ != nullptr) id_Delete(&value_, currRing);
  }
  OwnedIdeal(OwnedIdeal&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  OwnedIdeal& operator=(OwnedIdeal&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  OwnedIdeal(const OwnedIdeal&) = delete;
  OwnedIdeal& operator=(const OwnedIdeal&) = delete;

  [[nodiscard]] ideal get() const { return value_; }
  [[nodiscard]] ideal release() { return std::exchange(value_, nullptr); }

 private:
  ideal value_;
};

[[nodiscard]] OwnedIdeal ideal_from(const WireIdeal& generators, ring r);
/// With integer coefficients over ℚ. Clears the denominators in place.
[[nodiscard]] WireIdeal wire_of(ideal value, ring r);

}  // namespace leafwise::algebra::worker
