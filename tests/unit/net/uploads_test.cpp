// Submissions that arrive in parts: in order, complete, and in bounded memory.
#include "referee/net/uploads.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "tests/unit/net/given_submission.hpp"

namespace quiver::tests {

using namespace std::chrono_literals;

namespace {

class AnUpload : public testing::Test {
 protected:
  void begin(std::uint64_t connection, const std::string& team, const std::string& bytes) {
    uploads_.begin(connection, alive_, team, announced(bytes), now_);
  }
  // The error's sentence, "whole", or "more".
  std::string add(std::uint64_t connection, std::string_view part) {
    const auto added = uploads_.add(connection, part, now_);
    if (!added) return added.error().sentence;
    if (*added) whole_ = (*added)->bytes;
    return *added ? "whole" : "more";
  }

  std::shared_ptr<int> alive_ = std::make_shared<int>();
  base::Time now_ = base::clock_now();
  net::Uploads uploads_{{4 * kPart, 30s}};
  std::string whole_;
};

}  // namespace

TEST_F(AnUpload, IsPutTogether) {
  const std::string bytes = given_bytes(2 * kPart + 5);
  begin(1, "ann", bytes);
  EXPECT_EQ(add(1, bytes.substr(0, kPart)), "more");
  EXPECT_EQ(add(1, bytes.substr(kPart, kPart)), "more");
  EXPECT_EQ(uploads_.bytes(), 2 * kPart);
  EXPECT_EQ(add(1, bytes.substr(2 * kPart)), "whole");
  EXPECT_EQ(whole_, bytes);
  EXPECT_EQ(uploads_.bytes(), 0U);
  EXPECT_EQ(add(1, "x"), "there is no submission that this is a part of");
}

TEST_F(AnUpload, OfWholePartsNeedsNoEmptyOne) {
  const std::string bytes = given_bytes(kPart);
  begin(1, "ann", bytes);
  EXPECT_EQ(add(1, bytes), "whole");
}

TEST_F(AnUpload, EndsWithAPartOfAWrongSize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, kPart + 1}) {
    const std::string bytes = given_bytes(2 * kPart);
    begin(1, "ann", bytes);
    EXPECT_NE(add(1, std::string(size, 'x')).find("49152 bytes"), std::string::npos) << size;
    EXPECT_EQ(add(1, bytes.substr(0, kPart)), "there is no submission that this is a part of");
  }
  begin(1, "ann", given_bytes(10));
  EXPECT_NE(add(1, std::string(11, 'x')).find("as many as announced"), std::string::npos);
  EXPECT_EQ(uploads_.bytes(), 0U);
}

TEST_F(AnUpload, OfOtherBytesThanAnnouncedIsRefused) {
  begin(1, "ann", "the right bytes");
  EXPECT_EQ(add(1, "the wrong bytes"),
            "what arrived does not have the SHA-256 that was announced; submit it again");
  EXPECT_EQ(uploads_.bytes(), 0U);
}

TEST_F(AnUpload, IsGivenUpForANewerOneOfItsTeam) {
  const std::string bytes = given_bytes(2 * kPart);
  begin(1, "ann", bytes);
  EXPECT_EQ(add(1, bytes.substr(0, kPart)), "more");
  begin(2, "ann", "short");
  EXPECT_EQ(uploads_.bytes(), 0U);
  EXPECT_EQ(add(2, "short"), "whole");
  EXPECT_EQ(add(1, bytes.substr(kPart)), "another submission of ann began after this one");
}

TEST_F(AnUpload, ThatDoesNotFitIsGivenUpOnceAndTheRestIgnored) {
  const std::string large = given_bytes(4 * kPart);
  begin(1, "ann", large);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(add(1, large.substr(0, kPart)), "more");
  const std::string second = given_bytes(3 * kPart);
  begin(2, "bob", second);
  EXPECT_EQ(add(2, second.substr(0, kPart)), "more");
  EXPECT_EQ(add(2, second.substr(kPart, kPart)),
            "too much is being submitted at once; try again in a minute");
  EXPECT_EQ(uploads_.bytes(), 3 * kPart);
  EXPECT_EQ(add(2, second.substr(2 * kPart)), "more") << "it was on its way";
  EXPECT_EQ(add(2, "x"), "there is no submission that this is a part of");
}

TEST_F(AnUpload, ThatIsIdleMakesRoomForAnother) {
  const std::string large = given_bytes(4 * kPart);
  begin(1, "ann", large);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(add(1, large.substr(0, kPart)), "more");
  now_ += 31s;
  const std::string second = given_bytes(2 * kPart);
  begin(2, "bob", second);
  EXPECT_EQ(add(2, second.substr(0, kPart)), "more");
  EXPECT_EQ(add(2, second.substr(kPart)), "whole");
  EXPECT_EQ(add(1, large.substr(0, kPart)), "no part of the submission came for 30s");
}

TEST_F(AnUpload, EndsWithItsConnection) {
  const std::string bytes = given_bytes(2 * kPart);
  begin(1, "ann", bytes);
  EXPECT_EQ(add(1, bytes.substr(0, kPart)), "more");
  uploads_.drop(1);
  EXPECT_EQ(uploads_.bytes(), 0U);
  begin(2, "ann", bytes);
  EXPECT_EQ(add(2, bytes.substr(0, kPart)), "more");
  alive_ = std::make_shared<int>();  // and closed by the referee itself
  begin(3, "bob", bytes);
  EXPECT_EQ(uploads_.bytes(), 0U);
}

TEST(AnAnnouncement, IsOfAFileWithBytesAndTheirHash) {
  const auto fault = [](auto change) {
    wire::SubmitBegin one = announced("bytes");
    change(one);
    const auto checked = net::Uploads::check(one);
    return checked ? "" : checked.error().sentence;
  };
  EXPECT_EQ(fault([](auto&) {}), "");
  for (const std::string& name :
       {std::string(), std::string("a/b.py"), std::string("a\0b", 3), std::string(256, 'a')})
    EXPECT_NE(fault([&](auto& one) { one.file_name = name; }).find("without a folder"), std::string::npos);
  EXPECT_NE(fault([](auto& one) { one.size = 0; }).find("is empty"), std::string::npos);
  EXPECT_NE(fault([](auto& one) { one.sha256.pop_back(); }).find("32 bytes"), std::string::npos);
}

}  // namespace quiver::tests
