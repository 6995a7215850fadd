"""Text from outside: strict parsing, safe display."""

import re

_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,31}", re.ASCII)
# Control characters, characters that reorder, separate or hide text, and code points that are not characters. The same
# table, with the reasons, is in client_sdk/base/harmless_text.hpp.
_HARMFUL = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    + "".join(chr((plane << 16) + 0xFFFE) + chr((plane << 16) + 0xFFFF) for plane in range(1, 17))
    + "]"
)


class BadInput(ValueError):
    """Invalid input: the message is one sentence for people."""


def parse_number(text: str) -> int | None:
    """A number without sign, spaces or leading zeros that fits in 32 bits, or None."""
    if not _NUMBER.fullmatch(text) or len(text) > 10:
        return None
    number = int(text)
    return number if number < 1 << 32 else None


def is_name(text: str) -> bool:
    """Whether it can be a competitor's name: 1 to 32 of A-Z a-z 0-9 . _ -, not beginning with a dot."""
    return _NAME.fullmatch(text) is not None


def name_fault(text: str) -> str:
    """What is wrong with a name, as a sentence for people; empty if nothing is."""
    if is_name(text):
        return ""
    begins = f"{quoted(text)} is not a name: "
    if not text:
        return begins + "it is empty"
    odd = re.search(r"[^A-Za-z0-9._-]", text, re.ASCII)
    if odd:
        which = "a space" if odd[0] == " " else quoted(odd[0])
        return f"{begins}it has {which} in it; use letters, digits, '.', '_' and '-'"
    if text.startswith("."):
        return begins + "it begins with a dot"
    return f"{begins}it has {len(text)} characters, and 32 are the most"


def cut(text: str, most: int) -> str:
    """As many characters as fit into `most` bytes of UTF-8; lone surrogates become question marks."""
    data = text.encode("utf-8", "replace")
    return data[:most].decode("utf-8", "ignore")


def escaped(text: str, most: int = 1024) -> str:
    """For display: at most `most` bytes, with harmful characters escaped as \\x1b or \\u{202e}."""
    return _HARMFUL.sub(_code, cut(text, most))


def _code(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{{{code:x}}}"


def quoted(text: str) -> str:
    """For use inside a sentence: in quotes, escaped, at most 40 bytes."""
    most = 40
    return f'"{escaped(text, most)}{"…" if len(text.encode("utf-8", "replace")) > most else ""}"'
