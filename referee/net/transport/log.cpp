#include "referee/net/transport/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "client_sdk/base/text.hpp"
#include "referee/net/transport/log_limiter.hpp"

namespace quiver::net {

struct Log::Sink {
  spdlog::logger logger{"quiver", std::make_shared<spdlog::sinks::stderr_sink_st>()};
  LogLimiter infos;
  LogLimiter warnings;
};

Log::Log(Level level) : sink_(std::make_unique<Sink>()) {
  sink_->logger.set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  sink_->logger.set_level(level == Level::kInfo      ? spdlog::level::info
                          : level == Level::kWarning ? spdlog::level::warn
                                                     : spdlog::level::off);
  sink_->logger.flush_on(spdlog::level::info);
}

Log::~Log() = default;

void Log::info(const std::string& line) { sink_->logger.info("{}", base::escaped(line)); }
void Log::warning(const std::string& line) { sink_->logger.warn("{}", base::escaped(line)); }

void Log::stranger(const std::string& kind, const std::string& line, base::Time now, Level level) {
  // Before the line is counted, so that the sum of a period comes before the first line of the next one.
  sum_up(now);
  const bool warns = level == Level::kWarning;
  if (!(warns ? sink_->warnings : sink_->infos).admit(kind, now)) return;
  warns ? warning(line) : info(line);
}

void Log::sum_up(base::Time now, bool all) {
  for (const std::string& line : sink_->infos.sums(now, all)) info(line);
  for (const std::string& line : sink_->warnings.sums(now, all)) warning(line);
}

}  // namespace quiver::net
