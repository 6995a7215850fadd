// The files of the page, which are part of the program (page/, put in by embed.cmake). Any thread.
//
// All but index.html have a hash of their content in their names, "page-1a2b3c4d.js": a browser may keep them for
// good, and a repeated visit asks for index.html alone.
#pragma once

#include <string_view>

namespace quiver::web {

struct PageFile {
  std::string_view name;  // below /page/
  std::string_view type;
  std::string_view content;
  bool immutable;  // another content would have another name
};

// None if there is no such file.
const PageFile* find_page_file(std::string_view name);

}  // namespace quiver::web
