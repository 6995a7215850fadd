// What a store says of one bot, from a ladder with two versions of it, and a hundred thousand games in little
// time.
#include "referee/web/bots/bot_reader.hpp"

#include "referee/web/json.hpp"
#include "referee/web/store_reader.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

using web::StoreReader;

namespace {

class BotReaders : public StoreFolder {
 protected:
  // ann, her second version, and bob, who is somebody else than the remote bot of that name.
  void keep_season() {
    store_ = open();
    event_ = store_->begin({0, "season", "ladder", "game = connect4\n", "2026-01-31T12:00:00Z"}).value().id;
    store_
        ->commit(event_,
                 {entrant(0, "ann", "./ann", "ann 00aa", false), entrant(1, "bob", "./bob", "bob 00bb"),
                  entrant(2, "ann-v2", "./ann", "ann 11cc"), entrant(3, "bob-v2", "remote:bob", "a title")})
        .value();
  }
  static store::Entrant entrant(std::uint32_t number, const std::string& name, const std::string& spec,
                                const std::string& version, bool active = true) {
    return {number, name, spec, version, "2026-01-31T12:00:01Z", active};
  }
  // The first of the two has place `first`, the second `second`.
  void play(std::uint32_t number, std::vector<std::uint32_t> entrants, std::uint32_t first,
            std::uint32_t second, std::optional<wire::Reason> reason = {}) {
    store::Game game = a_game(number, 0, std::move(entrants));
    game.record.seats[0].place = first;
    game.record.seats[1].place = second;
    game.record.seats[0].reason = {};
    game.record.seats[1].reason = {};
    game.record.seats[first > second ? 0 : 1].reason = reason;
    store_->commit(event_, {game}).value();
  }
  template <class Message>
  static Message read(const web::Granted<web::Document>& granted) {
    Message message;
    if (!granted) {
      ADD_FAILURE() << granted.error().sentence;
      return message;
    }
    const auto done = web::read_json(*granted->plain, message);
    EXPECT_TRUE(done) << done.error().sentence;
    return message;
  }
  static std::string scores(const google::protobuf::RepeatedPtrField<v1::BotScore>& all) {
    std::string out;
    for (const auto& one : all)
      out += one.name() + " " + std::to_string(one.games()) + ":" + std::to_string(one.wins()) + "/" +
             std::to_string(one.draws()) + "/" + std::to_string(one.losses()) + "/" +
             std::to_string(one.faults()) + "; ";
    return out;
  }
  // The numbers of the games behind the filter.
  static std::vector<std::string> ids(StoreReader& reader, const std::string& name,
                                      const std::map<std::string, std::string>& query) {
    const auto found =
        read<v1::BotGames>(reader.bot_games("season", name, web::read_bot_filter(query).value(), {}));
    std::vector<std::string> out;
    for (const auto& one : found.games()) out.push_back(one.game().id().substr(7));
    return out;
  }

  std::unique_ptr<store::Store> store_;
  store::EventId event_ = 0;
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_F(BotReaders, CountTheGamesOfAllVersions) {
  keep_season();
  play(1, {0, 1}, 1, 2);
  play(2, {1, 0}, 1, 2, wire::Reason::kTimeout);
  play(3, {2, 1}, 1, 1);
  play(4, {3, 2}, 2, 1, wire::Reason::kCrashed);
  play(5, {1, 3}, 2, 1, wire::Reason::kResigned);
  StoreReader reader(path());
  const auto ann = read<v1::BotReport>(reader.bot("season", "ann-v2", ""));
  EXPECT_EQ(ann.name(), "ann");
  ASSERT_EQ(ann.versions_size(), 2);
  EXPECT_EQ(ann.versions(0).name(), "ann");
  EXPECT_FALSE(ann.versions(0).active());
  EXPECT_EQ(ann.versions(1).version(), "11cc");
  EXPECT_EQ(ann.versions(0).score().games(), 2U);
  EXPECT_EQ(ann.versions(1).score().wins(), 1U);
  EXPECT_TRUE(ann.versions(1).has_elo());
  EXPECT_EQ(ann.total().games(), 4U);
  EXPECT_EQ(ann.total().points(), 2.5);
  EXPECT_EQ(scores(ann.opponents()), "bob 3:1/1/1/1; bob-v2 1:1/0/0/0; ");
  EXPECT_EQ(scores(ann.seats()), "0 2:1/1/0/0; 1 2:1/0/1/1; ");
  EXPECT_EQ(scores(ann.boards()), "rectangle 6x7 4:2/1/1/1; ");
  ASSERT_EQ(ann.faults_size(), 1);
  EXPECT_EQ(ann.faults(0).reason(), v1::TIMEOUT);
  EXPECT_EQ(ann.faults(0).games(0), "season-2");
  EXPECT_EQ(ann.times().games(), 4U);

  const auto second = read<v1::BotReport>(reader.bot("season", "ann", "ann-v2"));
  EXPECT_EQ(second.total().games(), 2U);
  EXPECT_EQ(second.versions(0).score().games(), 2U) << "versions are always counted whole";
  EXPECT_EQ(second.faults_size(), 0);
  EXPECT_EQ(read<v1::BotReport>(reader.bot("season", "bob", "")).versions_size(), 1)
      << "the remote one is another";
  EXPECT_EQ(read<v1::BotReport>(reader.bot("season", "bob-v2", "")).versions(0).version(), "a title");
}

TEST_F(BotReaders, FilterGames) {
  keep_season();
  play(1, {0, 1}, 1, 2);
  play(2, {1, 0}, 1, 2, wire::Reason::kTimeout);
  play(3, {2, 1}, 1, 1);
  play(4, {3, 2}, 2, 1, wire::Reason::kCrashed);
  play(5, {1, 3}, 2, 1);
  StoreReader reader(path());
  EXPECT_EQ(ids(reader, "ann", {}), (Ids{"4", "3", "2", "1"}));
  EXPECT_EQ(ids(reader, "ann", {{"result", "lost"}}), Ids{"2"});
  EXPECT_EQ(ids(reader, "ann", {{"result", "drawn"}}), Ids{"3"});
  EXPECT_EQ(ids(reader, "ann", {{"result", "won"}, {"seat", "1"}}), Ids{"4"});
  EXPECT_EQ(ids(reader, "ann", {{"fault", "any"}}), Ids{"2"});
  EXPECT_EQ(ids(reader, "ann", {{"fault", "CRASHED"}}), Ids{});
  EXPECT_EQ(ids(reader, "ann", {{"against", "bob"}}), (Ids{"3", "2", "1"}));
  EXPECT_EQ(ids(reader, "ann", {{"against", "ann-v2"}}), Ids{}) << "she does not play against herself";
  EXPECT_EQ(ids(reader, "bob", {{"against", "ann-v2"}}), (Ids{"3", "2", "1"})) << "all versions";
  EXPECT_EQ(ids(reader, "ann", {{"version", "ann-v2"}}), (Ids{"4", "3"}));
  EXPECT_EQ(ids(reader, "ann", {{"board", "rectangle 6x7"}}).size(), 4U);
  EXPECT_EQ(ids(reader, "ann", {{"board", "square 6x7"}}), Ids{});
  for (const auto& [key, value] : std::map<std::string, std::string>{{"result", "LOST"},
                                                                     {"fault", "BLOCKED"},
                                                                     {"fault", "REASON_UNSPECIFIED"},
                                                                     {"seat", "x"},
                                                                     {"seat", "9"}})
    EXPECT_EQ(web::read_bot_filter({{key, value}}).error().status, 400U) << key;
}

TEST_F(BotReaders, FindTheNeighboursOfAGame) {
  keep_season();
  for (std::uint32_t number = 1; number <= 120; ++number)
    play(number, {0, 1}, number % 2 + 1, 2 - number % 2);
  StoreReader reader(path());
  const auto near = [&](std::uint32_t number, const char* result) {
    const auto filter = web::read_bot_filter({{"result", result}}).value();
    return read<v1::BotGames>(reader.bot_games("season", "ann", filter, {0, number}));
  };
  EXPECT_EQ(near(50, "won").later(), "season-52");
  EXPECT_EQ(near(50, "won").earlier(), "season-48");
  EXPECT_EQ(near(50, "won").place(), 36U);
  EXPECT_EQ(near(120, "won").later(), "");
  EXPECT_EQ(near(2, "won").earlier(), "");
  EXPECT_EQ(near(2, "won").page(), 1U);
  EXPECT_EQ(near(2, "won").games_size(), 10);
  EXPECT_EQ(near(51, "won").place(), 0U) << "lost";
  EXPECT_EQ(near(999, "won").place(), 0U);
}

TEST_F(BotReaders, SayWhatThereIsNot) {
  keep_season();
  store_->begin({0, "old-games", "import", "", "2026-02-01T12:00:00Z"}).value();
  StoreReader reader(path());
  EXPECT_EQ(reader.bot("season", "eve", "").error().status, 404U);
  EXPECT_EQ(reader.bot("season", "ann", "eve").error().status, 404U);
  EXPECT_EQ(reader.bot("old-games", "ann", "").error().status, 404U);
  EXPECT_EQ(reader.bot_games("old-games", "ann", {}, {}).error().status, 404U);
  EXPECT_EQ(reader.bot_games("season", "eve", {}, {}).error().status, 404U);
  EXPECT_EQ(StoreReader("").bot("season", "ann", "").error().status, 404U);
  EXPECT_EQ(reader.event_of("season-1"), "season");
  EXPECT_EQ(reader.event_of("old-games-1"), "");
  EXPECT_EQ(reader.event_of("nothing"), "");
  const auto none = read<v1::BotReport>(reader.bot("season", "ann", ""));
  EXPECT_EQ(none.total().games(), 0U);
  EXPECT_EQ(none.times().moves(), 0U);
}

}  // namespace quiver::tests
