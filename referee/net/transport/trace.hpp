// A file with every frame that the referee sends and reads, decoded: --trace.
//
// Frames are copied, and a second thread writes them, because to write a large board as JSON takes seconds.
// Lines are in the order of the calls. A trace never affects a game: if the file cannot be written, or the
// writer falls too far behind, the trace ends with one warning. All calls come on one thread, and so does the
// warning.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/trace_json.hpp"

namespace quiver::net {

class Trace {
 public:
  using Warn = std::function<void(const std::string& sentence)>;
  // Appends to the file, or creates it, readable by its owner only.
  static base::Result<std::unique_ptr<Trace>> open(const std::string& path, Warn warn);
  // Returns when everything has been written.
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  // Whole payloads. `error` says why a frame was not accepted.
  void received(std::uint64_t connection, std::string_view payload, std::optional<base::Time> arrived,
                const std::string& error);
  // A frame that announced too many bytes; its payload is not read.
  void refused(std::uint64_t connection, std::uint32_t announced, const std::string& error);
  void sent(std::uint64_t connection, std::string_view payload);
  void closed(std::uint64_t connection);

 private:
  struct Closed {
    std::uint32_t connection = 0;
    base::Duration since{0};
  };
  using Entry = std::variant<wire::TracedFrame, Closed>;

  Trace(std::string path, int file, Warn warn);
  [[nodiscard]] wire::TracedFrame frame(wire::TracedFrame::Way way, std::uint64_t connection,
                                        std::string_view payload) const;
  // Queues an entry. Blocks while too many bytes wait, at most ten seconds; then the trace ends.
  void add(Entry entry, std::size_t bytes);
  // Reports the failure, if there is one, on the caller's thread.
  void warn_once();
  // The other thread.
  void write_all();
  bool write_line(std::string line);

  std::string path_;
  int file_;
  Warn warn_;
  base::Time began_;
  bool warned_ = false;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Entry> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::string failure_;  // the trace has ended
  bool stopping_ = false;

  wire::TraceJson json_;  // the other thread's
  std::thread writer_;
};

}  // namespace quiver::net
