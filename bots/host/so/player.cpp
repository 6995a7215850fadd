#include "bots/host/so/player.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bots/host/so/interface.hpp"
#include "bots/host/so/line.hpp"

#if defined(__SANITIZE_ADDRESS__)
// A player's crash has to be a crash, and its leaks are its own.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:handle_sigbus=0:detect_leaks=0:"
         "allow_user_segv_handler=1";
}
#endif

namespace quiver::bots::host {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int kOwnSymbolsFirst = 0;  // AddressSanitizer does not support RTLD_DEEPBIND
#else
constexpr int kOwnSymbolsFirst = RTLD_DEEPBIND;
#endif

// The library and its four functions. What it lacks of libgsl, libgslcblas and libm it finds with us.
class Library {
 public:
  // The reply to kLoad.
  Message load(const std::string& path) {
    Message reply;
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbolsFirst);
    if (handle_ == nullptr) {
      reply.text = error();  // a function that is not there may never be called
      handle_ = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | kOwnSymbolsFirst);
    }
    reply.failed = handle_ == nullptr;
    if (reply.failed) return reply;
    std::string missing;
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      functions_[k] = dlsym(handle_, kNames[k]);
      if (functions_[k] == nullptr) missing += (missing.empty() ? "" : ", ") + std::string(kNames[k]) + "()";
    }
    if (missing.empty()) return reply;
    reply.failed = true;
    reply.text = "it has no " + missing;
    return reply;
  }
  template <class Function>
  Function get(Call call) const {
    return reinterpret_cast<Function>(functions_[static_cast<std::size_t>(call) - 1]);
  }

 private:
  static constexpr std::array kNames = {"initialize", "get_player_name", "play", "finalize"};  // as in Call
  static std::string error() {
    const char* text = dlerror();
    return text != nullptr ? text : "";
  }

  void* handle_ = nullptr;
  std::array<void*, kNames.size()> functions_{};
};

// malloc, because a player written in C may free() what it is given.
template <class Value>
Value* allocate(std::size_t count = 1) {
  auto* memory = static_cast<Value*>(std::malloc(count * sizeof(Value)));
  if (memory == nullptr) std::abort();
  return memory;
}

// Fills the arrays directly: gsl_spmatrix_uint_set does not work on compressed rows.
gsl_spmatrix_uint* compressed_rows(const Terms& terms) {
  const std::size_t vertices = terms.row_starts.size() - 1;
  gsl_spmatrix_uint* matrix =
      gsl_spmatrix_uint_alloc_nzmax(vertices, vertices, terms.columns.size(), GSL_SPMATRIX_CSR);
  for (std::size_t k = 0; k <= vertices; ++k) matrix->p[k] = static_cast<int>(terms.row_starts[k]);
  for (std::size_t k = 0; k < terms.columns.size(); ++k) {
    matrix->i[k] = static_cast<int>(terms.columns[k]);
    matrix->data[k] = terms.directions[k];
  }
  matrix->nz = terms.columns.size();
  return matrix;
}

gsl_spmatrix_uint* coordinates(const Terms& terms) {
  const std::size_t vertices = terms.row_starts.size() - 1;
  gsl_spmatrix_uint* matrix = gsl_spmatrix_uint_alloc(vertices, vertices);
  for (std::size_t v = 0; v < vertices; ++v)
    for (std::uint32_t k = terms.row_starts[v]; k < terms.row_starts[v + 1]; ++k)
      gsl_spmatrix_uint_set(matrix, v, terms.columns[k], terms.directions[k]);
  return matrix;
}

gsl_spmatrix_uint* owners(const Terms& terms) {
  gsl_spmatrix_uint* matrix = gsl_spmatrix_uint_alloc(2, terms.row_starts.size() - 1);
  for (std::size_t seat = 0; seat < 2; ++seat)
    for (const std::uint32_t v : terms.pieces[seat]) gsl_spmatrix_uint_set(matrix, seat, v, 1);
  return matrix;
}

// A player in its match.
class Player {
 public:
  explicit Player(Terms terms) : terms_(std::move(terms)) {}

  Message answer(const Message& asked) {
    Message reply{asked.call, false, {}, ""};
    switch (asked.call) {
      case Call::kLoad:
        return library_.load(terms_.library);
      case Call::kInitialize:
        terms_.game == Course::kAmazons ? initialize_amazons() : initialize_quoridor();
        break;
      case Call::kGetPlayerName:
        if (const char* name = library_.get<GetPlayerName>(asked.call)())
          reply.text.assign(name, strnlen(name, kMaxName));
        break;
      case Call::kPlay:
        reply.numbers =
            terms_.game == Course::kAmazons ? play_amazons(asked.numbers) : play_quoridor(asked.numbers);
        break;
      case Call::kFinalize:
        library_.get<Finalize>(asked.call)();
        break;
    }
    return reply;
  }

 private:
  static constexpr std::size_t kMaxName = 256;

  // All that is handed over is the player's from then on, but for the outer array, which some keep.
  void initialize_amazons() {
    auto* graph = allocate<course_amazons::Graph>();
    *graph = {static_cast<unsigned>(terms_.row_starts.size() - 1), compressed_rows(terms_)};
    const std::size_t count = terms_.pieces[0].size();
    for (std::size_t seat = 0; seat < 2; ++seat) {
      queens_[seat] = allocate<unsigned>(count);
      std::copy_n(terms_.pieces[seat].begin(), count, queens_[seat]);
    }
    library_.get<course_amazons::Initialize>(Call::kInitialize)(terms_.id, graph,
                                                                static_cast<unsigned>(count), queens_.data());
  }

  void initialize_quoridor() {
    auto* graph = allocate<course_quoridor::Graph>();
    *graph = {terms_.row_starts.size() - 1, coordinates(terms_), owners(terms_)};
    library_.get<course_quoridor::Initialize>(Call::kInitialize)(terms_.id, graph, terms_.walls);
  }

  [[nodiscard]] Numbers play_amazons(const Numbers& n) const {
    const course_amazons::Move previous = {static_cast<unsigned>(n.at(0)), static_cast<unsigned>(n.at(1)),
                                           static_cast<unsigned>(n.at(2))};
    const auto move = library_.get<course_amazons::Play>(Call::kPlay)(previous);
    return {move.queen_src, move.queen_dst, move.arrow_dst};
  }

  [[nodiscard]] Numbers play_quoridor(const Numbers& n) const {
    const course_quoridor::Move previous = {n.at(0),
                                            {{n.at(1), n.at(2)}, {n.at(3), n.at(4)}},
                                            static_cast<unsigned>(n.at(5)),
                                            static_cast<unsigned>(n.at(6))};
    const auto move = library_.get<course_quoridor::Play>(Call::kPlay)(previous);
    return {move.m, move.e[0].fr, move.e[0].to, move.e[1].fr, move.e[1].to, move.t, move.c};
  }

  Terms terms_;
  Library library_;
  std::array<unsigned*, 2> queens_{};
};

}  // namespace

void be_the_player() {
  // Far from what a player would open, or close, next. Few descriptors allowed: it stays where it is.
  constexpr int kFarAway = 100;
  const int moved = fcntl(kLineAsPassed, F_DUPFD_CLOEXEC, kFarAway);
  if (moved >= 0) close(kLineAsPassed);
  const int line = moved >= 0 ? moved : kLineAsPassed;
  fcntl(line, F_SETFD, FD_CLOEXEC);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  setvbuf(stdout, nullptr, _IOLBF, 0);  // what it has printed is in the log even if it crashes then

  Terms terms;
  if (!receive_terms(line, terms)) _exit(0);
  Player player(std::move(terms));
  for (Message asked; receive_message(line, asked);) {
    if (!send_message(line, player.answer(asked))) _exit(kExitLineClosed);
    if (asked.call == Call::kFinalize) break;
  }
  std::fflush(stdout);
  _exit(0);
}

}  // namespace quiver::bots::host
