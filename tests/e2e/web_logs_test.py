#!/usr/bin/python3
"""What bots print in a ladder: stored with its move, read by its team and administrators, and by nobody else.

    web_logs_test.py QUIVER [unittest's options]
"""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from web_client import PATIENCE, Quiver, ask
from web_daemon import main, program
from web_flood_test import Memory

MIB = 1 << 20
MOST = 64 * 1024
TOKENS = {"ann": "a" * 32, "bob": "b" * 32, "teacher": "c" * 32}
LADDER = ("ladder", "connect4", "--rows", "4", "--cols", "4", "--move-time", "10m", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0",
          "--rest", "0s", "--quiet")

BOT = '''
import os
import random
import sys
from quiver import Bot, Move, run_bot

WHO = {who!r}


class Talker(Bot):
    def start(self, match):
        self.random = random.Random(match.seed)
        self.moves = 0

    def choose(self, position, deadline):
        print(WHO, "thinks at", position.ply)
        print(WHO, "warns at", position.ply, file=sys.stderr)
        self.special(position)
        self.moves += 1
        return position.random_move(self.random)

    def special(self, position):
{special}


run_bot(Talker())
'''
HOSTILE = '''
        if self.moves == 0:
            os.write(1, b"\\x1b[31mred\\x1b[0m \\x07 <script>alert(1)</script> \\xff\\xfe \\x00 \\xe2\\x80\\xae\\n")
        if self.moves == 1:
            os.write(2, b"no end")
'''
# A gigabyte, without a single line end, and then one.
FLOOD = '''
        if self.moves == 0:
            piece = bytes(range(10)) * 105000
            left = 1 << 30
            while left > 0:
                left -= os.write(1, piece[:min(left, len(piece))])
            print()
'''


def logs_of(quiver, game, token=None, headers=()):
    given = {"authorization": f"Bearer {token}"} if token else {}
    return ask(quiver, f"/api/v1/games/{game}/logs", headers={**given, **dict(headers)})


class Ladder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="quiver-logs-")
        self.store = os.path.join(self.folder, "l.db")
        tokens = os.path.join(self.folder, "tokens")
        with open(tokens, "w", encoding="ascii") as file:
            for name, token in TOKENS.items():
                file.write(f"{name} {token}{' admin' if name == 'teacher' else ''}\n")
        os.chmod(tokens, 0o600)
        self.words = ("--store", self.store, "--tokens", tokens)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def bot(self, name, special="        pass"):
        path = os.path.join(self.folder, f"{name}.py")
        with open(path, "w", encoding="ascii") as file:
            file.write(BOT.format(who=name, special=special))
        return path

    def run_ladder(self, *words):
        return Quiver(program(), *LADDER, *self.words, *words)

    def until(self, what, found):
        deadline = time.monotonic() + PATIENCE
        while not (value := found()):
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)
        return value

    def stored_game(self, quiver, wanted):
        """The latest stored game for whose names this holds."""
        def found():
            answer = ask(quiver, "/api/v1/events/ladder-1/games?page=0")
            if answer.status != 200:
                return None
            return next((game for game in answer.json()["games"] if wanted([seat["name"] for seat in game["seats"]])), None)
        return self.until("a stored game", found)

    def check_moves(self, quiver, game, seat):
        """Each line that says at which move it was printed is there, in the right entry, and all are."""
        record = ask(quiver, f"/api/v1/games/{game}/record").json()
        self.check_lines([line for line in seat["lines"]], seat["name"], seat["seat"], record)
        # All of these bots were launched. One that answers at once may have done so before its turn was counted.
        self.assertTrue(all("cpuMillis" in move for move in record["moves"]))
        self.assertGreater(sum(move["cpuMillis"] for move in record["moves"]), 0)

    def check_lines(self, lines, who, seat, record):
        said = [(line.get("ply", 0), line["text"]) for line in lines if " at " in line.get("text", "") and not line["text"].startswith("no end")]
        # A line that went on belongs to its beginning, one move of its bot before.
        said += [(line["ply"] + 2, line["text"].removeprefix("no end")) for line in lines if line.get("text", "").startswith("no end")]
        said.sort(key=lambda one: one[0])
        wanted = []
        for ply, move in enumerate(record["moves"]):
            if move["seat"] == seat:
                wanted += [(ply, f"{who} thinks at {ply}"), (ply, f"{who} warns at {ply}")]
        self.assertEqual(sorted(said), sorted(wanted))
        self.assertTrue(all(line.get("turn") for line in lines if " at " in line.get("text", "")))

    def test_lines_are_read_by_those_who_may(self):
        ann = self.bot("ann", HOSTILE)
        with self.run_ladder("--bot", f"{self.bot('house')} name=house", "--accept", "python") as quiver:
            with open(ann, "rb") as source:
                sent = ask(quiver, "/api/v1/submissions?file=ann.py", "POST", {"authorization": f"Bearer {TOKENS['ann']}", "content-type": "application/octet-stream"}, source.read())
            self.assertEqual(sent.status, 202, sent.body)
            def settled():
                state = ask(quiver, "/api/v1/submissions/1", headers={"authorization": f"Bearer {TOKENS['ann']}"}).json()
                self.assertNotIn("REFUSED", json.dumps(state), state)
                return "ADMITTED" in json.dumps(state)
            self.until("the bot is admitted", settled)
            game = self.stored_game(quiver, lambda names: "ann" in names)["id"]

            mine = logs_of(quiver, game, TOKENS["ann"])
            self.assertEqual(mine.status, 200, mine.body)
            self.assertEqual(mine.headers["cache-control"], "no-store")
            seats = mine.json()["seats"]
            self.assertEqual([seat["name"] for seat in seats], ["ann"], "nothing of the opponent's")
            self.assertNotIn(b"house", mine.body)
            self.check_moves(quiver, game, seats[0])
            texts = [line["text"] for line in seats[0]["lines"]]
            self.assertIn("\\x1b[31mred\\x1b[0m \\x07 <script>alert(1)</script> \\xff\\xfe \\x00 \\u{202e}", texts)
            self.assertNotRegex(mine.body, rb"[\x00-\x08\x0b-\x1f\x7f]")
            self.assertIn("no endann thinks at", "".join(f"{text}\n" for text in texts), "the rest of a line belongs to its beginning")

            for token, status in ((TOKENS["bob"], 403), (None, 401), ("wrong" * 6, 401), (TOKENS["ann"][:-1], 401)):
                refused = logs_of(quiver, game, token)
                self.assertEqual(refused.status, status)
                self.assertEqual(refused.headers["cache-control"], "no-store")
                self.assertNotIn(b"thinks", refused.body)
            self.assertEqual(logs_of(quiver, "ladder-1-999999", TOKENS["ann"]).status, 404)
            self.assertEqual(logs_of(quiver, "../../etc/passwd", TOKENS["ann"]).status, 404)
            both = logs_of(quiver, game, TOKENS["teacher"]).json()["seats"]
            self.assertEqual({seat["name"] for seat in both}, {"ann", "house"})
            for seat in both:
                self.check_moves(quiver, game, seat)
            for path in ("", "/record", "/text"):
                public = ask(quiver, f"/api/v1/games/{game}{path}").body
                self.assertNotIn(b"thinks at", public)
            self.assertNotIn(b"thinks at", ask(quiver, "/api/v1/lobby").body)
            self.sign_in(quiver, game)
            self.assertEqual(quiver.stop(), 128 + signal.SIGTERM)

    def sign_in(self, quiver, game):
        """The same with a session, as the page has one; another's cookie is no use."""
        signed = ask(quiver, "/api/v1/session", "POST", {"content-type": "application/json", "quiver-request": "1"}, json.dumps({"token": TOKENS["ann"]}).encode())
        self.assertEqual(signed.status, 200, signed.body)
        cookie = signed.headers["set-cookie"].split(";")[0]
        self.assertEqual(logs_of(quiver, game, headers={"cookie": cookie}).status, 200)
        self.assertEqual(logs_of(quiver, game, headers={"cookie": cookie[:-1] + ("0" if cookie[-1] != "0" else "1")}).status, 401)
        self.assertEqual(logs_of(quiver, game, headers={"cookie": f"{cookie}; {cookie}"}).status, 401)

    def test_a_gigabyte_without_a_line_end(self):
        with self.run_ladder("--bot", f"{self.bot('flood', FLOOD)} name=flood", "--bot", f"{self.bot('quiet')} name=quiet", "--accept", "python", "--games", "1", "--web-stay") as quiver:
            with Memory(quiver) as memory:
                self.until("the game is played", lambda: ask(quiver, "/api/v1/lobby").json()["recent"])
                game = self.stored_game(quiver, lambda names: True)["id"]
            self.assertLess(memory.grown(), 64 * MIB)
            seats = {seat["name"]: seat for seat in logs_of(quiver, game, TOKENS["teacher"]).json()["seats"]}
            self.check_moves(quiver, game, seats["quiet"])
            self.assertFalse(seats["quiet"]["cut"])
            flood = seats["flood"]
            self.assertTrue(flood["cut"])
            self.assertTrue(all(line["part"] for line in flood["lines"][2:]))
            self.assertGreater(len(flood["lines"]), 2)
            with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
                sizes = [len(text) for text, in store.execute("SELECT text FROM game_logs")]
            self.assertEqual(len(sizes), 2)
            self.assertLessEqual(max(sizes), MOST)
            quiver.stop()

    def test_kept_output_can_be_limited_or_none(self):
        for size, most in (("1K", 1024), ("none", 0)):
            store = os.path.join(self.folder, f"{size}.db")
            ran = subprocess.run([program(), *LADDER[:4 + 2], "--move-time", "10m", "--rest", "0s", "--quiet", "--games", "1", "--store", store, "--keep-output", size,
                                  "--bot", f"{self.bot('one')} name=one", "--bot", f"{self.bot('two')} name=two"], capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
                sizes = [len(text) for text, in db.execute("SELECT text FROM game_logs")]
            self.assertEqual(len(sizes), 2 if most else 0)
            self.assertLessEqual(max(sizes, default=0), most)
        for wrong in ("65K", "0", "100", "lots"):
            ran = subprocess.run([program(), *LADDER[:6], "--keep-output", wrong, "--bot", self.bot("one")], capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual((ran.returncode, ran.stderr.strip()), (2, "quiver: --keep-output takes none, or 1K to 64K"))

    def test_a_killed_referee_leaves_whole_games(self):
        """A game that is stored has the whole output of both bots, whenever the referee is killed."""
        one, two = self.bot("one"), self.bot("two")
        for _ in range(4):
            with self.run_ladder("--bot", f"{one} name=one", "--bot", f"{two} name=two", "--concurrency", "2") as quiver:
                before = self.count()
                self.until("some games more", lambda: self.count() >= before + 3)
                os.killpg(quiver.process.pid, signal.SIGKILL)
        with sqlite3.connect(self.store) as store:
            games = dict(store.execute("SELECT number, record FROM games"))
            logs = {(game, seat): text for game, seat, text in store.execute("SELECT game, seat, text FROM game_logs")}
        self.assertGreaterEqual(len(games), 12)
        self.assertEqual(set(logs), {(number, seat) for number in games for seat in (0, 1)})
        for (number, seat), text in logs.items():
            record = json.loads(games[number])
            self.check_lines([json.loads(line) for line in text.splitlines()], record["seats"][seat]["name"], seat, record)

    def count(self):
        if not os.path.exists(self.store):
            return 0
        try:
            with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10) as store:
                return store.execute("SELECT count(*) FROM games").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # it is just being made


if __name__ == "__main__":
    main()
