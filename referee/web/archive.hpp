// Asks the library on a thread of its own, so that no question, however hard, holds the referee up.
//
// Questions are answered in their order; when too many wait, the next one is turned away at once. Lives on
// the thread of the io_context, where all answers come.
#pragma once

#include <functional>
#include <memory>

#include "referee/web/http.hpp"
#include "referee/web/library.hpp"

namespace quiver::web {

class Archive {
 public:
  static constexpr std::size_t kMostWaiting = 128;

  // Called on the archive's thread.
  using Question = std::function<Response(Library&)>;

  Archive(boost::asio::io_context& io, std::string path);
  // Waits for the question that is being answered; nobody hears of it any more.
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  // False if too many wait already: the answer is not called then.
  bool ask(Question question, Desk::Answer answer);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace quiver::web
