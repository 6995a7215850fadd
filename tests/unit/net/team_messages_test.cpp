// Who may submit and ask over the protocol, and what becomes of what is not in order.
#include <gtest/gtest.h>

#include "referee/net/team_requests.hpp"
#include "tests/unit/net/given_submission.hpp"
#include "tests/unit/net/server_peer.hpp"

namespace quiver::tests {

namespace {

// Takes everything, and notes it.
class NotingRequests final : public net::TeamRequests {
 public:
  base::Result<bool> on_begin(const Asker& from, const wire::SubmitBegin& begin) override {
    notes += "begin " + from.who.name + " " + begin.file_name + "\n";
    if (begin.size > 10 * kPart) return base::bad_input("too large");
    return true;
  }
  void on_submission(const Asker& from, Upload upload) override {
    notes += "submission " + from.who.name + " " + upload.announced.file_name + "\n";
    bytes = std::move(upload.bytes);
    from.connection->queue(wire::SubmitAccepted{1});
    from.connection->flush();
  }
  void on_follow(const Asker& from, const wire::SubmitFollow& follow) override {
    notes += "follow " + from.who.name + " " + std::to_string(follow.number) + "\n";
  }
  void on_request(const Asker& from, const wire::TeamRequest& request) override {
    notes += "request " + from.who.name + (from.who.admin ? " admin " : " ") +
             std::to_string(request.body.index()) + "\n";
  }

  std::string notes;
  std::string bytes;
};

class AServerWithTeams : public testing::Test {
 protected:
  AServerWithTeams() {
    server_.admission().set_tokens(
        net::Tokens::parse("ann ann-token\nbob bob-token\nroot root-token admin\n").value());
    server_.teams().set_requests(&requests_);
  }
  // The sentence of the Error that comes next; empty if something else does.
  static std::string error(Peer& peer) {
    const auto heard = peer.hear();
    const auto* error = heard ? std::get_if<wire::Error>(&*heard) : nullptr;
    return error != nullptr && error->code == wire::Error::Code::kRequest ? error->sentence : "";
  }
  template <class Message>
  static bool hears(Peer& peer) {
    const auto heard = peer.hear();
    return heard && std::holds_alternative<Message>(*heard);
  }

  boost::asio::io_context io_;
  net::Log log_{net::Log::Level::kOff};
  net::MatchServer server_{io_, log_, {}, {}};
  NotingRequests requests_;
};

const wire::TeamRequest kStatus{wire::TeamBody{wire::TeamStatus{}}};
const wire::TeamRequest kTeams{wire::AdminBody{wire::ListTeams{}}};

}  // namespace

TEST_F(AServerWithTeams, TakesASubmissionInParts) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  const std::string bytes = given_bytes(2 * kPart + 9);
  ann.send(announced(bytes));
  const auto wanted = ann.hear();
  ASSERT_TRUE(wanted && std::holds_alternative<wire::SubmitWanted>(*wanted));
  EXPECT_EQ(std::get<wire::SubmitWanted>(*wanted).part, kPart);
  for (std::size_t at = 0; at < bytes.size(); at += kPart)
    ann.send(wire::SubmitPart{bytes.substr(at, kPart)});
  EXPECT_TRUE(hears<wire::SubmitAccepted>(ann));
  EXPECT_EQ(requests_.notes, "begin ann my_bot.py\nsubmission ann my_bot.py\n");
  EXPECT_EQ(requests_.bytes, bytes);
}

TEST_F(AServerWithTeams, RefusesAPartBeforeItsBegin) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  ann.send(wire::SubmitPart{"bytes"});
  EXPECT_EQ(error(ann), "there is no submission that this is a part of");
}

TEST_F(AServerWithTeams, RefusesBeforeTheBytesComeWhatIsTooLarge) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  wire::SubmitBegin begin = announced("x");
  begin.size = std::uint64_t{1} << 50U;
  ann.send(begin);
  EXPECT_EQ(error(ann), "too large");
  ann.send(wire::SubmitPart{std::string(kPart, 'x')});
  EXPECT_EQ(error(ann), "there is no submission that this is a part of");
}

TEST_F(AServerWithTeams, RefusesMoreBytesThanAnnouncedAndTheWrongOnes) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  ann.send(announced("five!"));
  EXPECT_TRUE(hears<wire::SubmitWanted>(ann));
  ann.send(wire::SubmitPart{"and six"});
  EXPECT_NE(error(ann).find("as many as announced"), std::string::npos);
  ann.send(announced("five!"));
  EXPECT_TRUE(hears<wire::SubmitWanted>(ann));
  ann.send(wire::SubmitPart{"other"});
  EXPECT_NE(error(ann).find("SHA-256"), std::string::npos);
  EXPECT_EQ(requests_.notes.find("submission"), std::string::npos);
}

TEST_F(AServerWithTeams, ClosesTheConnectionOfAFlood) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  std::string all;
  for (int k = 0; k < 200; ++k) wire::append_frame(all, wire::ClientMessage{wire::SubmitPart{""}});
  ann.send_bytes(all);
  bool flood = false;
  while (const auto heard = ann.hear())
    if (const auto* goodbye = std::get_if<wire::Goodbye>(&*heard))
      flood = goodbye->code == wire::Goodbye::Code::kFlood;
  EXPECT_TRUE(flood);
}

TEST_F(AServerWithTeams, DoesNotCountThePartsOfALargeSubmission) {
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  const std::string bytes = given_bytes(9 * kPart);
  for (int round = 0; round < 20; ++round) {
    ann.send(announced(bytes));
    EXPECT_TRUE(hears<wire::SubmitWanted>(ann));
    for (std::size_t at = 0; at < bytes.size(); at += kPart)
      ann.send(wire::SubmitPart{bytes.substr(at, kPart)});
    EXPECT_TRUE(hears<wire::SubmitAccepted>(ann));
  }
}

TEST_F(AServerWithTeams, ForgetsWhatCameOverALostConnection) {
  {
    Peer ann(io_, server_);
    EXPECT_FALSE(ann.greet("ann-token"));
    const std::string bytes = given_bytes(2 * kPart);
    ann.send(announced(bytes));
    ann.send(wire::SubmitPart{bytes.substr(0, kPart)});
    EXPECT_EQ(server_.teams().num_bytes(), kPart);
  }
  io_.poll();
  EXPECT_EQ(server_.teams().num_bytes(), 0U);
}

TEST_F(AServerWithTeams, PassesOnWhoAsks) {
  Peer bob(io_, server_), root(io_, server_);
  EXPECT_FALSE(bob.greet("bob-token"));
  EXPECT_FALSE(root.greet("root-token"));
  bob.send(wire::SubmitFollow{3, 0});
  bob.send(kStatus);
  root.send(kTeams);
  EXPECT_EQ(requests_.notes, "follow bob 3\nrequest bob 0\nrequest root admin 1\n");
}

TEST_F(AServerWithTeams, LetsOnlyAdministratorsAskForTheirs) {
  Peer bob(io_, server_);
  EXPECT_FALSE(bob.greet("bob-token"));
  bob.send(kTeams);
  EXPECT_EQ(error(bob), "only an administrator may ask for this");
  EXPECT_EQ(requests_.notes, "");
}

TEST_F(AServerWithTeams, TakesNothingFromABotThatItLaunched) {
  const net::PlayerPtr player = server_.admission().expect("ann");
  Peer bot(io_, server_, player);
  EXPECT_FALSE(bot.greet(player->credential()));
  bot.send(announced("bytes"));
  EXPECT_EQ(error(bot), "a bot that the referee started cannot ask for this");
  bot.send(kStatus);
  EXPECT_EQ(error(bot), "a bot that the referee started cannot ask for this");
  EXPECT_EQ(requests_.notes, "");
}

TEST_F(AServerWithTeams, TakesNothingFromAPeerThatHasNotSaidHello) {
  for (const wire::ClientMessage& first :
       {wire::ClientMessage{announced("bytes")}, wire::ClientMessage{wire::SubmitPart{"x"}},
        wire::ClientMessage{wire::SubmitFollow{1, 0}}, wire::ClientMessage{kTeams}}) {
    Peer stranger(io_, server_);
    stranger.send(first);
    const auto heard = stranger.hear();
    ASSERT_TRUE(heard && std::holds_alternative<wire::Goodbye>(*heard));
    EXPECT_EQ(std::get<wire::Goodbye>(*heard).code, wire::Goodbye::Code::kMalformed);
  }
  EXPECT_EQ(requests_.notes, "");
}

TEST_F(AServerWithTeams, SaysSoIfItTakesNoSubmissions) {
  server_.teams().set_requests(nullptr);
  Peer ann(io_, server_);
  EXPECT_FALSE(ann.greet("ann-token"));
  for (const wire::ClientMessage& one :
       {wire::ClientMessage{announced("bytes")}, wire::ClientMessage{kStatus},
        wire::ClientMessage{wire::SubmitFollow{1, 0}}}) {
    ann.send(one);
    EXPECT_EQ(error(ann), "no submissions are taken here");
  }
}

}  // namespace quiver::tests
