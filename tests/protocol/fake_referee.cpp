#include "tests/protocol/fake_referee.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace quiver::tests {

namespace {

constexpr int kTimeout = 20'000;  // milliseconds

bool readable(int socket) {
  pollfd watched{socket, POLLIN, 0};
  return ::poll(&watched, 1, kTimeout) == 1;
}

}  // namespace

void Peer::send(const std::vector<wire::RefereeMessage>& messages) {
  std::string bytes;
  for (const wire::RefereeMessage& message : messages) wire::append_frame(bytes, message);
  EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

std::optional<wire::ClientMessage> Peer::receive() {
  while (true) {
    const wire::FrameReader::Next next = frames_.next();
    if (next.status == wire::FrameReader::Status::kFrame) {
      auto message = wire::decode_client_message(next.frame);
      EXPECT_TRUE(message) << (message ? "" : message.error().sentence);
      return message ? std::optional(*message) : std::nullopt;
    }
    buffer_.resize(wire::kMaxClientFrame);
    const ssize_t got = readable(socket_) ? ::recv(socket_, buffer_.data(), buffer_.size(), 0) : -1;
    if (got <= 0) return std::nullopt;
    frames_.feed(std::string_view(buffer_).substr(0, static_cast<std::size_t>(got)));
  }
}

void Peer::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

FakeReferee::FakeReferee() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  EXPECT_EQ(::bind(socket_, any, size), 0);
  EXPECT_EQ(::listen(socket_, 4), 0);
  EXPECT_EQ(::getsockname(socket_, any, &size), 0);
  port_ = ntohs(address.sin_port);
}

std::unique_ptr<Peer> FakeReferee::accept() {
  const int socket = readable(socket_) ? ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC) : -1;
  EXPECT_GE(socket, 0) << "nobody connects";
  const int yes = 1;  // without it every second message waits 40 ms for an acknowledgement
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return std::make_unique<Peer>(socket);
}

void FakeReferee::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void FixtureBot::follow(base::Seat seat, const games::Event& event) {
  diary_.followed += std::to_string(seat.value()) + ":" + diary_.starts.back().start.format(event) + " ";
}

bot::Choice FixtureBot::choose(const games::Position& position, bot::Deadline deadline) {
  diary_.chosen_at.push_back(position.hash());
  diary_.time_left.push_back(deadline.remaining());
  if (choice) return choice(position);
  std::optional<games::Move> first;
  position.for_each_legal_move([&](const games::Move& move) {
    if (!first) first = move;
  });
  return *first;
}

void SdkTest::run(std::vector<std::string> words) {
  testing::internal::CaptureStderr();
  captured_ = true;
  words.insert(words.begin(), "/somewhere/fixture-bot");
  code_ = std::async(std::launch::async, [this, words] {
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    argv.push_back(nullptr);
    return bot::run_bot(static_cast<int>(words.size()), argv.data(), bot_);
  });
}

std::string SdkTest::said() {
  return std::exchange(captured_, false) ? testing::internal::GetCapturedStderr() : "";
}

std::unique_ptr<Peer> SdkTest::welcomed() {
  run();
  auto peer = referee_.accept();
  peer->expect<wire::Hello>();
  peer->send({welcome("key 1")});
  return peer;
}

std::unique_ptr<Peer> SdkTest::seated() {
  auto peer = welcomed();
  peer->send({match_start()});
  peer->expect<wire::Ready>();
  return peer;
}

wire::MatchStart SdkTest::match_start() const {
  wire::Introduction introduction;
  introduction.match = kMatch;
  introduction.names = {"fixture", "other", "third", "fourth"};
  introduction.names.resize(start_.turn().seats());
  introduction.time.bank = std::chrono::seconds(9);
  introduction.seed = 77;
  introduction.id = "m-0007";
  return {introduction, start_};
}

wire::Moved SdkTest::moved(std::uint32_t column) {
  const wire::Moved told{kMatch, position_.to_move(), position_.ply(), games::ConnectFourMove{column}, {}};
  position_.apply(games::Move{games::ConnectFourMove{column}});
  return told;
}

wire::MatchEnd SdkTest::match_end() {
  return {kMatch, wire::End::kPlayedOut, base::Seat{1}, {2, 1}, "r-1", "other won"};
}

wire::Welcome SdkTest::welcome(std::string key, bool resumed) const {
  wire::Welcome welcome;
  welcome.name = "fixture";
  welcome.resume_key = std::move(key);
  welcome.limits.reconnect = window_;
  welcome.resumed = resumed;
  return welcome;
}

}  // namespace quiver::tests
