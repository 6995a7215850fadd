"""What the cluster tests share: a folder of their own, a PostgreSQL server with a password, processes that are stopped by
their ids, and how a test is skipped.
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
LIMIT = 600  # seconds for anything to happen at all


def skip(why):
    print("skipped:", why, flush=True)
    sys.exit(77)


def need_root_and(*programs):
    if os.getuid() != 0:
        skip("only root can run what this tests on one machine")
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        skip(f"this machine has no {', '.join(missing)}; ./quiver test cluster installs what Debian 12 has")


def say(*words):
    print(f"{time.monotonic() - STARTED:6.1f} s ", *words, flush=True)


STARTED = time.monotonic()
# ctest ends a test that takes too long; what it has started ends with it all the same.
signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))


def until(what, condition, limit=LIMIT, pause=0.2):
    """The first true value of the condition."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"this has not happened in {limit} s: {what}")
        time.sleep(pause)


@contextlib.contextmanager
def folder_of_our_own(prefix):
    """Below /tmp, and short, because a socket's path has at most 107 characters."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_ports(count):
    """Below those that the kernel gives to connections, so that they stay free."""
    free = []
    for port in range(20000 + os.getpid() % 5000, 32000, 7):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            free.append(port)
        if len(free) == count:
            return free
    raise AssertionError("no ports are free")


class Processes:
    """Started here, and ended here by their ids, the last one first."""

    def __init__(self, folder):
        self.folder, self.all = folder, []

    def start(self, name, words, **more):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   start_new_session=True, **more)
        log.close()
        self.all.append(process)
        return process

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def stop(self):
        for process in reversed(self.all):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()


class Database:
    """A PostgreSQL server as a plain process, which asks for a password, at 127.0.0.1 and a socket in its folder."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_ports(1)[0]
        folder.mkdir()
        shutil.chown(folder, "postgres", "postgres")
        self.password = os.urandom(12).hex()
        (folder / "password").write_text(self.password)
        shutil.chown(folder / "password", "postgres")
        self.as_postgres(POSTGRES / "initdb", "-D", folder / "data", "-A", "scram-sha-256", "-U", "quiver", "-E", "UTF8",
                         "--locale=C", "--no-sync", f"--pwfile={folder / 'password'}")
        (folder / "password").unlink()
        self.as_postgres(POSTGRES / "pg_ctl", "-D", folder / "data", "-l", folder / "log", "-w", "-t", "120", "-o",
                         f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off", "start")
        self.url = f"postgresql://quiver@127.0.0.1:{self.port}/postgres"
        self.pgpass = folder.parent / "pgpass"
        self.pgpass.write_text(f"127.0.0.1:{self.port}:*:quiver:{self.password}\n")
        self.pgpass.chmod(0o600)

    def as_postgres(self, *words):
        with open(self.folder / "setup.log", "ab") as log:
            done = subprocess.run(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *map(str, words)],
                                  stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", check=False)
        assert done.returncode == 0, (self.folder / "setup.log").read_text()

    def stop(self):
        self.as_postgres(POSTGRES / "pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")


def run(*words, code=0, env=None, timeout=LIMIT, cwd=None):
    """Its stdout; fails unless it exits with that code."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=env,
                          timeout=timeout, check=False, cwd=cwd)
    assert done.returncode == code, f"{words} exits with {done.returncode}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def records_of(text):
    """What `quiver export --format jsonl` printed, in the order of the games, each of which is there once."""
    records = sorted(map(json.loads, text.splitlines()), key=lambda record: record["number"])
    numbers = [record["number"] for record in records]
    assert len(set(numbers)) == len(numbers), "a game is there twice"
    return records
