#!/usr/bin/python3
"""What workers play: every format, four seats, a sequential test, beside other workers and beside a page.

    workers_kinds_test.py ROOT QUIVER WAITING_BOT

One server and one store for all of it. Each tournament is also played by one process into a file, and has the same games.
"""
import ctypes
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading

from postgres_stage import LIMIT, Program, Quiver, Server, until

ROOT, QUIVER, WAITING_BOT = pathlib.Path(sys.argv[1]).resolve(), Quiver(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
BASE = ("--isolate", "off", "--seed", "7", "--move-time", "60s")
DEPTHS = [word for depth in (1, 2, 3, 4) for word in ("--bot", f"minimax name=d{depth} --depth {depth}")]
PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH = 0x4206, 0x4207, 17


class Stage:
    def __init__(self, server, folder):
        self.server, self.folder, self.store, self.programs = server, folder, server.url, []

    def worker(self, name, *more, before=()):
        program = Program(self.folder, name, [QUIVER.program, "work", "--store", self.store, "--name", name, "--cache",
                                              str(self.folder / f"cache-{name}"), "--isolate", "off", *more], before)
        self.programs.append(program)
        return program

    def coordinator(self, event, words, *more):
        program = Program(self.folder, event, [QUIVER.program, "tournament", *words, *BASE, "--store", self.store, "--event",
                                               event, "--workers", *more])
        self.programs.append(program)
        return program

    def played(self, event, words, *more):
        """By workers, to the end; what the coordinator said."""
        program = self.coordinator(event, words, *more)
        code = program.process.wait(timeout=LIMIT)
        assert code == 0, (event, code, program.log()[-2000:])
        return program.log()

    def plain(self, event, words):
        """The same by one process."""
        store = str(self.folder / f"{event}.db")
        QUIVER.must("tournament", *words, *BASE, "--store", store, "--event", event, "--concurrency", "2")
        return store

    def check(self, event, words, *more):
        self.played(event, words, *more)
        plain = self.plain(event, words)
        expected, found = QUIVER.games(plain), QUIVER.games(self.store, "--event", event)
        assert found == expected, [pair for pair in zip(found, expected) if pair[0] != pair[1]][:2]
        assert QUIVER.points(self.store, event) == QUIVER.points(plain, event)
        print(event, len(found), "games", flush=True)

    def state(self):
        """Units in hand by worker, and what it says of each."""
        lines = QUIVER.must("workers", "--store", self.store).splitlines()
        return {line.split()[0]: line.split() for line in lines[1:-1] if not line.startswith(" ")}

    def end(self):
        for program in self.programs:
            program.stop()

    def kill(self):
        for program in self.programs:
            program.kill()


# --- tournaments of every kind

def beside_a_coordinator(stage):
    """--concurrency N has it play too: here nobody else is there."""
    words = ["connect4", *DEPTHS[:4], "--games", "8", "--openings", "random:2"]
    os.environ["XDG_CACHE_HOME"] = str(stage.folder / "cache-local")
    stage.check("beside", words, "--concurrency", "2")


def formats(stage):
    stage.check("swiss", ["connect4", *DEPTHS, "--format", "swiss", "--rounds", "3", "--games", "2", "--openings", "random:2"])
    stage.check("knockout", ["connect4", *DEPTHS, "--format", "knockout", "--games", "4", "--openings", "random:3"])
    stage.check("gauntlet", ["connect4", *DEPTHS, "--format", "gauntlet", "--games", "4", "--openings", "random:3"])
    boards = ["--board", "name=usual", "--board", "rows=5 cols=5 line=3 name=short openings=random:3"]
    stage.check("boards", ["connect4", *DEPTHS[:6], *boards, "--games", "8", "--openings", "random:2"])
    four = [word for k in range(4) for word in ("--bot", f"random name=r{k}")]
    stage.check("four", ["amazons", "--seats", "4", "--size", "6", *four, "--games", "8"])


def slowed(worker, over):
    """It computes a tenth of the time."""
    while not over.is_set():
        worker.signal(signal.SIGSTOP)
        over.wait(0.2)
        worker.signal(signal.SIGCONT)
        over.wait(0.02)


def sequential_test(stage):
    """The verdict and the pairs that it counts are those of one process, though one worker is slow."""
    words = ["connect4", "--bot", "minimax name=new --depth 3", "--bot", "minimax name=old --depth 1", "--openings",
             "random:4", "--sprt", "elo0=0,elo1=150"]
    slow, over = stage.worker("slow"), threading.Event()
    until("the slow worker is there", lambda: "slow" in stage.state())
    slowing = threading.Thread(target=slowed, args=(slow, over))
    slowing.start()
    try:
        stage.played("sprt", words)
    finally:
        over.set()
        slowing.join()
    slow.stop()
    plain = stage.plain("sprt", words)
    ours, theirs = QUIVER.standings(stage.store, "sprt")["sprt"], QUIVER.standings(plain, "sprt")["sprt"]
    assert ours["verdict"] == theirs["verdict"] != "CONTINUE", (ours, theirs)
    assert ours == theirs, (ours, theirs)
    expected = {number: rest for number, *rest in QUIVER.games(plain)}
    common = [game for game in QUIVER.games(stage.store, "--event", "sprt") if game[0] in expected]
    assert all(list(rest) == expected[number] for number, *rest in common)
    print("sprt", ours, flush=True)


# --- workers that are not as they should be

def without_a_file(stage, event, missing, why):
    """One worker lacks a file of the system that a bot needs. It says so, and plays the other games."""
    hidden = f'mount --bind /dev/null {missing} && exec "$@"'
    unshare = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-r", "-m"]
    if subprocess.run([*unshare, "sh", "-c", hidden, "sh", "true"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                      check=False).returncode != 0:
        print(event, "was left out, because this machine lets nobody make mount namespaces")
        return
    bots = ["--bot", str(ROOT / "bots" / "example" / "first_bot.py"), *DEPTHS[:4]]
    words = ["connect4", *bots, "--games", "10", "--openings", "random:2"]
    coordinator = stage.coordinator(event, words)
    poor = stage.worker(event, before=[*unshare, "sh", "-c", hidden, "sh"])
    until("it says so", lambda: "cannot be played here" in poor.log())
    other = stage.worker(f"{event}-other")
    code = coordinator.process.wait(timeout=LIMIT)
    assert code == 0, coordinator.log()
    said = [line for line in poor.log().splitlines() if "cannot be played here" in line]
    assert len(said) == 1 and "first_bot" in said[0] and why in said[0], poor.log()
    assert QUIVER.games(stage.store, "--event", event) == QUIVER.games(stage.plain(event, words))
    poor.stop()
    other.stop()
    records = QUIVER.records(stage.store, "--event", event)
    played = [record for record in records if record["worker"]["name"] == event]
    assert all("first_bot" not in (seat["name"] for seat in record["seats"]) for record in played)
    print(event, "played", len(played), "of", len(records), "games", flush=True)


def that_nobody_can_start(stage):
    """It loses its games, as it does when one process plays; workers only try it some times more."""
    bad = stage.folder / "bad"
    bad.write_text("#!/bin/sh\nexit 3\n")
    bad.chmod(0o755)
    words = ["connect4", "--bot", str(bad), *DEPTHS[:2], "--games", "4"]
    stage.played("bad", words)
    assert QUIVER.points(stage.store, "bad") == QUIVER.points(stage.plain("bad", words), "bad") == [["d1", 4], ["bad", 0]]
    print("a bot that starts nowhere lost its games", flush=True)


class StoppedThread:
    """The first thread of a process, which is the referee's, stands still; the others go on. Until the end of a `with`."""

    def __init__(self, pid):
        self.pid, self.libc = pid, ctypes.CDLL(None, use_errno=True)
        self.libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]

    def _ptrace(self, request):
        if self.libc.ptrace(request, self.pid, None, None) != 0:
            raise OSError(ctypes.get_errno(), "ptrace")

    def __enter__(self):
        self._ptrace(PTRACE_SEIZE)
        self._ptrace(PTRACE_INTERRUPT)
        os.waitpid(self.pid, 0x40000000)  # __WALL
        return self

    def __exit__(self, *_):
        self._ptrace(PTRACE_DETACH)


def that_hangs(stage):
    """A referee that hangs does not renew its leases, though its process lives and its other thread talks to the server."""
    hurry = stage.folder / "hurry"
    paced = f"{WAITING_BOT} name=%s env:PAUSE=100 env:HURRY={hurry}"
    words = ["connect4", "--bot", paced % "ann", "--bot", paced % "bob", "--games", "4", "--openings", "random:2"]
    hung = stage.worker("hung", "--lease", "2s", "--concurrency", "4")
    until("the worker is there", lambda: "hung" in stage.state())
    coordinator = stage.coordinator("hung", words)
    until("it has all units in hand", lambda: stage.state()["hung"][2] == "2")
    with StoppedThread(hung.process.pid):
        hurry.touch()
        other = stage.worker("other")
        code = coordinator.process.wait(timeout=LIMIT)
        assert code == 0, coordinator.log()
    until("the worker notices", lambda: "had run out: another worker plays it" in hung.log())
    assert {record["worker"]["name"] for record in QUIVER.records(stage.store, "--event", "hung")} == {"other"}
    expected = QUIVER.games(stage.plain("hung", words))
    assert QUIVER.games(stage.store, "--event", "hung") == expected
    hung.stop()
    other.stop()
    print("a worker whose referee hung lost its leases", flush=True)


def with_a_page(stage):
    """The page shows what workers have played, and no worker has more in hand than it can begin."""
    hurry = stage.folder / "hurry-page"
    paced = f"{WAITING_BOT} name=%s env:PAUSE=20 env:HURRY={hurry}"
    words = ["connect4", "--bot", paced % "ann", "--bot", paced % "bob", "--games", "40", "--openings", "random:2"]
    wide = stage.worker("wide", "--concurrency", "4")
    coordinator = stage.coordinator("page", words, "--web", "127.0.0.1:0", "--web-stay")
    place = until("the page is open", lambda: re.search(r"the page is at http://([^/\s]+)/", coordinator.log()))[1]

    def get(target):
        connection = http.client.HTTPConnection(place, timeout=LIMIT)
        connection.request("GET", target)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (target, answer.status, body[:200])
        return json.loads(body)

    def some_are_played():
        units = int(stage.state().get("wide", "0 0 0".split())[2])
        assert units <= 6, f"a worker for 4 games has {units} pairs in hand"
        return get("/api/v1/events/page/standings")["played"] >= 8

    until("some games are on the page", some_are_played)
    listed = get("/api/v1/events/page/games")
    name = listed["games"][0]["id"]
    assert get(f"/api/v1/games/{name}")
    hurry.touch()
    until("all games are on the page", lambda: get("/api/v1/events/page/standings")["played"] == 40)
    coordinator.stop()
    wide.stop()
    print("the page showed them", flush=True)


def main():
    with Server(ROOT) as server, tempfile.TemporaryDirectory(prefix="quiver-kinds-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        plain = str(folder / "t.db")
        code, _, err = QUIVER("work", "--store", plain)
        assert code == 2 and "is no PostgreSQL database" in err, err
        code, _, err = QUIVER("tournament", "connect4", *DEPTHS, "--store", plain, "--workers")
        assert code == 2 and "workers share a PostgreSQL database" in err, err
        stage = Stage(server, folder)
        try:
            beside_a_coordinator(stage)
            that_hangs(stage)
            with_a_page(stage)
            python = os.path.realpath("/usr/bin/python3")
            without_a_file(stage, "no-program", python, "python3")
            library = f"/usr/lib/{os.path.basename(python)}/socket.py"
            without_a_file(stage, "no-library", library, "it ended without ever connecting")
            for worker in ("w1", "w2"):
                stage.worker(worker)
            formats(stage)
            sequential_test(stage)
            that_nobody_can_start(stage)
            stage.end()
            QUIVER.must("workers", "drop", "w1", "--store", stage.store)
            code, _, err = QUIVER("work", "--store", stage.store, "--name", "w1", "--until-idle")
            assert code == 2 and 'the worker "w1" is refused' in err, err
        finally:
            stage.kill()


if __name__ == "__main__":
    main()
