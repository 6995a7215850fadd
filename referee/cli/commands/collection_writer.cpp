#include "referee/cli/commands/collection_writer.hpp"

#include <algorithm>
#include <limits>

#include "client_sdk/base/text.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/store/open_store.hpp"
#include "referee/tournament/history.hpp"
#include "referee/tournament/plan.hpp"

namespace quiver::cli {

namespace {

// So many numbers are reserved ahead; when half of them are used, so many again.
constexpr std::uint32_t kAhead = 256;
constexpr const char* kReserved = "reserved";  // in the plan: the last number that may have been used

store::Event collection(store::Store& store) {
  for (const store::Event& one : need(store.events())) {
    if (one.name != CollectionWriter::kCollection) continue;
    if (one.kind != "games")
      throw UsageError("--store: the event " + one.name + " is of another kind; give another store");
    return one;
  }
  return need(store.begin({0, CollectionWriter::kCollection, "games", "", tournament::utc_now()}));
}

std::string plan_with(std::uint32_t below) {
  tournament::Plan plan;
  plan.add(kReserved, std::to_string(below - 1));
  return plan.text();
}

// The number of a game of the collection, by its id.
std::optional<std::uint32_t> number_in(const std::string& id) {
  const std::string begin = std::string(CollectionWriter::kCollection) + "-";
  if (!id.starts_with(begin)) return std::nullopt;
  const auto number = base::parse_number(id.substr(begin.size()));
  return number ? std::optional(*number) : std::nullopt;
}

}  // namespace

CollectionWriter::CollectionWriter(const std::string& path)
    : store_(need(store::open_store(path, store::Access::kWrite), "--store: ")) {
  const store::Event event = collection(*store_);
  event_ = event.id;
  const auto results = need(store_->results(event_));
  if (!results.empty()) next_ = results.back().number + 1;
  next_ = std::max(next_, tournament::Plan::parse(event.plan).number(kReserved, 0) + 1);
  reserved_ = requested_ = next_ + kAhead;
  need(store_->change_plan(event_, plan_with(reserved_)), "--store: ");
  writer_ = std::make_unique<store::Writer>(*store_, event_);
}

CollectionWriter::~CollectionWriter() {
  if (referee_ != nullptr) referee_->set_collection(nullptr);
  writer_.reset();  // commits what is left
  if (!failed_) static_cast<void>(store_->change_plan(event_, plan_with(next_)));
}

void CollectionWriter::attend(run::Referee& referee) {
  referee_ = &referee;
  referee.set_collection(this);
}

void CollectionWriter::reserve(std::uint32_t below) {
  {
    const std::lock_guard lock(mutex_);
    if (below <= requested_) return;
    requested_ = below;
  }
  writer_->add({store::PlanText{plan_with(below)}}, [this, below](const base::Result<void>& done) {
    const std::lock_guard lock(mutex_);
    if (done) reserved_ = std::max(reserved_, below);
  });
}

std::optional<std::uint32_t> CollectionWriter::take_numbers(std::uint32_t count) {
  const std::lock_guard taking(taking_);
  std::uint32_t first = 0;
  std::uint32_t reserved = 0;
  {
    const std::lock_guard lock(mutex_);
    first = next_;
    reserved = reserved_;
  }
  if (count > std::numeric_limits<std::uint32_t>::max() - kAhead - first) return std::nullopt;
  if (first + count + kAhead / 2 > reserved) reserve(first + count + kAhead);
  // Many games at once, or a disk that is behind.
  if (first + count > reserved && !writer_->flush()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (first + count > reserved_) return std::nullopt;
  next_ = first + count;
  return first;
}

void CollectionWriter::store(const wire::Record& record, Stored stored) {
  const auto number = number_in(record.id);
  std::vector<store::Change> changes;
  if (number) changes.push_back(store::Game{*number, 0, 0, {}, record});
  // Without a number it cannot be stored, and neither could the reservation of one: the writer knows why.
  writer_->add(
      std::move(changes), [this, number, stored = std::move(stored)](const base::Result<void>& done) {
        auto how = number || !done ? done : base::Result<void>(base::bad_input("no number is left for it"));
        referee_->post([this, stored, how] {
          if (!how && !std::exchange(failed_, true))
            referee_->log().warning("games are not stored any more: " + how.error().sentence);
          stored(how);
        });
      });
}

}  // namespace quiver::cli
