#include "referee/launch/supervisor_protocol.hpp"

#include <charconv>

namespace quiver::launch {

namespace {

// Every part is "LENGTH:bytes"; a list is its size and its parts.
void put(std::string& out, std::string_view part) {
  out += std::to_string(part.size());
  out += ':';
  out += part;
}

void put(std::string& out, std::uint64_t number) { put(out, std::string_view(std::to_string(number))); }

void put(std::string& out, const std::vector<std::string>& list) {
  put(out, std::uint64_t{list.size()});
  for (const std::string& part : list) put(out, part);
}

void put(std::string& out, const std::vector<ShownFile>& list) {
  put(out, std::uint64_t{list.size()});
  for (const ShownFile& one : list) {
    put(out, one.path);
    put(out, one.source);
    put(out, one.device);
    put(out, one.inode);
    put(out, std::uint64_t{one.folder ? 1U : 0U});
  }
}

// Reads parts one after the other; once something is amiss, nothing comes out any more.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool good() const { return good_ && rest_.empty(); }

  void take(std::string& to) { to = part(); }
  void take(bool& to) { to = number() != 0; }
  template <class Number>
  void take(Number& to) {
    to = static_cast<Number>(number());
  }
  void take(std::vector<std::string>& to) {
    const std::uint64_t count = number();
    for (std::uint64_t k = 0; k < count && good_; ++k) to.emplace_back(part());
  }
  void take(std::vector<ShownFile>& to) {
    const std::uint64_t count = number();
    for (std::uint64_t k = 0; k < count && good_; ++k) {
      ShownFile one;
      take(one.path);
      take(one.source);
      take(one.device);
      take(one.inode);
      take(one.folder);
      to.push_back(std::move(one));
    }
  }

 private:
  std::uint64_t read_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size()) good_ = false;
    return good_ ? value : 0;
  }
  std::string_view part() {
    const std::size_t colon = rest_.find(':');
    if (!good_ || colon == std::string_view::npos) return good_ = false, std::string_view();
    const std::uint64_t size = read_number(rest_.substr(0, colon));
    rest_.remove_prefix(colon + 1);
    // A length from outside is never trusted.
    if (size > rest_.size()) return good_ = false, std::string_view();
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return found;
  }
  std::uint64_t number() { return read_number(part()); }

  std::string_view rest_;
  bool good_ = true;
};

// The fields in their order, once for both directions.
template <class PlanRef, class Visit>
void for_each_field(PlanRef& plan, const Visit& visit) {
  visit(plan.program);
  visit(plan.arguments);
  visit(plan.environment);
  visit(plan.folder);
  visit(plan.shown);
  visit(plan.confined);
  visit(plan.filtered);
  visit(plan.stoppable);
  visit(plan.pinned);
  visit(plan.user);
  visit(plan.links);
  visit(plan.scratch_bytes);
  visit(plan.memory_bytes);
  visit(plan.cpu_seconds);
  visit(plan.processes);
  visit(plan.files);
}

}  // namespace

std::string encode_plan(const LaunchPlan& plan) {
  std::string out;
  for_each_field(plan, [&](const auto& field) { put(out, field); });
  return out;
}

std::optional<LaunchPlan> decode_plan(std::string_view bytes) {
  LaunchPlan plan;
  Reader reader(bytes);
  for_each_field(plan, [&](auto& field) { reader.take(field); });
  if (!reader.good()) return std::nullopt;
  return plan;
}

}  // namespace quiver::launch
