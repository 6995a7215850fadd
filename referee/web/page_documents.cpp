#include "referee/web/page_documents.hpp"

#include "client_sdk/base/plain_text.hpp"
#include "referee/web/page.hpp"

namespace quiver::web {

namespace {

constexpr std::size_t kMostAnnounced = 4U << 10U;

// Puts a text at its place, if there is one.
void fill(std::string& content, std::string_view place, const std::string& text) {
  const std::size_t at = content.find(place);
  if (at != std::string::npos) content.replace(at, place.size(), text);
}

}  // namespace

std::string in_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::optional<Response> PageDocuments::response(const Request& request, const std::string& name,
                                                const std::string& announcement) {
  const PageFile* file = find_page_file(name);
  if (file == nullptr) return std::nullopt;
  Document& made = made_[name];
  if (file->immutable) {
    if (!made.plain) made = document(text(std::string(file->content)));
    return document_response(made, std::string(file->type), request, Caching::kForGood);
  }
  if (!made.plain || announcement_ != announcement) {
    announcement_ = announcement;
    std::string content(file->content);
    // The announcement last, because it may have any words in it.
    fill(content, "@about@", about_);
    fill(content, "@announcement@", in_markup(base::plain_text(announcement, kMostAnnounced)));
    made = document(text(std::move(content)));
  }
  return document_response(made, std::string(file->type), request, Caching::kAsk);
}

}  // namespace quiver::web
