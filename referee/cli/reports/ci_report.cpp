#include "referee/cli/reports/ci_report.hpp"

#include <cstring>

#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

constexpr int kExpectationFailed = 1;
constexpr int kNotWritten = 2;
// Of so many games with faults everything is told; the reports are kept in memory.
constexpr std::uint32_t kToldWhole = 1000;

// What a killed run leaves.
std::string unfinished_document(const std::string& suite) {
  JunitReport report(suite);
  report.add_error("the run", "the run has not ended");
  return report.xml();
}

}  // namespace

CiReport::CiReport(const CiOptions& options, const std::string& suite)
    : junit_path_(options.junit),
      wants_tap_(options.tap),
      junit_(suite),
      unfinished_(unfinished_document(suite)) {
  for (const std::string& text : options.expectations) {
    auto expectation = Expectation::parse(text);
    if (!expectation) throw UsageError("--expect: " + expectation.error().sentence);
    expectations_.push_back(std::move(*expectation));
  }
}

void CiReport::set_names(const BotNames& names) {
  for (Expectation& one : expectations_) one.set_name(need(names.find(one.name()), "--expect: "));
}

void CiReport::open() {
  if (junit_path_) {
    auto file = ReplacedFile::at(*junit_path_);
    if (!file) throw UsageError("--junit: " + file.error().sentence);
    if (auto written = file->write(unfinished_); !written)
      throw UsageError("--junit: " + written.error().sentence);
    file_ = std::move(*file);
  }
  if (wants_tap_) print(TapReport::head());
}

void CiReport::add(const wire::Record& record) {
  ++games_;
  for (Expectation& one : expectations_) one.add(record);
  if (!file_ && !wants_tap_) return;
  const auto fault = game_fault(record, faulty_ < kToldWhole ? FaultDetail::kWhole : FaultDetail::kBrief);
  faulty_ += fault ? 1U : 0U;
  if (file_) junit_.add_game(record, fault);
  if (wants_tap_) print(tap_.game(record, fault));
}

void CiReport::print(const std::string& text) {
  // After the first failure nothing more is printed: half of a TAP stream must not look whole.
  if (!failure_.empty()) return;
  try {
    out_ << text;
    out_.finish();
  } catch (const UsageError& error) {
    failure_ = error.what();
  }
}

void CiReport::judge() {
  for (const Expectation& one : expectations_) {
    const auto failure = one.failure();
    junit_.add_expectation(one.text(), failure);
    if (wants_tap_) print(tap_.expectation(one.text(), failure));
    if (failure) warn("expected " + one.text() + ": " + *failure);
    disappointed_ = disappointed_ || failure;
  }
  if (wants_tap_) print(tap_.plan());
}

void CiReport::add_stopped(const std::string& sentence) {
  if (file_) junit_.add_error("stopped", sentence);
  if (wants_tap_) print(tap_.stopped(sentence));
}

void CiReport::break_off(const std::string& why) {
  const std::string sentence =
      "interrupted by " + why + " after " + std::to_string(games_) + (games_ == 1 ? " game" : " games");
  junit_.add_error("the run", sentence);
  for (const Expectation& one : expectations_) junit_.skip_expectation(one.text(), sentence);
  if (wants_tap_) print(TapReport::bail_out(sentence));
}

int CiReport::finish(int signal, const std::string& failure) {
  if (signal != 0)
    break_off("signal " + std::to_string(signal) + " (" + strsignal(signal) + ")");
  else if (!failure.empty())
    break_off("a failure (" + failure + ")");
  else
    judge();
  int code = disappointed_ ? kExpectationFailed : 0;
  const auto not_written = [&](const std::string& sentence) {
    warn(sentence);
    code = kNotWritten;
  };
  // What could not be written outweighs an expectation that failed: the report is not to be trusted.
  if (!failure_.empty()) not_written(failure_);
  if (file_)
    if (auto written = file_->write(junit_.xml()); !written)
      not_written("--junit: " + written.error().sentence);
  return code;
}

int exit_code_of_run(int signal, bool written, int finished, int games) {
  if (signal != 0) return 128 + signal;
  if (!written) return kNotWritten;
  return finished != 0 ? finished : games;
}

}  // namespace quiver::cli
