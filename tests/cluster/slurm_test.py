#!/usr/bin/python3
"""deploy/slurm/workers.sbatch on a real Slurm: a sequential test of a new bot against an old one, from two commands to its verdict.

    slurm_test.py ROOT QUIVER

munge, slurmctld, two slurmd and PostgreSQL with a password run on this machine. While the test is played, one task is told
that its time is over and queues again, and the node of the other is lost. The commands are those of docs/operate/slurm.md.
"""
import json
import os
import pathlib
import shutil
import sys

from slurm_cluster import PROGRAMS, Slurm
from stage import Database, Processes, folder_of_our_own, need_root_and, records_of, run, say, until

ROOT, QUIVER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
SCRIPT = ROOT / "deploy" / "slurm" / "workers.sbatch"

# It takes its time, so that the test lasts long enough for what happens to it.
OLD = """\
import random, time
from quiver import Bot, run_bot


class Old(Bot):
    def start(self, match):
        self.random = random.Random(match.seed)

    def choose(self, position, deadline):
        time.sleep(0.1)
        return position.random_move(self.random)


run_bot(Old())
"""


def make_bots(folder):
    """In a folder of the user's, where nothing is part of the system: they have to travel."""
    folder.mkdir()
    shutil.copy(QUIVER.parent.parent / "bots" / "connect4-minimax", folder / "new")
    (folder / "old.py").write_text(OLD)


class Cup:
    """The sequential test: its coordinator on the login node, and what the database knows of it."""

    def __init__(self, folder, processes, database):
        self.folder, self.processes, self.database = folder, processes, database
        self.environment = dict(os.environ, PGPASSFILE=str(database.pgpass), QUIVER_STORE=database.url,
                                QUIVER=str(QUIVER), TMPDIR=str(folder / "tmp"))
        (folder / "tmp").mkdir()
        (folder / "tmp").chmod(0o777)
        self.coordinator = processes.start("coordinator", [
            QUIVER, "tournament", "connect4", "--bot", "./new name=new --depth 4", "--bot", "./old.py name=old", "--openings",
            "random:2", "--sprt", "elo0=0,elo1=15", "--event", "new-old", "--store", database.url, "--workers"],
            env=self.environment, cwd=folder / "bots")
        until("the tournament is open", lambda: "waits for games" in self.ask("workers")
              or "units wait" in self.ask("workers"), limit=60)

    def ask(self, *words):
        try:
            return run(QUIVER, *words, "--store", self.database.url, env=self.environment)
        except AssertionError:
            return ""

    def workers(self):
        """Of each worker: whether it is alive, its units in hand, and its games."""
        rows = [line.split() for line in self.ask("workers").splitlines()[1:] if line.startswith("slurm-")]
        return {row[0]: (row[1], int(row[2]), int(row[3])) for row in rows}

    def is_over(self):
        return self.coordinator.poll() is not None


def cancel(cup, slurm):
    """scancel gives a worker the time to give its games back. Those of one that was killed would stay in its hand here."""
    job = slurm.submit("--array=1", SCRIPT, env=cup.environment)
    name = f"slurm-{job}-1"
    until("it plays", lambda: cup.workers().get(name, ("", 0, 0))[1] > 0, limit=120)
    slurm.ask("scancel", job)
    until("it has given its games back", lambda: cup.workers()[name][1] == 0, limit=120)
    until("it is over", lambda: not slurm.tasks_running(), limit=60)
    say("scancel: the worker has given its games back")
    return name


def play(cup, slurm):
    job = slurm.submit("--array=1-2", "--time=10", SCRIPT, env=cup.environment)
    say("array", job, "submitted")
    first, second = f"slurm-{job}-1", f"slurm-{job}-2"
    until("both tasks play", lambda: all(cup.workers().get(name, ("", 0, 0))[2] > 0 for name in (first, second)), limit=120)
    tasks = slurm.tasks(job)
    say("both play:", tasks, cup.workers())

    # The time of the second task is nearly over: it gives back what it plays, and queues again.
    slurm.ask("scancel", "--batch", "--signal=USR1", f"{job}_2")
    until("the second task is queued again", lambda: slurm.tasks(job).get(2, ("",))[0] == "PENDING", limit=60)
    assert cup.workers()[second][1] == 0, "it has kept its games"
    assert slurm.tasks(job)[1][0] == "RUNNING", f"that was for one task alone: {slurm.tasks(job)}"
    say("the second task has given its games back and waits:", slurm.tasks(job))

    # The node of the first is lost in the middle of a game. Nobody is left to play it until the second task is back.
    until("the first plays", lambda: cup.workers()[first][1] > 0)
    slurm.kill_node(tasks[1][1])
    say("node", tasks[1][1], "is lost:", cup.workers())
    assert not cup.is_over(), "the test was decided before anything happened to it; make it longer"
    # Slurm waits two minutes before it starts a task again, because the first credential has to expire.
    until("the second task runs again", lambda: slurm.tasks(job).get(2, ("",))[0] == "RUNNING", limit=400)
    assert slurm.tasks(job)[2][2] == 1, slurm.tasks(job)
    say("the second task runs again")
    return first, second


def check(cup, names):
    until("the test is decided", cup.is_over)
    said = cup.processes.log("coordinator")
    assert cup.coordinator.returncode == 0, said[-3000:]
    assert "H1 accepted" in said, said[-3000:]
    say(said.splitlines()[-1])
    table = json.loads(cup.ask("standings", "--event", "new-old", "--json"))
    assert table["sprt"]["verdict"] == "H1", table["sprt"]
    out = run(QUIVER, "verify", cup.database.url, env=cup.environment)
    records = records_of(cup.ask("export", "--event", "new-old", "--format", "jsonl"))
    assert len(records) == table["played"] > 0, out
    played = {name: sum(record["worker"]["name"] == name for record in records) for name in names}
    assert sum(played.values()) == len(records) and played[names[-1]] > 0, played
    kinds = {(seat["isolation"], seat["limits"]) for record in records for seat in record["seats"]}
    say(f"{len(records)} games, each once, all verify; by worker {played}; isolation and limits {sorted(kinds)}")
    assert database_password_is_nowhere(cup)


def database_password_is_nowhere(cup):
    texts = [path for path in cup.folder.glob("*.log")] + [path for path in cup.folder.glob("jobs/*")]
    return all(cup.database.password not in path.read_text(errors="replace") for path in texts)


def main():
    need_root_and(*PROGRAMS, "setpriv")
    with folder_of_our_own("quiver-slurm-") as folder:
        processes, database, slurm = Processes(folder), None, None
        try:
            database = Database(folder / "pg")
            slurm = Slurm(folder, processes)
            say("Slurm runs with two nodes")
            (folder / "jobs").mkdir()
            os.chdir(folder / "jobs")  # where the tasks' output goes
            make_bots(folder / "bots")
            cup = Cup(folder, processes, database)
            check(cup, [cancel(cup, slurm), *play(cup, slurm)])
            until("the workers have nothing to play and end", lambda: not slurm.tasks_running(), limit=60)
            say("the workers have ended")
        except BaseException:
            for path in sorted([*folder.glob("*.log"), *folder.glob("jobs/*")]):
                print(f"--- {path.name}\n{path.read_text(errors='replace')[-2500:]}", flush=True)
            raise
        finally:
            os.chdir("/")
            if slurm:
                slurm.stop()
            processes.stop()
            if database:
                database.stop()


if __name__ == "__main__":
    main()
