// The files of the page, which are part of the program (page/, put in by embed.cmake). Any thread.
#pragma once

#include <string_view>

namespace quiver::web {

struct PageFile {
  std::string_view name;  // its path below page/: "index.html", "games/board.js"
  std::string_view type;
  std::string_view content;
};

// None if there is no such file.
const PageFile* find_page_file(std::string_view name);

}  // namespace quiver::web
