// Makes one upload of what somebody wants to submit: the bytes of a single file or archive as they are, and
// everything else as an archive.
//
// Several files and folders are checked by the rules by which they will be unpacked, so that what could never
// be admitted is refused here. The same files give the same bytes. Blocks. Any thread.
#pragma once

#include <string>
#include <vector>

#include "client_sdk/base/result.hpp"

namespace quiver::teams {

struct PackedSubmission {
  std::string file_name;  // "my_bot.py", "my_bot.tar.gz"
  std::string bytes;
};

// The first of several files is the bot, the others are read by it.
base::Result<PackedSubmission> pack_submission(const std::vector<std::string>& paths);

}  // namespace quiver::teams
