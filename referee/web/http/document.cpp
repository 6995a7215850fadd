#include "referee/web/http/document.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>
#include <zlib.h>

#include "client_sdk/base/random.hpp"

namespace quiver::web {

namespace {

// Below this size gzip saves less than a packet.
constexpr std::size_t kWorthIt = 1024;
constexpr int kGzip = 16 + MAX_WBITS;  // zlib's way to say gzip and not its own format
constexpr int kMemory = 8;             // zlib's own default

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Calls visit with each part between commas until it says true.
bool any_part(std::string_view list, const std::function<bool(std::string_view)>& visit) {
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    if (visit(trimmed(part))) return true;
  }
  return false;
}

// Empty if zlib fails: then the text goes as it is.
std::string gzip(const std::string& text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return "";
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

Document document(Text plain) {
  Document out;
  // A weak tag: the same for the compressed and the plain text.
  out.tag = "W/\"" + base::hex(std::uint64_t{std::hash<std::string>{}(*plain)}) + '"';
  // zlib counts in uInt.
  const bool fits = plain->size() <= std::numeric_limits<uInt>::max() / 2;
  if (plain->size() >= kWorthIt && fits)
    if (std::string packed = gzip(*plain); !packed.empty() && packed.size() < plain->size()) {
      packed.shrink_to_fit();
      out.packed = text(std::move(packed));
    }
  out.plain = std::move(plain);
  return out;
}

Response document_response(const Document& from, const std::string& type, const Request& request,
                           Caching caching) {
  const char* const kept = caching == Caching::kForGood ? "public, max-age=31536000, immutable" : "no-cache";
  Response response{200, type, nullptr, {{"Cache-Control", kept}, {"ETag", from.tag}}};
  if (from.packed) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (is_known(request.known, from.tag)) {
    response.status = 304;
    return response;
  }
  const bool packs = from.packed && request.takes_gzip;
  if (packs) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = packs ? from.packed : from.plain;
  return response;
}

bool takes_gzip(std::string_view accepted) {
  return any_part(accepted, [](std::string_view part) {
    const std::size_t mark = std::min(part.find(';'), part.size());
    if (!same_letters(trimmed(part.substr(0, mark)), "gzip")) return false;
    // "q=0" and "q=0.000" are a no.
    const std::string_view weight = trimmed(part.substr(std::min(part.size(), mark + 1)));
    if (!weight.starts_with("q=") && !weight.starts_with("Q=")) return true;
    return weight.substr(2).find_first_not_of("0.") != std::string_view::npos;
  });
}

bool is_known(std::string_view known, std::string_view tag) {
  // If-None-Match uses weak comparison (RFC 9110, section 13.1.2): the prefix W/ does not count.
  const auto strong = [](std::string_view one) { return one.starts_with("W/") ? one.substr(2) : one; };
  return any_part(known, [&](std::string_view part) { return part == "*" || strong(part) == strong(tag); });
}

}  // namespace quiver::web
