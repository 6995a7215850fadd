// The way of a version from the upload to the ladder.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "client_sdk/base/text.hpp"
#include "client_sdk/wire/bundle.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/launch/files/bundle.hpp"
#include "referee/launch/files/bundle_cache.hpp"
#include "referee/teams/teams.hpp"

namespace quiver::teams {

using base::bad_input;
using base::Error;
using base::Result;
using store::Team;
using store::TeamVersion;
using State = store::TeamVersion::State;

namespace {

// The reports of so many versions stay in memory; those of others are read from the store.
constexpr std::size_t kReportsInMemory = 40;
constexpr std::size_t kMostProgress = 2000;                       // lines that followers get
constexpr std::uint64_t kMostUnpacked = std::uint64_t{4} << 30U;  // of bundles on the disk
constexpr const char* kBundleFile = "/bundle";

Result<void> write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) return {};
  return Error{Error::Code::kUnreadable, base::quoted(path) + " cannot be written"};
}

Result<std::string> read_bundle(const std::string& path, const std::string& name) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > wire::kMostBundle)
    return Error{Error::Code::kUnreadable, "quiver admit left no bundle that could be read"};
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (wire::sha256_hex(bytes) != name)
    return Error{Error::Code::kUnreadable, "quiver admit left another bundle than it named"};
  return bytes;
}

std::string said(const TeamVersion& version) {
  return "version " + std::to_string(version.number) + " (" + version.file + ")";
}

}  // namespace

// --- arriving

Result<void> Teams::may_submit(const Caller& caller, const std::string& name, const std::string& kind,
                               std::size_t size) const {
  const Account* account = accounts_.find(caller.id);
  if (const auto fit = check_submission(rules_, account, kind, size, parts_.now()); !fit) return fit;
  if (const auto fit = file_name(name); !fit) return fit.error();
  return {};
}

void Teams::submit(const Caller& caller, Upload upload, Told<SubmissionView> told) {
  if (auto fit = may_submit(caller, upload.file_name, upload.kind, upload.bytes.size()); !fit)
    return told(fit.error());
  Account* found = account_of(caller.id);
  if (found == nullptr) return told(bad_input("a submission needs a token: who has none is no team"));
  Account& account = *found;
  account.submissions.note(parts_.now(), rules_.per_hour);
  ++account.arriving;
  TeamVersion version;
  version.team = account.team.number;
  version.number = ++account.last_version;
  version.file = *file_name(upload.file_name);
  version.kind = upload.kind;
  version.submitted = utc();
  const auto bytes = std::make_shared<std::string>(std::move(upload.bytes));
  const auto hash = std::make_shared<std::string>();
  in_background(
      [bytes, hash](store::Store*) { *hash = wire::sha256_hex(*bytes); },
      [this, version, bytes, hash, told]() mutable {
        version.upload = *hash;
        Account& own = accounts_.at(version.team);
        commit({own.team, version, store::StoredBundle{*hash, *bytes}},
               [this, version, bytes, told] { on_stored(version.team, version, std::move(*bytes), told); });
      });
}

void Teams::on_stored(std::uint32_t team, const TeamVersion& version, std::string bytes,
                      const Told<SubmissionView>& told) {
  Account& account = accounts_.at(team);
  --account.arriving;
  account.versions.push_back(version);
  const Key key{team, version.number};
  if (account.team.state == Team::State::kDisqualified) {  // in the meantime
    AdmitEnd end;
    end.sentence = "The team was disqualified: " + account.team.note;
    settle(key, State::kRefused, end);
  } else {
    queue_.push_back({key, std::move(bytes)});
  }
  told(view(account, account.versions.back()));
  if (account.versions.size() == 1) tell_team(account);
  tell_submission(account, account.versions.back());
  start_next();
}

// --- waiting

bool Teams::is_checking() const {
  return !queue_.empty() || !builds_.empty() ||
         std::any_of(accounts_.all().begin(), accounts_.all().end(),
                     [](const Account& one) { return one.arriving > 0; });
}

std::size_t Teams::place_of(Key key) const {
  const auto found =
      std::find_if(queue_.begin(), queue_.end(), [&](const auto& one) { return one.first == key; });
  return found == queue_.end() ? 0 : static_cast<std::size_t>(found - queue_.begin()) + 1;
}

void Teams::start_next() {
  bool any = false;
  while (builds_.size() < rules_.builds && !queue_.empty()) {
    auto [key, bytes] = std::move(queue_.front());
    queue_.pop_front();
    start(key, std::move(bytes));
    any = true;
  }
  if (!any) return;
  for (const auto& [key, bytes] : queue_)  // their places have changed
    tell_submission(accounts_.at(key.first), *accounts_.at(key.first).version(key.second));
}

void Teams::set_state(Key key, State state) {
  Account& account = accounts_.at(key.first);
  TeamVersion& version = *account.version(key.second);
  version.state = state;
  commit({version}, {});
  tell_submission(account, version);
}

// --- being built and checked

void Teams::start(Key key, std::string bytes) {
  auto folder = launch::ScratchFolder::make();
  if (!folder) {
    AdmitEnd end;
    end.sentence = "This machine has no place to build it: " + folder.error().sentence;
    return settle(key, State::kInterrupted, end);
  }
  const TeamVersion& version = *accounts_.at(key.first).version(key.second);
  AdmitRequest request;
  request.folder = folder->path();
  // In a folder of its own: it may have any name.
  request.path = folder->path() + "/submitted/" + version.file;
  request.kind = version.kind;
  request.bundle = folder->path() + kBundleFile;
  builds_.emplace(key, Build(std::move(*folder)));
  set_state(key, State::kBuilding);
  const auto written = std::make_shared<Result<void>>();
  in_background(
      [request, bytes = std::move(bytes), upload = version.upload, written](store::Store* store) mutable {
        if (bytes.empty()) {
          auto stored = store == nullptr ? Result<std::optional<std::string>>(std::optional<std::string>())
                                         : store->bundle(upload);
          if (!stored || !*stored) {
            *written = Error{Error::Code::kUnreadable,
                             stored ? "the store does not have what was submitted" : stored.error().sentence};
            return;
          }
          bytes = std::move(**stored);
        }
        std::error_code error;
        std::filesystem::create_directory(request.folder + "/submitted", error);
        *written = write_file(request.path, bytes);
      },
      [this, key, request, written] { run(key, request, *written); });
}

void Teams::run(Key key, const AdmitRequest& request, const Result<void>& written) {
  const auto build = builds_.find(key);
  if (build == builds_.end()) return;  // it was withdrawn
  auto started = Result<std::shared_ptr<void>>(std::shared_ptr<void>());
  if (written) {
    AdmitListener listener;
    listener.on_line = [this, key](const ProgressLine& line) { on_line(key, line); };
    listener.on_end = [this, key, request](const AdmitEnd& end) { on_end(key, request, end); };
    started = parts_.host.start_admit(request, std::move(listener));
  }
  if (written && started) {
    build->second.program = std::move(*started);
    return;
  }
  AdmitEnd end;
  end.sentence = "This machine could not build it: " + (written ? started.error() : written.error()).sentence;
  settle(key, State::kInterrupted, end);
}

void Teams::on_line(Key key, const ProgressLine& line) {
  const auto found = builds_.find(key);
  if (found == builds_.end()) return;
  Build& build = found->second;
  const ProgressLine shown{base::escaped(line.stage, 20), base::escaped(line.line, 2000)};
  const std::string added = shown.stage + ": " + shown.line + "\n";
  // The end has room for the verdict.
  constexpr std::size_t kRoom = store::kMaxReport - 8192;
  if (build.report.size() + added.size() <= kRoom)
    build.report += added;
  else if (!std::exchange(build.cut, true))
    build.report += "… more lines than a report has room for\n";
  const TeamVersion& version = *accounts_.at(key.first).version(key.second);
  if (shown.stage == "check" && version.state == State::kBuilding) set_state(key, State::kChecking);
  if (build.progress.size() >= kMostProgress) return;
  build.progress.push_back(shown);
  const std::string team = accounts_.at(key.first).team.id;
  tell([&](TeamObserver& one) { one.on_progress(team, key.second, shown); });
}

void Teams::on_end(Key key, const AdmitRequest& request, const AdmitEnd& end) {
  if (!builds_.contains(key)) return;
  if (end.verdict == AdmitEnd::Verdict::kAdmitted) return take_bundle(key, request, end);
  settle(key, end.verdict == AdmitEnd::Verdict::kRefused ? State::kRefused : State::kInterrupted, end);
}

// --- admitted, or not

void Teams::take_bundle(Key key, const AdmitRequest& request, const AdmitEnd& end) {
  struct Taken {
    Result<std::string> bytes = std::string();
    Result<launch::BotSpec> bot = launch::BotSpec();
  };
  const auto taken = std::make_shared<Taken>();
  in_background(
      [taken, path = request.bundle, name = end.bundle, folder = parts_.bundles](store::Store*) {
        taken->bytes = read_bundle(path, name);
        if (taken->bytes) taken->bot = launch::unpack_bundle(*taken->bytes, name, folder);
        launch::trim_cache(folder, kMostUnpacked);
      },
      [this, key, end, taken] {
        if (!builds_.contains(key)) return;
        if (taken->bytes && taken->bot) return admit(key, end, std::move(*taken->bytes), *taken->bot);
        AdmitEnd failed = end;
        failed.sentence = (taken->bytes ? taken->bot.error() : taken->bytes.error()).sentence;
        settle(key, State::kInterrupted, failed);
      });
}

TeamVersion Teams::settled(Key key, State state, const AdmitEnd& end) {
  TeamVersion version = *accounts_.at(key.first).version(key.second);
  version.state = state;
  if (!end.kind.empty()) version.kind = base::escaped(end.kind, 20);
  version.title = base::escaped(end.title, 200);
  const auto build = builds_.find(key);
  if (build != builds_.end()) version.report = build->second.report;
  const char* verdict = state == State::kAdmitted  ? "admitted"
                        : state == State::kRefused ? "refused"
                                                   : "not checked";
  version.report += std::string(verdict) + ": " + base::escaped(end.sentence, 4000) + "\n";
  return version;
}

void Teams::admit(Key key, const AdmitEnd& end, std::string bytes, const launch::BotSpec& bot) {
  TeamVersion version = settled(key, State::kAdmitted, end);
  version.bundle = end.bundle;
  Account& account = accounts_.at(key.first);
  Team team = account.team;
  team.state = Team::State::kActive;
  team.active_version = version.number;
  Changes changes{store::StoredBundle{version.bundle, std::move(bytes)}, version, team,
                  store::DroppedBundle{version.upload},
                  audited("quiver", "admit", team.id, said(version) + ": " + end.sentence)};
  account.team = team;
  commit(std::move(changes), [this, version, bot] {
    const Account& own = accounts_.at(version.team);
    // It may have been withdrawn, rolled back or disqualified since.
    const bool plays = own.team.state == Team::State::kActive && own.team.active_version == version.number;
    if (plays) enter(own, version, bot);
    on_settled(version);
    tell_team(own);
  });
}

void Teams::settle(Key key, State state, const AdmitEnd& end) {
  const TeamVersion version = settled(key, state, end);
  const std::string& id = accounts_.at(key.first).team.id;
  const char* action = state == State::kRefused ? "refuse" : "interrupt";
  commit({version, store::DroppedBundle{version.upload},
          audited("quiver", action, id, said(version) + ": " + end.sentence)},
         [this, version] { on_settled(version); });
}

void Teams::on_settled(const TeamVersion& version) {
  const Key key{version.team, version.number};
  builds_.erase(key);
  Account& account = accounts_.at(version.team);
  *account.version(version.number) = version;
  keep_report(key);
  tell_submission(account, version);
  start_next();
}

void Teams::keep_report(Key key) {
  with_reports_.push_back(key);
  if (with_reports_.size() <= kReportsInMemory) return;
  const Key old = with_reports_.front();
  with_reports_.pop_front();
  accounts_.at(old.first).version(old.second)->report.clear();
}

void Teams::enter(const Account& account, const TeamVersion& version, const launch::BotSpec& bot) {
  parts_.ladder.enter_team({account.team.id, version.number, version.bundle, version.title, bot});
  parts_.host.look_again();
}

void Teams::drop_unsettled(Account& account, const std::string& why, Changes& changes) {
  AdmitEnd end;
  end.sentence = why;
  for (TeamVersion& one : account.versions) {
    const Key key{one.team, one.number};
    if (store::is_settled(one.state)) continue;
    one = settled(key, State::kRefused, end);
    std::erase_if(queue_, [&](const auto& waiting) { return waiting.first == key; });
    builds_.erase(key);  // which ends the program
    changes.emplace_back(one);
    changes.emplace_back(store::DroppedBundle{one.upload});
    changes.emplace_back(audited("quiver", "refuse", account.team.id, said(one) + ": " + why));
    keep_report(key);
    tell_submission(account, one);
  }
}

// --- what a team decides

std::optional<SubmissionView> Teams::submission(const Caller& caller, std::uint32_t number) const {
  const Account* account = accounts_.find(caller.id);
  const TeamVersion* version = account == nullptr ? nullptr : account->version(number);
  return version == nullptr ? std::nullopt : std::optional(view(*account, *version));
}

void Teams::read_submission(const Caller& caller, const std::string& team, std::uint32_t number,
                            Told<SubmissionView> told) {
  const bool own = team.empty() || team == caller.id;
  if (!own)
    if (const auto fit = check_admin(caller); !fit) return told(fit.error());
  const Account* account = accounts_.find(own ? caller.id : team);
  const TeamVersion* version = account == nullptr ? nullptr : account->version(number);
  if (version == nullptr) return told(bad_input("there is no version " + std::to_string(number)));
  if (!version->report.empty() || !store::is_settled(version->state)) return told(view(*account, *version));
  using Read = Result<std::optional<TeamVersion>>;
  const auto read = std::make_shared<Read>(std::optional<TeamVersion>());
  in_background(
      [read, of = version->team, number](store::Store* store) {
        *read = store == nullptr
                    ? Read(Error{Error::Code::kUnreadable, "the store cannot be read now; try again"})
                    : store->version(of, number);
      },
      [this, read, of = version->team, number, told] {
        if (!*read) return told(read->error());
        SubmissionView shown = view(accounts_.at(of), *accounts_.at(of).version(number));
        if (**read) shown.version.report = (**read)->report;
        told(shown);
      });
}

void Teams::activate(const Caller& caller, std::uint32_t number, Told<void> told) {
  Account* account = accounts_.find(caller.id);
  const TeamVersion* version = account == nullptr ? nullptr : account->version(number);
  if (version == nullptr) return told(bad_input("there is no version " + std::to_string(number)));
  if (version->state != State::kAdmitted)
    return told(bad_input("version " + std::to_string(number) + " was not admitted, so it cannot play"));
  if (account->team.state == Team::State::kDisqualified)
    return told(bad_input("your team was disqualified: " + account->team.note));
  const auto bot = std::make_shared<Result<launch::BotSpec>>(launch::BotSpec());
  in_background(
      [bot, bundle = version->bundle, folder = parts_.bundles](store::Store* store) {
        *bot = unpack_stored(store, bundle, folder);
      },
      [this, bot, of = version->team, number, told] {
        if (!*bot) return told(bot->error());
        Account& own = accounts_.at(of);
        if (own.team.state == Team::State::kDisqualified)
          return told(bad_input("your team was disqualified: " + own.team.note));
        own.team.state = Team::State::kActive;
        own.team.active_version = number;
        commit({own.team, audited(own.team.id, "activate", own.team.id, said(*own.version(number)))},
               [this, bot, of, number, told] {
                 const Account& now = accounts_.at(of);
                 if (now.team.state == Team::State::kActive && now.team.active_version == number)
                   enter(now, *now.version(number), **bot);
                 told(Result<void>());
                 tell_team(now);
               });
      });
}

void Teams::enter_again(const Account& account) {
  const TeamVersion* version = account.version(account.team.active_version);
  if (version == nullptr) return;
  const auto bot = std::make_shared<Result<launch::BotSpec>>(launch::BotSpec());
  in_background([bot, bundle = version->bundle, folder = parts_.bundles](
                    store::Store* store) { *bot = unpack_stored(store, bundle, folder); },
                [this, bot, of = version->team, number = version->number] {
                  const Account& own = accounts_.at(of);
                  if (!*bot)
                    return parts_.host.note(own.team.id + " does not play: " + bot->error().sentence);
                  if (own.team.state == Team::State::kActive && own.team.active_version == number)
                    enter(own, *own.version(number), **bot);
                });
}

void Teams::withdraw(const Caller& caller, Told<void> told) {
  Account* account = accounts_.find(caller.id);
  if (account == nullptr) return told(bad_input("your team has not submitted anything"));
  if (account->team.state == Team::State::kDisqualified)
    return told(bad_input("your team was disqualified: " + account->team.note));
  const bool unsettled = std::any_of(account->versions.begin(), account->versions.end(),
                                     [](const TeamVersion& one) { return !store::is_settled(one.state); });
  if (account->team.active_version == 0 && !unsettled)
    return told(bad_input("no version of your team plays or waits"));
  account->team.state = Team::State::kWithdrawn;
  account->team.active_version = 0;
  Changes changes{account->team, audited(caller.id, "withdraw", caller.id, "")};
  drop_unsettled(*account, "The team withdrew.", changes);
  commit(std::move(changes), [this, number = account->team.number, told] {
    const Account& own = accounts_.at(number);
    if (own.team.state == Team::State::kWithdrawn)
      parts_.ladder.leave_team(own.team.id, "its team withdrew it");
    told(Result<void>());
    tell_team(own);
    start_next();
  });
}

}  // namespace quiver::teams
