// A peer that announces much and sends little costs little. A program of its own, because it replaces the
// global operators new and delete.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "client_sdk/wire/frame.hpp"

namespace {

std::size_t largest = 0;

void* take(std::size_t size) {
  largest = std::max(largest, size);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace quiver::tests {

TEST(FrameMemory, GrowsOnlyWithBytesThatAreThere) {
  constexpr std::uint32_t kLimit = 64U << 20U;
  wire::FrameReader reader(kLimit);
  const auto header = wire::frame_header(kLimit);
  const std::string beginning = std::string(header.data(), header.size()) + std::string(100, 'x');
  largest = 0;
  reader.feed(beginning);
  EXPECT_EQ(reader.next().status, wire::FrameReader::Status::kMore);
  EXPECT_LT(largest, 1000U);
  EXPECT_EQ(reader.announced(), kLimit);
}

TEST(FrameMemory, IsNotTouchedByALengthOverTheLimit) {
  wire::FrameReader reader(1000);
  const auto header = wire::frame_header(~std::uint32_t{0});
  largest = 0;
  reader.feed(std::string_view(header.data(), header.size()));
  EXPECT_EQ(reader.next().status, wire::FrameReader::Status::kOversized);
  EXPECT_EQ(largest, 0U);
}

}  // namespace quiver::tests
