#!/usr/bin/env python3
"""Checks that every include goes up the list of layers, and that libraries stay in their rooms.

    .ci/check_layers.py [ROOT]

docs/develop/architecture.md explains the layers. Exits with 1 and a line for each include that breaks a rule.
"""
import pathlib
import re
import sys

# Each layer may include itself and those before it.
LAYERS = [
    "proto",
    "client_sdk/base",
    "client_sdk/graph",
    "client_sdk/games",
    "client_sdk/draw",
    "client_sdk/wire",
    "client_sdk/bot",
    "referee/match",
    "referee/launch",
    "referee/net",
    "referee/run",
    "referee/store",
    "referee/records",
    "referee/tournament",
    "referee/teams",
    "referee/web",
    "referee/cli",
]

# A bot never links the referee, and the referee never links what a competitor does.
FORBIDDEN = [("client_sdk/", "referee/"), ("referee/", "client_sdk/bot/"), ("bots/", "referee/")]

# (what is included, the only folders that may)
ROOMS = [
    (r"^gsl/", ("client_sdk/graph/", "referee/tournament/ratings/", "tests/", "bots/host/")),
    (r"\.pb\.h$|^google/protobuf/", ("client_sdk/wire/", "referee/store/", "referee/teams/", "referee/web/", "tests/")),
    (r"^openssl/", ("client_sdk/wire/", "tests/")),
    (r"^CLI/", ("referee/cli/", "client_sdk/bot/", "bots/", "tests/")),
    (r"^boost/asio", ("referee/net/", "referee/run/", "referee/web/", "tests/")),
    (r"^boost/beast", ("referee/web/http/beast_",)),
    (r"^boost/url", ("referee/web/http/boost_url.cpp", "referee/web/http/target.cpp")),
    (r"^sqlite3", ("referee/store/sqlite.cpp",)),
    (r"^pqxx/|^libpq", ("referee/store/postgres/", "tests/")),
    (r"^spdlog/", ("referee/net/",)),
    (r"^sqlite3\.h$", ("referee/store/", "tests/")),
    (r"^toml\+\+/", ("referee/cli/",)),
    (r"^archive", ("referee/teams/build/archive_reader.cpp", "referee/teams/build/archive_writer.cpp")),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def layer_of(path):
    for number, layer in enumerate(LAYERS):
        if path.startswith(layer + "/"):
            return number
    return None


def faults_in(path, text):
    for included in INCLUDE.findall(text):
        own, other = layer_of(path), layer_of(included)
        if own is not None and other is not None and other > own:
            yield f"{path}: {LAYERS[own]} must not use {LAYERS[other]} ({included})"
        if own is not None and included.startswith(("tests/", "bots/")):
            yield f"{path}: {LAYERS[own]} must not use {included}"
        for user, used in FORBIDDEN:
            if path.startswith(user) and included.startswith(used):
                yield f"{path}: {user} must not use {used} ({included})"
        for what, rooms in ROOMS:
            if re.search(what, included) and not path.startswith(rooms):
                yield f"{path}: {included} is for {', '.join(rooms)} only"
        if path.endswith(".hpp") and path.startswith("client_sdk/") and included.startswith("gsl/"):
            yield f"{path}: no GSL in headers ({included})"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = [p for folder in ("client_sdk", "referee", "bots", "tests") for p in sorted((root / folder).rglob("*.[ch]pp"))]
    faults = [f for p in files for f in faults_in(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8"))]
    print("\n".join(faults) or f"{len(files)} files, all includes go up the layers")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
