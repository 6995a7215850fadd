#include "referee/web/async_store_reader.hpp"

#include <exception>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

namespace quiver::web {

class AsyncStoreReader::Impl {
 public:
  Impl(boost::asio::io_context& io, std::string path) : io_(io), reader_(std::move(path)) {}

  boost::asio::io_context& io_;
  StoreReader reader_;  // the thread's own
  boost::asio::thread_pool thread_{1};
  std::size_t waiting_ = 0;
  bool gone_ = false;
};

AsyncStoreReader::AsyncStoreReader(boost::asio::io_context& io, std::string path)
    : impl_(std::make_shared<Impl>(io, std::move(path))) {}

AsyncStoreReader::~AsyncStoreReader() {
  impl_->gone_ = true;
  impl_->thread_.stop();
  impl_->thread_.join();
}

bool AsyncStoreReader::ask(Question question, RequestHandler::Answer answer) {
  if (impl_->waiting_ >= kMostWaiting) return false;
  ++impl_->waiting_;
  // The thread uses the reader, and the destructor waits for the thread. An answer may arrive after that; the
  // weak pointer is expired then.
  boost::asio::post(impl_->thread_, [impl = impl_.get(), keep = std::weak_ptr<Impl>(impl_),
                                     question = std::move(question), answer = std::move(answer)]() mutable {
    Response response;
    try {
      response = question(impl->reader_);
    } catch (const std::exception&) {
      response.status = 500;
    }
    boost::asio::post(impl->io_, [keep = std::move(keep), response = std::move(response),
                                  answer = std::move(answer)]() mutable {
      const auto still = keep.lock();
      if (!still || still->gone_) return;
      --still->waiting_;
      answer(std::move(response));
    });
  });
  return true;
}

}  // namespace quiver::web
