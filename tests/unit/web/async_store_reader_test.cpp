// Questions are answered in order, on another thread, and whoever asked hears of it on their own.
#include "referee/web/async_store_reader.hpp"

#include <future>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace quiver::tests {

using web::AsyncStoreReader;
using web::Response;
using web::StoreReader;

namespace {

web::AsyncStoreReader::Question saying(const std::string& word) {
  return [word](StoreReader&) { return Response{200, "", web::text(word)}; };
}

// Lets handlers run until there are so many answers.
void await(boost::asio::io_context& io, const std::vector<std::string>& answers, std::size_t count) {
  io.restart();
  const auto work = boost::asio::make_work_guard(io);
  while (answers.size() < count) io.run_one();
}

}  // namespace

TEST(AsyncStoreReaders, AnswerInOrderOnTheThreadThatAsked) {
  boost::asio::io_context io;
  AsyncStoreReader store_reader(io, "");
  std::vector<std::string> answers;
  const auto here = std::this_thread::get_id();
  std::thread::id there;
  for (int k = 0; k < 20; ++k) {
    const auto question = [&there, word = std::to_string(k)](StoreReader&) {
      there = std::this_thread::get_id();
      return Response{200, "", web::text(word)};
    };
    ASSERT_TRUE(store_reader.ask(question, [&](const Response& response) {
      EXPECT_EQ(std::this_thread::get_id(), here);
      answers.push_back(*response.body);
    }));
  }
  EXPECT_TRUE(answers.empty());
  await(io, answers, 20);
  for (std::size_t k = 0; k < 20; ++k) EXPECT_EQ(answers[k], std::to_string(k));
  EXPECT_NE(there, here);
}

TEST(AsyncStoreReaders, TurnQuestionsAwayWhenTooManyWait) {
  boost::asio::io_context io;
  AsyncStoreReader store_reader(io, "");
  std::vector<std::string> answers;
  std::promise<void> throttle;
  const auto note = [&](const Response& response) { answers.push_back(*response.body); };
  ASSERT_TRUE(store_reader.ask(
      [opened = throttle.get_future().share()](StoreReader&) {
        opened.wait();
        return Response{200, "", web::text("first")};
      },
      note));
  for (std::size_t k = 1; k < AsyncStoreReader::kMostWaiting; ++k)
    ASSERT_TRUE(store_reader.ask(saying("more"), note));
  EXPECT_FALSE(store_reader.ask(saying("too many"), [](const Response&) { FAIL(); }));
  throttle.set_value();
  await(io, answers, AsyncStoreReader::kMostWaiting);
  EXPECT_TRUE(store_reader.ask(saying("again"), note));
  await(io, answers, AsyncStoreReader::kMostWaiting + 1);
  EXPECT_EQ(answers.back(), "again");
}

TEST(AsyncStoreReaders, AnswerAFaultToo) {
  boost::asio::io_context io;
  AsyncStoreReader store_reader(io, "");
  std::vector<std::string> answers;
  store_reader.ask([](StoreReader&) -> Response { throw std::runtime_error("oh"); },
                   [&](const Response& response) { answers.push_back(std::to_string(response.status)); });
  store_reader.ask(saying("next"), [&](const Response& response) { answers.push_back(*response.body); });
  await(io, answers, 2);
  EXPECT_EQ(answers, (std::vector<std::string>{"500", "next"}));
}

TEST(AsyncStoreReaders, TellNobodyAfterTheirEnd) {
  boost::asio::io_context io;
  {
    AsyncStoreReader store_reader(io, "");
    for (int k = 0; k < 10; ++k) store_reader.ask(saying("late"), [](const Response&) { FAIL(); });
  }
  io.run();
  std::promise<void> begun;
  {
    AsyncStoreReader store_reader(io, "");
    store_reader.ask(
        [&](StoreReader&) {
          begun.set_value();
          return Response{};
        },
        [](const Response&) { FAIL(); });
    begun.get_future().wait();
  }
  io.restart();
  io.run();
}

}  // namespace quiver::tests
