// The API of the handler, path by path: see docs/operate/api.md.
#include <sstream>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "quiver/v1/spectator.pb.h"
#include "referee/records/game_text.hpp"
#include "referee/records/record_files.hpp"
#include "referee/records/verify.hpp"
#include "referee/web/http/document.hpp"
#include "referee/web/json.hpp"
#include "referee/web/page_handler.hpp"
#include "referee/web/views.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kMostGames = 100;         // of an uploaded file
constexpr std::uint64_t kMostCells = 1U << 16;  // of one of its boards
constexpr std::size_t kMostSteps = 20'000;  // of all its games: one in memory is a thousand times its text

constexpr int kFewSteps = 400;  // of a game in progress: some milliseconds

std::string query(const Request& request, const std::string& key) { return request.parameter(key); }

// None if it is not in the query; refused if it is no number.
Granted<std::optional<std::uint32_t>> number_in(const Request& request, const std::string& key) {
  const std::string given = query(request, key);
  if (given.empty()) return std::optional<std::uint32_t>();
  const auto number = base::parse_number(given);
  if (!number) return Denial{400, key + " has to be a number"};
  return std::optional(*number);
}

// Separated by commas, which no name has.
std::vector<std::string> names_in(const std::string& given) {
  std::vector<std::string> out;
  std::istringstream in(given);
  for (std::string name; std::getline(in, name, ',');) out.push_back(name);
  return out;
}

Response answer_of(const Granted<Text>& granted) {
  return granted ? json_response(*granted) : refusal(granted.error());
}

Response answer_of(const Granted<Document>& granted, const Request& request) {
  return granted ? document_response(*granted, "application/json", request) : refusal(granted.error());
}

// As a download.
Response file_response(Text content, const char* type, const std::string& name, const Request& request) {
  Response response = document_response(document(std::move(content)), type, request);
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
  return response;
}

Response view_response(const wire::Record& record, const std::string& event, const Request& request) {
  auto view = view_of(record);
  if (!view) return refusal({500, view.error().sentence});
  view->set_event(event);
  return document_response(document(json(*view)), "application/json", request);
}

// The format of a finished game that the request asks for. `event` is the one with the pages of its bots.
Response story(const wire::Record& record, const std::string& event, const std::string& what,
               const Request& request) {
  if (what == "record")
    return file_response(text(wire::record_json(record) + "\n"), "application/json", record.id + ".jsonl",
                         request);
  if (what == "text")
    return file_response(text(records::game_text(record)), "text/plain; charset=utf-8", record.id + ".txt",
                         request);
  if (what == "choices") return refusal({409, "the game is over"});
  return view_response(record, event, request);
}

// "cup" if the game "cup-17" belongs to it.
std::string event_of(const std::string& running, const std::string& id) {
  return !running.empty() && id.substr(0, id.rfind('-')) == running ? running : "";
}

// Compressed if the client takes gzip. Without a tag, because it is sent once.
Response packed(Response response) {
  const Document made = document(response.body);
  if (!made.packed) return response;
  response.body = made.packed;
  response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

// Before a board is built: a small record can claim a large board.
bool is_too_large(const wire::Record& record) {
  const games::Options& options = record.options;
  const std::uint64_t side = options.size.value_or(0);
  const std::uint64_t asked = std::uint64_t{options.rows.value_or(0)} * options.columns.value_or(0);
  return std::uint64_t{record.rows} * record.columns > kMostCells || side * side > kMostCells ||
         asked > kMostCells || (options.map && options.map->cells.size() > kMostCells);
}

// Without the line that a JSON parser adds to mark the place of the error.
std::string without_mark(std::string sentence) {
  const std::size_t end = sentence.find_last_not_of(" ^\n");
  return sentence.substr(0, end == std::string::npos ? 0 : end + 1);
}

base::Result<v1::GameView> judged_view(const wire::Record& record) {
  if (is_too_large(record)) return base::bad_input("the board is too large for a page");
  auto view = view_of(without_paths(record));
  if (!view) return view.error();
  // A record that breaks the rules is shown too, with a warning.
  if (const auto judged = records::judge(record); !judged)
    view->set_doubt(base::plain_text(judged.error().sentence, wire::kMaxSentence));
  return view;
}

Response views_of_file(const std::string& file) {
  v1::GameViews out;
  std::size_t steps = 0;
  std::istringstream in(file);
  const auto complain = [&](const std::string& sentence) {
    out.set_fault(base::plain_text(without_mark(sentence), wire::kMaxSentence));
    return false;
  };
  const auto visit = [&](const records::FoundRecord& found) {
    out.set_total(out.total() + 1);
    // Further games are counted and not shown.
    if (out.games_size() == static_cast<int>(kMostGames)) return true;
    steps += found.record.moves.size();
    if (steps > kMostSteps) return complain(found.place + ": this is too much for a page");
    auto view = judged_view(found.record);
    if (!view) return complain(found.place + ": " + view.error().sentence);
    *out.add_games() = std::move(*view);
    return true;
  };
  records::Reading reading;
  reading.on_broken = [&](const base::Error& error) {
    // Only the first broken line is reported.
    if (out.fault().empty()) complain(error.sentence);
  };
  const auto read = records::read_record_stream(in, reading, visit);
  if (!read) complain(read.error().sentence);
  if (out.games_size() == 0) return refusal({400, out.fault()});
  return json_response(json(out));
}

base::Result<std::optional<base::Vertex>> vertex(const Request& request, const std::string& key,
                                                 const games::Position& position) {
  const std::string given = query(request, key);
  if (given.empty()) return std::optional<base::Vertex>{};
  const auto number = base::parse_number(given);
  if (!number || *number >= position.graph().num_vertices())
    return base::bad_input(key + " has to be the number of a cell");
  return std::optional(base::Vertex{*number});
}

}  // namespace

void PageHandler::ask(const Answer& answer, AsyncStoreReader::Question question) {
  // An error on the store's thread comes back without a body.
  const Answer whole = [answer](Response response) {
    const bool is_whole = response.body || response.status == 304;
    answer(is_whole ? std::move(response) : refusal({500, "internal error in the page"}));
  };
  if (!store_reader_.ask(std::move(question), whole))
    answer(refusal({503, "too many requests for stored games; try again later"}));
}

void PageHandler::get_api(const Request& request, const Parts& parts, const Answer& answer) {
  if (parts == Parts{"api", "v1", "lobby"}) return answer(json_response(json(hub_.lobby())));
  if (parts == Parts{"api", "v1", "offers"}) return answer(json_response(json(visitor_games_.offers())));
  if (teams_ && TeamHandler::has(parts)) return teams_->on_request(request, parts, answer);
  if (parts[2] == "games" && (parts.size() == 4 || parts.size() == 5))
    return get_game(request, parts, answer);
  if (parts[2] == "events") return get_event(request, parts, answer);
  if (parts == Parts{"api", "v1", "workers"}) {
    if (!settings_.workers) return answer(refusal({404, "no workers play for this referee"}));
    return ask(answer, [request](StoreReader& reader) { return answer_of(reader.workers(), request); });
  }
  answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
}

void PageHandler::get_game(const Request& request, const Parts& parts, const Answer& answer) {
  const std::string& id = parts[3];
  const std::string what = parts.size() == 5 ? parts[4] : "";
  if (what == "logs") return get_logs(request, id, answer);
  if (!what.empty() && what != "record" && what != "text" && what != "choices")
    return answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
  if (LiveGame* game = hub_.find(id)) {
    if (what.empty()) {
      v1::GameView view = game->view(base::clock_now());
      view.set_event(event_of(settings_.event, id));
      return tell_view(view, request, answer);
    }
    if (what == "choices") return answer(answer_of(choices_of(request, id)));
    return answer(refusal({409, "the game is still running; its record is available when it ends"}));
  }
  if (const RecordPtr record = hub_.recent().find(id))
    return ask(answer, [record, what, request, event = event_of(settings_.event, id)](StoreReader&) {
      return story(*record, event, what, request);
    });
  ask(answer, [id, what, request](StoreReader& reader) -> Response {
    const auto record = reader.game(id);
    return record ? story(**record, reader.event_of(id), what, request) : refusal(record.error());
  });
}

std::optional<LogReader> PageHandler::log_reader(const Request& request) const {
  if (!teams_) return std::nullopt;
  const auto caller = teams_->reader(request);
  if (!caller) return std::nullopt;
  return LogReader{caller->id, caller->admin};
}

// Nothing of it may stay in a cache: whoever asks next may be somebody else.
void PageHandler::get_logs(const Request& request, const std::string& id, const Answer& answer) {
  const auto reader = log_reader(request);
  if (!reader) return answer(refusal({401, "sign in to read what your bot printed"}));
  if (hub_.find(id) != nullptr)
    return answer(refusal({409, "the game is still running; what its bots print can be read when it ends"}));
  ask(answer, [id, reader = *reader, packs = request.takes_gzip](StoreReader& store) {
    const auto logs = store.logs(id, reader);
    if (!logs) return refusal(logs.error());
    return packs ? packed(json_response(*logs)) : json_response(*logs);
  });
}

// Encoding a long game is slow, so the store's thread does it; copying it here is fast.
void PageHandler::tell_view(const v1::GameView& view, const Request& request, const Answer& answer) {
  if (view.steps_size() <= kFewSteps) return answer(json_response(json(view)));
  ask(answer, [copy = view, request](StoreReader&) {
    return document_response(document(json(copy)), "application/json", request);
  });
}

Granted<Text> PageHandler::choices_of(const Request& request, const std::string& id) {
  const games::Position& position = hub_.find(id)->match().position();
  const auto from = vertex(request, "from", position);
  const auto to = vertex(request, "to", position);
  if (!from) return Denial{400, from.error().sentence};
  if (!to) return Denial{400, to.error().sentence};
  if (*to && !*from) return Denial{409, "a cell to go to needs one to come from"};
  std::vector<base::Vertex> chosen;
  for (const auto& cell : {*from, *to})
    if (cell) chosen.push_back(*cell);
  const auto found = position.choices(chosen);
  if (!found) return Denial{409, found.error().sentence};
  v1::Choices out;
  out.set_id(id);
  out.set_ply(position.ply());
  for (const base::Vertex v : found->cells) out.add_cells(v.value());
  for (const games::Choices::Wall& wall : found->walls) {
    v1::Wall& one = *out.add_walls();
    one.set_anchor(wall.anchor.value());
    one.set_orientation(wall.vertical ? v1::Wall::VERTICAL : v1::Wall::HORIZONTAL);
  }
  for (const std::string& word : found->words) out.add_words(word);
  return json(out);
}

void PageHandler::get_event(const Request& request, const Parts& parts, const Answer& answer) {
  const auto look_up = [&](auto question) {
    ask(answer, [question, request](StoreReader& reader) { return answer_of(question(reader), request); });
  };
  if (parts.size() == 3) return look_up([](StoreReader& reader) { return reader.events(); });
  if (parts.size() >= 6 && parts[4] == "bots") return get_bot(request, parts, answer);
  const std::string event = parts[3];
  const std::string what = parts.size() == 5 ? parts[4] : "";
  if (what == "standings")
    return look_up([event, board = query(request, "board")](StoreReader& reader) {
      return reader.standings(event, board);
    });
  if (what == "bracket") return look_up([event](StoreReader& reader) { return reader.bracket(event); });
  if (what == "ratings")
    return look_up([event, names = names_in(query(request, "names"))](StoreReader& reader) {
      return reader.ratings(event, names);
    });
  if (what != "games") return answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
  const auto page = number_in(request, "page");
  if (!page) return answer(refusal(page.error()));
  look_up([event, name = query(request, "name"), against = query(request, "against"),
           number = page->value_or(0)](StoreReader& reader) {
    return reader.games(event, name, against, number);
  });
}

void PageHandler::get_bot(const Request& request, const Parts& parts, const Answer& answer) {
  const std::string event = parts[3];
  const std::string name = parts[5];
  if (parts.size() == 6)
    return ask(answer, [event, name, version = query(request, "version"), request](StoreReader& reader) {
      return answer_of(reader.bot(event, name, version), request);
    });
  if (parts.size() != 7 || parts[6] != "games")
    return answer(refusal({404, "there is nothing at " + base::quoted(request.path)}));
  const auto filter = read_bot_filter(request.query);
  const auto page = number_in(request, "page");
  const auto near = number_in(request, "near");
  if (!filter) return answer(refusal(filter.error()));
  if (!page) return answer(refusal(page.error()));
  if (!near) return answer(refusal(near.error()));
  const WantedPage wanted{page->value_or(0), *near};
  ask(answer, [event, name, filter = *filter, wanted, request](StoreReader& reader) {
    return answer_of(reader.bot_games(event, name, filter, wanted), request);
  });
}

void PageHandler::post(const Request& request, const Parts& parts, const Answer& answer) {
  if (const auto denied = check_origin(request)) return answer(refusal(*denied));
  if (teams_ && TeamHandler::has(parts)) return teams_->on_request(request, parts, answer);
  if (parts == Parts{"api", "v1", "replay"})
    return ask(answer, [file = request.body, packs = request.takes_gzip](StoreReader&) {
      return packs ? packed(views_of_file(file)) : views_of_file(file);
    });
  const bool to_tables = parts == Parts{"api", "v1", "tables"};
  const bool to_seats = parts == Parts{"api", "v1", "seats"};
  if (!to_tables && !to_seats) {
    Response response = refusal({405, "nothing can be sent to " + base::quoted(request.path)});
    response.headers.emplace_back("Allow", "GET, HEAD");
    return answer(std::move(response));
  }
  if (!is_json(request)) return answer(refusal({415, "this has to be sent as application/json"}));
  v1::TableRequest table;
  v1::SeatClaim claim;
  google::protobuf::Message& message = to_tables ? static_cast<google::protobuf::Message&>(table) : claim;
  if (const auto read = read_json(request.body, message); !read)
    return answer(refusal({400, read.error().sentence}));
  if (to_tables) {
    const auto opened = visitor_games_.open(table, request.address, base::clock_now());
    return answer(opened ? json_response(json(*opened)) : refusal(opened.error()));
  }
  const auto claimed = visitor_games_.claim(claim);
  answer(claimed ? json_response(json(*claimed)) : refusal(claimed.error()));
}

}  // namespace quiver::web
