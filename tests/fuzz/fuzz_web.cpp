// What visitors of the web page send, without the network: targets, messages, requests for tables, records.
//
// The first byte says which of them the rest is. What is taken has to be shown: as JSON, which is text.
#include <sstream>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "client_sdk/wire/proto_position.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/records/record_files.hpp"
#include "referee/web/http/target.hpp"
#include "referee/web/json.hpp"
#include "referee/web/views.hpp"
#include "referee/web/visitor_games.hpp"
#include "tests/fuzz/play.hpp"
#include "tests/unit/web/fake_people.hpp"

namespace quiver::tests {

namespace {

bool is_text(const std::string& text) { return base::plain_text(text, text.size()) == text; }

void try_target(std::string_view text) {
  const auto target = web::parse_target(text);
  require(target || !target.error().sentence.empty());
  if (!target) return;
  require(target->path.starts_with('/') && target->path.size() <= text.size());
  for (const char c : target->path) require(static_cast<unsigned char>(c) >= 0x20);
  std::size_t size = 0;
  for (const std::string& part : web::parts_of(target->path)) {
    require(part.find('/') == std::string::npos);
    size += part.size() + 1;
  }
  require(size <= target->path.size());
  (void)web::host_without_port(text);
}

template <class Message>
bool read(std::string_view text, Message& message) {
  const auto done = web::read_json(text, message);
  require(done || (!done.error().sentence.empty() && is_text(done.error().sentence)));
  if (done) require(is_text(*web::json(message)));
  return done.has_value();
}

void try_seat(std::string_view text) {
  v1::SeatRequest request;
  if (!read(text, request) || !request.has_play()) return;
  const auto move = wire::read_move(request.play().move());
  require(move || !move.error().sentence.empty());
}

void try_table(std::string_view text) {
  v1::TableRequest request;
  if (!read(text, request)) return;
  FakePeople people;
  web::VisitorRules rules;
  rules.offers = {{"bot", "/bin/true"}};
  web::VisitorGames tables(people, rules, [](const std::string&) {});
  const auto opened = tables.open(request, {}, {});
  require(opened || (opened.error().status >= 400 && !opened.error().sentence.empty()));
  require(people.names.size() == (opened ? 1U : 0U));
  if (!opened) return;
  for (const std::string& key : opened->keys()) {
    v1::SeatClaim claim;
    claim.set_key(key);
    tables.arrive(tables.find(tables.claim(claim).value().token()).value(), {});
    require(!tables.claim(claim));
  }
  tables.arrive(tables.find(opened->token()).value(), {});
  require(people.asked.size() == 1);
  const run::CasualGame& game = people.asked[0];
  require(game.keys.size() == game.order.bots.size());
}

// Graphs of a million cells are for other tests.
bool small(const wire::Record& record) {
  return record.rows <= 32 && record.columns <= 32 &&
         (!record.options.map || record.options.map->cells.size() <= 1024);
}

void try_records(const std::string& text) {
  std::istringstream in(text);
  int count = 0;
  const auto done = records::read_record_stream(in, {}, [&](const records::FoundRecord& found) {
    require(is_text(*web::json(web::summary_of(found.record))));
    if (!small(found.record)) return false;
    const auto view = web::view_of(web::without_paths(found.record));
    require(view || !view.error().sentence.empty());
    if (view) {
      require(is_text(*web::json(*view)));
      require(static_cast<std::size_t>(view->steps_size()) == found.record.moves.size());
    }
    return ++count < 8;
  });
  require(done || !done.error().sentence.empty());
}

void run(Bytes bytes) {
  const std::uint8_t kind = bytes.next();
  const std::string_view rest = bytes.rest();
  switch (kind) {
    case 't':
      return try_target(rest);
    case 's':
      return try_seat(rest);
    case 'o':
      return try_table(rest);
    default:
      return try_records(std::string(rest));
  }
}

}  // namespace

}  // namespace quiver::tests

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool quiet = (quiver::wire::silence_protobuf(), true);
  (void)quiet;
  quiver::tests::run({data, size});
  return 0;
}
