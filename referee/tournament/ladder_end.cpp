// The end of a ladder's season.
#include <utility>

#include "referee/tournament/ladder.hpp"

namespace quiver::tournament {

namespace {

// Looking costs a rating computation: it takes one part in so many of all time.
constexpr base::Duration kBetweenLooks = std::chrono::milliseconds(500);
constexpr int kShareOfLooks = 50;

}  // namespace

bool Ladder::has_ended() {
  if (ended_ || !rules_.end.is_closed()) return ended_;
  if (!std::exchange(closed_, true)) observer_.on_news("the time is over: nobody new is admitted any more");
  if (rules_.end.expects_more && rules_.end.expects_more()) return false;
  if (rules_.end.settle && !is_settled_now()) return false;
  ended_ = true;
  if (challenges_ != nullptr) challenges_->stop();
  observer_.on_news(rules_.end.settle ? "all ratings are settled: the season is over" : "the season is over");
  return true;
}

bool Ladder::is_settled_now() {
  const base::Time now = clock_();
  if (settled_games_ == board_.games() || now < settled_next_) return settled_;
  settled_games_ = board_.games();
  settled_ = is_settled(board_.standings(), *rules_.end.settle);
  settled_next_ = now + std::max(kBetweenLooks, kShareOfLooks * (clock_() - now));
  return settled_;
}

void Ladder::turn_away(const std::string& name) {
  if (turned_away_.insert(name).second)
    observer_.on_news(name + " is not admitted: it came after the time was over");
}

}  // namespace quiver::tournament
