#!/usr/bin/python3
"""Stores that others read while they are written, until the writer is killed with -9 at a random moment.

    store_killed_test.py QUIVER [unittest's options]

A tournament, a ladder and a daemon, each with the page open and asked for what is in the store; `quiver standings`,
`quiver export` and Python's sqlite3 open and close the store again and again. Each time everything that was reported
is in the store, no reader misses a game that was reported before it began, and an id names one game for ever.

QUIVER_SEED repeats a run, QUIVER_KILLS is how often a program is killed, all of them together.
"""
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from web_client import PATIENCE, Quiver, Reader, ask, get

SEED = int(os.environ.get("QUIVER_SEED") or random.SystemRandom().randrange(2**32))
KILLS = int(os.environ.get("QUIVER_KILLS") or 30)
BOARD = ("connect4", "--rows", "4", "--cols", "4")
BOTS = ("--bot", "connect4-random", "--bot", "connect4-random name=other")


def program():
    return sys.argv[1]


class Again(threading.Thread):
    """Does the same thing again and again; what it finds wrong is in `faults`."""

    def __init__(self, run, once):
        super().__init__(daemon=True)
        self.run_, self.once, self.count, self.faults = run, once, 0, []

    def run(self):
        while not self.run_.over.is_set() and not self.faults:
            try:
                self.once()
                self.count += 1
            except Exception as error:
                # Whoever is killed gives no answers.
                if not self.run_.over.is_set() or isinstance(error, Missing):
                    self.faults.append(f"{type(error).__name__}: {error}")


class Missing(AssertionError):
    pass


class Run:
    """One life of a program that writes a store, from its start to kill -9."""

    def __init__(self, test, quiver):
        self.test, self.quiver, self.over = test, quiver, threading.Event()
        self.shown = set()  # the ids of games that the page has shown while they were played
        self.readers = [Again(self, once) for once in (self.page, self.sqlite, self.export, self.standings, self.descriptors)]

    # --- what is reported, and where it has to be

    def reported(self):
        """The records of all games that this program has reported so far, by id."""
        return {record["id"]: record for record in map(json.loads, self.test.reports(self))}

    def ids(self):
        """The same games, without reading their records: a record begins with its id."""
        return [line[len('{"id":"'):line.index('",')] for line in self.test.reports(self)]

    def expect_in(self, before, seen, reader):
        missing = before - seen
        if missing:
            raise Missing(f"{reader} does not see {len(missing)} of {len(before)} games that were reported before it began")

    # --- those who read

    def page(self):
        event = self.test.event
        for target in ("/api/v1/events", f"/api/v1/events/{event}/games", f"/api/v1/events/{event}/standings"):
            ask(self.quiver, target)
        self.shown |= {game["id"] for game in get(self.quiver, "/api/v1/lobby")["games"]}
        before = self.ids()
        if before:
            get(self.quiver, f"/api/v1/games/{before[-1]}")
        self.over.wait(0.01)

    def sqlite(self):
        before = set(self.ids())
        self.expect_in(before, self.test.stored_ids(), "sqlite3")
        self.over.wait(0.01)

    def export(self):
        before = set(self.ids())
        done = subprocess.run([program(), "export", "--store", self.test.store], capture_output=True, timeout=PATIENCE, check=False)
        if not before and self.is_too_early(done.stderr):
            return
        assert done.returncode == 0 or b"holds no games yet" in done.stderr or b"no events yet" in done.stderr, done.stderr
        self.expect_in(before, {json.loads(line)["id"] for line in done.stdout.splitlines()}, "export")

    def standings(self):
        before = self.test.known_before | set(self.ids())
        done = subprocess.run([program(), "standings", "--json", "--store", self.test.store], capture_output=True,
                              timeout=PATIENCE, check=False)
        if not before and self.is_too_early(done.stderr):
            return
        if self.test.event == "games":  # a collection has no table, which can only be said by one that has read it
            assert b"have no table" in done.stderr, done.stderr
            return
        assert done.returncode == 0, done.stderr
        played = json.loads(done.stdout)["played"]
        if played < len(before):
            raise Missing(f"standings know {played} games, and {len(before)} were reported before they began")

    def is_too_early(self, said):
        """The page may be open before the store is made; who reads then is told so."""
        return any(words in said for words in (b"is an empty database", b"is not a store of quiver", b"No such file", b"no events yet", b"no entrants yet",
                                               b"nothing has been played in this store"))

    def descriptors(self):
        """What the program has open is there: a log that was removed is known by its descriptor."""
        folder = f"/proc/{self.quiver.process.pid}/fd"
        for name in os.listdir(folder):
            try:
                target = os.readlink(f"{folder}/{name}")
            except FileNotFoundError:
                continue  # closed meanwhile
            if target.startswith(self.test.store) and target.endswith("(deleted)"):
                raise Missing(f"it writes to {target}")
        self.over.wait(0.005)

    # --- its life

    def wait_until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition() and not any(reader.faults for reader in self.readers):
            assert self.quiver.process.poll() is None, self.quiver.text("err")
            assert time.monotonic() < end, "it takes for ever"
            time.sleep(0.002)

    def live(self, chance, may_be_early):
        """Most are killed when everybody has read and more was reported since, some at any moment before."""
        for reader in self.readers:
            reader.start()
        early = may_be_early and chance.random() < 0.2
        with Reader(self.quiver, "/ws/lobby"):
            if early:
                time.sleep(chance.uniform(0, 0.5))
            else:
                self.wait_until(lambda: self.readers[0].count > 1)
                counts = [reader.count for reader in self.readers]
                self.wait_until(lambda: all(reader.count > count for reader, count in zip(self.readers, counts)))
                reported = len(self.ids())
                self.wait_until(lambda: len(self.ids()) > reported)
                time.sleep(chance.uniform(0, 0.3))
            self.over.set()
            self.quiver.process.send_signal(signal.SIGKILL)
            self.quiver.process.wait()
        for reader in self.readers:
            reader.join(PATIENCE)


class KilledStores(unittest.TestCase):
    def setUp(self):
        print(f"QUIVER_SEED={SEED}", flush=True)
        self.folder = tempfile.mkdtemp()
        self.store = os.path.join(self.folder, "t.db")
        self.chance = random.Random(f"{SEED} {self.id()}")
        self.known_before = set()
        self.games = {}  # by id, of all runs
        os.environ["TMPDIR"] = self.folder

    def tearDown(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def reports(self, run):
        return [line for line in list(run.quiver.lines["out"]) if line and line.startswith("{") and line.endswith("}")]

    def stored(self):
        if not os.path.exists(self.store):
            return []
        database = sqlite3.connect(f"file:{self.store}?mode=rw", uri=True, timeout=PATIENCE)  # one that is there
        try:
            if not database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()[0]:
                return []
            return [row[0] for row in database.execute("SELECT record FROM games")]
        finally:
            database.close()

    def stored_ids(self):
        return {record[len('{"id":"'):record.index('",')] for record in self.stored()}

    def begin(self):
        """A program that goes on writing the store, and the page that it has."""
        raise NotImplementedError

    def live_and_die(self, may_be_early):
        quiver = self.begin()
        with quiver:
            run = Run(self, quiver)
            run.live(self.chance, may_be_early)
        reported = run.last = self.wait_for_reports(run)
        stored = {record["id"]: record for record in map(json.loads, self.stored())}
        faults = [fault for reader in run.readers for fault in reader.faults]
        self.assertEqual(faults, [], f"reported {len(reported)}, stored {len(stored)}")
        self.assertEqual(set(reported) - set(stored), set(), f"reported {len(reported)}, stored {len(stored)}")
        for name, record in reported.items():
            self.assertEqual(record, stored[name], "what was reported is not what is stored")
        for name, record in {**reported, **stored}.items():
            self.assertEqual(self.games.setdefault(name, record), record, "an id names two games")
        self.assertEqual(set(self.games) - set(stored), set(), "what was stored before is gone")
        self.check_ids(run)
        self.known_before |= set(reported)
        return len(reported)

    def wait_for_reports(self, run):
        """All that this run has reported, when nothing more can come."""
        return run.reported()

    def check_ids(self, run):
        """What is particular to the ids of these games."""

    def check(self):
        # The first one not early: something has to be reported, however few are killed.
        all_reported = sum(self.live_and_die(may_be_early=k > 0) for k in range(max(1, KILLS // 3)))
        self.assertGreater(all_reported, 0)
        database = sqlite3.connect(self.store, timeout=PATIENCE)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        database.close()
        print(f"{self.event}: {all_reported} games were reported, {len(self.stored_ids())} are stored", flush=True)


class Tournament(KilledStores):
    event = "tournament"

    def begin(self):
        return Quiver(program(), "tournament", *BOARD, *BOTS, "--games", "100000", "--store", self.store, "--json",
                      "--web", "127.0.0.1:0", "--logs", self.folder + "/logs")

    def test_loses_nothing_that_was_reported(self):
        self.check()


class Ladder(KilledStores):
    event = "ladder-1"

    def begin(self):
        return Quiver(program(), "ladder", *BOARD, *BOTS, "--rest", "0ms", "--store", self.store, "--json",
                      "--web", "127.0.0.1:0")

    def test_loses_nothing_that_was_reported(self):
        self.check()


class Daemon(KilledStores):
    """Its games are ordered by another program, to which they are reported."""
    event = "games"

    def serve(self, executable):
        tokens = os.path.join(self.folder, "tokens")
        with open(tokens, "w", encoding="utf-8") as file:
            file.write("boss boss-token-1 admin\n")
        return Quiver(executable, "serve", "--listen", "127.0.0.1:0", "--tokens", tokens, "--no-pairing", "--store", self.store,
                      "--offer", "connect4-random", "other=connect4-random", "--web", "127.0.0.1:0", "--quiet")

    def give_order(self, quiver, games):
        address = quiver.await_line("out", r"listening on (\S+)")
        self.out = tempfile.TemporaryFile("w+", dir=self.folder)
        self.order = subprocess.Popen([program(), "order", "--connect", address, "--token", "boss-token-1", *BOARD, "--bot",
                                       "connect4-random", "--bot", "other", "--games", str(games), "--concurrency", "2", "--json"],
                                      stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.PIPE)

    def begin(self):
        quiver = self.serve(program())
        self.give_order(quiver, 100000)
        return quiver

    def reports(self, run):
        size = os.fstat(self.out.fileno()).st_size
        text = os.pread(self.out.fileno(), size, 0).decode()
        return text[:text.rfind("\n") + 1].splitlines()

    def wait_for_reports(self, run):
        self.order.wait(PATIENCE)
        self.order.stderr.close()
        reported = run.reported()
        self.out.close()
        return reported

    def check_ids(self, run):
        """Nobody was shown an id that a former run had given away, to a game that was stored or to one that was lost."""
        ids = run.shown | set(run.last)
        self.assertEqual(ids & self.shown_before, set(), "an id was given out again")
        self.shown_before |= ids

    def setUp(self):
        super().setUp()
        self.shown_before = set()

    def test_loses_nothing_that_was_reported(self):
        self.check()

    def test_ends_well_without_a_gap(self):
        for first in (1, 4):
            with self.serve(program()) as quiver:
                self.give_order(quiver, 3)
                self.assertEqual(self.order.wait(PATIENCE), 0)
                reported = self.wait_for_reports(Run(self, quiver))
                self.assertEqual(quiver.stop(), 0)
            self.assertEqual(sorted(reported), [f"games-{number}" for number in range(first, first + 3)])
            self.assertLessEqual(set(reported), self.stored_ids())

    def test_reports_as_void_what_cannot_be_stored(self):
        limited = os.path.join(self.folder, "limited")
        with open(limited, "w", encoding="utf-8") as file:  # so that files have 200 KiB at most
            file.write(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 400\nexec '{program()}' \"$@\"\n")
        os.chmod(limited, 0o755)
        with self.serve(limited) as quiver:
            self.give_order(quiver, 600)
            self.assertEqual(self.order.wait(PATIENCE), 4, "some stayed void")
            reported = self.wait_for_reports(Run(self, quiver))
            self.assertEqual(quiver.stop(), 0)
        self.assertEqual(quiver.text("err").count("games are not stored any more"), 1, quiver.text("err"))
        self.assertEqual(len(reported), 600)
        lost = {name for name, record in reported.items() if record["end"] == "VOID"}
        for name in lost:
            self.assertIn("could not be stored", reported[name]["sentence"])
        self.assertGreater(len(reported), len(lost))
        self.assertEqual(set(reported) - lost, self.stored_ids())
        # Whoever comes next begins after all of them.
        with self.serve(program()) as quiver:
            self.give_order(quiver, 2)
            self.assertEqual(self.order.wait(PATIENCE), 0)
            self.assertEqual(set(self.wait_for_reports(Run(self, quiver))) & set(reported), set())
            self.assertEqual(quiver.stop(), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2, warnings="ignore")
