#!/usr/bin/python3
"""quiver work --health-file: young while the worker works, whatever the database does; old when it stands still; gone at its end.

    worker_health_test.py ROOT QUIVER

And --until-idle: a worker stays while another one has something in hand, which comes back if that one dies. And a worker that is
started before the server and before the store waits for both.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT, QUIVER = pathlib.Path(sys.argv[1]), sys.argv[2]
SERVER = ROOT / "tests" / "postgres" / "server.py"
LIMIT = 300  # seconds for anything to happen at all
BETWEEN_WRITES = 5


def server(what, folder):
    subprocess.run(["/usr/bin/python3", "-B", SERVER, what, folder], check=True, stdin=subprocess.DEVNULL)


def until(what, condition):
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, f"this has not happened: {what}"
        time.sleep(0.05)


class Worker:
    def __init__(self, folder, name, *words, **more):
        self.log = folder / f"{name}.log"
        with open(self.log, "ab") as log:
            store = [] if "--store" in words else ["--store", store_in(folder)]
            self.process = subprocess.Popen([QUIVER, "work", *words, *store, "--name", name, "--isolate", "off", "--cache",
                                             folder / "cache"], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **more)

    def is_over(self):
        return self.process.poll() is not None

    def kill(self):
        self.process.kill()
        self.process.wait()


def store_in(folder):
    return f"postgresql://quiver@/postgres?host={folder}/pg"


def written(file):
    return file.stat().st_mtime_ns if file.exists() else 0


def check_health(folder):
    file = folder / "health"
    worker = Worker(folder, "healthy", env=dict(os.environ, QUIVER_HEALTH_FILE=str(file)))
    try:
        until("it is written", file.exists)
        first = written(file)
        until("it is written again", lambda: written(file) > first)

        # A database that is away is no reason to restart a worker.
        server("crash", folder / "pg")
        first = written(file)
        until("it is written without the database", lambda: written(file) > first + 2 * BETWEEN_WRITES * 10**9)
        server("resume", folder / "pg")

        os.kill(worker.process.pid, signal.SIGSTOP)
        stopped = time.time_ns()
        time.sleep(2 * BETWEEN_WRITES)  # what is tested is that nothing happens
        assert written(file) < stopped, "something writes it while the worker stands still"
        os.kill(worker.process.pid, signal.SIGCONT)
        until("it is written again when the worker goes on", lambda: written(file) > stopped)

        worker.process.terminate()
        worker.process.wait(timeout=LIMIT)
        assert worker.process.returncode == 128 + signal.SIGTERM and not file.exists()
    finally:
        worker.kill()
    refused = Worker(folder, "refused", "--health-file", "/no/such/folder/health")
    assert refused.process.wait(timeout=LIMIT) == 2
    assert '--health-file: "/no/such/folder/health" cannot be written' in refused.log.read_text(), refused.log.read_text()


WAITING_BOT = """\
import os, random, time
from quiver import Bot, run_bot


class WaitingBot(Bot):
    def choose(self, position, deadline):
        while os.path.exists("{hold}"):
            time.sleep(0.05)
        return position.random_move(random.Random(1))


run_bot(WaitingBot())
"""


def waiting_units(folder):
    return subprocess.run([QUIVER, "workers", "--store", store_in(folder)], capture_output=True, text=True, check=False).stdout


def check_idle(folder):
    """One pair of games. The first worker has it in hand and never comes back; the second has nothing to play meanwhile."""
    hold = folder / "hold"
    hold.touch()
    (folder / "waiting_bot.py").write_text(WAITING_BOT.format(hold=hold))
    coordinator = subprocess.Popen([QUIVER, "tournament", "connect4", "--bot", folder / "waiting_bot.py", "--bot", "random",
                                    "--games", "2", "--openings", "random:2", "--clock", "5m", "--event", "late", "--isolate",
                                    "off", "--store", store_in(folder), "--workers", "--quiet"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    first, second = None, None
    try:
        until("there is something to play", lambda: "1 units wait" in waiting_units(folder))
        first = Worker(folder, "first", "--lease", "25s")
        until("the first has it", lambda: "1 are being played" in waiting_units(folder))
        os.kill(first.process.pid, signal.SIGSTOP)
        hold.unlink()
        # It has had nothing to play for 10 seconds long before that lease runs out.
        second = Worker(folder, "second", "--until-idle")
        until("the tournament is over", lambda: coordinator.poll() is not None or second.is_over())
        assert coordinator.poll() == 0, "the second has left too early"
        assert "game late-1" in second.log.read_text(), second.log.read_text()
        assert second.process.wait(timeout=LIMIT) == 0
    finally:
        for one in (first, second):
            if one:
                one.kill()
        coordinator.kill()
        coordinator.wait()


def check_early(folder):
    early = Worker(folder, "early")
    try:
        until("it waits for the server", lambda: "cannot be reached" in early.log.read_text())
        server("start", folder / "pg")
        until("it waits for the store", lambda: "is an empty database" in early.log.read_text())
        subprocess.run([QUIVER, "tournament", "connect4", "--bot", "random", "--bot", "random", "--games", "2", "--isolate", "off",
                        "--store", store_in(folder), "--quiet", "--workers"], check=True, stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=LIMIT)
        assert "game tournament-2" in early.log.read_text(), early.log.read_text()
        assert early.log.read_text().count("waiting for it") <= 4, early.log.read_text()  # once for each reason
    finally:
        early.kill()
    mistyped = Worker(folder, "mistyped", "--store", f"postgresql://quiver@/nowhere?host={folder}/pg")
    assert mistyped.process.wait(timeout=LIMIT) == 2
    assert '"nowhere" does not exist' in mistyped.log.read_text(), mistyped.log.read_text()


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-health-"))
    folder.chmod(0o755)
    try:
        check_early(folder)
        check_health(folder)
        check_idle(folder)
        print("the file says what is so, and nobody leaves too early")
    finally:
        if (folder / "pg").exists():
            server("stop", folder / "pg")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
