// docs/operate/records.md is held to its word: it has every field and every column, and its examples are what
// it says.
#include <fstream>
#include <sstream>

#include "quiver/v1/record.pb.h"
#include "referee/records/record_files.hpp"
#include "referee/records/verify.hpp"
#include "referee/store/schema.hpp"
#include "tests/unit/store/given_store.hpp"

namespace quiver::tests {

namespace {

std::string page() {
  std::ifstream in(QUIVER_RECORDS_PAGE);
  EXPECT_TRUE(in) << QUIVER_RECORDS_PAGE;
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

// What stands between two words of the page.
std::string between(const std::string& from, const std::string& to) {
  const std::string text = page();
  const std::size_t begin = text.find(from);
  EXPECT_NE(begin, std::string::npos) << from;
  return text.substr(begin, text.find(to, begin + from.size()) - begin);
}

// The block of code that begins with this line.
std::string block(const std::string& first) { return between("```\n" + first, "```\n").substr(4); }

std::vector<records::FoundRecord> records_in(const std::string& text) {
  std::istringstream in(text);
  std::vector<records::FoundRecord> all;
  const auto read = records::read_record_stream(in, {}, [&](const records::FoundRecord& one) {
    all.push_back(one);
    return true;
  });
  EXPECT_TRUE(read) << read.error().sentence;
  return all;
}

void expect_fields(const google::protobuf::Descriptor& message, const std::string& text) {
  for (int k = 0; k < message.field_count(); ++k)
    EXPECT_NE(text.find("`" + message.field(k)->json_name() + "`"), std::string::npos)
        << message.name() << "." << message.field(k)->json_name();
}

using RecordsPage = StoreFolder;

}  // namespace

TEST_F(RecordsPage, HasEveryField) {
  expect_fields(*v1::Record::descriptor(), between("## A record", "Of a seat:"));
  expect_fields(*v1::RecordSeat::descriptor(), between("Of a seat:", "Of a clock:"));
  expect_fields(*v1::Clocks::descriptor(), between("Of a clock:", "Of a move:"));
  expect_fields(*v1::RecordMove::descriptor(), between("Of a move:", "### To replay"));
  expect_fields(*v1::Info::descriptor(), between("Of a move:", "### To replay"));
  for (int k = 1; k < v1::Reason_descriptor()->value_count(); ++k)
    EXPECT_NE(page().find("`" + v1::Reason_descriptor()->value(k)->name() + "`"), std::string::npos) << k;
}

TEST_F(RecordsPage, HasEveryTableAndColumn) {
  open();
  store::Database file = store::Database::open(path(), store::Database::Mode::kReadWrite).value();
  auto columns = file.prepare(
                         "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
                         "WHERE m.type = 'table'")
                     .value();
  int count = 0;
  const auto read = columns.each([&](const store::Statement& row) {
    const std::string line = between("| `" + row.text(0) + "` |", "\n");
    EXPECT_NE(line.find("`" + row.text(1) + "`"), std::string::npos) << row.text(0) << "." << row.text(1);
    return ++count > 0;
  });
  EXPECT_TRUE(read);
  EXPECT_GT(count, 40);
  EXPECT_NE(page().find(" is " + std::to_string(store::kApplicationId) + " "), std::string::npos);
  EXPECT_NE(page().find("now " + std::to_string(store::schema_steps().size()) + "."), std::string::npos);
}

TEST_F(RecordsPage, ShowsGamesThatCanBeRead) {
  const auto text = records_in(block("quiver game 1"));
  ASSERT_EQ(text.size(), 1U);
  const auto judged = records::judge(text[0].record);
  EXPECT_TRUE(judged) << judged.error().sentence;
  const auto history = records_in(block("e8 e2"));
  ASSERT_EQ(history.size(), 1U);
  EXPECT_EQ(history[0].record.moves.size(), 6U);
}

}  // namespace quiver::tests
