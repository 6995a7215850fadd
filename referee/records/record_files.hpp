// Records in files of any kind, one at a time: lines of JSON, text, the course's JSON, the Quoridor report's
// history, or a store. Which one it is, is seen from how it begins.
//
// A file of any size is read in the memory of its largest game. Nothing is judged here but the form; the two
// formats that hold moves alone are an exception, because only the rules make records of them. One thread.
#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

enum class Format { kAny, kJsonl, kText, kCourseJson, kQuoridor, kStore };
// "jsonl", "text", "course-json", "quoridor"; nothing for another word.
std::optional<Format> format_named(const std::string& name);

// What to read, and how to understand it.
struct Reading {
  Format format = Format::kAny;
  games::Options board;              // for the course's JSON, which does not say
  std::optional<std::string> event;  // of a store, only this one
  // Hears of each line or game that is no record, which is then passed over: half a line that a killed
  // program left, say. Without it the first one ends the reading. Moves that cannot be played always do.
  std::function<void(const base::Error&)> on_broken = {};
};

// One game, and where it was found.
struct FoundRecord {
  std::string place;  // for sentences: "line 17", "game 3", "game 3 of cup"
  wire::Record record;
};
// False: enough.
using RecordVisitor = std::function<bool(const FoundRecord&)>;

// An error begins with the file and the place; its code is kIllegal where a move cannot be played. A file
// without a single record is an error too, the first one that would have been heard of.
base::Result<void> read_records(const std::string& path, const Reading& reading, const RecordVisitor& visit);
// The same from a stream, which is no store; the error begins with the place.
base::Result<void> read_record_stream(std::istream& in, const Reading& reading, const RecordVisitor& visit);

}  // namespace quiver::records
