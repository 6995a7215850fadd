#!/usr/bin/python3
"""A ladder that takes submissions, and those who submit: `quiver submit`, `challenge`, `team` and `admin` as they are used.

    submit_test.py QUIVER [unittest's options]

Nothing waits for a time: everything waits for what has to happen.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from web_client import PATIENCE, Quiver

QUIVER = sys.argv[1]
BOARD = ("connect4", "--rows", "4", "--cols", "4")
TOKENS = "ann ann-has-a-secret\nbob bob-has-a-secret\nteacher teacher-has-a-secret admin\n"
FIRST_MOVE = """from quiver import Bot, run_bot
class MyBot(Bot):
    def choose(self, position, deadline):
        return next(position.legal_moves())
run_bot(MyBot())
"""
HELPED = FIRST_MOVE.replace("from quiver", "import helper\nfrom quiver").replace("next(", "helper.first(")
HELPER = "def first(moves):\n    return next(moves)\n"
BROKEN = "this is no Python\n"
# Its check takes as long as the file is there.
SLOW = FIRST_MOVE.replace("class MyBot", "import time\ntime.sleep(5)\nclass MyBot")


class Ladder(Quiver):
    """One that runs on a store of the folder; another one with the same port goes on with it."""

    def __init__(self, folder, *words, port=0):
        super().__init__(QUIVER, "ladder", *BOARD, "--store", str(folder / "ladder.db"), "--rest", "50ms", "--clock", "20m",
                         "--max-move-time", "20m", "--listen", f"127.0.0.1:{port}", "--tokens", str(folder / "tokens"),
                         "--accept", "python,text", "--max-size", "4M", "--submit-rate", "100", "--bot", "random",
                         "--web", "127.0.0.1:0", *words)
        self.where = self.await_line("err", r"runs at (quivers?://\S+)")
        self.port = int(self.where.rsplit(":", 1)[1])

    def await_game(self, *patterns):
        self.await_line("out", "|".join(patterns))


class Stage(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-submit-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.file("tokens", TOKENS)
        for name in ("ann", "bob", "teacher"):
            self.file(name + ".token", name + "-has-a-secret\n")

    def file(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def start(self, words):
        """A command that runs in the background; killed in the end."""
        process = subprocess.Popen([QUIVER, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        return process

    def run_as(self, who, command, *words, where=None, more=()):
        where = where or self.ladder.where
        option = "--connect" if command == "admin" else "--to"
        words = [QUIVER, command, *words, option, where, "--token-file", str(self.folder / (who + ".token")), *more]
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)

    def submit_words(self, who, *words, where=None):
        return ["submit", *words, "--to", where or self.ladder.where, "--token-file", str(self.folder / (who + ".token"))]

    def submit(self, who, *words):
        return self.run_as(who, "submit", *words)

    def expect(self, done, code, *texts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)
        return done

    def me(self, who):
        return json.loads(self.expect(self.run_as(who, "team", "status", "--json"), 0).stdout)["me"]


class ATerm(Stage):
    def test_of_two_teams(self):
        with Ladder(self.folder) as self.ladder:
            self.first_versions()
            self.what_is_not_taken()
            self.versions()
            self.challenge()
            self.administration()
            self.assertEqual(self.ladder.stop(), 128 + signal.SIGTERM)

    def first_versions(self):
        done = self.submit("ann", self.file("my_bot.py", FIRST_MOVE), "--game", "connect4")
        self.expect(done, 0, "version 1 of ann is admitted and plays now", f"http://{self.ladder.url}/my")
        self.ladder.await_game("ann.* - random", "random - ann")
        folder = pathlib.Path(self.file("helped/helped.py", HELPED)).parent
        self.file("helped/helper.py", HELPER)
        self.file("helped/.git/config", "not a part of it")
        done = self.expect(self.submit("bob", str(folder), "--json"), 0)
        messages = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(messages[0], {"submitAccepted": {"number": 1}})
        self.assertEqual(messages[-1]["submitReport"]["state"], "ADMITTED")
        self.assertTrue(all("submitProgress" in one for one in messages[1:-1]), messages)
        self.assertEqual(done.stderr, "")
        self.ladder.await_game("bob.* - ", " - bob")

    def what_is_not_taken(self):
        done = self.submit("ann", self.file("broken.py", BROKEN))
        self.expect(done, 1, "SyntaxError", "version 2 of ann is refused")
        self.assertTrue(self.me("ann")["versions"][1]["active"], "the old one goes on")
        self.expect(self.submit("ann", self.file("bot.cpp", "int main() {}"), "--kind", "cpp"), 2, '"cpp" is not accepted here')
        self.expect(self.submit("ann", self.file("large.py", b"#" * (4 << 20) + b"\n")), 2, "larger than")
        self.expect(self.submit("ann", self.file("my_bot.py", FIRST_MOVE), "--game", "amazons"), 2, "plays connect4, not amazons")
        self.expect(self.submit("ann", str(self.folder / "nothing.py")), 2, "there is no file or folder")
        self.expect(self.submit("ann", self.file("empty.py", "")), 2, "is empty")
        self.file("eve.token", "eve-guesses-a-token\n")
        self.expect(self.submit("eve", self.file("my_bot.py", FIRST_MOVE)), 2, "the token is not known")
        self.assertEqual(len(self.me("ann")["versions"]), 2)

    def versions(self):
        done = self.submit("ann", self.file("second.py", HELPED), "--file", self.file("helper.py", HELPER))
        self.expect(done, 0, "version 3 of ann is admitted and plays now")
        done = self.expect(self.run_as("ann", "team", "versions"), 0)
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["3", "2", "1"], done.stdout)
        self.assertRegex(lines[0], r"plays +python +second\.tar\.gz")
        self.assertRegex(lines[1], r"refused +python +broken\.py")
        self.expect(self.run_as("ann", "team", "activate", "1"), 0, "version 1 of ann plays now")
        self.assertEqual([one["active"] for one in self.me("ann")["versions"]], [False, False, True])
        self.expect(self.run_as("ann", "team", "activate", "2"), 2, "2")
        self.expect(self.run_as("ann", "team", "activate"), 2, "activate which version?")
        self.expect(self.run_as("ann", "team", "widthdraw"), 2, "did you mean withdraw?")
        self.expect(self.run_as("bob", "team", "withdraw"), 0, "bob is withdrawn")
        self.assertEqual(self.me("bob")["state"], "TEAM_WITHDRAWN")
        self.expect(self.run_as("bob", "team", "activate", "1"), 0)
        self.assertEqual(self.me("bob")["state"], "TEAM_ACTIVE")

    def challenge(self):
        done = self.expect(self.run_as("ann", "challenge", "bob", "--games", "2"), 0, "2 games against bob")
        self.assertEqual(len(re.findall(rf"game \d of 2: .* against .*, http://{self.ladder.url}/games/\S+", done.stdout)), 2,
                         done.stdout)
        self.assertRegex(done.stdout, r"2 games against \S+: \d won, \d drawn, \d lost\n")
        done = self.expect(self.run_as("ann", "challenge", "random", "--games", "1", "--json"), 0)
        last = json.loads(done.stdout.splitlines()[-1])["challenge"]
        self.assertTrue(last["over"])
        self.assertEqual(last["games"][0]["state"], "OVER")
        self.expect(self.run_as("ann", "challenge", "ann"), 2, "the referee says")
        self.expect(self.run_as("ann", "challenge", "nobody-of-this-name"), 2, "the referee says")

    def administration(self):
        done = self.expect(self.run_as("teacher", "admin", "invite", "Équipe 4", "", "--hours", "2"), 0)
        links = re.findall(rf"http://{self.ladder.url}/join#(\S+)  until", done.stdout)
        self.assertEqual(len(links), 2, done.stdout)
        self.assertTrue(done.stdout.startswith("Équipe 4  http"), done.stdout)
        done = self.expect(self.run_as("teacher", "admin", "invitations"), 0, "Équipe 4", "open")
        digits = next(line for line in done.stdout.splitlines() if "Équipe 4" in line).split()[0]
        self.expect(self.run_as("teacher", "admin", "revoke", digits), 0, "is revoked")
        self.expect(self.run_as("teacher", "admin", "announce", "The cup is tomorrow"), 0)
        self.assertEqual(self.me("ann")["announcement"], "The cup is tomorrow")
        self.expect(self.run_as("teacher", "admin", "disqualify", "bob"), 2, "why? Give --why")
        self.expect(self.run_as("teacher", "admin", "disqualify", "bob", "--why", "copied"), 0, "bob is disqualified")
        self.expect(self.submit("bob", self.file("my_bot.py", FIRST_MOVE)), 2, "copied")
        self.expect(self.run_as("teacher", "admin", "teams"), 0, "bob", "disqualified", "copied")
        self.expect(self.run_as("teacher", "admin", "reinstate", "bob"), 0)
        self.assertEqual(self.me("bob")["state"], "TEAM_ACTIVE")
        audit = self.expect(self.run_as("teacher", "admin", "audit", "3", "--json"), 0)
        entries = json.loads(audit.stdout)["audit"]["entries"]
        self.assertEqual([one["action"] for one in entries], ["reinstate", "disqualify", "announce"])
        for words in (("teams",), ("invite", "x"), ("audit",), ("disqualify", "bob", "--why", "x"), ("announce", "x")):
            self.expect(self.run_as("ann", "admin", *words), 2, "only an administrator may ask for this")


class ALostConnection(Stage):
    def test_is_opened_again_and_nothing_is_submitted_twice(self):
        padded = FIRST_MOVE.encode() + b"#" * (3 << 20) + b"\n"
        with Ladder(self.folder) as self.ladder, Relay(self.ladder.port, cut_after=1 << 20) as relay:
            words = self.submit_words("ann", self.file("padded.py", padded), where=f"quiver://127.0.0.1:{relay.port}")
            submit = self.start(words)
            out, err = submit.communicate(timeout=PATIENCE)
            self.assertEqual(submit.returncode, 0, out + err)
            self.assertIn("connecting again", err)
            self.assertGreater(relay.accepted, 1)
            self.assertEqual(len(self.me("ann")["versions"]), 1)

    def test_of_a_ladder_that_was_killed(self):
        with Ladder(self.folder) as self.ladder:
            port = self.ladder.port
            building = self.start(self.submit_words("ann", self.file("slow.py", SLOW)))
            self.await_states(ann="BUILDING CHECKING")
            waiting = self.start(self.submit_words("bob", self.file("my_bot.py", FIRST_MOVE)))
            self.await_states(bob="WAITING")
            os.kill(self.ladder.process.pid, signal.SIGKILL)
            self.ladder.process.wait()
        with Ladder(self.folder, port=port) as self.ladder:
            for name, submit in (("ann", building), ("bob", waiting)):
                out, err = submit.communicate(timeout=PATIENCE)
                self.assertEqual(submit.returncode, 0, out + err)
                self.assertIn(f"version 1 of {name} is admitted", out)
                self.assertIn("connecting again", err)
                self.assertEqual(len(self.me(name)["versions"]), 1)

    def await_states(self, **wanted):
        (name, states), = wanted.items()
        while True:
            versions = self.me(name)["versions"]
            if versions and versions[0]["state"] in states.split():
                return
            self.assertTrue(not versions or versions[0]["state"] not in ("ADMITTED", "REFUSED"), versions)


class OverTls(Stage):
    def test_a_bot_is_submitted(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.folder / "key.pem", "-out",
                        self.folder / "cert.pem"], check=True, capture_output=True)
        certificate = ("--tls-cert", str(self.folder / "cert.pem"), "--tls-key", str(self.folder / "key.pem"))
        with Ladder(self.folder, *certificate) as self.ladder:
            self.assertTrue(self.ladder.where.startswith("quivers://"))
            trust = ("--ca", str(self.folder / "cert.pem"))
            bot = self.file("my_bot.py", FIRST_MOVE)
            self.expect(self.run_as("ann", "submit", bot, more=trust), 0, "version 1 of ann is admitted")
            self.expect(self.run_as("ann", "submit", bot), 2, "certificate")
            plain = self.ladder.where.replace("quivers", "quiver")
            self.expect(self.run_as("ann", "submit", bot, where=plain), 2, "TLS")


class Relay:
    """Passes everything on to a port of this machine, and breaks the first connection after so many bytes to it."""

    def __init__(self, port, cut_after):
        self.to, self.cut_after, self.accepted = port, cut_after, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = []

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()
        for one in self.open:
            self.close(one)

    @staticmethod
    def close(one):
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        one.close()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            self.accepted += 1
            most = self.cut_after if self.accepted == 1 else None
            referee = socket.create_connection(("127.0.0.1", self.to))
            self.open += [client, referee]
            threading.Thread(target=self.pump, args=(client, referee, most), daemon=True).start()
            threading.Thread(target=self.pump, args=(referee, client, None), daemon=True).start()

    def pump(self, source, sink, most):
        passed = 0
        try:
            while piece := source.recv(1 << 16):
                sink.sendall(piece)
                passed += len(piece)
                if most is not None and passed >= most:
                    break
        except OSError:
            pass
        self.close(source)
        self.close(sink)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
