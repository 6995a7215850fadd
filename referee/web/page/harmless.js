// Escapes text from players: control characters, characters that reorder, separate or hide text, and code points that are not
// characters are shown as their codes. client_sdk/base/harmless_text.hpp has the same table, with the reasons.

const kHarmful = new RegExp('['
  + '\\u{0}-\\u{8}\\u{b}-\\u{1f}\\u{7f}-\\u{9f}\\u{ad}\\u{34f}\\u{61c}\\u{115f}\\u{1160}\\u{17b4}\\u{17b5}\\u{180b}-\\u{180f}'
  + '\\u{200b}-\\u{200f}\\u{2028}-\\u{202e}\\u{2060}-\\u{206f}\\u{3164}\\u{d800}-\\u{dfff}\\u{fe00}-\\u{fe0f}'
  + '\\u{feff}\\u{ffa0}\\u{fff0}-\\u{fffb}\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}'
  + '\\u{e0000}-\\u{e0fff}\\p{Noncharacter_Code_Point}'
  + ']', 'gu');

function code(character) {
  const point = character.codePointAt(0);
  return point < 0x80 ? `\\x${point.toString(16).padStart(2, '0')}` : `\\u{${point.toString(16)}}`;
}

/** The text with these characters escaped; line ends and tabs stay, because a page shows them correctly. */
export function harmless(text) {
  return text.replace(kHarmful, code);
}
