// Any bytes as a file of records, in every format; what is a record is judged, written and read again.
#include <sstream>
#include <vector>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/codec.hpp"
#include "referee/records/foreign_games.hpp"
#include "referee/records/game_text.hpp"
#include "referee/records/record_files.hpp"
#include "referee/records/verify.hpp"
#include "tests/fuzz/play.hpp"

namespace quiver::tests {

namespace {

std::vector<wire::Record> records_in(const std::string& text, records::Format format) {
  std::istringstream in(text);
  records::Reading reading;
  reading.format = format;
  std::vector<wire::Record> all;
  const auto read = records::read_record_stream(in, reading, [&](const records::FoundRecord& found) {
    require(!found.place.empty());
    all.push_back(found.record);
    return all.size() < 8;
  });
  require(read || !read.error().sentence.empty());
  return all;
}

// Graphs of a million cells are for other tests.
bool small(const wire::Record& record) {
  return record.rows <= 32 && record.columns <= 32 &&
         (!record.options.map || record.options.map->cells.size() <= 1024);
}

void try_record(const wire::Record& record) {
  const auto again = wire::parse_record_json(wire::record_json(record));
  require(again.has_value());
  if (!small(record)) return;
  const auto judged = records::judge(record);
  require(judged || !judged.error().sentence.empty());
  const auto course = records::course_game(record);
  require(course || !course.error().sentence.empty());
  if (!judged) return;
  // What is as recorded stays so.
  require(records::judge(*again).has_value());
  for (const auto& seat : record.seats)
    if (!base::is_name(seat.name)) return;
  const auto read = records_in(records::game_text(record), records::Format::kText);
  require(read.size() == 1 && records::judge(read[0]).has_value());
}

void run(Bytes bytes) {
  using records::Format;
  const std::string text(bytes.rest());
  for (const Format format :
       {Format::kAny, Format::kJsonl, Format::kText, Format::kCourseJson, Format::kQuoridor})
    for (const wire::Record& record : records_in(text, format)) try_record(record);
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
