#include "referee/teams/build/build_log.hpp"

namespace quiver::teams {

void BuildLog::add(std::string_view line) {
  const std::size_t size = line.size() + kPerLine;
  if (last_.empty() && printed_ + size <= kFirst) {
    printed_ += size;
    return print_(line);
  }
  last_.emplace_back(line);
  waiting_ += size;
  for (; waiting_ > kLast && last_.size() > 1; ++left_out_) {
    waiting_ -= last_.front().size() + kPerLine;
    last_.pop_front();
  }
}

void BuildLog::finish() {
  if (left_out_ > 0) print_("… " + std::to_string(left_out_) + " lines are left out");
  for (const std::string& line : last_) print_(line);
  last_.clear();
  waiting_ = left_out_ = 0;
}

}  // namespace quiver::teams
