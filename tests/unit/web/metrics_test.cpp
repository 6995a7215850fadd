// The numbers are in Prometheus' text format: each has its help and its type, and histograms add up.
#include "referee/web/metrics.hpp"

#include <regex>
#include <sstream>

#include <gtest/gtest.h>

namespace quiver::tests {

using web::Metrics;

namespace {

struct Exposition {
  std::map<std::string, std::string> types;             // by the name of the family
  std::map<std::string, double> samples;                // by name and labels
  std::vector<std::pair<std::string, double>> buckets;  // of the one histogram, in order
};

std::string family_of(const std::string& name, const Exposition& known) {
  for (const char* ending : {"_bucket", "_sum", "_count"}) {
    if (!name.ends_with(ending)) continue;
    const std::string family = name.substr(0, name.size() - std::string(ending).size());
    const auto found = known.types.find(family);
    if (found != known.types.end() && found->second == "histogram") return family;
  }
  return name;
}

void read_sample(const std::string& line, Exposition& out) {
  static const std::regex kSample(
      R"re(([a-z_]+)(\{[a-z]+="([^"\\]|\\[\\"n])*"\})? (-?[0-9.]+(e[-+]?[0-9]+)?))re");
  std::smatch match;
  ASSERT_TRUE(std::regex_match(line, match, kSample)) << line;
  ASSERT_TRUE(out.types.contains(family_of(match[1], out))) << line << " came without its type";
  const std::string key = match[1].str() + match[2].str();
  ASSERT_TRUE(out.samples.emplace(key, std::stod(match[4])).second) << key << " comes twice";
  if (match[1].str().ends_with("_bucket")) out.buckets.emplace_back(match[2], std::stod(match[4]));
}

Exposition read(const std::string& text) {
  Exposition out;
  EXPECT_TRUE(text.ends_with('\n'));
  std::istringstream lines(text);
  std::string line;
  std::string helped;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string mark, kind, name, rest;
    words >> mark >> kind >> name >> rest;
    if (mark != "#") {
      read_sample(line, out);
    } else if (kind == "HELP") {
      EXPECT_FALSE(rest.empty()) << line;
      helped = name;
    } else {
      EXPECT_EQ(kind, "TYPE") << line;
      EXPECT_EQ(name, helped) << "the help comes before";
      EXPECT_TRUE(rest == "counter" || rest == "gauge" || rest == "histogram") << line;
      EXPECT_EQ(rest == "counter", name.ends_with("_total")) << line;
      EXPECT_TRUE(out.types.emplace(name, rest).second) << name << " comes twice";
    }
  }
  return out;
}

}  // namespace

TEST(MetricsText, IsWellFormedBeforeAnythingHappens) {
  const Exposition found = read(Metrics{}.text({}, "1.2.3"));
  EXPECT_EQ(found.samples.at("quiver_build_info{version=\"1.2.3\"}"), 1);
  EXPECT_EQ(found.samples.at("quiver_matches_begun_total"), 0);
  EXPECT_EQ(found.samples.at("quiver_verdicts_total{reason=\"TIMEOUT\"}"), 0);
  EXPECT_EQ(found.samples.at("quiver_move_latency_seconds_count"), 0);
}

TEST(MetricsText, HasWhatWasCounted) {
  Metrics metrics;
  for (int k = 0; k < 3; ++k) metrics.count_begun();
  metrics.count_ended(wire::End::kForfeit);
  metrics.count_ended(wire::End::kVoid);
  for (int k = 0; k < 7; ++k) metrics.count_move();
  metrics.count_verdict(wire::Reason::kTimeout);
  metrics.count_verdict(wire::Reason::kBlocked);
  for (const unsigned status : {200U, 304U, 404U, 404U, 503U}) metrics.count_request(status);
  Metrics::Now now;
  now.matches = 1;
  now.spectators = 1'000'000;
  now.spectator_queue_bytes = 123'456'789;
  now.spectators_dropped = 4;
  now.store_lag = std::chrono::milliseconds(1500);
  const auto samples = read(metrics.text(now, "1")).samples;
  EXPECT_EQ(samples.at("quiver_matches_begun_total"), 3);
  EXPECT_EQ(samples.at("quiver_matches_ended_total{end=\"FORFEIT\"}"), 1);
  EXPECT_EQ(samples.at("quiver_matches_ended_total{end=\"VOID\"}"), 1);
  EXPECT_EQ(samples.at("quiver_matches_ended_total{end=\"PLAYED_OUT\"}"), 0);
  EXPECT_EQ(samples.at("quiver_moves_total"), 7);
  EXPECT_EQ(samples.at("quiver_verdicts_total{reason=\"TIMEOUT\"}"), 1);
  EXPECT_EQ(samples.at("quiver_verdicts_total{reason=\"BLOCKED\"}"), 1);
  EXPECT_EQ(samples.at("quiver_http_requests_total{status=\"2xx\"}"), 1);
  EXPECT_EQ(samples.at("quiver_http_requests_total{status=\"4xx\"}"), 2);
  EXPECT_EQ(samples.at("quiver_matches"), 1);
  EXPECT_EQ(samples.at("quiver_spectators"), 1'000'000);
  EXPECT_EQ(samples.at("quiver_spectators_dropped_total"), 4);
  EXPECT_EQ(samples.at("quiver_queue_bytes{peers=\"spectators\"}"), 123'456'789);
  EXPECT_DOUBLE_EQ(samples.at("quiver_store_lag_seconds"), 1.5);
}

TEST(MetricsText, HasAHistogramThatAddsUp) {
  using std::chrono::microseconds;
  Metrics metrics;
  // One at the very end of its bucket, which belongs to it, and one in the last bucket.
  for (const int us : {1, 50, 51, 400, 5'000, 60'000, 9'000'000}) metrics.count_latency(microseconds(us));
  const Exposition found = read(metrics.text({}, "1"));
  double before = 0;
  double end_before = 0;
  for (const auto& [label, count] : found.buckets) {
    EXPECT_GE(count, before) << label;
    before = count;
    const std::string end = label.substr(5, label.size() - 7);
    if (end == "+Inf") continue;
    EXPECT_GT(std::stod(end), end_before);
    end_before = std::stod(end);
  }
  EXPECT_EQ(found.buckets.back().first, "{le=\"+Inf\"}");
  EXPECT_EQ(found.buckets.back().second, 7);
  EXPECT_EQ(found.samples.at("quiver_move_latency_seconds_count"), 7);
  EXPECT_EQ(found.samples.at("quiver_move_latency_seconds_bucket{le=\"5e-05\"}"), 2);
  EXPECT_EQ(found.samples.at("quiver_move_latency_seconds_bucket{le=\"0.0001\"}"), 3);
  EXPECT_NEAR(found.samples.at("quiver_move_latency_seconds_sum"), 9.065502, 1e-4);
}

TEST(MetricsText, KeepsLargeSumsExact) {
  Metrics metrics;
  metrics.count_latency(std::chrono::hours(1000));
  const double before = read(metrics.text({}, "1")).samples.at("quiver_move_latency_seconds_sum");
  metrics.count_latency(std::chrono::milliseconds(1));
  const double after = read(metrics.text({}, "1")).samples.at("quiver_move_latency_seconds_sum");
  EXPECT_NEAR(after - before, 0.001, 1e-6) << "a rate is computed from differences";
}

}  // namespace quiver::tests
