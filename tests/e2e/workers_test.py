#!/usr/bin/python3
"""A tournament that workers play, with kill -9 of workers and of the coordinator, a server that crashes, and a link that is cut.

    workers_test.py ROOT QUIVER

Its games in the end are those of the same tournament played by one process that nobody disturbed: each once, and all of
them verify. QUIVER_GAMES and QUIVER_FAULTS say how many games and faults; QUIVER_SEED draws the same faults again.
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
GAMES = int(os.environ.get("QUIVER_GAMES", 60))
FAULTS = int(os.environ.get("QUIVER_FAULTS", 6))
WORKERS = 3
LEASE = "2s"
LIMIT = 600  # seconds for anything to happen at all


def server(what, folder):
    subprocess.run(["/usr/bin/python3", "-B", SERVER, what, folder], check=True, stdin=subprocess.DEVNULL)


def quiver(*words):
    done = subprocess.run([QUIVER, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
    return done.returncode, done.stdout, done.stderr


def tournament(store, *more):
    return ["tournament", "connect4", "--bot", "random", "--bot", str(ROOT / "bots" / "example" / "first_bot.py"),
            "--bot", "minimax --depth=2", "--games", str(GAMES // 3), "--seed", "5", "--openings", "random:2",
            "--event", "cup", "--store", store, *more]


def games(store):
    """Number, seats and moves of each game."""
    code, out, err = quiver("export", "--store", store, "--format", "jsonl")
    assert code == 0, err
    return sorted((record["number"], [seat["name"] for seat in record["seats"]],
                   [move["notation"] for move in record["moves"]]) for record in map(json.loads, out.splitlines()))


def standings(store):
    code, out, err = quiver("standings", "--store", store, "--event", "cup", "--json")
    assert code == 0, err
    return [(row["name"], row["points"]) for row in json.loads(out)["rows"]]


class Program:
    """A process that is started again when it was killed."""

    def __init__(self, folder, name, words):
        self.folder, self.name, self.words, self.process = folder, name, words, None
        self.start()

    def start(self):
        log = open(self.folder / f"{self.name}.log", "ab")
        self.process = subprocess.Popen([QUIVER, *self.words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                        start_new_session=True)
        log.close()

    def kill(self):
        """False if it had ended."""
        if self.process.poll() is not None:
            return False
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        return True

    def log(self):
        return (self.folder / f"{self.name}.log").read_text(errors="replace")


def play(folder, store, database, dice):
    """Plays the tournament to its end and returns how many faults there were."""
    coordinator = Program(folder, "coordinator", tournament(store, "--workers", "--web", "127.0.0.1:0"))
    workers = [Program(folder, f"worker{k}", ["work", "--store", store, "--name", f"w{k}", "--lease", LEASE,
                                              "--cache", str(folder / f"cache{k}"), "--isolate", "off"])
               for k in range(WORKERS)]
    faults, end = 0, time.monotonic() + LIMIT
    try:
        while coordinator.process.poll() is None:
            assert time.monotonic() < end, coordinator.log()[-3000:]
            time.sleep(dice.uniform(0.05, 0.6))
            if faults >= FAULTS:
                continue
            fault = dice.choice(["worker", "worker", "coordinator", "server", "frozen"])
            if fault == "worker":
                worker = dice.choice(workers)
                faults += worker.kill()
                worker.start()
            elif fault == "coordinator":
                if coordinator.kill():
                    faults += 1
                    coordinator.start()
            elif fault == "server":
                server("crash", database)
                time.sleep(dice.uniform(0, 1))
                server("resume", database)
                faults += 1
            else:  # a worker that stands still for longer than its lease
                worker = dice.choice(workers)
                os.killpg(worker.process.pid, signal.SIGSTOP)
                time.sleep(2.5)
                os.killpg(worker.process.pid, signal.SIGCONT)
                faults += 1
        assert coordinator.process.returncode == 0, coordinator.log()[-3000:]
    finally:
        coordinator.kill()
        for worker in workers:
            if worker.process.poll() is None:
                worker.process.send_signal(signal.SIGTERM)
                worker.process.wait(timeout=60)
    return faults


def main():
    seed = int(os.environ.get("QUIVER_SEED", random.randrange(10**6)))
    print("seed", seed, flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-work-"))
    folder.chmod(0o755)
    database = folder / "pg"
    server("start", database)
    try:
        store = f"postgresql://quiver@/postgres?host={database}"
        code, _, err = quiver("work", "--store", str(folder / "t.db"))
        assert code == 2 and "is no PostgreSQL database" in err, err
        code, _, err = quiver(*tournament(str(folder / "t.db"), "--workers"))
        assert code == 2 and "workers share a PostgreSQL database" in err, err
        faults = play(folder, store, database, random.Random(seed))
        plain = str(folder / "plain.db")
        code, _, err = quiver(*tournament(plain, "--concurrency", "2", "--isolate", "off"))
        assert code == 0, err
        expected, found = games(plain), games(store)
        assert len(found) == GAMES and found == expected, [a for a, b in zip(found, expected) if a != b][:3]
        assert standings(store) == standings(plain)
        code, out, err = quiver("verify", store)
        assert code == 0 and re.search(rf"\b{GAMES}\b", out), out + err
        code, out, err = quiver("workers", "--store", store)
        assert code == 0 and "0 units wait, 0 are being played, 0 wait to be stored" in out, out + err
        code, out, err = quiver("workers", "drop", "w0", "--store", store)
        assert code == 0, err
        code, _, err = quiver("work", "--store", store, "--name", "w0", "--until-idle")
        assert code == 2 and 'the worker "w0" is refused' in err, err
        print(f"{GAMES} games, each once, after {faults} faults")
    finally:
        server("stop", database)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
