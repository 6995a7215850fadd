// The writer's order, its grouping and what becomes of a failure, with a store that opens its gate when told.
#include "referee/store/writer.hpp"

#include <thread>

#include "tests/unit/store/gated_store.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using base::Result;
using store::EventId;

namespace {

// What those who asked have heard, in their order.
struct Heard {
  std::vector<std::string> lines;  // written on the writer's thread, read after flush()
  store::Writer::Done as(const std::string& who) {
    return [this, who](const Result<void>& result) {
      lines.push_back(who + ": " + (result ? "kept" : result.error().sentence));
    };
  }
};

}  // namespace

TEST(Writers, ShareACommitAmongAllThatCameWhileOneWasUnderWay) {
  GatedStore store;
  store.set_open(false);
  Heard heard;
  store::Writer writer(store, 7);
  writer.add({a_game(1)}, heard.as("1"));
  store.await(1);
  for (std::uint32_t k = 2; k <= 50; ++k) writer.add({a_game(k)}, heard.as(std::to_string(k)));
  store.set_open(true);
  writer.flush().value();
  EXPECT_EQ(store.commits(), (std::vector<std::size_t>{1, 49}));
  ASSERT_EQ(heard.lines.size(), 50U);
  for (std::uint32_t k = 1; k <= 50; ++k) {
    EXPECT_EQ(store.numbers()[k - 1], k);
    EXPECT_EQ(heard.lines[k - 1], std::to_string(k) + ": kept");
  }
  EXPECT_EQ(writer.spent().commits, 2U);
  EXPECT_EQ(writer.spent().additions, 50U);
  EXPECT_GT(writer.spent().busy.count(), 0);
}

TEST(Writers, SayWhatIsNotKeptYetAndSinceWhen) {
  GatedStore store;
  store.set_open(false);
  store::Writer writer(store, 7);
  EXPECT_EQ(writer.lag().waiting, 0U);
  EXPECT_EQ(writer.lag().oldest, base::Duration{0});
  // given one that is being committed, and two that wait
  writer.add({a_game(1)});
  store.await(1);
  const auto first = writer.lag();
  EXPECT_EQ(first.waiting, 1U);
  writer.add({a_game(2)});
  writer.add({a_game(3)});
  EXPECT_EQ(writer.lag().waiting, 3U);
  EXPECT_GE(writer.lag().oldest, first.oldest);
  // when they are kept
  store.set_open(true);
  writer.flush().value();
  EXPECT_EQ(writer.lag().waiting, 0U);
  // or given up
  store.set_failing(true);
  writer.add({a_game(4)});
  EXPECT_FALSE(writer.flush());
  writer.add({a_game(5)});
  EXPECT_FALSE(writer.flush());
  EXPECT_EQ(writer.lag().waiting, 0U);
  EXPECT_EQ(writer.lag().oldest, base::Duration{0});
}

TEST(Writers, WriteNothingAfterAFailureAndTellEverybody) {
  GatedStore store;
  store.set_open(false);
  Heard heard;
  store::Writer writer(store, 7);
  writer.add({a_game(1)}, heard.as("1"));
  store.await(1);
  store.set_failing(true);
  writer.add({a_game(2)}, heard.as("2"));
  store.set_open(true);
  EXPECT_FALSE(writer.flush());
  store.set_failing(false);  // it would work again, but then there would be a gap
  writer.add({a_game(3)}, heard.as("3"));
  const auto flushed = writer.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().sentence, "the disk is full");
  EXPECT_TRUE(store.numbers().empty());
  EXPECT_EQ(heard.lines,
            (std::vector<std::string>{"1: the disk is full", "2: the disk is full", "3: the disk is full"}));
}

TEST(Writers, CommitWhatIsLeftWhenTheyEnd) {
  GatedStore store;
  Heard heard;
  {
    store::Writer writer(store, 7);
    for (std::uint32_t k = 1; k <= 20; ++k) writer.add({a_game(k)}, heard.as("x"));
  }
  EXPECT_EQ(store.numbers().size(), 20U);
  EXPECT_EQ(heard.lines.size(), 20U);
}

TEST(Writers, HaveNothingToFlushAtFirst) {
  GatedStore store;
  store::Writer writer(store, 7);
  writer.flush().value();
  EXPECT_TRUE(store.commits().empty());
  writer.add({});
  writer.flush().value();
}

TEST(Writers, TakeFromManyThreadsAndKeepTheOrderOfEach) {
  GatedStore store;
  {
    store::Writer writer(store, 7);
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (std::uint32_t k = 0; k < 200; ++k) {
          writer.add({a_game(1000 * t + k + 1)});
          if (k % 50 == 0) {
            EXPECT_TRUE(writer.flush());
          }
        }
      });
    for (std::thread& thread : threads) thread.join();
  }
  std::vector<std::uint32_t> next = {1, 1001, 2001, 3001};
  for (const std::uint32_t number : store.numbers()) EXPECT_EQ(number, next[(number - 1) / 1000]++);
  EXPECT_EQ(next, (std::vector<std::uint32_t>{201, 1201, 2201, 3201}));
}

TEST_F(StoreFolder, WritersCommitToSqlite) {
  const auto store = open();
  const EventId event = store->begin(an_event()).value().id;
  {
    store::Writer writer(*store, event);
    for (std::uint32_t k = 1; k <= 300; ++k) writer.add({a_game(k)});
    writer.flush().value();
    writer.add({a_game(300)});
    const auto again = writer.flush();
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().sentence.find("has game 300 already"), std::string::npos);
  }
  EXPECT_EQ(store->results(event).value().size(), 300U);
}

}  // namespace quiver::tests
