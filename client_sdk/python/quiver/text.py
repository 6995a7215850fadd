"""Text from outside: read strictly, shown safely."""

import re

_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,31}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class BadInput(ValueError):
    """Something that was asked for cannot be: the message is one sentence for people."""


def parse_number(text: str) -> int | None:
    """A number without sign, spaces or leading zeros that fits in 32 bits, or None."""
    if not _NUMBER.fullmatch(text) or len(text) > 10:
        return None
    number = int(text)
    return number if number < 1 << 32 else None


def is_name(text: str) -> bool:
    """Whether it can be a competitor's name: 1 to 32 of A-Z a-z 0-9 . _ -, not beginning with a dot."""
    return _NAME.fullmatch(text) is not None


def cut(text: str, most: int) -> str:
    """As many characters as fit into `most` bytes of UTF-8; what UTF-8 cannot hold becomes a question mark."""
    data = text.encode("utf-8", "replace")
    return data[:most].decode("utf-8", "ignore")


def escaped(text: str, most: int = 1024) -> str:
    """Fit to be shown: control characters as \\x1b, at most `most` bytes of it."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", cut(text, most))


def quoted(text: str) -> str:
    """Fit to stand inside a sentence: in quotes, at most 40 bytes of it."""
    most = 40
    return f'"{escaped(text, most)}{"…" if len(text.encode("utf-8", "replace")) > most else ""}"'
