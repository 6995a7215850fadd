// Two bots in a real server play a match over sockets, and the input says what they send.
//
// Each step is a byte that chooses a bot and a kind of message, and bytes that fill it: sensible messages,
// absurd ones, and raw bytes. Whatever they do, the server lives, the match ends at most once, and the
// position only ever changes by legal moves.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "client_sdk/graph/gsl_errors.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/net/match_server.hpp"

namespace {

using namespace quiver;
using boost::asio::ip::tcp;

void demand(bool holds) {
  if (!holds) std::abort();
}

struct Input {
  const std::uint8_t* data;
  std::size_t size;

  [[nodiscard]] bool empty() const { return size == 0; }
  std::uint8_t byte() {
    if (size == 0) return 0;
    --size;
    return *data++;
  }
  // Small numbers mostly, sometimes huge ones.
  std::uint32_t number() {
    const std::uint8_t first = byte();
    if (first < 250) return first;
    return static_cast<std::uint32_t>(byte() << 24U | byte() << 16U | byte() << 8U | byte());
  }
  std::string text() {
    std::string out(byte() % 32U, '\0');
    for (char& c : out) c = static_cast<char>(byte());
    return out;
  }
};

class Watching : public net::MatchObserver {
 public:
  void on_message(const net::MatchSession& table, const match::Message& message) override {
    demand(!over_);
    if (std::holds_alternative<wire::MatchEnd>(message)) ++ends_;
    if (const auto* moved = std::get_if<wire::Moved>(&message)) {
      demand(position_.check(games::Event{moved->move}).has_value());
      position_.apply(moved->move);
      demand(position_.hash() == table.match().position().hash());
    }
  }
  void on_over(const net::MatchSession&, const wire::Record&) override {
    demand(!over_ && ends_ == 1);
    over_ = true;
  }
  explicit Watching(games::Position start) : position_(std::move(start)) {}

 private:
  games::Position position_;
  int ends_ = 0;
  bool over_ = false;
};

// The bot's end of a connection.
class Bot {
 public:
  Bot(boost::asio::io_context& io, net::MatchServer& server, const std::string& name)
      : player_(server.admission().expect(name)) {
    std::array<int, 2> ends{};
    demand(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
    own_ = ends[0];
    tcp::socket socket(io);
    socket.assign(tcp::v4(), ends[1]);
    server.admit(std::move(socket), player_);
    wire::Hello hello;
    hello.token = player_->credential();
    send(hello);
  }
  ~Bot() { close(own_); }
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;

  [[nodiscard]] const net::PlayerPtr& player() const { return player_; }
  void send(const wire::ClientMessage& message) {
    std::string frame;
    wire::append_frame(frame, message);
    send_bytes(frame);
  }
  void send_bytes(std::string_view bytes) {
    const ssize_t sent = ::send(own_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    static_cast<void>(sent);  // it may have been disconnected
  }
  void hang_up() { shutdown(own_, SHUT_RDWR); }

 private:
  net::PlayerPtr player_;
  int own_ = -1;
};

wire::Play legal_play(const net::MatchSession& table, Input& input) {
  const games::Position& position = table.match().position();
  const std::uint64_t count = position.count_legal_moves();
  wire::Play play;
  play.match = table.match().id();
  play.ply = position.ply();
  std::uint64_t at = count == 0 ? 0 : input.number() % count;
  position.for_each_legal_move([&](const games::Move& move) {
    if (at-- == 0) play.move = move;
  });
  return play;
}

wire::ClientMessage absurd(Input& input) {
  const wire::MatchId match = input.number();
  switch (input.byte() % 10) {
    case 0:
      return wire::Play{match,
                        input.number(),
                        games::AmazonsMove{base::Vertex{input.number()}, base::Vertex{input.number()},
                                           base::Vertex{input.number()}},
                        {}};
    case 1:
      return wire::Play{
          match,
          input.number(),
          games::QuoridorMove{games::QuoridorMove::Kind::kVertical, base::Vertex{input.number()}},
          {}};
    case 2:
      return wire::Play{match, input.number(), games::ConnectFourMove{input.number()}, {}};
    case 3:
      return wire::Ready{match, "title"};
    case 4:
      return wire::Resign{match};
    case 5:
      return wire::Pong{input.number()};
    case 6:
      return wire::Error{static_cast<wire::Error::Code>(input.byte() % 5 + 1), "", match};
    case 7:
      return wire::Failed{match, "it died"};
    case 8:
      return wire::Kick{"b"};
    default:
      return wire::Hello{};
  }
}

void step(const std::array<std::unique_ptr<Bot>, 2>& bots, const net::MatchSession* table, Input& input) {
  const std::uint8_t choice = input.byte();
  Bot& bot = *bots[choice & 1U];
  switch (choice / 2 % 8) {
    case 0:
    case 1:
    case 2:
      if (table != nullptr) bot.send(legal_play(*table, input));
      break;
    case 3:
      bot.send(wire::Ready{input.byte() % 2U + 1U, ""});
      break;
    case 4:
      bot.send(wire::Ping{input.number()});
      break;
    case 5:
      bot.send(absurd(input));
      break;
    case 6:
      bot.send_bytes(input.text());
      break;
    default:
      if (input.byte() % 8 == 0) bot.hang_up();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool handler_off = (graph::turn_off_gsl_abort(), true);
  static_cast<void>(handler_off);
  static const games::Position start = *games::Position::start("amazons", {.size = 5});
  static const auto encoded = std::make_shared<const wire::EncodedStart>(start);
  Input input{data, size};
  boost::asio::io_context io;
  net::Log log(net::Log::Level::kOff);
  Watching watching(start);
  net::MatchServer server(io, log, {}, {});
  std::array<std::unique_ptr<Bot>, 2> bots = {std::make_unique<Bot>(io, server, "a"),
                                              std::make_unique<Bot>(io, server, "b")};
  io.poll();
  match::Setup setup{server.matches().next_id(), "fuzz-1", start, {}, {}};
  wire::TimeControl time;
  time.bank = std::chrono::hours(1);
  setup.seats = {{"a", time, 1}, {"b", time, 2}};
  const net::MatchSession* table =
      &server.matches().open({setup, {}, encoded, {bots[0]->player(), bots[1]->player()}, {&watching}});
  for (int steps = 0; !input.empty() && steps < 512; ++steps) {
    if (server.matches().size() == 0) table = nullptr;
    step(bots, table, input);
    io.poll();
  }
  server.matches().abort_all("the input is at its end");
  io.poll();
  demand(server.matches().size() == 0);
  return 0;
}
