// Reads one request after the other from a visitor: a part of beast_server.cpp, for that file alone.
//
// The end of a header is looked for before anything parses it, so that its bytes, its fields and its time are
// bounded whatever the reader's parser does with pieces. Beast then reads the header as a whole, and decides
// how long the body is. What follows a request waits for the next one, in a buffer no larger than a header.
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include <boost/beast/http.hpp>

#include "referee/web/http/beast_stream.hpp"
#include "referee/web/http/chunked_body.hpp"
#include "referee/web/http/http_server.hpp"
#include "referee/web/http/memory_budget.hpp"

namespace quiver::web {

using RawRequest = http::request<http::empty_body>;

// A header that was read, and what it says of the body.
struct RequestHead {
  RawRequest raw;
  std::optional<std::uint64_t> length;
  bool chunked = false;
};

class RequestReader {
 public:
  static constexpr unsigned kNobodyThere = 1;
  // Of a body, before others on this thread are served.
  static constexpr std::size_t kMostInARow = 256U << 10U;

  RequestReader(VisitorStream& stream, const HttpServer::Limits& limits) : stream_(stream), limits_(limits) {}

  // 0, the status to refuse it with, or kNobodyThere if the client is gone.
  asio::awaitable<unsigned> read_head(RequestHead& head);
  asio::awaitable<unsigned> read_body(const RequestHead& head, std::size_t most, base::Duration time,
                                      MemoryShare& memory, std::string& body);
  // More was received after the last request.
  [[nodiscard]] bool has_more() const { return !input_.empty(); }

 private:
  // The length of the header, or 0 until its end has been received.
  [[nodiscard]] std::size_t head_size() const;
  asio::awaitable<unsigned> read_more(base::Time deadline);
  asio::awaitable<unsigned> read_chunks(std::size_t most, base::Time deadline, MemoryShare& memory,
                                        std::string& body);
  asio::awaitable<unsigned> read_exactly(std::uint64_t size, base::Time deadline, MemoryShare& memory,
                                         std::string& body);
  unsigned parse(std::string_view text, RequestHead& head) const;

  VisitorStream& stream_;
  const HttpServer::Limits& limits_;
  std::string input_;  // received and not used yet
  bool first_ = true;
};

inline std::size_t RequestReader::head_size() const {
  const std::size_t end = input_.find("\r\n\r\n");
  return end == std::string::npos ? 0 : end + 4;
}

// One byte more than a header may have is read, so that a header over the limit shows.
inline asio::awaitable<unsigned> RequestReader::read_more(base::Time deadline) {
  const std::size_t room = limits_.header + 1 - std::min(limits_.header, input_.size());
  const auto read = co_await stream_.read_some(input_, room, deadline);
  if (read == VisitorStream::Read::kSome) co_return 0;
  co_return read == VisitorStream::Read::kLate ? 408 : kNobodyThere;
}

inline asio::awaitable<unsigned> RequestReader::read_head(RequestHead& head) {
  const base::Time began = std::chrono::steady_clock::now();
  if (!std::exchange(first_, false) && input_.empty()) {
    // Between two requests; nobody waits for an answer.
    if (co_await read_more(began + limits_.to_rest) != 0) co_return kNobodyThere;
  }
  const base::Time deadline = std::chrono::steady_clock::now() + limits_.to_ask;
  while (head_size() == 0) {
    // Anything but a method, a TLS handshake for example, is refused at its first byte.
    if (!input_.empty() && std::isalpha(static_cast<unsigned char>(input_.front())) == 0) co_return 400;
    if (input_.size() >= limits_.header) co_return 431;
    const bool nothing_yet = input_.empty();
    const unsigned fault = co_await read_more(deadline);
    if (fault != 0) co_return nothing_yet ? kNobodyThere : fault;
  }
  const std::size_t size = head_size();
  if (size > limits_.header) co_return 431;
  const unsigned fault = parse(std::string_view(input_).substr(0, size), head);
  input_.erase(0, size);
  co_return fault;
}

inline unsigned RequestReader::parse(std::string_view text, RequestHead& head) const {
  // Counted by hand: Beast has no limit on the number of fields.
  std::size_t lines = 0;
  for (std::size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", at + 2))
    ++lines;
  if (lines > limits_.fields + 2) return 431;  // the first line and the empty one
  http::request_parser<http::empty_body> parser;
  parser.header_limit(static_cast<std::uint32_t>(limits_.header));
  parser.body_limit(boost::none);  // until it is known which limit applies
  error_code error;
  parser.put(asio::buffer(text.data(), text.size()), error);
  if (error == http::error::header_limit) return 431;
  if (error || !parser.is_header_done()) return 400;
  // Request smuggling: of two fields that differ, a proxy may believe one and this server the other.
  for (const http::field once : {http::field::host, http::field::origin, http::field::content_type,
                                 http::field::sec_websocket_key, http::field::sec_websocket_version})
    if (parser.get().count(once) > 1) return 400;
  head.chunked = parser.chunked();
  if (const auto length = parser.content_length()) head.length = *length;
  head.raw = parser.release();
  return 0;
}

inline asio::awaitable<unsigned> RequestReader::read_body(const RequestHead& head, std::size_t most,
                                                          base::Duration time, MemoryShare& memory,
                                                          std::string& body) {
  const base::Time deadline = std::chrono::steady_clock::now() + time;
  const std::uint64_t size = head.length.value_or(0);
  if (size > most) co_return 413;
  if (!head.chunked && size == 0) co_return 0;
  if (beast::iequals(head.raw[http::field::expect], "100-continue")) {
    http::response<http::empty_body> go_on{http::status::continue_, 11};
    stream_.close_at(deadline);
    co_await http::async_write(stream_, go_on, kTuple);
    stream_.stop_clock();
  }
  if (head.chunked) co_return co_await read_chunks(most, deadline, memory, body);
  co_return co_await read_exactly(size, deadline, memory, body);
}

inline asio::awaitable<unsigned> RequestReader::read_exactly(std::uint64_t size, base::Time deadline,
                                                             MemoryShare& memory, std::string& body) {
  // What came with the header is the beginning of the body.
  body = input_.substr(0, size);
  input_.erase(0, body.size());
  std::size_t in_a_row = 0;
  while (body.size() < size) {
    const std::size_t before = body.size();
    const auto read = co_await stream_.read_some(body, size - before, deadline);
    if (read != VisitorStream::Read::kSome) co_return read == VisitorStream::Read::kLate ? 408 : kNobodyThere;
    if (!memory.grow_to(body.size())) co_return 503;
    // Reading does not wait while there is more: the matches on this thread must not wait for a long body.
    in_a_row += body.size() - before;
    if (in_a_row < kMostInARow) continue;
    in_a_row = 0;
    co_await asio::post(stream_.get_executor(), asio::use_awaitable);
  }
  co_return 0;
}

inline asio::awaitable<unsigned> RequestReader::read_chunks(std::size_t most, base::Time deadline,
                                                            MemoryShare& memory, std::string& body) {
  ChunkedBody chunks(most);
  while (true) {
    const auto state = chunks.take(input_, body);
    if (state == ChunkedBody::State::kMalformed) co_return 400;
    if (state == ChunkedBody::State::kTooLarge) co_return 413;
    if (!memory.grow_to(body.size())) co_return 503;
    if (state == ChunkedBody::State::kDone) co_return 0;
    if (const unsigned fault = co_await read_more(deadline); fault != 0) co_return fault;
  }
}

}  // namespace quiver::web
