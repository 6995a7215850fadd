# Makes one source of the page's files: cmake -DFOLDER=page -DOUT=page_files.cpp -P embed.cmake
#
# The page's modules become two scripts, page.js and late.js, and its style sheets one sheet, page.css (bundle.cmake). These, theme.js and
# the pictures get a hash of their content into their names; index.html, which names them, is embedded last. Each file becomes a
# raw string, which stays readable in the generated source; none may contain its end mark.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/bundle.cmake)

set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_svg "image/svg+xml")
set(entries "")
set(arrays "")

# Compilers limit the length of one string, so a long one is several beside each other.
function(raw content out)
  string(FIND "${content}" ")page\"" end_mark)
  if(NOT end_mark EQUAL -1)
    message(FATAL_ERROR "a file of the page contains the end mark")
  endif()
  set(whole "")
  string(LENGTH "${content}" left)
  while(left GREATER 0)
    string(SUBSTRING "${content}" 0 30000 part)
    string(FIND "${part}" "\n" last REVERSE)
    string(LENGTH "${part}" length)
    if(length LESS left AND last GREATER 0)
      string(SUBSTRING "${content}" 0 ${last} part)
      set(length ${last})
    endif()
    string(APPEND whole "R\"page(${part})page\"\n")
    string(SUBSTRING "${content}" ${length} -1 content)
    string(LENGTH "${content}" left)
  endwhile()
  set(${out} "${whole}" PARENT_SCOPE)
endfunction()

# Each is an array of its own: what asks for the length of a string while compiling gives up on one as long as the script.
function(embed name type content immutable)
  raw("${content}" text)
  string(MAKE_C_IDENTIFIER "k_${name}" array)
  set(arrays "${arrays}constexpr char ${array}[] =\n${text};\n" PARENT_SCOPE)
  set(entries "${entries}    {\"${name}\", \"${type}\", {${array}, sizeof ${array} - 1}, ${immutable}},\n" PARENT_SCOPE)
endfunction()

bundle_scripts(${FOLDER} main.js views/late.js script late)
bundle_style(${FOLDER} page.css style)
file(READ ${FOLDER}/theme.js theme)
file(READ ${FOLDER}/icon.svg icon)
file(READ ${FOLDER}/index.html index)
foreach(one "page.js;script" "late.js;late" "page.css;style" "theme.js;theme" "icon.svg;icon")
  list(GET one 0 name)
  list(GET one 1 content)
  string(SHA256 hash "${${content}}")
  string(SUBSTRING ${hash} 0 10 hash)
  string(REGEX REPLACE "^(.*)\\.([a-z]+)$" "\\1-${hash}.\\2" hashed ${name})
  string(REGEX REPLACE ".*\\." "" ending ${name})
  embed(${hashed} "${type_${ending}}" "${${content}}" true)
  string(REPLACE "/page/${name}" "/page/${hashed}" index "${index}")
endforeach()
embed(index.html "${type_html}" "${index}" false)

# A file that nothing asks for is a mistake.
get_property(bundled GLOBAL PROPERTY bundled)
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(REMOVE_ITEM files ${bundled} theme.js icon.svg index.html)
list(FILTER files EXCLUDE REGEX "\\.css$")
if(files)
  message(FATAL_ERROR "not part of the page, because no module imports them: ${files}")
endif()

file(WRITE ${OUT} "// Made by embed.cmake of the files in page/.
#include \"referee/web/page.hpp\"

// clang warns of what a compiler need not take; those that are used here take it.
#pragma GCC diagnostic ignored \"-Woverlength-strings\"

#include <algorithm>
#include <iterator>

namespace quiver::web {

namespace {

${arrays}
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
