// One process writes at a time, and when it is killed the next one can, with all that was committed.
#include <csignal>
#include <fstream>

#include "tests/property/dice.hpp"
#include "tests/unit/store/child.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using store::Access;

namespace {

using Locks = StoreFolder;

}  // namespace

TEST_F(Locks, KeepASecondWriterOut) {
  auto store = open();
  const std::string sentence = refusal(Access::kWrite);
  EXPECT_EQ(sentence.find("\"t.db\" is in use by process " + std::to_string(getpid()) + " (unit_store"), 0U)
      << sentence;
  EXPECT_NE(sentence.find(", since 20"), std::string::npos) << sentence;
  EXPECT_EQ(refusal(Access::kRead), "");
  store.reset();
  EXPECT_EQ(refusal(Access::kWrite), "");
  EXPECT_TRUE(std::filesystem::exists(path("t.db.lock")));
}

TEST_F(Locks, AreTheSameThroughLinks) {
  const auto store = open();
  std::filesystem::create_symlink(path(), path("link.db"));
  EXPECT_NE(refusal(Access::kWrite, "link.db").find("is in use by process"), std::string::npos);
}

TEST_F(Locks, GoWithAProcessThatIsKilled) {
  Child holder([&](const Child::Say& say) {
    const auto store = open();
    const auto event = store->begin(an_event()).value().id;
    store->commit(event, {a_game(1), a_game(2)}).value();
    say("committed");
    pause();
  });
  ASSERT_EQ(holder.hear(), "committed");
  EXPECT_NE(refusal(Access::kWrite).find("process " + std::to_string(holder.pid()) + " ("),
            std::string::npos);
  EXPECT_EQ(open(Access::kRead)->results(1).value().size(), 2U) << "others read meanwhile";
  holder.end();
  const auto store = open();
  EXPECT_EQ(store->results(1).value().size(), 2U);
  store->commit(1, {a_game(3)}).value();
}

// Killed at any moment: what was said to be committed is there, and nothing but a beginning of what was done.
TEST_F(Locks, AndAllThatWasCommittedOutliveAnyKill) {
  SCOPED_TRACE(how_to_repeat());
  Dice dice("kill");
  const store::EventId event = open()->begin(an_event()).value().id;
  std::size_t before = 0;
  for (int round = 0; round < 10; ++round) {
    Child writer([&](const Child::Say& say) {
      const auto store = open();
      for (auto number = static_cast<std::uint32_t>(before + 1);; number += 3) {
        store->commit(event, {a_game(number), a_game(number + 1), a_game(number + 2)}).value();
        say("kept");
      }
    });
    const std::size_t heard = dice.below(30);
    for (std::size_t k = 0; k < heard; ++k) ASSERT_EQ(writer.hear(), "kept");
    writer.end();
    const auto results = open()->results(event).value();
    EXPECT_GE(results.size(), before + 3 * heard);
    EXPECT_EQ(results.size() % 3, 0U) << "all of a transaction or nothing";
    for (std::size_t k = 0; k < results.size(); ++k) ASSERT_EQ(results[k].number, k + 1);
    before = results.size();
  }
}

TEST_F(Locks, SayWhatTheyCanIfNobodySignedThem) {
  const auto store = open();
  for (const char* text : {"", "4711", "4711 now", "\x1b[2J a b\n"}) {
    std::ofstream(path("t.db.lock")) << text;
    const std::string sentence = refusal(Access::kWrite);
    EXPECT_EQ(sentence.find("\"t.db\" is in use by "), 0U) << sentence;
    EXPECT_EQ(sentence.find('\x1b'), std::string::npos);
  }
}

}  // namespace quiver::tests
