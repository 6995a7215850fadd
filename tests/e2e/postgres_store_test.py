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
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT, QUIVER = pathlib.Path(sys.argv[1]), sys.argv[2]
SERVER = ROOT / "tests" / "postgres" / "server.py"
GAMES = 60
LIMIT = 240  # seconds for anything to happen at all


def server(what, folder):
    subprocess.run(["/usr/bin/python3", "-B", SERVER, what, folder], check=True, stdin=subprocess.DEVNULL)


def quiver(*words):
    done = subprocess.run([QUIVER, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
    return done.returncode, done.stdout, done.stderr


def tournament(store, *more):
    return ["tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--games", str(GAMES), "--seed", "5",
            "--concurrency", "2", "--event", "cup", "--store", store, *more]


def games(store):
    """(number, moves) of each game, in order."""
    code, out, err = quiver("export", "--store", store, "--format", "jsonl")
    assert code == 0, err
    return [(record["number"], [move["notation"] for move in record["moves"]]) for record in map(json.loads, out.splitlines())]


def started(folder, store):
    log = open(folder / "log", "ab")
    return subprocess.Popen([QUIVER, *tournament(store, "--web", "127.0.0.1:0")], stdin=subprocess.DEVNULL,
                            stdout=log, stderr=log, start_new_session=True)


def played(store):
    code, out, _ = quiver("standings", "--store", store, "--event", "cup", "--json")
    return json.loads(out).get("played", 0) if code == 0 else 0


def wait_for(condition, process):
    end = time.monotonic() + LIMIT
    while not condition():
        if process.poll() is not None:
            return
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def disturbed(folder, store, database):
    """Kills the tournament twice, crashes the server once while it plays, and lets it end."""
    seed = int(os.environ.get("QUIVER_SEED", random.randrange(10**6)))
    print("seed", seed)
    dice = random.Random(seed)
    for _ in range(2):
        process = started(folder, store)
        target = played(store) + dice.randrange(1, 15)
        wait_for(lambda: played(store) >= target, process)
        # On a fast machine it may have ended by now.
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process = started(folder, store)
    target = played(store) + 1
    wait_for(lambda: played(store) >= target, process)
    server("crash", database)
    code, _, err = quiver("standings", "--store", store)
    assert code == 2 and " cannot be reached: " in err and err.count("\n") == 1, err
    server("resume", database)
    process.wait(timeout=LIMIT)
    log = (folder / "log").read_text(errors="replace")
    assert process.returncode == 0, log[-2000:]
    return log


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-pg-"))
    folder.chmod(0o755)
    database = folder / "pg"
    server("start", database)
    try:
        store = f"postgresql://quiver@/postgres?host={database}"
        code, _, err = quiver("standings", "--store", store)
        assert code == 2 and "is an empty database" in err, err
        log = disturbed(folder, store, database)
        plain = str(folder / "plain.db")
        code, _, err = quiver(*tournament(plain))
        assert code == 0, err
        expected, found = sorted(games(plain)), sorted(games(store))
        assert [number for number, _ in found] == list(range(1, GAMES + 1)), [number for number, _ in found]
        assert sorted(moves for _, moves in found) == sorted(moves for _, moves in expected)
        code, out, err = quiver("verify", store)
        assert code == 0, out + err
        assert re.search(rf"\b{GAMES}\b", out), out
        code, out, err = quiver("replay", store, "--event", "cup", "--game", "3", "--ply", "2")
        assert code == 0, err
        waited = "retrying, games continue" in log
        print(f"{GAMES} games, each once; the server was waited for: {waited}")
    finally:
        server("stop", database)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
