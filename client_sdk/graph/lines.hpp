// Rays from bits: on a board of up to 512 vertices, all rays from a vertex at once, without a walk.
//
// Drawn on a plane, a graph falls apart along each of the four axes into lines, and two lines meet in one
// vertex at most. With a word of bits a line, set where a vertex is occupied, the ends of the rays from a
// vertex are counts of zero bits, and the vertices between them are the difference of two prefix masks:
// no branch that a processor could guess wrongly, and the vertices come out in the order of their ids.
// Lines is immutable, any thread; Occupied is a scratch value of one visit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "client_sdk/graph/graph.hpp"

namespace quiver::graph {

class Lines {
 private:
  struct Place {
    std::uint16_t line = 0;
    std::uint16_t at = 0;      // from 1; bits 0 and length + 1 of a line are set: its ends
    std::uint32_t prefix = 0;  // in prefixes_: the mask of the line's vertices before this one
  };

 public:
  static constexpr unsigned kAxes = 4;
  static constexpr std::uint32_t kMaxVertices = 512;
  static constexpr std::uint32_t kMaxWords = kMaxVertices / 64;
  static constexpr std::uint32_t kFewWords = 2;  // up to 128 vertices
  static constexpr std::size_t kMaxLines = 256;
  static constexpr unsigned kMaxLength = 62;

  // `graph` lies on a grid. None if it is too large, or has too many or too long lines.
  static std::shared_ptr<const Lines> of(const Graph& graph);

  // A set of vertices; a loop over it goes in the order of their ids.
  struct Mask {
    std::array<std::uint64_t, kMaxWords> words;
    std::uint32_t count;  // of the words in use

    // Takes `v` out; true if it was in.
    bool take(Vertex v) {
      const std::uint64_t bit = std::uint64_t{1} << v.value() % 64;
      const bool was_in = (words[v.value() / 64] & bit) != 0;
      words[v.value() / 64] &= ~bit;
      return was_in;
    }

    class Iterator {
     public:
      explicit Iterator(const Mask& mask) : mask_(mask), rest_(mask.words[0]) { skip_empty_words(); }
      Vertex operator*() const {
        return Vertex{word_ * 64 + static_cast<std::uint32_t>(std::countr_zero(rest_))};
      }
      Iterator& operator++() {
        rest_ &= rest_ - 1;
        skip_empty_words();
        return *this;
      }
      bool operator!=(std::nullptr_t) const { return rest_ != 0; }

     private:
      void skip_empty_words() {
        while (rest_ == 0 && ++word_ < mask_.count) rest_ = mask_.words[word_];
      }
      const Mask& mask_;
      std::uint32_t word_ = 0;
      std::uint64_t rest_;
    };
    [[nodiscard]] Iterator begin() const { return Iterator(*this); }
    [[nodiscard]] std::nullptr_t end() const { return nullptr; }
  };

  // The occupied vertices, as bits along the lines.
  class Occupied {
   public:
    explicit Occupied(const Lines& lines) : lines_(lines) {
      std::copy(lines.empty_.begin(), lines.empty_.end(), bits_.begin());
    }
    void flip(Vertex v) {
      for (const Place& p : lines_.places(v)) bits_[p.line] ^= std::uint64_t{1} << p.at;
    }
    // How many vertices the rays from `v` reach.
    [[nodiscard]] unsigned count_reached(Vertex v) const {
      unsigned sum = 0;
      for (const Place& p : lines_.places(v)) sum += ahead(p) + behind(p);
      return sum;
    }
    // Which ones.
    [[nodiscard]] Mask reached(Vertex v) const {
      return lines_.words_ == kFewWords ? reached_in<kFewWords>(v) : reached_in<kMaxWords>(v);
    }

   private:
    // The number of words is a template argument, so that the compiler unrolls the inner loop.
    template <std::uint32_t words>
    [[nodiscard]] Mask reached_in(Vertex v) const {
      Mask mask;
      mask.count = words;
      std::fill_n(mask.words.begin(), words, std::uint64_t{0});
      for (const Place& p : lines_.places(v)) {
        const std::uint64_t* const here = &lines_.prefixes_[p.prefix];
        const std::uint64_t* const from = here - std::size_t{behind(p)} * words;
        const std::uint64_t* const to = here + std::size_t{ahead(p) + 1} * words;
        for (std::uint32_t w = 0; w < words; ++w) mask.words[w] |= from[w] ^ to[w];
      }
      mask.words[v.value() / 64] &= ~(std::uint64_t{1} << v.value() % 64);
      return mask;
    }
    // The two ends of a line are always set, so a bit is found in both directions and no count is 64.
    [[nodiscard]] unsigned ahead(const Place& p) const {
      return static_cast<unsigned>(std::countr_zero(bits_[p.line] >> (p.at + 1U)));
    }
    [[nodiscard]] unsigned behind(const Place& p) const {
      return static_cast<unsigned>(std::countl_zero(bits_[p.line] << (64U - p.at)));
    }

    const Lines& lines_;
    std::array<std::uint64_t, kMaxLines> bits_;
  };

 private:
  [[nodiscard]] std::span<const Place, kAxes> places(Vertex v) const {
    return std::span<const Place, kAxes>{&places_[std::size_t{v.value()} * kAxes], kAxes};
  }
  bool add_line(const Graph& graph, Vertex start, Direction d);

  std::uint32_t words_ = 0;              // a mask's: kFewWords or kMaxWords
  std::vector<Place> places_;            // four a vertex
  std::vector<std::uint64_t> empty_;     // the bits of the lines of an empty board
  std::vector<std::uint64_t> prefixes_;  // for each line, length + 1 masks of words_ words
};

}  // namespace quiver::graph
