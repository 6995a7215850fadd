#include "referee/records/record_files.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "client_sdk/base/plain_text.hpp"
#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/launch/files/open_databases.hpp"
#include "referee/records/foreign_games.hpp"
#include "referee/records/game_text.hpp"
#include "referee/records/line_reader.hpp"
#include "referee/store/open_store.hpp"

namespace quiver::records {

using base::bad_input;
using base::Error;
using base::Result;

namespace {

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; }

std::string line_place(std::size_t number) { return "line " + std::to_string(number); }

Error at(const std::string& place, const Error& why) { return {why.code, place + ": " + why.sentence}; }

Error not_text(const std::string& place) { return bad_input(place + ": this is not UTF-8"); }

// plain_text() replaces what is not valid UTF-8: text that it leaves as it is, is valid.
bool is_text(const std::string& line) { return base::plain_text(line, line.size()) == line; }

// What can be the first line of a game.
std::optional<Format> format_of(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return std::nullopt;
  if (line[first] == '{') return Format::kJsonl;
  if (line[first] == '[') return Format::kCourseJson;
  if (line == kGameText) return Format::kText;
  const auto words = base::split_words(line);
  if (words && !words->empty() && words->size() <= 2 && from_report(words->front())) return Format::kQuoridor;
  return std::nullopt;
}

bool is_unreadable(const Error& error) { return error.code == Error::Code::kUnreadable; }

// The lines of one game. After the first wrong one no line is stored.
struct GameLines {
  std::vector<std::string> lines;
  std::size_t bytes = 0;
  std::optional<Error> wrong;

  void take(std::string line, std::size_t number) {
    bytes += line.size() + 1;
    if (!wrong && !is_text(line)) wrong = not_text(line_place(number));
    if (!wrong && bytes > LineReader::kLongest)
      wrong = bad_input(line_place(number) + ": this game is longer than any record");
    // The memory of a game that is refused anyway is freed.
    if (wrong)
      lines.clear();
    else
      lines.push_back(std::move(line));
  }
};

// A stream of records of one format. Each function takes one game and returns whether there was one. After an
// error the next game can be taken, unless the stream itself failed.
class Stream {
 public:
  Stream(std::istream& in, const Reading& reading) : lines_(in), reading_(reading) {}

  Result<void> visit_all(const RecordVisitor& visit);

 private:
  using Found = Result<std::optional<FoundRecord>>;
  Result<void> skip_blank();
  Result<Format> format();
  Found next(Format format);
  Found next_line(Format format);
  Found next_text();
  Found next_history();
  // Up to the end or the first line, but for the very first, of which `ends` holds. An error only if the
  // stream cannot be read.
  template <class Ends>
  Result<GameLines> take_game(const Ends& ends);
  // It is skipped.
  void note_broken(const Error& error);
  void report_broken();
  // Fills in what the format does not have.
  Found found(std::string place, Result<wire::Record> record);

  LineReader lines_;
  Reading reading_;
  std::uint32_t count_ = 0;
  std::vector<Error> broken_;  // not reported yet, because no record came before them
};

Result<void> Stream::skip_blank() {
  for (;;) {
    const auto line = lines_.peek();
    if (!line) return line.error();
    if (!*line || !is_blank(**line)) return {};
    (void)lines_.next();
  }
}

Result<Format> Stream::format() {
  if (auto skipped = skip_blank(); !skipped) return skipped.error();
  if (reading_.format != Format::kAny) return reading_.format;
  const auto first = lines_.peek();
  if (!first) return first.error();
  if (!*first) return bad_input("it is empty");
  const auto known = format_of(**first);
  if (!known)
    return bad_input(line_place(lines_.number() + 1) + ": " + base::quoted(**first) +
                     " does not begin a record: neither JSON, nor \"" + std::string(kGameText) +
                     "\", nor a history of Quoridor");
  return *known;
}

Stream::Found Stream::found(std::string place, Result<wire::Record> record) {
  if (!record) return at(place, record.error());
  ++count_;
  if (record->id.empty()) record->id = "game-" + std::to_string(count_);
  if (record->number == 0) record->number = count_;
  return FoundRecord{std::move(place), std::move(*record)};
}

Stream::Found Stream::next_line(Format format) {
  const auto line = lines_.next();
  const std::string place = line_place(lines_.number());
  if (!line) return line.error();
  if (!is_text(**line)) return not_text(place);
  return found(place, format == Format::kJsonl ? wire::parse_record_json(**line)
                                               : read_course_game(**line, reading_.board));
}

template <class Ends>
Result<GameLines> Stream::take_game(const Ends& ends) {
  GameLines game;
  for (bool first = true;; first = false) {
    const std::size_t number = lines_.number() + 1;
    auto line = lines_.peek();
    if (!line && is_unreadable(line.error())) return line.error();
    if (line && (!*line || (!first && ends(**line)))) return game;
    (void)lines_.next();
    if (line)
      game.take(std::move(**line), number);
    else if (!game.wrong)
      game.wrong = line.error();
  }
}

// From its first line to the next game's.
Stream::Found Stream::next_text() {
  const std::size_t before = lines_.number();
  const auto game = take_game([](const std::string& line) { return line == kGameText; });
  if (!game) return game.error();
  if (game->wrong) return *game->wrong;
  auto record = parse_game_text(game->lines);
  if (record) return found("game " + std::to_string(count_ + 1), std::move(record));
  // Its error counts lines from the first line of the game.
  constexpr std::string_view kLine = "line ";
  const std::string& sentence = record.error().sentence;
  // The error of parse_game_text() always begins with "line N:".
  const std::size_t colon = sentence.find(':');
  const auto number = base::parse_number(sentence.substr(kLine.size(), colon - kLine.size()));
  return bad_input(line_place(before + number.value()) + sentence.substr(colon));
}

// Up to a blank line.
Stream::Found Stream::next_history() {
  const std::size_t first = lines_.number() + 1;
  auto game = take_game(is_blank);
  if (!game) return game.error();
  // No game has more moves.
  if (!game->wrong && game->lines.size() > 10'000)
    game->wrong = bad_input(line_place(first + 10'000) + ": no game is that long");
  if (game->wrong) return *game->wrong;
  auto record = read_quoridor_history(game->lines, first);
  if (!record) return record.error();  // it names the line
  return found("game " + std::to_string(count_ + 1), std::move(record));
}

void Stream::note_broken(const Error& error) {
  constexpr std::size_t kMost = 20;  // of a file that has no records at all
  // Errors before the first record are held back: if no record follows, the file is something else.
  if (count_ > 0 || broken_.size() < kMost) broken_.push_back(error);
  if (count_ > 0) report_broken();
}

void Stream::report_broken() {
  for (const Error& one : broken_) reading_.on_broken(one);
  broken_.clear();
}

Stream::Found Stream::next(Format format) {
  if (auto skipped = skip_blank(); !skipped) {
    (void)lines_.next();  // the line that is too long
    return skipped.error();
  }
  const auto ahead = lines_.peek();
  if (!*ahead) return std::optional<FoundRecord>{};
  switch (format) {
    case Format::kText:
      return next_text();
    case Format::kQuoridor:
      return next_history();
    default:
      return next_line(format);
  }
}

Result<void> Stream::visit_all(const RecordVisitor& visit) {
  const auto format = this->format();
  if (!format) return format.error();
  for (;;) {
    const auto one = next(*format);
    // An illegal move is never skipped: it means that the record is wrong, not that a line is broken.
    if (!one && reading_.on_broken && !is_unreadable(one.error()) &&
        one.error().code != Error::Code::kIllegal) {
      note_broken(one.error());
      continue;
    }
    if (!one) return one.error();
    if (!*one) break;
    report_broken();
    if (!visit(**one)) return {};
  }
  if (count_ == 0 && !broken_.empty()) return broken_.front();
  if (count_ == 0) return bad_input("it is empty");
  return {};
}

Result<void> read_event(store::Store& store, const store::Event& event, bool alone, std::size_t& count,
                        const RecordVisitor& visit, bool& enough) {
  return store.games(event.id, [&](const store::Game& game) {
    ++count;
    const std::string place = "game " + std::to_string(game.number) + (alone ? "" : " of " + event.name);
    enough = !visit({place, game.record});
    return !enough;
  });
}

Result<void> read_store(const std::string& path, const Reading& reading, const RecordVisitor& visit) {
  const auto store = store::open_store(path, store::Access::kRead);
  if (!store) return store.error();
  const auto events = (*store)->events();
  if (!events) return events.error();
  bool known = false;
  bool enough = false;
  std::size_t count = 0;
  for (const store::Event& event : *events) {
    if (enough || (reading.event && event.name != *reading.event)) continue;
    known = true;
    const bool alone = reading.event || events->size() == 1;
    if (auto read = read_event(**store, event, alone, count, visit, enough); !read) return read;
  }
  if (reading.event && !known)
    return bad_input(base::quoted(path) + " has no event " + base::quoted(*reading.event));
  if (count == 0) return bad_input(base::quoted(path) + " holds no games yet");
  return {};
}

}  // namespace

std::optional<Format> format_named(const std::string& name) {
  if (name == "jsonl") return Format::kJsonl;
  if (name == "text") return Format::kText;
  if (name == "course-json") return Format::kCourseJson;
  if (name == "quoridor") return Format::kQuoridor;
  return std::nullopt;
}

Result<void> read_record_stream(std::istream& in, const Reading& reading, const RecordVisitor& visit) {
  return Stream(in, reading).visit_all(visit);
}

Result<void> read_records(const std::string& path, const Reading& reading, const RecordVisitor& visit) {
  const bool store =
      reading.format == Format::kStore || (reading.format == Format::kAny && store::is_store(path));
  if (store) return read_store(path, reading, visit);
  if (reading.event) return bad_input(base::quoted(path) + " is no store, so it has no events");
  if (launch::is_held(path)) return bad_input(base::quoted(path) + " is the store that is in use here");
  // A stream does not say why it could not be opened; errno does on this platform.
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{Error::Code::kUnreadable, base::quoted(path) + " cannot be read: " + std::strerror(errno)};
  const auto named = [&path](const Error& error) {
    return Error{error.code,
                 base::quoted(path) + (error.sentence.starts_with("line ") ? ", " : ": ") + error.sentence};
  };
  Reading within = reading;
  if (reading.on_broken) within.on_broken = [&](const Error& error) { reading.on_broken(named(error)); };
  const auto read = read_record_stream(in, within, visit);
  return read ? read : named(read.error());
}

}  // namespace quiver::records
