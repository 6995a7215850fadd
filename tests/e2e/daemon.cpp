#include "tests/e2e/daemon.hpp"

#include <algorithm>
#include <csignal>

namespace quiver::tests {

std::string token_of(const std::string& name) { return "token-of-" + name; }

std::string usual_tokens() {
  std::string text = "# who may come\n\nboss " + token_of("boss") + " admin\n";
  for (const char* name : {"alice", "bob", "carol", "erin"})
    text += std::string(name) + " " + token_of(name) + "\n";
  return text;
}

Daemon::Daemon(Stage& stage, const Arguments& more)
    : tokens_(stage.file("tokens", usual_tokens())),
      program_(
          stage.start_quiver(Arguments{"serve", "--listen", "127.0.0.1:0", "--tokens", tokens_} + more)) {
  const std::string before = "listening on ";
  std::string line;
  const bool up = eventually([&] {
    line = program_.out();
    return line.ends_with('\n') || !program_.runs();
  });
  if (!up || !line.starts_with(before)) throw std::runtime_error("the daemon says: " + program_.err());
  address_ = wire::parse_url(line.substr(before.size(), line.size() - before.size() - 1)).value();
}

Visitor Daemon::admin() const {
  Visitor admin(address_);
  admin.enter("somebody", token_of("boss"), {});
  return admin;
}

Visitor Daemon::competitor(const std::string& name, const std::string& game) const {
  Visitor visitor(address_);
  visitor.enter(name, token_of(name), {game});
  return visitor;
}

Arguments Daemon::connect_as(const std::string& name) const {
  return {"--connect", url(), "--token", token_of(name)};
}

void Daemon::await_listing(const std::function<bool(const wire::Listing&)>& condition) const {
  Visitor boss = admin();
  const bool held = eventually([&] {
    boss.send(wire::List{});
    return condition(boss.expect<wire::Listing>());
  });
  if (!held) throw std::runtime_error("the list never shows what was waited for");
}

void Daemon::await_competitors(const std::vector<std::string>& names) const {
  await_listing([&](const wire::Listing& listing) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::any_of(listing.competitors.begin(), listing.competitors.end(),
                         [&](const auto& one) { return one.name == name && one.connected; });
    });
  });
}

int Daemon::stop() {
  program_.signal(SIGTERM);
  return program_.wait();
}

wire::Order order_for(const std::string& game, std::vector<std::string> bots, std::uint32_t seed) {
  wire::Order order;
  order.game = game;
  order.bots = std::move(bots);
  order.time.bank = std::chrono::minutes(20);
  order.time.cap = std::chrono::minutes(20);
  order.seed = seed;
  return order;
}

std::vector<wire::Record> play(Visitor& admin, const wire::Order& order) {
  admin.send(order);
  admin.expect<wire::Ordered>();
  std::vector<wire::Record> records;
  while (true) {
    auto message = admin.receive();
    if (!message) throw std::runtime_error("the referee hung up on an order");
    if (auto* record = std::get_if<wire::Record>(&*message)) records.push_back(std::move(*record));
    if (std::holds_alternative<wire::OrderDone>(*message)) return records;
  }
}

}  // namespace quiver::tests
