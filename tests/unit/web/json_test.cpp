// Messages as JSON: read strictly, and whatever is wrong with them is told in text that can be sent on.
#include "referee/web/json.hpp"

#include <gtest/gtest.h>

#include "client_sdk/base/plain_text.hpp"
#include "quiver/v1/spectator.pb.h"

namespace quiver::tests {

using web::read_json;

namespace {

template <class Message>
std::string complaint(std::string_view text) {
  Message message;
  const auto read = read_json(text, message);
  return read ? "" : read.error().sentence;
}

}  // namespace

TEST(Json, IsReadStrictly) {
  EXPECT_EQ(complaint<v1::SeatRequest>(R"({"sit":{"token":"a"}})"), "");
  EXPECT_EQ(complaint<v1::SeatRequest>("{}"), "");
  for (const char* text : {"", "[]", "1", "null1", "{", "{\"sit\":", R"({"sit":1})", R"({"stand":{}})",
                           R"({"sit":{"token":1}})", R"({"play":{"ply":-1}})", R"({"play":{"ply":4294967296}})",
                           R"({"sit":{},"resign":{}})"})
    EXPECT_NE(complaint<v1::SeatRequest>(text), "") << text;
}

TEST(Json, ThatIsWrongIsComplainedAboutInText) {
  // Whatever place of it the complaint shows, and wherever it is cut.
  for (int before = 0; before < 40; ++before) {
    const std::string text = std::string(static_cast<std::size_t>(before), ' ') + "{\"üüüüüüüüüüüüüü€€€€€€€€€€€€€€\"é";
    const std::string sentence = complaint<v1::SeatRequest>(text);
    ASSERT_NE(sentence, "");
    EXPECT_EQ(sentence, base::plain_text(sentence, sentence.size())) << before;
  }
  for (const char* text : {"\xff", "{\"\xff\":1}", "{\"sit\":{\"token\":\"\xc3\"}}", R"({"sit":{"token":"\ud800"}})"}) {
    const std::string sentence = complaint<v1::SeatRequest>(text);
    EXPECT_EQ(sentence, base::plain_text(sentence, sentence.size()));
  }
}

TEST(Json, NestsOnlySoDeep) {
  std::string deep;
  for (int k = 0; k < 100'000; ++k) deep += "[";
  EXPECT_NE(complaint<v1::TableRequest>(deep), "");
  EXPECT_NE(complaint<v1::TableRequest>("{\"board\":" + deep), "");
}

TEST(Json, HasDefaultsAndKeepsHostileText) {
  v1::WebError error;
  EXPECT_EQ(*web::json(error), R"({"status":0,"sentence":""})");
  error.set_sentence("</script>\"\\\n\x1b\xe2\x80\xa8");
  v1::WebError again;
  ASSERT_TRUE(read_json(*web::json(error), again));
  EXPECT_EQ(again.sentence(), error.sentence());
}

}  // namespace quiver::tests
