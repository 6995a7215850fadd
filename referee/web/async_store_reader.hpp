// Asks the StoreReader on a thread of its own, so that a slow question does not delay the referee.
//
// Questions are answered in order; when too many wait, the next one is refused at once. Lives on the thread
// of the io_context, which is also where answers are called.
#pragma once

#include <functional>
#include <memory>

#include "referee/web/http/http_server.hpp"
#include "referee/web/store_reader.hpp"

namespace quiver::web {

class AsyncStoreReader {
 public:
  static constexpr std::size_t kMostWaiting = 128;

  // Called on the reader's thread. An exception becomes a 500.
  using Question = std::function<Response(StoreReader&)>;

  // Without a path every question is answered as by an empty store.
  AsyncStoreReader(boost::asio::io_context& io, std::string path);
  // Waits for the question that is being answered. Its answer is not called.
  ~AsyncStoreReader();
  AsyncStoreReader(const AsyncStoreReader&) = delete;
  AsyncStoreReader& operator=(const AsyncStoreReader&) = delete;

  // False if too many wait already: the answer is not called then.
  bool ask(Question question, RequestHandler::Answer answer);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
