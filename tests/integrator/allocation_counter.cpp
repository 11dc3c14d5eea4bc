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

void* counted(std::size_t size) {
  ++counter();
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace leafwise::tests {

std::size_t allocations() {
  return counter();
}

}  // namespace leafwise::tests

// The library's own new[], and those that do not throw, end up in these. Eigen's aligned vectors
// call malloc; what is allocated by them comes with a std::vector or a std::unique_ptr in our code.
void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
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
