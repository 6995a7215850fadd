"""What the tests with a PostgreSQL server share: the server, links to it that can be cut, the program as a process.

Nothing here waits for a time: everything waits for what has to happen. LIMIT only ends what would hang.
"""
import json
import os
import pathlib
import selectors
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

LIMIT = 600  # seconds


def until(what, condition, limit=LIMIT, pause=0.02):
    """The first true value of the condition."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"this has not happened in {limit} s: {what}"
        time.sleep(pause)


class Server:
    """A PostgreSQL server (tests/postgres/server.py) below a folder of its own, until the end of a `with`."""

    def __init__(self, root):
        self.script = root / "tests" / "postgres" / "server.py"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-pg-"))  # short: a socket's path has 107 characters
        self.folder.chmod(0o755)
        self.database = self.folder / "pg"
        self.url = f"postgresql://quiver@/postgres?host={self.database}"

    def do(self, what):
        subprocess.run(["/usr/bin/python3", "-B", self.script, what, self.database], check=True, stdin=subprocess.DEVNULL)

    def crash(self):
        self.do("crash")

    def resume(self):
        self.do("resume")

    def __enter__(self):
        self.do("start")
        return self

    def __exit__(self, *_):
        self.do("stop")
        shutil.rmtree(self.folder, ignore_errors=True)


class Link:
    """One client's way to the server: a TCP port, or a Unix socket, with a thread that passes everything on.

    freeze() passes nothing on, and everything later, as a network does that loses packets for a while. drop() closes all
    connections and refuses new ones. mend() ends either.
    """

    def __init__(self, server, name, tcp):
        self.server_socket = str(server.database / ".s.PGSQL.5432")
        if tcp:
            self.listener = socket.create_server(("127.0.0.1", 0))
            self.url = f"postgresql://quiver@127.0.0.1:{self.listener.getsockname()[1]}/postgres"
        else:
            folder = server.folder / name
            folder.mkdir()
            folder.chmod(0o755)
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(str(folder / ".s.PGSQL.5432"))
            os.chmod(folder / ".s.PGSQL.5432", 0o777)
            self.listener.listen()
            self.url = f"postgresql://quiver@/postgres?host={folder}"
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.wanted, self.applied = "open", "open"
        self.peers = {}  # each socket's other end
        self.ours, self.wake = socket.socketpair()
        self.selector.register(self.ours, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _want(self, state):
        self.wanted = state
        self.wake.send(b"x")
        until("the link obeys", lambda: self.applied == state)

    def freeze(self):
        self._want("frozen")

    def drop(self):
        self._want("down")

    def mend(self):
        self._want("open")

    def close(self):
        self._want("closed")
        self.thread.join()

    def _run(self):
        while self.applied != "closed":
            for key, _ in self.selector.select():
                if key.fileobj is self.ours:
                    self.ours.recv(64)
                    self._apply()
                elif key.fileobj is self.listener:
                    self._accept()
                elif key.fileobj in self.peers:
                    self._pass_on(key.fileobj)

    def _apply(self):
        before, after = self.applied, self.wanted
        if after in ("down", "closed"):
            for one in list(self.peers):
                self._forget(one)
            if after == "closed":
                self.listener.close()
        for one in [*self.peers, self.listener] if after != "closed" else []:
            if before == "frozen" and after != "frozen":
                self.selector.register(one, selectors.EVENT_READ)
            elif after == "frozen" and before != "frozen":
                self.selector.unregister(one)
        self.applied = after

    def _accept(self):
        client, _ = self.listener.accept()
        if self.applied == "down":
            return client.close()
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self.server_socket)
        except OSError:  # it is not running
            client.close()
            return server.close()
        self.peers[client], self.peers[server] = server, client
        for one in (client, server):
            self.selector.register(one, selectors.EVENT_READ)
        return None

    def _pass_on(self, one):
        try:
            data = one.recv(1 << 18)
            if not data:
                raise OSError("the end")
            self.peers[one].sendall(data)
        except OSError:
            self._forget(one)

    def _forget(self, one):
        other = self.peers.pop(one, None)
        if other is None:
            return
        del self.peers[other]
        for each in (one, other):
            try:
                self.selector.unregister(each)
            except KeyError:  # the link is frozen
                pass
            each.close()


class Program:
    """A quiver process in a group of its own, with its output in files that go on when it is started again."""

    def __init__(self, folder, name, words, before=()):
        self.out, self.err = folder / f"{name}.out", folder / f"{name}.err"
        self.name, self.words, self.process = name, [*before, *words], None
        self.start()

    def start(self):
        with open(self.out, "ab") as out, open(self.err, "ab") as err:
            self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)

    def runs(self):
        return self.process.poll() is None

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def kill(self):
        """False if it had ended."""
        if not self.runs():
            return False
        self.signal(signal.SIGKILL)
        self.process.wait()
        return True

    def stop(self):
        """Its exit code after SIGTERM, or the one that it had ended with."""
        if self.runs():
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=LIMIT)

    def log(self):
        return self.err.read_text(errors="replace")


class Quiver:
    """The program as a command."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *words, env=None):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT,
                              env=env)
        return done.returncode, done.stdout, done.stderr

    def must(self, *words, code=0):
        got, out, err = self(*words)
        assert got == code, (words, got, out[-2000:], err[-2000:])
        return out

    def records(self, store, *more):
        return list(map(json.loads, self.must("export", "--store", store, "--format", "jsonl", *more).splitlines()))

    def games(self, store, *more):
        """Number, seats and moves of each game. None of the bots failed: they would not be the same bots everywhere."""
        records = self.records(store, *more)
        failed = [record["sentence"] for record in records for seat in record["seats"]
                  if seat.get("reason") in ("CRASHED", "NOT_READY", "TIMEOUT")]
        assert not failed, failed[:3]
        return sorted((record["number"], [seat["name"] for seat in record["seats"]],
                       [move["notation"] for move in record["moves"]]) for record in records)

    def standings(self, store, event):
        return json.loads(self.must("standings", "--store", store, "--event", event, "--json"))

    def points(self, store, event):
        return [[row["name"], row["points"]] for row in self.standings(store, event)["rows"]]
