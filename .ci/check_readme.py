#!/usr/bin/env python3
"""The bot that the README shows is the one that is built, whole, and has at most 20 lines."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOT = ROOT / "bots" / "example" / "first_bot.cpp"
MOST = 20


def main():
    bot = BOT.read_text(encoding="utf-8")
    lines = bot.count("\n")
    complaints = []
    if lines > MOST:
        complaints.append(f"{BOT.relative_to(ROOT)} has {lines} lines; it may have {MOST}")
    if f"```cpp\n{bot}```" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        complaints.append(f"README.md does not show {BOT.relative_to(ROOT)} as it is")
    print("\n".join(complaints) or f"the README shows the whole bot, {lines} lines")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
