#!/usr/bin/env python3
"""What two places say, they say in the same words.

The bot that the README shows is the one that is built, whole, and has at most 20 lines. The formula of the hash in
docs/protocol.md is the one of docs/hash.md. docs/operations.md has every line that the referee logs. Exits with 1 and a line for each difference.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOT = ROOT / "bots" / "example" / "first_bot.cpp"
MOST = 20


def text(*names):
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def readme_complaints():
    bot = BOT.read_text(encoding="utf-8")
    lines = bot.count("\n")
    if lines > MOST:
        yield f"{BOT.relative_to(ROOT)} has {lines} lines; it may have {MOST}"
    if f"```cpp\n{bot}```" not in text("README.md"):
        yield f"README.md does not show {BOT.relative_to(ROOT)} as it is"


def formula_complaints():
    page, copy = text("docs", "hash.md"), text("docs", "protocol.md")
    parts = [re.search(r"```\nmix\(x\):.*?```", page, re.S), re.search(r"\| kind \| which .*?\n\n", page, re.S)]
    for part in parts:
        if part is None:
            yield "docs/hash.md has lost its formula"
        elif part[0] not in copy:
            yield "docs/protocol.md does not have the formula of docs/hash.md: " + part[0].splitlines()[1]


def log_complaints():
    page = text("docs", "operations.md")
    said = re.compile(r'log_\.(?:info|warning)\(\s*(?:std::string\()?"([^"]+)"')
    for file in sorted((ROOT / "referee" / "net").glob("*.cpp")):
        for found in said.finditer(file.read_text(encoding="utf-8")):
            if "`" + found[1].strip() not in page:
                yield f"docs/operations.md does not say what this line of {file.relative_to(ROOT)} means: {found[1]}"


def main():
    complaints = [*readme_complaints(), *formula_complaints(), *log_complaints()]
    print("\n".join(complaints) or "the pages agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
