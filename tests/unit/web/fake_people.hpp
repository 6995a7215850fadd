// People of whom everything is written down, and whose games begin when the test says so. One thread.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/people.hpp"

namespace quiver::tests {

class FakePeople final : public run::People {
 public:
  std::string add(const std::string& name) override {
    const std::string key = "person-" + std::to_string(++added_);
    names[key] = name;
    return key;
  }
  void remove(const std::string& key) override {
    names.erase(key);
    present.erase(key);
  }
  void set_present(const std::string& key, bool is) override { present[key] = is; }
  void play(const run::CasualGame& game, Begun begun) override {
    asked.push_back(game);
    waiting.push_back(std::move(begun));
  }
  [[nodiscard]] std::size_t num_bots() const override { return playing_bots; }
  base::Result<void> move(const std::string& key, std::uint32_t ply, const games::Move&) override {
    done.push_back(key + " plays at " + std::to_string(ply));
    return answer;
  }
  base::Result<void> resign(const std::string& key) override {
    done.push_back(key + " resigns");
    return answer;
  }

  [[nodiscard]] base::Result<std::string> moves_before_last(const std::string&) const override {
    return before_last;
  }
  base::Result<void> take_back(const std::string& key) override {
    done.push_back(key + " takes back");
    return answer;
  }

  void hint(const std::string& key, const run::CasualGame& game, Hinted told) override {
    done.push_back(key + " asks for a hint");
    asked.push_back(game);
    hints.push_back(std::move(told));
  }

  // The game that was asked for last has begun.
  void begin(const base::Result<std::string>& id) {
    const Begun begun = std::move(waiting.back());
    waiting.pop_back();
    begun(id);
  }

  std::map<std::string, std::string> names;  // by key
  std::map<std::string, bool> present;
  std::vector<run::CasualGame> asked;
  std::vector<Begun> waiting;
  std::vector<Hinted> hints;
  std::vector<std::string> done;
  std::size_t playing_bots = 0;
  base::Result<void> answer;
  base::Result<std::string> before_last = std::string();

 private:
  int added_ = 0;
};

}  // namespace quiver::tests
