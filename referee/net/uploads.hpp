// Submissions that arrive in parts, one at a time for each connection and each team.
//
// Memory grows with the bytes that are really there, and all uploads together have a limit: beyond it those
// that have been idle for long are given up, and then the one whose part does not fit. An upload that was
// given up is reported once; what was still on its way of it is then ignored. Time is passed in; one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "client_sdk/wire/sha256.hpp"
#include "referee/net/team_requests.hpp"

namespace quiver::net {

class Uploads {
 public:
  struct Limits {
    std::size_t bytes = wire::kMaxUploads;     // of all together
    Duration idle = std::chrono::seconds(30);  // without a part
  };
  using Whole = std::optional<TeamRequests::Upload>;

  explicit Uploads(Limits limits) : limits_(limits) {}
  Uploads() : Uploads(Limits()) {}

  // What is wrong with an announcement, whoever takes it.
  static base::Result<void> check(const wire::SubmitBegin& announced);
  // Begins an upload over this connection, for as long as `alive` is; an earlier one of the connection or of
  // the team is given up. Its size has been found acceptable.
  void begin(std::uint64_t connection, std::weak_ptr<const void> alive, const std::string& team,
             const wire::SubmitBegin& announced, Time now);
  // Adds the next part. The whole submission with the last one; an error if the upload is given up.
  base::Result<Whole> add(std::uint64_t connection, std::string_view part, Time now);
  // The connection is gone.
  void drop(std::uint64_t connection);

  // That are stored just now.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Upload {
    std::weak_ptr<const void> alive;
    std::string team;
    wire::SubmitBegin announced;
    std::string bytes;
    std::uint64_t received = 0;  // also those that are ignored
    wire::Sha256 hash;
    Time last;
    std::string fault;     // set: it is given up, and its team has not been told
    bool ignored = false;  // it is given up, and its team has been told
  };

  // Forgets those whose connection was closed by the referee itself.
  void sweep();
  // Forgets its bytes.
  void give_up(Upload& upload, const std::string& fault);
  // Makes room by giving up idle ones; false if there is not enough.
  bool make_room(std::size_t size, Time now);
  base::Result<Whole> finish(std::uint64_t connection, Upload& upload);

  Limits limits_;
  std::size_t bytes_ = 0;
  std::map<std::uint64_t, Upload> uploads_;  // by connection
};

}  // namespace quiver::net
