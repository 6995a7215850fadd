// Opening a file by its path without following any link: not in its last part, and not in a folder above it.
#pragma once

#include <string>

namespace quiver::launch {

// `path` is absolute. -1 with errno set; ELOOP if a part of the path is a link. O_CLOEXEC comes by itself.
int open_without_links(const std::string& path, int flags);

}  // namespace quiver::launch
