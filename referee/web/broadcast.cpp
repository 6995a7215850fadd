#include "referee/web/broadcast.hpp"

#include <algorithm>
#include <iterator>

namespace quiver::web {

void ListenerList::remove(const Peer* peer) {
  const auto is_it = [peer](const PeerPtr& one) { return one.get() == peer; };
  std::erase_if(informed, is_it);
  std::erase_if(newcomers, is_it);
}

std::vector<PeerPtr> ListenerList::take_newcomers() {
  std::vector<PeerPtr> all = std::move(newcomers);
  newcomers.clear();
  informed.insert(informed.end(), all.begin(), all.end());
  return all;
}

void Broadcast::add(Text message, std::vector<PeerPtr> to, std::uint16_t last) {
  if (!to.empty()) deliveries_.push_back({std::move(message), std::move(to), last});
}

bool Broadcast::send_some() {
  if (deliveries_.empty()) return false;
  Delivery& first = deliveries_.front();
  // Fewer listeners at once for a long message: one piece of work must stay short.
  const std::size_t few = std::clamp<std::size_t>(kBytesAtOnce / (first.message->size() + 1), 1, kAtOnce);
  const std::size_t end = std::min(first.done + few, first.to.size());
  for (; first.done < end; ++first.done) send(*first.to[first.done], first);
  if (first.done == first.to.size()) deliveries_.pop_front();
  return true;
}

void Broadcast::send(Peer& peer, const Delivery& delivery) {
  // Counted before this message is added: a listener that has read everything gets it, however long it is.
  if (peer.waiting() > kMostWaiting) {
    ++dropped_;
    return peer.drop();
  }
  peer.send(delivery.message);
  if (delivery.last != 0) peer.close(delivery.last, "finished");
}

}  // namespace quiver::web
