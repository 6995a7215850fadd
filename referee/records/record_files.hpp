// Records in files of any kind, one at a time: lines of JSON, text, the course's JSON, the Quoridor report's
// history, or a store. The format is recognized by the beginning of the file.
//
// Reading a file takes as much memory as its largest game. Only the form is checked here, not the moves;
// except in the two formats that contain only moves, from which the rules make records. One thread.
#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/wire/messages.hpp"

namespace quiver::records {

// kAny: recognized by the beginning of the file.
enum class Format { kAny, kJsonl, kText, kCourseJson, kQuoridor, kStore };
// "jsonl", "text", "course-json", "quoridor"; none for any other word.
std::optional<Format> format_named(const std::string& name);

// What to read, and how to understand it.
struct Reading {
  Format format = Format::kAny;
  games::Options board;              // for the course's JSON, which does not contain it
  std::optional<std::string> event;  // of a store, only this one
  // Called with each line or game that is not a record, which is then skipped: for example half a line that a
  // killed program left. Without it the first one ends the reading. Illegal moves always end it.
  std::function<void(const base::Error&)> on_broken = {};
};

// One game, and where it was found.
struct FoundRecord {
  std::string place;  // for sentences: "line 17", "game 3", "game 3 of cup"
  wire::Record record;
};
// Called with each game; false ends the reading.
using RecordVisitor = std::function<bool(const FoundRecord&)>;

// An error begins with the file and the place; its code is kIllegal if a move is illegal. A file without
// any record is an error too: the first that was found in it.
base::Result<void> read_records(const std::string& path, const Reading& reading, const RecordVisitor& visit);
// The same from a stream, which is no store; the error begins with the place.
base::Result<void> read_record_stream(std::istream& in, const Reading& reading, const RecordVisitor& visit);

}  // namespace quiver::records
