// Who watches a table gets it whole, then what has changed, from a real store that grows.
#include "referee/web/standings_stream.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "quiver/v1/spectator.pb.h"
#include "referee/web/json.hpp"
#include "tests/unit/store/given_store.hpp"
#include "tests/unit/web/fake_peer.hpp"

namespace quiver::tests {

namespace {

class Streams : public StoreFolder {
 protected:
  Streams() {
    store_ = open();
    event_ = store_->begin({0, "cup", "ladder", "game = connect4\n", "2026-01-31T12:00:00Z"}).value().id;
    store_->commit(event_, {an_entrant(0, "ann"), an_entrant(1, "bob")}).value();
    store_->begin({0, "old", "ladder", "game = connect4\n", "2026-01-30T12:00:00Z"}).value();
  }

  void play(std::uint32_t number) {
    store::Game game = a_game(number, 0, {0, 1});
    store_->commit(event_, {game}).value();
    stream_.on_result();
  }
  // Lets handlers run until the peer has heard so much.
  void await(const FakePeer& peer, std::size_t messages) {
    while (peer.heard.size() < messages) io_.run_one_for(std::chrono::milliseconds(100));
  }
  static v1::SpectatorMessage read(const std::string& heard) {
    v1::SpectatorMessage out;
    EXPECT_TRUE(web::read_json(heard, out)) << heard;
    return out;
  }

  std::unique_ptr<store::Store> store_;
  store::EventId event_ = 0;
  boost::asio::io_context io_;
  // While the store is read, on another thread, there is nothing else to wait for.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  web::AsyncStoreReader reader_{io_, path()};
  web::StandingsStream stream_{io_, reader_, "cup"};
};

}  // namespace

TEST_F(Streams, SendTheWholeFirstAndThenWhatHasChanged) {
  const auto first = std::make_shared<FakePeer>();
  stream_.watch("cup", first);
  await(*first, 1);
  const auto whole = read(first->heard[0]);
  ASSERT_EQ(whole.standings().rows_size(), 2);
  EXPECT_EQ(whole.standings().played(), 0U);
  play(1);
  await(*first, 2);
  const auto change = read(first->heard[1]);
  ASSERT_TRUE(change.has_standings_change()) << first->heard[1];
  EXPECT_EQ(change.standings_change().played(), 1U);
  EXPECT_EQ(change.standings_change().added_size(), 0);
  // Whoever comes later gets the whole as it is then, and both get the next change.
  const auto second = std::make_shared<FakePeer>();
  stream_.watch("cup", second);
  await(*second, 1);
  EXPECT_EQ(read(second->heard[0]).standings().played(), 1U);
  play(2);
  await(*second, 2);
  await(*first, 3);
  EXPECT_EQ(first->heard[2], second->heard[1]);
  EXPECT_EQ(stream_.spectators(), 2U);
  stream_.leave(first);
  stream_.leave(second);
  EXPECT_EQ(stream_.spectators(), 0U);
}

TEST_F(Streams, StartAgainForWhoeverComesAfterEverybodyHasLeft) {
  const auto first = std::make_shared<FakePeer>();
  stream_.watch("cup", first);
  stream_.leave(first);
  const auto second = std::make_shared<FakePeer>();
  stream_.watch("cup", second);
  await(*second, 1);
  EXPECT_TRUE(read(second->heard[0]).has_standings());
  play(1);
  await(*second, 2);
  EXPECT_TRUE(read(second->heard[1]).has_standings_change());
  EXPECT_TRUE(first->heard.empty());
}

TEST_F(Streams, SendTheTableOfAnEventThatIsNotRunningOnce) {
  const auto peer = std::make_shared<FakePeer>();
  stream_.watch("old", peer);
  await(*peer, 1);
  play(1);
  const auto other = std::make_shared<FakePeer>();
  stream_.watch("cup", other);
  await(*other, 1);
  EXPECT_EQ(peer->heard.size(), 1U);
}

TEST_F(Streams, CloseTheConnectionIfTheTableCannotBeRead) {
  const auto peer = std::make_shared<FakePeer>();
  stream_.watch("nobody", peer);
  while (peer->closed == 0) io_.run_one_for(std::chrono::milliseconds(100));
  EXPECT_EQ(peer->closed, web::kCloseTryLater);
}

}  // namespace quiver::tests
