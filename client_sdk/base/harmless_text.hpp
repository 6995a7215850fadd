// Escapes untrusted text for a terminal, a log line or a page: characters that would not be shown as
// themselves are replaced by their code.
//
// Untrusted is all text that this program did not write: names, titles, infos, sentences and reasons from
// peers, lines that a bot printed, and what is read from record files, stores, maps and TOML files. Escaped
// are
// - control characters: below U+0020, U+007F, and U+0080 to U+009F, which terminals obey like ESC [;
// - bytes that are no UTF-8, which a terminal with another encoding may take for controls;
// - characters that reorder text: bidirectional marks, embeddings, overrides and isolates;
// - line and paragraph separators;
// - all that Unicode calls default-ignorable or format characters without a shape: zero-width spaces and
// joiners,
//   variation selectors, tags, soft hyphens, byte order marks, fillers, annotations. They hide text, and make
//   two different names look alike. An emoji that is joined from several is therefore shown in its parts;
// - noncharacters, which XML cannot hold.
// A control below U+0080 and a byte become \x1b, all others \u{202e}. The result is valid UTF-8, and stays as
// it is if it is made harmless once more. client_sdk/python/quiver/text.py and referee/web/page/harmless.js
// do the same.
#pragma once

#include <string>
#include <string_view>

namespace quiver::base {

enum class Keep {
  kNothing,         // for one line
  kTabs,            // for a line of a report
  kLinesAndColors,  // for what is written as a whole, by us: tabs, line ends and the codes for colours (ESC [
                    // 1;31 m)
};
std::string harmless_text(std::string_view text, Keep keep = Keep::kNothing);

// Equivalent JSON, in which the characters that harmless_text() would escape are written as \u202e, which a
// JSON reader turns back into the same character. Line ends stay.
std::string harmless_json(std::string_view json);

}  // namespace quiver::base
