// Map files: what they may look like, and the sentence for everything else.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "client_sdk/graph/layout.hpp"

namespace quiver::tests {

using base::Error;
using graph::parse_map;

namespace {

std::string sentence_of(std::string_view text) {
  const auto layout = parse_map(text);
  return layout ? "it was accepted" : layout.error().sentence;
}

// A file in the temporary folder that goes away with this object.
class WrittenFile {
 public:
  explicit WrittenFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("quiver_map_" + std::to_string(::getpid()) + ".map")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~WrittenFile() { std::filesystem::remove(path_); }
  WrittenFile(const WrittenFile&) = delete;
  WrittenFile& operator=(const WrittenFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST(Maps, B16_HaveOneCharacterACell) {
  const auto map = parse_map("0.#\n#.1\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->rows, 2U);
  EXPECT_EQ(map->columns, 3U);
  EXPECT_EQ(map->cells, "0.##.1");
  EXPECT_EQ(map->at(1, 2), '1');
  EXPECT_TRUE(map->playable(base::Vertex{0}));
  EXPECT_FALSE(map->playable(base::Vertex{2}));
}

TEST(Maps, B16_RefuseAnyOtherCharacter) {
  const std::string allowed = "; only '.', '#' and the digits 0 to 3 are allowed";
  EXPECT_EQ(sentence_of("..\n.4\n"), "line 2 of the map has '4'" + allowed);
  EXPECT_EQ(sentence_of(".X\n"), "line 1 of the map has 'X'" + allowed);
  EXPECT_EQ(sentence_of(". \n"), "line 1 of the map has a space" + allowed);
  EXPECT_EQ(sentence_of("..\n.\t\n"), "line 2 of the map has a tab" + allowed);
  EXPECT_EQ(sentence_of(std::string_view(".\0\n", 3)), "line 1 of the map has byte 0x00" + allowed);
  EXPECT_EQ(sentence_of("\xEF\xBB\xBF..\n"), "line 1 of the map has byte 0xef" + allowed);
  EXPECT_EQ(sentence_of(".\x7f\n"), "line 1 of the map has byte 0x7f" + allowed);
}

TEST(Maps, B17_HaveLinesOfEqualLength) {
  EXPECT_EQ(sentence_of("...\n..\n"), "line 2 of the map has 2 cells, the lines above have 3");
  EXPECT_EQ(sentence_of("..\n..\n...\n"), "line 3 of the map has 3 cells, the lines above have 2");
}

TEST(Maps, B18_EndTheirLinesInLfOrCrlf) {
  for (const char* text : {"0.\n.1\n", "0.\r\n.1\r\n", "0.\n.1\r\n", "0.\r\n.1\n"}) {
    const auto map = parse_map(text);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->cells, "0..1");
  }
}

TEST(Maps, B18_MayLackTheLastLineEnd) {
  EXPECT_EQ(parse_map("0.\n.1").value().cells, "0..1");
  EXPECT_EQ(parse_map("0.\r\n.1").value().cells, "0..1");
  EXPECT_EQ(parse_map(".").value().rows, 1U);
}

TEST(Maps, B18_DoNotEndTheirLinesInCrAlone) {
  const std::string allowed = "; only '.', '#' and the digits 0 to 3 are allowed";
  EXPECT_EQ(sentence_of("..\r..\r"), "line 1 of the map has byte 0x0d" + allowed);
  EXPECT_EQ(sentence_of("..\n..\r"), "line 2 of the map has 3 cells, the lines above have 2");
  EXPECT_EQ(sentence_of("..\r\r\n"), "line 1 of the map has byte 0x0d" + allowed);
}

TEST(Maps, B18_HaveNoBlankLine) {
  EXPECT_EQ(sentence_of("..\n\n..\n"), "line 2 of the map is blank");
  EXPECT_EQ(sentence_of("\n..\n"), "line 1 of the map is blank");
  EXPECT_EQ(sentence_of("..\n\n"), "line 2 of the map is blank");
  EXPECT_EQ(sentence_of("..\r\n\r\n"), "line 2 of the map is blank");
  EXPECT_EQ(sentence_of("\n"), "line 1 of the map is blank");
  EXPECT_EQ(sentence_of(""), "the map is empty");
}

TEST(Maps, B19_HaveTheDigitsOfTwoOrFourSeats) {
  EXPECT_EQ(parse_map("...\n").value().seats(), 0U);
  EXPECT_EQ(parse_map("0.1\n").value().seats(), 2U);
  EXPECT_EQ(parse_map("0011\n").value().seats(), 2U);
  EXPECT_EQ(parse_map("0123\n").value().seats(), 4U);
  EXPECT_EQ(parse_map("3210\n").value().seats(), 4U);
  const std::string exactly = "the map's digits must be exactly 0 and 1, or 0, 1, 2 and 3; ";
  EXPECT_EQ(sentence_of("0..\n"), exactly + "1 is missing");
  EXPECT_EQ(sentence_of("1..\n"), exactly + "0 is missing");
  EXPECT_EQ(sentence_of("012\n"), exactly + "3 is missing");
  EXPECT_EQ(sentence_of("013\n"), exactly + "2 is missing");
  EXPECT_EQ(sentence_of("..3\n"), exactly + "0 is missing");
}

TEST(Maps, B8_HaveAtMost1024CellsALineAndLines) {
  const std::string longest(1024, '.');
  EXPECT_EQ(parse_map(longest + "\n").value().columns, 1024U);
  EXPECT_EQ(sentence_of(longest + ".\n"), "line 1 of the map has 1025 cells; at most 1024 are allowed");
  std::string high;
  for (int line = 0; line < 1024; ++line) high += ".\n";
  EXPECT_EQ(parse_map(high).value().rows, 1024U);
  EXPECT_EQ(sentence_of(high + ".\n"), "the map has more than 1024 lines");
}

TEST(MapFiles, AreReadFromTheirPath) {
  const WrittenFile file("0.#\r\n#.1\r\n");
  const auto map = graph::read_map(file.path());
  ASSERT_TRUE(map);
  EXPECT_EQ(map->cells, "0.##.1");
}

TEST(MapFiles, NameTheirPathInTheSentence) {
  const WrittenFile file("..\n.\n");
  const auto map = graph::read_map(file.path());
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, Error::Code::kBadInput);
  EXPECT_EQ(map.error().sentence,
            '"' + file.path() + "\": line 2 of the map has 1 cells, the lines above have 2");
}

TEST(MapFiles, ThatAreNotThereOrAreFoldersCannotBeRead) {
  const std::string folder = std::filesystem::temp_directory_path().string();
  for (const std::string& path : {std::string("/nowhere/at/all.map"), std::string(), folder}) {
    const auto map = graph::read_map(path);
    ASSERT_FALSE(map) << path;
    EXPECT_EQ(map.error().code, Error::Code::kUnreadable);
    EXPECT_EQ(map.error().sentence, "the map file \"" + path + "\" cannot be read");
  }
}

TEST(MapFiles, B8_OfTheLargestBoardAreReadAndLargerOnesAreNot) {
  std::string largest;
  for (int line = 0; line < 1024; ++line) largest += std::string(1024, '.') + "\r\n";
  {
    const WrittenFile file(largest);
    const auto map = graph::read_map(file.path());
    ASSERT_TRUE(map);
    EXPECT_EQ(map->rows, 1024U);
    EXPECT_EQ(map->columns, 1024U);
  }
  const WrittenFile file(largest + "..");
  const auto map = graph::read_map(file.path());
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().sentence,
            "the map file \"" + file.path() + "\" is larger than any board of 1024 a side");
}

TEST(MapFiles, ThatAreEmptySaySo) {
  const WrittenFile file("");
  EXPECT_EQ(graph::read_map(file.path()).error().sentence, '"' + file.path() + "\": the map is empty");
}

}  // namespace quiver::tests
