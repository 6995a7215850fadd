#!/usr/bin/env python3
"""What two places say, they say in the same words.

The bot that the README and docs/write-a-bot/first-bot.md show is the one that is built, whole, and has at most 20
lines; the one in docs/write-a-bot/python.md and first-bot.md is the example in Python, and has at most 15. The formula
of the hash in docs/write-a-bot/protocol.md is the one of hash.md beside it. docs/operate/operations.md has every line
that the referee logs. Exits with 1 and a line for each difference.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "bots" / "example"
# (the page, the bot that it shows, how many lines that may have, the language)
SHOWN = [
    ("README.md", "first_bot.cpp", 20, "cpp"),
    ("docs/write-a-bot/first-bot.md", "first_bot.cpp", 20, "cpp"),
    ("docs/write-a-bot/python.md", "first_bot.py", 15, "python"),
    ("docs/write-a-bot/first-bot.md", "first_bot.py", 15, "python"),
]


def text(*names):
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def bot_complaints():
    for page, name, most, language in SHOWN:
        bot = text(EXAMPLES / name)
        lines = bot.count("\n")
        if lines > most:
            yield f"bots/example/{name} has {lines} lines; it may have {most}"
        if f"```{language}\n{bot}```" not in text(page):
            yield f"{page} does not show bots/example/{name} as it is"


def formula_complaints():
    page, copy = text("docs/write-a-bot/hash.md"), text("docs/write-a-bot/protocol.md")
    parts = [re.search(r"```\nmix\(x\):.*?```", page, re.S), re.search(r"\| kind \| which .*?\n\n", page, re.S)]
    for part in parts:
        if part is None:
            yield "docs/write-a-bot/hash.md has lost its formula"
        elif part[0] not in copy:
            yield "docs/write-a-bot/protocol.md lacks the formula of hash.md: " + part[0].splitlines()[1]


def log_complaints():
    page = text("docs/operate/operations.md")
    said = re.compile(r'log_\.(?:info|warning)\(\s*(?:std::string\()?"([^"]+)"')
    for file in sorted((ROOT / "referee" / "net").glob("*.cpp")):
        for found in said.finditer(file.read_text(encoding="utf-8")):
            if "`" + found[1].strip() not in page:
                yield f"docs/operate/operations.md does not explain this line of {file.relative_to(ROOT)}: {found[1]}"


def main():
    complaints = [*bot_complaints(), *formula_complaints(), *log_complaints()]
    print("\n".join(complaints) or "the pages agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
