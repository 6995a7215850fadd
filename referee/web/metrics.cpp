#include "referee/web/metrics.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace quiver::web {

namespace {

constexpr wire::End kEnds[] = {wire::End::kPlayedOut, wire::End::kForfeit, wire::End::kVoid};

void head(std::ostream& out, const char* name, const char* type, const char* help) {
  out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
}

template <class Value>
void one(std::ostream& out, const char* name, const char* type, const char* help, const Value& value) {
  head(out, name, type, help);
  out << name << ' ' << value << '\n';
}

// 0 for what has not been counted yet.
template <class Map, class Key>
std::uint64_t at(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? 0 : found->second;
}

void write_now(std::ostream& out, const Metrics::Now& now) {
  one(out, "quiver_matches", "gauge", "Matches in progress.", now.matches);
  one(out, "quiver_connections", "gauge", "Bots and administrators that are connected.", now.connections);
  one(out, "quiver_web_connections", "gauge", "Open connections to the web page.", now.web_connections);
  one(out, "quiver_spectators", "gauge", "Pages that watch the lobby or a game.", now.spectators);
  one(out, "quiver_spectators_dropped_total", "counter", "Pages that did not read and were dropped.",
      now.spectators_dropped);
  one(out, "quiver_visitor_tables", "gauge", "Games that visitors of the web page have asked for.", now.tables);
  head(out, "quiver_queue_bytes", "gauge", "Bytes that wait to be read by peers.");
  out << "quiver_queue_bytes{peers=\"bots\"} " << now.bot_queue_bytes << '\n'
      << "quiver_queue_bytes{peers=\"spectators\"} " << now.spectator_queue_bytes << '\n';
  one(out, "quiver_store_waiting", "gauge", "Changes that are not committed yet.", now.store_waiting);
  one(out, "quiver_store_lag_seconds", "gauge", "How old the oldest of them is.",
      std::chrono::duration<double>(now.store_lag).count());
}

}  // namespace

void Metrics::observe(net::MatchObservers& matches, net::ServerObservers& server) {
  matches.add(*this);
  server.add(*this);
}

void Metrics::stop_observing(net::MatchObservers& matches, net::ServerObservers& server) {
  matches.remove(*this);
  server.remove(*this);
}

void Metrics::on_message(const net::MatchSession&, const match::Message& message) {
  if (std::holds_alternative<wire::Moved>(message)) count_move();
  if (const auto* out = std::get_if<wire::Eliminated>(&message)) count_verdict(out->reason);
}

void Metrics::count_latency(base::Duration latency) {
  const double seconds = std::chrono::duration<double>(latency).count();
  // lower_bound: a bucket's upper end belongs to it, as Prometheus' "le" says.
  const auto bucket = std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds);
  ++latencies_[static_cast<std::size_t>(bucket - kBuckets.begin())];
  latency_sum_ += seconds;
}

std::string Metrics::text(const Now& now, const std::string& version) const {
  std::ostringstream out;
  head(out, "quiver_build_info", "gauge", "Which Quiver this is; always 1.");
  out << "quiver_build_info{version=\"" << version << "\"} 1\n";
  one(out, "quiver_matches_begun_total", "counter", "Matches that began.", begun_);
  head(out, "quiver_matches_ended_total", "counter", "Matches that ended, by how.");
  for (const wire::End end : kEnds)
    out << "quiver_matches_ended_total{end=\"" << wire::end_name(end) << "\"} " << at(ended_, end) << '\n';
  one(out, "quiver_moves_total", "counter", "Moves that were played.", moves_);
  head(out, "quiver_verdicts_total", "counter", "Seats that were eliminated, by reason.");
  for (int reason = 1; reason <= static_cast<int>(wire::Reason::kBlocked); ++reason) {
    const auto why = static_cast<wire::Reason>(reason);
    out << "quiver_verdicts_total{reason=\"" << wire::reason_name(why) << "\"} " << at(verdicts_, why)
        << '\n';
  }
  const char* const latency = "quiver_move_latency_seconds";
  head(out, latency, "histogram", "From a move's arrival at this machine until the next seat was asked.");
  // Prometheus' buckets are cumulative.
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < latencies_.size(); ++k) {
    sum += latencies_[k];
    out << latency << "_bucket{le=\"";
    if (k < kBuckets.size())
      out << kBuckets[k];
    else
      out << "+Inf";
    out << "\"} " << sum << '\n';
  }
  // With all digits: a rate is the difference of two of these.
  out << latency << "_sum " << std::setprecision(17) << latency_sum_ << std::setprecision(6) << '\n'
      << latency << "_count " << sum << '\n';
  head(out, "quiver_http_requests_total", "counter", "Answers of the web page, by the kind of status.");
  for (const auto& [kind, count] : requests_)
    out << "quiver_http_requests_total{status=\"" << kind << "xx\"} " << count << '\n';
  write_now(out, now);
  return out.str();
}

}  // namespace quiver::web
