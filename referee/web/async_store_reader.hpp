// Asks the reader on a thread of its own, so that no question, however hard, holds the referee up.
//
// Questions are answered in their order; when too many wait, the next one is turned away at once. Lives on
// the thread of the io_context, where all answers come.
#pragma once

#include <functional>
#include <memory>

#include "referee/web/http/http_server.hpp"
#include "referee/web/store_reader.hpp"

namespace quiver::web {

class AsyncStoreReader {
 public:
  static constexpr std::size_t kMostWaiting = 128;

  // Called on the store_reader's thread.
  using Question = std::function<Response(StoreReader&)>;

  AsyncStoreReader(boost::asio::io_context& io, std::string path);
  // Waits for the question that is being answered; nobody hears of it any more.
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
