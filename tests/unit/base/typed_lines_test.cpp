// What people type: whole lines, whatever is in them, and nothing beyond.
#include "client_sdk/base/typed_lines.hpp"

#include <array>
#include <unistd.h>

#include <gtest/gtest.h>

namespace quiver::tests {

using base::tidied;
using base::TypedLines;
using Got = TypedLines::Got;

class Typed : public testing::Test {
 protected:
  Typed() { EXPECT_EQ(pipe(ends_.data()), 0); }
  ~Typed() override {
    close(ends_[0]);
    hang_up();
  }
  void type(const std::string& text) {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void hang_up() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  void expect(Got got, const std::string& text) {
    const TypedLines::Line line = lines().next();
    EXPECT_EQ(line.got, got);
    EXPECT_EQ(line.text, text);
  }
  TypedLines& lines() {
    if (!lines_) lines_.emplace(ends_[0]);
    return *lines_;
  }

  std::array<int, 2> ends_{-1, -1};

 private:
  std::optional<TypedLines> lines_;
};

TEST_F(Typed, LinesComeOneByOneAndThenTheEnd) {
  type("d1-d7\n\nlast without an end");
  hang_up();
  expect(Got::kLine, "d1-d7");
  expect(Got::kLine, "");
  expect(Got::kLine, "last without an end");
  expect(Got::kEnd, "");
  expect(Got::kEnd, "");
}

TEST_F(Typed, WhatComesAfterALineIsLeftToOthers) {
  type("mine\nyours\n");
  expect(Got::kLine, "mine");
  TypedLines other(ends_[0]);
  EXPECT_EQ(other.next().text, "yours");
}

TEST_F(Typed, ALineThatIsTooLongLosesItsRestAndNoOther) {
  type(std::string(TypedLines::kLongest, 'x') + "\n" + std::string(TypedLines::kLongest + 1, 'y') + "\n4\n");
  expect(Got::kLine, std::string(TypedLines::kLongest, 'x'));
  expect(Got::kTooLong, std::string(TypedLines::kLongest, 'y'));
  expect(Got::kLine, "4");
}

TEST_F(Typed, TheOtherDescriptorComesFirstAndHalfALineIsKept) {
  std::array<int, 2> other{};
  ASSERT_EQ(pipe(other.data()), 0);
  type("half");
  ASSERT_EQ(write(other[1], "!", 1), 1);
  EXPECT_EQ(lines().next(other[0]).got, Got::kOther);
  char taken = 0;
  ASSERT_EQ(read(other[0], &taken, 1), 1);
  type(" and half\n");
  EXPECT_EQ(lines().next(other[0]).text, "half and half");
  close(other[0]);
  close(other[1]);
}

TEST(Tidied, KeepsWhatWasMeant) {
  EXPECT_EQ(tidied("  D1-D7 \t /g7\r"), "d1-d7 /g7");
  EXPECT_EQ(tidied("\x1b[A4\x07"), "[a4");
  EXPECT_EQ(tidied(std::string("\0\x7f  ", 4)), "");
  EXPECT_EQ(tidied("\xc3\xa9"), "\xc3\xa9");
}

}  // namespace quiver::tests
