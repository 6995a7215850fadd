#include "referee/launch/supervisor/rootfs.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <linux/openat2.h>
#include <string_view>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "referee/launch/descriptor.hpp"
#include "referee/launch/files/open_without_links.hpp"
#include "referee/launch/files/system_folders.hpp"

namespace quiver::launch {

namespace {

namespace fs = std::filesystem;

// Where the new root is put together. What lies there on this machine is opened before it is covered.
constexpr const char* kStage = "/tmp";

// What programs need to start, beside the system's folders. The rest of /etc may hold secrets.
constexpr std::array kSettings = {"alternatives", "ld.so.cache",   "ld.so.conf", "ld.so.conf.d", "passwd",
                                  "group",        "nsswitch.conf", "localtime",  "timezone",     "hosts",
                                  "services",     "protocols",     "host.conf",  "gai.conf",     "os-release",
                                  "locale.alias", "mime.types",    "perl",       "mono"};
constexpr std::array kDevices = {"null", "zero", "full", "random", "urandom"};

// A file, folder or link of this machine on its way to the same path of the new root.
struct Piece {
  std::string path;
  Descriptor tree = Descriptor();  // a detached copy of the mounts below it
  bool folder = false;
  std::string target;  // of a symbolic link, which is made anew
};

bool make_read_only(int tree) {
  // Recursive, with all mounts below: no part of it stays writable.
  mount_attr how{};
  how.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &how, sizeof how) == 0;
}

// False if it cannot be had; what is not there at all is no failure.
bool open_piece(std::vector<Piece>& pieces, const std::string& path, bool keep_links) {
  struct stat about {};
  if (keep_links && lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode)) {
    std::error_code error;
    pieces.push_back({path, Descriptor(), false, fs::read_symlink(path, error).string()});
    return !error;
  }
  if (stat(path.c_str(), &about) != 0) return errno == ENOENT || errno == ENOTDIR;
  Descriptor tree(open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
  if (!tree) return false;
  pieces.push_back({path, std::move(tree), S_ISDIR(about.st_mode), ""});
  return true;
}

// What quiver has looked at, and nothing else: its author may have put something in its place since.
bool open_shown(std::vector<Piece>& pieces, const ShownFile& one) {
  const Descriptor file(open_without_links(one.source, O_PATH));
  struct stat about {};
  if (!file || fstat(file.get(), &about) != 0) return false;
  if (about.st_dev != one.device || about.st_ino != one.inode ||
      !(one.folder ? S_ISDIR(about.st_mode) : S_ISREG(about.st_mode))) {
    errno = ESTALE;
    return false;
  }
  Descriptor tree(
      open_tree(file.get(), "", AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
  if (!tree) return false;
  pieces.push_back({one.path, std::move(tree), one.folder, ""});
  return true;
}

bool open_pieces(std::vector<Piece>& pieces, const LaunchPlan& plan) {
  for (const char* path : kSystemFolders)
    if (!open_piece(pieces, path, true)) return false;
  for (const char* name : kSettings)
    if (!open_piece(pieces, std::string("/etc/") + name, true)) return false;
  // Runtimes that keep settings there by version.
  std::error_code error;
  fs::directory_iterator it("/etc", error);
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if ((name.starts_with("java") || name.starts_with("python3")) &&
        !open_piece(pieces, it->path().string(), true))
      return false;
  }
  for (const ShownFile& one : plan.shown)
    if (!is_part_of_the_system(one.path) && !open_shown(pieces, one)) return false;
  return true;
}

// In the new root. Links there may be a bot author's, in a folder that was shown before: they lead to
// somewhere in the new root, too, and never out of it.
Descriptor open_on_stage(const fs::path& path, int flags) {
  const Descriptor stage(open(kStage, O_PATH | O_DIRECTORY | O_CLOEXEC));
  open_how how{};
  how.flags = static_cast<__u64>(flags | O_PATH | O_CLOEXEC);
  // No magic links: /proc/self/fd/N could lead out of the new root.
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return Descriptor(static_cast<int>(syscall(SYS_openat2, stage.get(), path.c_str(), &how, sizeof how)));
}

// The folder of that path, made if it is not there.
Descriptor folder_on_stage(const fs::path& path) {
  Descriptor folder = open_on_stage("/", O_DIRECTORY);
  fs::path at = "/";
  for (const fs::path& part : path.relative_path()) {
    at /= part;
    Descriptor next = open_on_stage(at, O_DIRECTORY);
    if (!next && errno == ENOENT && folder && mkdirat(folder.get(), part.c_str(), 0755) == 0)
      next = open_on_stage(at, O_DIRECTORY);
    if (!next) return next;
    folder = std::move(next);
  }
  return folder;
}

bool make_folders(const fs::path& path) { return static_cast<bool>(folder_on_stage(path)); }

bool place(const Piece& piece) {
  const fs::path to = piece.path;
  const Descriptor folder = folder_on_stage(piece.folder ? to : to.parent_path());
  if (!folder) return false;
  const std::string name = to.filename().string();
  if (!piece.tree) return symlinkat(piece.target.c_str(), folder.get(), name.c_str()) == 0 || errno == EEXIST;
  if (!piece.folder) {
    const int file =
        openat(folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);
    if (file >= 0) close(file);  // one that is there already will do
  }
  const Descriptor target = open_on_stage(to, 0);
  return target && make_read_only(piece.tree.get()) &&
         move_mount(piece.tree.get(), "", target.get(), "",
                    MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) == 0;
}

bool place_devices(std::vector<Piece>& devices) {
  const std::string folder = std::string(kStage) + "/dev";
  if (!make_folders("/dev")) return false;
  for (const Piece& device : devices)
    if (!place(device)) return false;
  const std::array<std::pair<const char*, const char*>, 5> links = {{{"/proc/self/fd", "fd"},
                                                                     {"/proc/self/fd/0", "stdin"},
                                                                     {"/proc/self/fd/1", "stdout"},
                                                                     {"/proc/self/fd/2", "stderr"},
                                                                     {"/tmp", "shm"}}};
  for (const auto& [to, name] : links)
    if (symlink(to, (folder + "/" + name).c_str()) != 0) return false;
  return true;
}

bool mount_scratch(const LaunchPlan& plan) {
  // A file takes a page at least: no more of them than fit. Both 0: as much as there is.
  // Its files are memory, and count as such.
  const bool counted = plan.memory_bytes != 0;
  const std::uint64_t size = counted && (plan.scratch_bytes == 0 || plan.scratch_bytes > plan.memory_bytes)
                                 ? plan.memory_bytes
                                 : plan.scratch_bytes;
  const std::string options = "mode=1777,size=" + std::to_string(size) +
                              ",nr_inodes=" + std::to_string(size == 0 ? 0 : size / 4096 + 64);
  const std::string to = std::string(kStage) + "/tmp";
  return make_folders("/tmp") &&
         mount("tmpfs", to.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) == 0;
}

bool mount_proc() {
  const std::string to = std::string(kStage) + "/proc";
  return make_folders("/proc") &&
         mount("proc", to.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, nullptr) == 0;
}

bool open_devices(std::vector<Piece>& devices, const LaunchPlan& plan) {
  for (const char* name : kDevices)
    // What is mapped of it is shared memory that nobody can count.
    if ((plan.memory_bytes == 0 || std::string_view(name) != "zero") &&
        !open_piece(devices, std::string("/dev/") + name, false))
      return false;
  return true;
}

// The old root goes, and with it everything that is not in the new one.
bool move_in() {
  // pivot_root(".", ".") stacks the old root on the new one, from where it is detached.
  return chdir(kStage) == 0 && syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 &&
         chdir("/") == 0 &&
         mount("", "/", "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, nullptr) == 0;
}

bool build(const LaunchPlan& plan) {
  std::vector<Piece> pieces;
  std::vector<Piece> devices;
  // Private first, or the mounts would spread to the rest of the machine.
  if (mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (!open_pieces(pieces, plan) || !open_devices(devices, plan)) return false;
  if (mount("tmpfs", kStage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4m") != 0) return false;
  if (!mount_scratch(plan) || !mount_proc() || !place_devices(devices)) return false;
  for (const Piece& piece : pieces)
    if (!place(piece)) return false;
  return move_in();
}

}  // namespace

int enter_rootfs(const LaunchPlan& plan) {
  umask(022);
  errno = 0;
  if (build(plan)) return 0;
  return errno != 0 ? errno : EINVAL;
}

}  // namespace quiver::launch
