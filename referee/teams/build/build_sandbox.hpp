// Runs the build of what strangers wrote in full isolation, and takes out what it makes.
//
// The build is a shell script below a supervisor, as bots are (launch::Process): without network, with
// limits, in a /tmp of its own that vanishes with it; of this machine it sees the system and the folders that
// it is shown. What it makes it sends as a tar archive to the one socket that it reaches. These bytes are the
// stranger's too: whoever unpacks them has to expect anything. Blocks; one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client_sdk/base/result.hpp"
#include "client_sdk/base/time.hpp"
#include "referee/launch/isolation.hpp"

namespace quiver::teams {

struct BuildLimits {
  base::Duration wall = std::chrono::minutes(2);
  base::Duration cpu = std::chrono::minutes(2);
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U;  // files in its /tmp included
  std::uint64_t scratch_bytes = std::uint64_t{512} << 20U;
  std::uint32_t processes = 64;
  std::uint64_t result_bytes = std::uint64_t{64} << 20U;  // of the archive that it sends
  std::uint64_t output_bytes = std::uint64_t{16} << 20U;  // that it may print before it is ended
};

// What a build is given.
struct BuildJob {
  std::string script;  // for bash; "$result" is where to write the archive
  std::vector<std::pair<std::string, std::string>>
      shown;  // folders: as the build sees them, and where they are
  std::map<std::string, std::string> environment;
};

class BuildSandbox {
 public:
  // `print` gets each line that the build prints, as it is; `stop` becomes readable when the build is to end,
  // and is -1 if it never does.
  BuildSandbox(const launch::LaunchPolicy& policy, const BuildLimits& limits,
               std::function<void(std::string_view line)> print, int stop = -1)
      : policy_(policy), limits_(limits), print_(std::move(print)), stop_(stop) {}

  // The bytes of the archive. An error with the code kBadInput is the build's fault: it failed or broke a
  // limit. kNotYet: it was stopped. All others are this machine's.
  base::Result<std::string> run(const BuildJob& job) const;

 private:
  const launch::LaunchPolicy& policy_;
  BuildLimits limits_;
  std::function<void(std::string_view line)> print_;
  int stop_;
};

}  // namespace quiver::teams
