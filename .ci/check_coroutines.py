#!/usr/bin/env python3
"""Finds the coroutine trap of g++ 12: a capturing lambda or a braced aggregate inside a co_await expression.

    .ci/check_coroutines.py [ROOT]

g++ 12 miscompiles some of them: the temporary dies twice or too early. Name it on a line of its own first.
Also finds co_spawn(…, detached), which swallows exceptions. Exits with 1 and a line for each find.
"""
import pathlib
import re
import sys

LAMBDA = re.compile(r"\[[^\]\s][^\]]*\]\s*(?:\([^)]*\)\s*)?(?:mutable\s*|noexcept\s*|->[^{]*)*\{")
AGGREGATE = re.compile(r"[({,]\s*[A-Za-z_:<>]*\{|\bco_await\s+[A-Za-z_:<>]+\{")


def without_comments_and_strings(text):
    """The same text, same lines, with comments and string contents blanked."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
    return pattern.sub(lambda m: "".join(c if c == "\n" else " " for c in m[0]), text)


def expression_at(text, start):
    """From co_await to the end of its statement: the ';' at the same depth, or the bracket that closes around it."""
    depth = 0
    for i in range(start, len(text)):
        c = text[i]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth < 0:
                return text[start:i]
        elif c == ";" and depth == 0:
            return text[start:i]
    return text[start:]


def faults_in(path, raw):
    text = without_comments_and_strings(raw)
    for found in re.finditer(r"\bco_await\b", text):
        expression = expression_at(text, found.start())
        line = text.count("\n", 0, found.start()) + 1
        if LAMBDA.search(expression):
            yield f"{path}:{line}: a capturing lambda inside co_await; name it first"
        elif AGGREGATE.search(expression):
            yield f"{path}:{line}: a braced aggregate inside co_await; name it first"
    for found in re.finditer(r"\bco_spawn\s*\(", text):
        if re.search(r",\s*(?:\w+::)*detached\s*\)?$", expression_at(text, found.end())):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{path}:{line}: co_spawn(…, detached) swallows exceptions; give it a handler"


def self_test():
    """The lint itself has to find what it is for, or it may as well not run."""
    bad = [
        "co_await f([x] { return x; });",
        "co_await f([&](int a) { g(a); }, use_awaitable);",
        "co_await send(Message{.id = 1});",
        "co_await send({1, 2});",
        "co_await Message{1};",
        "co_spawn(ex, run(), asio::detached);",
    ]
    good = [
        "auto m = Message{1}; co_await send(m);",
        "co_await f([] { return 1; });",
        "if (co_await read(s)) { x = y{}; }",
        "co_await send(m[0]); // not {1}",
        'co_await send("{1}");',
        "co_spawn(ex, run(), on_end);",
    ]
    return [f"the lint misses: {b}" for b in bad if not list(faults_in("self", b))] + [
        f"the lint is wrong about: {g}" for g in good if list(faults_in("self", g))
    ]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = [p for folder in ("client_sdk", "referee", "bots", "tests") for p in sorted((root / folder).rglob("*.[ch]pp"))]
    faults = self_test() + [
        f for p in files for f in faults_in(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8"))
    ]
    print("\n".join(faults) or f"{len(files)} files, no coroutine trap")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
