#include "referee/cli/check/check_run.hpp"

#include <algorithm>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/stop_signals.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/bot_output.hpp"
#include "referee/net/match_session.hpp"
#include "referee/run/referee.hpp"

namespace quiver::cli {

namespace {

std::string line_of(const char* word, std::string what, const std::string& sentence) {
  std::string text = word;
  text.resize(8, ' ');
  if (what.size() < 48) what.resize(48, ' ');
  return "  " + text + "  " + what + "  " + base::one_line(sentence) + "\n";
}

// "check-1-quoridor-3-donut-9": what an exercise printed and its records are found by.
std::string id_of(std::uint32_t seed, const std::string& game, std::size_t number, const std::string& what) {
  constexpr std::size_t kMost = 40;
  std::string id = "check-" + std::to_string(seed) + "-" + game + "-" + std::to_string(number);
  std::string slug;
  for (const char c : what)
    if (base::is_name(std::string("a") + c) && c != '.')
      slug += c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  slug.resize(std::min(slug.size(), kMost));
  return id + "-" + slug;
}

}  // namespace

// Observes the games of one exercise.
class CheckRun::Examiner : public run::OrderObserver, public net::MatchObserver {
 public:
  Examiner(std::string name, net::RecordFile* records)
      : name_(std::move(name)), finding(name_), records_(records) {}

  void on_over(const net::MatchSession& session, const wire::Record&) override {
    for (const net::PlayerPtr& player : session.players())
      if (player && player->name() == name_ && !player->games().empty()) claims = player->games();
  }
  void on_record(const wire::Record& record) override {
    finding.add(record);
    for (const wire::Record::SeatRecord& seat : record.seats)
      if (seat.name == name_ && !seat.title.empty()) title = seat.title;
    if (records_ == nullptr) return;
    if (auto written = records_->append(record); !written) failure = written.error().sentence;
  }

 private:
  std::string name_;

 public:
  Finding finding;
  std::optional<std::vector<std::string>> claims;  // none if it never said Hello
  std::string title;
  std::string failure;  // of the record file

 private:
  net::RecordFile* records_;
};

run::Order CheckRun::order(const std::string& game, const Exercise& exercise, const std::string& id) const {
  auto start = games::Position::start(game, exercise.options);
  if (!start) throw UsageError(start.error().sentence);
  run::Order order(std::move(*start), exercise.options);
  order.games = exercise.games;
  order.swap = true;
  order.seed = request_.seed;
  order.id = id;
  order.logs = request_.logs;
  order.planned_faults = exercise.planned_faults;
  order.bots.push_back(need(request_.bot(game, exercise.time)));
  while (order.bots.size() < exercise.seats)
    order.bots.push_back(need(launch::parse_bot_spec("random name=opponent", game, exercise.time)));
  launch::make_names_differ(order.bots);
  return order;
}

CheckRun::Examiner CheckRun::examine(const std::string& game, const Exercise& exercise,
                                     const std::string& id) {
  run::Order games = order(game, exercise, id);
  run::Settings settings;
  settings.log = net::Log::Level::kWarning;
  settings.launch_policy = request_.policy;
  settings.timeouts.reconnect = std::chrono::seconds(5);  // nobody waits half a minute for a lost bot here
  Examiner examiner(games.bots.front().name, request_.records);
  auto referee = run::Referee::open(settings);
  if (!referee) throw UsageError(referee.error().sentence);
  (*referee)->play(std::move(games), examiner, &examiner);
  int signal = 0;
  {
    const StopSignalsLetThrough handled;
    signal = (*referee)->run();
  }
  if (signal != 0) throw Ended{signal};
  if (!examiner.failure.empty()) throw UsageError(examiner.failure);
  if (!examiner.title.empty()) title_ = examiner.title;
  return examiner;
}

// What goes wrong in every exercise is told once.
void CheckRun::tell(const std::string& game, const Exercise& exercise, const Finding& finding) {
  const bool failed = finding.kind() == Finding::Kind::kFailed;
  counts_.add(finding.kind());
  if (failed && failure_.empty()) failure_ = exercise.what + ": " + finding.sentence();
  if (failed && finding.cause() == cause_) return repeats_.push_back(exercise.what);
  if (finding.kind() != Finding::Kind::kDeclined) tell_repeats(false);  // what it declines does not count
  if (!failed) return say_(line_of(finding_word(finding.kind()), exercise.what, finding.sentence()));
  failed_first_ = exercise.what;
  cause_ = finding.cause();
  tell_failure(game, exercise, finding);
}

void CheckRun::tell_failure(const std::string& game, const Exercise& exercise, const Finding& finding) {
  std::string text = line_of(finding_word(finding.kind()), exercise.what, finding.sentence());
  if (!finding.log().empty())
    text += "            it printed:" + (request_.names_logs ? " " + base::escaped(finding.log()) : "") +
            "\n" + BotOutput::indented(finding.log(), "              ");
  if (!exercise.options.map && exercise.planned_faults.empty())
    text += "            again: quiver match " + game + exercise.words() + " --swap --games " +
            std::to_string(exercise.games) + " --seed " + std::to_string(request_.seed) + " --bot '" +
            request_.spec + "'" + (exercise.seats == 4 ? " --bot random --bot random" : "") +
            " --bot random\n";
  say_(text);
}

void CheckRun::tell_repeats(bool all) {
  const char* const failed = finding_word(Finding::Kind::kFailed);
  if (all && repeats_.size() > 1)
    say_(line_of(failed, "all " + std::to_string(repeats_.size()) + " others", "for the same reason"));
  else
    for (const std::string& what : repeats_)
      say_(line_of(failed, what, "for the same reason as " + failed_first_));
  repeats_.clear();
}

void CheckRun::check_repeats(const std::string& game, const Exercise& exercise) {
  const std::string id = id_of(request_.seed, game, 0, "again");
  const std::string first = examine(game, exercise, id + "-1").finding.moves();
  const std::string second = examine(game, exercise, id + "-2").finding.moves();
  say_(first == second ? "  note      the same seed gives the same games\n"
                       : "  note      the same seed does not give the same games\n");
}

void CheckRun::check_game(const std::string& game, const CheckScope& scope) {
  const std::vector<Exercise> all = exercises(game, request_.clocks, scope);
  cause_.clear();
  bool passed_first = false;
  std::size_t declined = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Exercise& exercise = all[k];
    const Examiner examiner = examine(game, exercise, id_of(request_.seed, game, k + 1, exercise.what));
    const auto& claims = examiner.claims;
    if (claims && std::find(claims->begin(), claims->end(), game) == claims->end()) {
      if (failure_.empty()) failure_ = game + " is not supported by this bot";
      return say_(game + ": not supported by this bot\n");
    }
    if (k == 0) say_(game + check_note(game, scope) + "\n");
    tell(game, exercise, examiner.finding);
    declined += examiner.finding.kind() == Finding::Kind::kDeclined ? 1U : 0U;
    if (k == 0 && (examiner.finding.never_ready() || !examiner.claims))
      return say_("            it does not get ready, so the rest of this game is left out\n");
    if (k == 0) passed_first = examiner.finding.kind() <= Finding::Kind::kClose;
  }
  tell_repeats(repeats_.size() + 1 + declined == all.size());
  if (passed_first && request_.tells_repeats) check_repeats(game, all.front());
}

}  // namespace quiver::cli
