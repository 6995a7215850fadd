#include "referee/net/uploads.hpp"

#include <algorithm>
#include <utility>

#include "client_sdk/base/text.hpp"

namespace quiver::net {

using base::Result;

Result<void> Uploads::check(const wire::SubmitBegin& announced) {
  if (announced.file_name.empty() || announced.file_name.size() > wire::kMaxFileName ||
      announced.file_name.find_first_of(std::string_view("/\0", 2)) != std::string::npos)
    return base::bad_input("a submission needs the name of a file, without a folder, of at most " +
                           std::to_string(wire::kMaxFileName) + " bytes");
  if (announced.size == 0)
    return base::bad_input(base::quoted(announced.file_name) + " is empty: submit a file with a bot in it");
  if (announced.sha256.size() != wire::kSha256Bytes)
    return base::bad_input("a submission is announced with its SHA-256, which has " +
                           std::to_string(wire::kSha256Bytes) + " bytes");
  return {};
}

void Uploads::begin(std::uint64_t connection, std::weak_ptr<const void> alive, const std::string& team,
                    const wire::SubmitBegin& announced, Time now) {
  drop(connection);
  sweep();
  for (auto& [other, upload] : uploads_)
    if (upload.team == team && !upload.ignored)
      give_up(upload, "another submission of " + team + " began after this one");
  Upload& upload = uploads_[connection];
  upload.alive = std::move(alive);
  upload.team = team;
  upload.announced = announced;
  upload.last = now;
}

Result<Uploads::Whole> Uploads::add(std::uint64_t connection, std::string_view part, Time now) {
  const auto found = uploads_.find(connection);
  if (found == uploads_.end()) return base::bad_input("there is no submission that this is a part of");
  Upload& upload = found->second;
  const std::uint64_t left = upload.announced.size - upload.received;
  if (part.size() != std::min<std::uint64_t>(left, wire::kSubmitPart)) {
    drop(connection);
    return base::bad_input("all parts of a submission but the last have " +
                           std::to_string(wire::kSubmitPart) +
                           " bytes, and all together as many as announced");
  }
  upload.received += part.size();
  upload.last = now;
  const bool is_last = part.size() == left;
  if (upload.fault.empty() && !upload.ignored && !make_room(part.size(), now))
    give_up(upload, "too much is being submitted at once; try again in a minute");
  if (!upload.fault.empty() || upload.ignored) {
    const std::string fault = std::exchange(upload.fault, "");
    upload.ignored = true;
    if (is_last) drop(connection);
    if (!fault.empty()) return base::bad_input(fault);
    return Whole{};
  }
  upload.bytes += part;
  upload.hash.add(part);
  bytes_ += part.size();
  return is_last ? finish(connection, upload) : Whole{};
}

Result<Uploads::Whole> Uploads::finish(std::uint64_t connection, Upload& upload) {
  const bool is_right = upload.hash.finish() == upload.announced.sha256;
  TeamRequests::Upload whole{upload.announced, std::move(upload.bytes)};
  bytes_ -= whole.bytes.size();
  uploads_.erase(connection);
  if (!is_right)
    return base::bad_input("what arrived does not have the SHA-256 that was announced; submit it again");
  return Whole{std::move(whole)};
}

void Uploads::give_up(Upload& upload, const std::string& fault) {
  bytes_ -= upload.bytes.size();
  upload.bytes = std::string();
  if (upload.fault.empty()) upload.fault = fault;
}

void Uploads::sweep() {
  for (auto one = uploads_.begin(); one != uploads_.end();) {
    const bool gone = one->second.alive.expired();
    if (gone) bytes_ -= one->second.bytes.size();
    one = gone ? uploads_.erase(one) : std::next(one);
  }
}

bool Uploads::make_room(std::size_t size, Time now) {
  if (bytes_ + size <= limits_.bytes) return true;
  sweep();
  for (auto& [connection, upload] : uploads_)
    if (!upload.bytes.empty() && now - upload.last >= limits_.idle)
      give_up(upload, "no part of the submission came for " + base::format_duration(limits_.idle));
  return bytes_ + size <= limits_.bytes;
}

void Uploads::drop(std::uint64_t connection) {
  const auto found = uploads_.find(connection);
  if (found == uploads_.end()) return;
  bytes_ -= found->second.bytes.size();
  uploads_.erase(found);
}

}  // namespace quiver::net
