// Places for long bodies: so many at once for strangers, and others for those who have signed in.
//
// So strangers who send slowly keep nobody who has signed in from sending, and each of those has one place,
// however many bodies they begin. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>

namespace quiver::web {

class BodySlots {
 public:
  BodySlots(std::size_t strangers, std::size_t accounts) : strangers_(strangers), accounts_(accounts) {}

  // A place, taken as long as it lives; it may outlive the BodySlots. Null if there is none left.
  using Slot = std::shared_ptr<void>;
  Slot enter(const std::string& account) {
    if (account.empty() ? taken_->strangers >= strangers_
                        : taken_->accounts.size() >= accounts_ || taken_->accounts.contains(account))
      return nullptr;
    return std::make_shared<Taken>(taken_, account);
  }

 private:
  struct State {
    std::size_t strangers = 0;
    std::set<std::string> accounts;
  };
  class Taken {
   public:
    Taken(std::shared_ptr<State> state, const std::string& account)
        : state_(std::move(state)), account_(account) {
      if (account_.empty())
        ++state_->strangers;
      else
        state_->accounts.insert(account_);
    }
    ~Taken() {
      if (account_.empty())
        --state_->strangers;
      else
        state_->accounts.erase(account_);
    }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

   private:
    std::shared_ptr<State> state_;
    std::string account_;
  };

  std::size_t strangers_;
  std::size_t accounts_;
  std::shared_ptr<State> taken_ = std::make_shared<State>();
};

}  // namespace quiver::web
