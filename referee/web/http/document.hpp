// A text that is sent many times: plain, compressed, and with a tag that changes when the text does.
//
// A client that already has it, by its tag, gets 304 and no body; one that takes gzip gets the compressed
// text. Compressing a large text takes some milliseconds, so do it on a thread that can wait. Pure.
#pragma once

#include <string>
#include <string_view>

#include "referee/web/http/http_server.hpp"

namespace quiver::web {

struct Document {
  Text plain;
  Text packed;  // none where it is not worth it
  std::string tag;
};

// Texts of less than 1 KiB are not packed.
Document document(Text plain);

// How long a cache may use a document without asking.
enum class Caching { kAsk, kForGood };

// 200 with the document, or 304 if the request says that it is known.
Response document_response(const Document& from, const std::string& type, const Request& request,
                           Caching caching = Caching::kAsk);

// The value of Accept-Encoding allows gzip.
bool takes_gzip(std::string_view accepted);
// The value of If-None-Match names this tag, or any.
bool is_known(std::string_view known, std::string_view tag);

}  // namespace quiver::web
