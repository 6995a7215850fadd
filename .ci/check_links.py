#!/usr/bin/env python3
"""Finds links that lead nowhere.

    .ci/check_links.py [ROOT]

Every relative link of a Markdown page names a file or folder that exists and, after a '#', a heading of that page.
Every path below docs/ that a source, script or test mentions exists; "docs/develop/adr/0007" stands for the one page
that begins so. docs/README.md links to every page. Exits with 1 and a line for each fault.
"""
import pathlib
import re
import sys

FOLDERS = (".ci", "bots", "client_sdk", "deploy", "docs", "proto", "referee", "tests")
BINARY = {".png", ".bin", ".pyc", ".db"}
LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|srcset|href)=\"([^\"]+)\"")
MENTION = re.compile(r"(?<![\w/.-])docs/[\w./-]*\w")
FENCE = re.compile(r"^( *)```.*?^\1```", re.S | re.M)
HEADING = re.compile(r"^#+ +(.+?) *$", re.M)


def anchors(page):
    """The anchors of a page's headings, by GitHub's rule; a repeated one gets a number."""
    seen = {}
    for heading in HEADING.findall(FENCE.sub("", page)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        yield slug if seen[slug] == 0 else f"{slug}-{seen[slug]}"


def link_faults(root, path, text):
    for found in LINK.finditer(FENCE.sub("", text)):
        target, _, anchor = (found[1] or found[2]).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        goal = path.parent / target if target else path
        if not goal.exists():
            yield f"{path.relative_to(root)}: there is no {target}"
        elif anchor and goal.suffix == ".md" and anchor not in anchors(goal.read_text(encoding="utf-8")):
            yield f"{path.relative_to(root)}: {goal.name} has no heading #{anchor}"


def mention_faults(root, path, text):
    for mention in sorted(set(MENTION.findall(text))):
        named = root / mention
        if not named.exists() and len(list(named.parent.glob(named.name + "-*.md"))) != 1:
            yield f"{path.relative_to(root)}: there is no {mention}"


def index_faults(root):
    index = root / "docs" / "README.md"
    linked = {(index.parent / (found[1] or found[2]).partition("#")[0]).resolve() for found in LINK.finditer(index.read_text(encoding="utf-8"))}
    for page in sorted((root / "docs").rglob("*.md")):
        if page != index and page.resolve() not in linked:
            yield f"docs/README.md does not link to {page.relative_to(index.parent)}"


def self_test():
    """The lint itself has to find what it is for, or it may as well not run."""
    page = "# One `two`: three\n```\n# no heading\n```\n## Again\n## Again\n"
    if list(anchors(page)) != ["one-two-three", "again", "again-1"]:
        yield "the lint reads headings wrongly"
    here = pathlib.Path(__file__).resolve()
    if len(list(link_faults(here.parent, here, "[a](none.md) [b](check_links.py) [c](https://x.org)"))) != 1:
        yield "the lint reads links wrongly"
    if len(list(mention_faults(here.parent.parent, here, "docs" + "/none.md and docs" + "/README.md."))) != 1:
        yield "the lint reads mentions wrongly"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = [*root.glob("*"), *(p for folder in FOLDERS for p in (root / folder).rglob("*"))]
    files = sorted(p for p in found if p.is_file() and p.suffix not in BINARY and "corpus" not in p.parts)
    faults = [*self_test(), *index_faults(root)]
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        faults += mention_faults(root, path, text)
        if path.suffix == ".md":
            faults += link_faults(root, path, text)
    print("\n".join(faults) or f"{len(files)} files, every link leads somewhere")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
