// A folder for stores that goes with the test, and what to put into them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "referee/store/open_store.hpp"
#include "referee/store/sqlite_store.hpp"

namespace quiver::tests {

class StoreFolder : public testing::Test {
 protected:
  StoreFolder() {
    folder_ = testing::TempDir() + "/quiver-store-XXXXXX";
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~StoreFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name = "t.db") const { return folder_ + "/" + name; }
  std::unique_ptr<store::Store> open(store::Access access = store::Access::kWrite) const {
    auto opened = store::open_sqlite_store(path(), access);
    if (!opened) throw std::runtime_error(opened.error().sentence);
    return std::move(*opened);
  }
  // The sentence with which it is not opened, without the folder's name; "" if it is opened.
  [[nodiscard]] std::string refusal(store::Access access, const std::string& name = "t.db") const {
    std::filesystem::current_path(folder_);
    const auto opened = store::open_sqlite_store(name, access);
    return opened ? "" : opened.error().sentence;
  }

  std::string folder_;
};

inline store::Event an_event(const std::string& name = "cup") {
  return {0, name, "tournament", "format = swiss\ngames = 2\n", "2026-01-31T12:00:00Z"};
}

inline store::Entrant an_entrant(std::uint32_t number, const std::string& name) {
  return {number, name, "./" + name + " --depth 3", "1.0", "2026-01-31T12:00:01Z", true};
}

inline store::Game a_game(std::uint32_t number, std::uint32_t pairing = 0,
                          std::vector<std::uint32_t> entrants = {}) {
  store::Game game{number, pairing, number - 1, std::move(entrants), {}};
  wire::Record& record = game.record;
  record.id = "m-" + std::to_string(number);
  record.number = number;
  record.game = "connect4";
  record.board = "rectangle";
  record.rows = 6;
  record.columns = 7;
  record.started = "2026-01-31T12:00:02Z";
  record.seats.resize(2);
  record.seats[0].name = "ann";
  record.seats[0].place = 1;
  record.seats[1].name = "bob";
  record.seats[1].place = 2;
  record.seats[1].reason = wire::Reason::kTimeout;
  record.seats[1].detail = "its clock ran out";
  record.moves.push_back({base::Seat{0}, "d", std::chrono::milliseconds(12), {0.5, 3, "ü"}});
  record.moves.push_back({base::Seat{1}, "x1", std::chrono::milliseconds(0), {}});
  record.winner = base::Seat{0};
  record.end = wire::End::kForfeit;
  record.sentence = "seat 0, ann, won: bob out (TIMEOUT)";
  record.hash = 0x0123456789ABCDEF;
  return game;
}

}  // namespace quiver::tests
