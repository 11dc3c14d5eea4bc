// SPDX-License-Identifier: GPL-3.0-or-later
#include "allocation_counter.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t>& counter() {
  static std::atomic<std::size_t> count = 0;
  return count;
}

void* counted_or_null(std::size_t size) noexcept {
  ++counter();
  return std::malloc(size > 0 ? size : 1);
}

void* counted(std::size_t size) {
  void* memory = counted_or_null(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace leafwise::tests {

std::size_t allocations() {
  return counter();
}

}  // namespace leafwise::tests

// All of them, also those that do not throw: a sanitizer has its own, and memory that one of them
// has given must not go to another's delete. Eigen's aligned vectors call malloc; what is allocated
// by them comes with a std::vector or a std::unique_ptr in our code.
void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
