// Reads .zip, .tar, .tar.gz and .tgz by libarchive, and hands each entry to an EntryGate.
//
// Stops at the first entry that the gate refuses. Memory stays bounded: an entry is passed on in pieces as it
// is unpacked. Any thread; the locale of the calling thread is changed for the duration of the call.
#pragma once

#include <string_view>

#include "referee/teams/build/entry_gate.hpp"

namespace quiver::teams {

// Decided by its name.
bool is_archive(std::string_view file_name);
// The name without what makes it an archive: "my_bot" of "my_bot.tar.gz".
std::string_view archive_stem(std::string_view file_name);

// `file` is an open descriptor at its beginning, which stays open.
base::Result<void> read_archive(int file, EntryGate& gate);
base::Result<void> read_archive(std::string_view bytes, EntryGate& gate);

}  // namespace quiver::teams
