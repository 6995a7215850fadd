#include "referee/teams/build/recipes.hpp"

#include "referee/launch/files/system_folders.hpp"
#include "referee/teams/build/sdk.hpp"

namespace quiver::teams {

using base::Error;
using base::Result;

namespace {

// The submission is read-only: the build gets a copy.
constexpr const char* kCopy = R"sh(cp -r /submission /tmp/source
chmod -R u+rwX /tmp/source
cd /tmp/source
)sh";

// For C++ files without a CMakeLists.txt. docs/write-a-bot/submit.md shows it.
constexpr const char* kCMakeLists = R"sh(cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(bot LANGUAGES CXX)
find_package(quiver_sdk REQUIRED)
file(GLOB sources *.cpp *.cc *.cxx)
add_executable(bot ${sources})
target_link_libraries(bot PRIVATE quiver::bot)
END
)sh";

// Sends the executables that were not there before, wherever the project puts them.
constexpr const char* kCMake = R"sh(touch /tmp/began
cmake -S . -B /tmp/build -DCMAKE_BUILD_TYPE=Release
cmake --build /tmp/build --parallel 1
cd /
find tmp/build tmp/source -name CMakeFiles -prune -o -type f -perm -u+x -newer tmp/began ! -name '*.so*' -print0 >tmp/made
exec tar --create --null --files-from=tmp/made >"$result"
)sh";

// What plays is what the sources make: libraries and objects that came along are removed first.
constexpr const char* kMake = R"sh(find . -type f \( -name '*.so' -o -name '*.o' \) -delete
make
if [ -z "$(find . -type f -name '*.so' -print -quit)" ] && make -n install >/dev/null 2>&1; then make install; fi
cd /
find tmp/source -type f -name '*.so' -print0 >tmp/made
exec tar --create --null --files-from=tmp/made >"$result"
)sh";

Result<void> need_tools(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (!has_tool(name))
      return Error{Error::Code::kUnreadable,
                   std::string("this machine cannot build this: there is no ") + name + "; install it"};
  return {};
}

}  // namespace

Result<BuildJob> job_of(Recipe recipe, const std::string& submission_folder) {
  BuildJob job;
  job.shown = {{"/submission", submission_folder}};
  if (recipe == Recipe::kMake) {
    if (auto there = need_tools({"make", "cc"}); !there) return there.error();
    job.script = std::string(kCopy) + kMake;
    job.environment["GSL_PATH"] = "/usr";  // which the course's Makefiles ask for
    return job;
  }
  if (auto there = need_tools({"cmake", "c++"}); !there) return there.error();
  const auto sdk = find_sdk();
  if (!sdk) return sdk.error();
  job.environment["CMAKE_GENERATOR"] = has_tool("ninja") ? "Ninja" : "Unix Makefiles";
  const bool visible = launch::is_part_of_the_system(*sdk);
  job.environment["CMAKE_PREFIX_PATH"] = visible ? *sdk : "/sdk";
  if (!visible) job.shown.emplace_back("/sdk", *sdk);
  job.script = kCopy + std::string(recipe == Recipe::kSources ? kCMakeLists : "") + kCMake;
  return job;
}

}  // namespace quiver::teams
