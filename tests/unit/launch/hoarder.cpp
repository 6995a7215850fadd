// hoarder WAY: holds as much memory as it can by one way, up to kMost, and says so after each piece: "held N"
// MiB. What it holds it keeps, and goes on for ever.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <map>
#include <string>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::size_t kPiece = std::size_t{8} << 20U;
constexpr std::size_t kMost = std::size_t{512} << 20U;
const std::string block(std::size_t{1} << 20U, 'x');

bool fill(int file) {
  for (std::size_t written = 0; written < kPiece; written += block.size())
    if (write(file, block.data(), block.size()) != static_cast<ssize_t>(block.size())) return false;
  return true;
}

// Touches it and has it out of sight again: the kernel keeps what others could still map.
bool hide(void* piece, std::size_t size) {
  if (piece == MAP_FAILED) return false;
  std::memset(piece, 1, size);
  return madvise(piece, size, MADV_DONTNEED) == 0;
}

bool by_memfd() { return fill(memfd_create("hoard", 0)); }

bool by_files() {
  static int number = 0;
  const std::string name = "/tmp/hoard" + std::to_string(number++);
  const int file = open(name.c_str(), O_RDWR | O_CREAT, 0600);
  unlink(name.c_str());
  return fill(file);
}

bool by_posix_shared_memory() {
  static int number = 0;
  return fill(shm_open(("/hoard" + std::to_string(number++)).c_str(), O_RDWR | O_CREAT, 0600));
}

bool by_sysv() {
  const int segment = shmget(IPC_PRIVATE, kPiece, IPC_CREAT | 0600);
  if (segment < 0) return false;
  void* const piece = shmat(segment, nullptr, 0);
  std::memset(piece, 1, kPiece);
  return shmdt(piece) == 0;
}

bool by_shared(std::size_t size, int file) {
  for (std::size_t done = 0; done < kPiece; done += size)
    if (!hide(
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0),
            size))
      return false;
  return true;
}

// Of each piece all but one page is given back, and the kernel keeps it all.
bool by_shared_remains() {
  constexpr std::size_t kSmall = std::size_t{1} << 20U;
  for (std::size_t done = 0; done < kPiece; done += kSmall) {
    void* const piece = mmap(nullptr, kSmall, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) return false;
    std::memset(piece, 1, kSmall);
    munmap(static_cast<char*>(piece) + 4096, kSmall - 4096);
  }
  return true;
}

bool by_secret() {
  const auto file = static_cast<int>(syscall(SYS_memfd_secret, 0));
  if (file < 0 || ftruncate(file, static_cast<off_t>(kPiece)) != 0) return false;
  void* const piece = mmap(nullptr, kPiece, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (piece == MAP_FAILED) return false;
  std::memset(piece, 1, kPiece);
  return true;
}

bool by_private() {
  void* const piece = mmap(nullptr, kPiece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (piece == MAP_FAILED) return false;
  std::memset(piece, 1, kPiece);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<bool()>> ways = {
      {"memfd", by_memfd},
      {"files", by_files},
      {"posix", by_posix_shared_memory},
      {"sysv", by_sysv},
      {"shared", [] { return by_shared(kPiece, -1); }},
      {"small", [] { return by_shared(std::size_t{1} << 20U, -1); }},
      {"remains", by_shared_remains},
      {"zero", [] { return by_shared(kPiece, open("/dev/zero", O_RDWR)); }},
      {"secret", by_secret},
      {"private", by_private},
  };
  const auto way = ways.find(argc == 2 ? argv[1] : "");
  if (way == ways.end()) return 64;
  std::size_t held = 0;
  while (held < kMost && way->second()) {
    held += kPiece;
    std::printf("held %zu\n", held >> 20U);
    std::fflush(stdout);
    usleep(20'000);
  }
  std::puts("no more");
  std::fflush(stdout);
  while (true) pause();
}
