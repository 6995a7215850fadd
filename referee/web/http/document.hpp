// Something to be read again and again: its text, the same packed, and a tag that changes when the text does.
//
// Who has it already, by its tag, is told so with 304 and no body; who takes gzip is sent the packed one.
// Packing takes some milliseconds for a large text: it belongs to a thread that has them. Pure.
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

// 200 with the document, or 304 if the request says that it is known. Caches have to ask each time.
Response document_response(const Document& from, const std::string& type, const Request& request);

// The value of Accept-Encoding allows gzip.
bool takes_gzip(std::string_view accepted);
// The value of If-None-Match names this tag, or any.
bool is_known(std::string_view known, std::string_view tag);

}  // namespace quiver::web
