#!/usr/bin/python3
"""A tournament whose store is a PostgreSQL database, with its page open, readers beside it, kill -9 and a server that crashes.

    postgres_store_test.py ROOT QUIVER

Its games in the end are those of the same tournament in a SQLite file that nobody disturbed.
"""
import json
import os
import pathlib
import random
import re
import sys

from postgres_stage import LIMIT, Program, Quiver, Server, until

ROOT, QUIVER = pathlib.Path(sys.argv[1]).resolve(), Quiver(sys.argv[2])
GAMES = 60


def tournament(store, *more):
    return ["tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--games", str(GAMES), "--seed", "5",
            "--concurrency", "2", "--event", "cup", "--store", store, *more]


def played(store):
    code, out, _ = QUIVER("standings", "--store", store, "--event", "cup", "--json")
    return json.loads(out).get("played", 0) if code == 0 else 0


def wait_for_games(program, store, target):
    """On a fast machine it may have ended by then."""
    until(f"{target} games are stored", lambda: not program.runs() or played(store) >= target)


def disturbed(folder, server, dice):
    """Kills the tournament twice, crashes the server once while it plays, and lets it end."""
    store = server.url
    program = Program(folder, "tournament", [QUIVER.program, *tournament(store, "--web", "127.0.0.1:0")])
    for _ in range(2):
        wait_for_games(program, store, played(store) + dice.randrange(1, 15))
        program.kill()
        program.start()
    wait_for_games(program, store, played(store) + 1)
    server.crash()
    code, _, err = QUIVER("standings", "--store", store)
    assert code == 2 and " cannot be reached: " in err and err.count("\n") == 1, err
    server.resume()
    code = program.process.wait(timeout=LIMIT)
    assert code == 0, program.log()[-2000:]
    return program.log()


def main():
    seed = int(os.environ.get("QUIVER_SEED", random.randrange(10**6)))
    print("seed", seed, flush=True)
    with Server(ROOT) as server:
        store, folder = server.url, server.folder
        code, _, err = QUIVER("standings", "--store", store)
        assert code == 2 and "is an empty database" in err, err
        log = disturbed(folder, server, random.Random(seed))
        plain = str(folder / "plain.db")
        QUIVER.must(*tournament(plain))
        expected, found = QUIVER.games(plain), QUIVER.games(store)
        assert [number for number, *_ in found] == list(range(1, GAMES + 1)), [number for number, *_ in found]
        assert found == expected
        out = QUIVER.must("verify", store)
        assert re.search(rf"\b{GAMES}\b", out), out
        QUIVER.must("replay", store, "--event", "cup", "--game", "3", "--ply", "2")
        waited = "retrying, games continue" in log
        print(f"{GAMES} games, each once; the server was waited for: {waited}")


if __name__ == "__main__":
    main()
