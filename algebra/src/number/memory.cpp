// SPDX-License-Identifier: GPL-3.0-or-later
#include "leafwise/algebra/memory.hpp"

#include <flint/flint.h>
#include <gmp.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "number/flint_thread.hpp"

namespace leafwise::algebra {

namespace {

// What C libraries hand on has no owner but them. malloc(0) may be null, and is no failure.
// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
void* allocate(std::size_t size) {
  void* memory = std::malloc(std::max<std::size_t>(size, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate_zeros(std::size_t count, std::size_t size) {
  const bool is_empty = count == 0 || size == 0;
  void* memory = is_empty ? std::calloc(1, 1) : std::calloc(count, size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* resize(void* old, std::size_t size) {
  void* memory = std::realloc(old, std::max<std::size_t>(size, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* resize_known(void* old, std::size_t /*old_size*/, std::size_t size) {
  return resize(old, size);
}

void release(void* memory) {
  std::free(memory);
}

void release_known(void* memory, std::size_t /*size*/) {
  std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

}  // namespace

/// Both are C, compiled with tables for unwinding on all processors that Debian has; what they had
/// allocated themselves when an exception passes through them is lost.
void throw_where_memory_ends() {
  __flint_set_memory_functions(&allocate, &allocate_zeros, &resize, &release);
  mp_set_memory_functions(&allocate, &resize_known, &release_known);
}

void release_numbers_with_thread() {
  thread_local const detail::FlintThread flint;
}

}  // namespace leafwise::algebra
