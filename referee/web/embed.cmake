# Makes one source of the page's files: cmake -DFOLDER=page -DOUT=page_files.cpp -P embed.cmake
#
# Files of subfolders are named by their path, "games/board.js". Each file becomes a raw string, which stays readable in
# the generated source; none may contain its end mark.
set(types "html=text/html\\; charset=utf-8" "js=text/javascript\\; charset=utf-8" "css=text/css\\; charset=utf-8"
  "svg=image/svg+xml")
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(entries "")
foreach(name IN LISTS files)
  get_filename_component(ending ${name} LAST_EXT)
  set(type "")
  foreach(one IN LISTS types)
    if(".${one}" MATCHES "^\\${ending}=(.*)$")
      string(REPLACE "\\;" ";" type "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  if(type STREQUAL "")
    message(FATAL_ERROR "${name}: its content type is not known")
  endif()
  file(READ ${FOLDER}/${name} content)
  string(FIND "${content}" ")page\"" end_mark)
  if(NOT end_mark EQUAL -1)
    message(FATAL_ERROR "${name} contains the end mark")
  endif()
  string(APPEND entries "    {R\"page(${name})page\", R\"page(${type})page\", R\"page(${content})page\"},\n")
endforeach()
file(WRITE ${OUT} "// Made by embed.cmake of the files in page/.
#include \"referee/web/page.hpp\"

#include <algorithm>
#include <iterator>

namespace quiver::web {

namespace {

constexpr PageFile kFiles[] = {
${entries}};

}  // namespace

const PageFile* find_page_file(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFiles), std::end(kFiles),
                                   [&](const PageFile& file) { return file.name == name; });
  return found == std::end(kFiles) ? nullptr : found;
}

}  // namespace quiver::web
")
