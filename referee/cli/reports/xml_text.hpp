// Text for an XML 1.0 document. Whatever the bytes are, what comes back is well formed: a byte that is no
// UTF-8, or that harmless_text() escapes, is written as its code. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace quiver::cli {

// Between two tags; line ends and tabs stay.
std::string xml_text(std::string_view text);

// Between the quotes of an attribute; line ends and tabs survive there too.
std::string xml_attribute(std::string_view text);

}  // namespace quiver::cli
