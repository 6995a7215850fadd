#include "referee/web/http/memory_budget.hpp"

namespace quiver::web {

bool MemoryBudget::take(const net::AddressKey& address, std::size_t bytes) {
  if (bytes == 0) return true;
  const auto found = by_address_.find(address);
  const std::size_t its = found == by_address_.end() ? 0 : found->second;
  // Written so that it cannot overflow.
  if (used_ > total_ || bytes > total_ - used_) return false;
  if (its > 0 && its + bytes > per_address_) return false;
  by_address_[address] = its + bytes;
  used_ += bytes;
  return true;
}

void MemoryBudget::give_back(const net::AddressKey& address, std::size_t bytes) {
  const auto found = by_address_.find(address);
  if (bytes == 0 || found == by_address_.end()) return;
  used_ -= bytes;
  found->second -= bytes;
  if (found->second == 0) by_address_.erase(found);
}

bool MemoryBudget::hold(const net::AddressKey& address, const std::shared_ptr<const std::string>& text) {
  const auto found = texts_.find(text.get());
  // The text itself is the key: the same shared text counts once, whoever holds it.
  if (found != texts_.end()) {
    ++found->second.times;
    return true;
  }
  if (!take(address, text->size())) return false;
  texts_[text.get()] = {1, address};
  return true;
}

void MemoryBudget::release(const std::shared_ptr<const std::string>& text) {
  const auto found = texts_.find(text.get());
  if (found == texts_.end() || --found->second.times > 0) return;
  give_back(found->second.address, text->size());
  texts_.erase(found);
}

MemoryShare::~MemoryShare() {
  budget_->give_back(address_, bytes_);
  if (text_) budget_->release(text_);
}

bool MemoryShare::grow_to(std::size_t bytes) {
  if (bytes <= bytes_) return true;
  if (!budget_->take(address_, bytes - bytes_)) return false;
  bytes_ = bytes;
  return true;
}

bool MemoryShare::hold(const std::shared_ptr<const std::string>& text) {
  if (text_ || !budget_->hold(address_, text)) return false;
  text_ = text;
  return true;
}

}  // namespace quiver::web
