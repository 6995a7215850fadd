#!/usr/bin/python3
"""A tournament under faults (tests/e2e/chaos.py) whose workers Slurm starts: slurmd is killed, too.

    slurm_chaos_test.py ROOT QUIVER WAITING_BOT

Two workers are jobs, one on each node, and one is a process of its own. 600 games and 50 faults: workers, the coordinator and
slurmd are killed, the server crashes, and links to it are cut for up to 20 seconds. QUIVER_GAMES, QUIVER_FAULTS, QUIVER_CUT,
QUIVER_PACE and QUIVER_SEED change that, as they do for tests/e2e/workers_test.py.
"""
import os
import pathlib
import random
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))

from chaos import Chaos, LocalWorkers  # noqa: E402
from postgres_stage import Quiver, Server  # noqa: E402
from slurm_cluster import NODES, PROGRAMS, Slurm  # noqa: E402
from stage import Processes, folder_of_our_own, need_root_and, say, until  # noqa: E402

ROOT, QUIVER, WAITING_BOT = pathlib.Path(sys.argv[1]).resolve(), Quiver(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
SCRIPT = ROOT / "deploy" / "slurm" / "workers.sbatch"
BETWEEN_LOOKS = 2  # seconds between two questions to the controller


class SlurmWorkers:
    """A job on each node, submitted again when it is over, and one worker that Slurm does not know."""

    def __init__(self, chaos, slurm):
        self.chaos, self.slurm, self.looked = chaos, slurm, 0.0
        self.local = LocalWorkers(chaos, count=1)
        self.logs_folder = chaos.folder / "jobs"
        self.logs_folder.mkdir()
        self.links = {node: chaos.link(node, tcp=True) for node in NODES}
        self.jobs = {node: self._submit(node) for node in NODES}
        self.submitted = len(self.jobs)
        until("a job plays", lambda: any(self._workers_of(node) for node in NODES), limit=120)

    def _submit(self, node):
        return self.slurm.submit("--array=1", f"--nodelist={node}", "--no-requeue", f"--output={self.logs_folder}/%A.log",
                                 SCRIPT, "--lease", self.chaos.lease,
                                 env={"QUIVER_STORE": self.links[node].url, "QUIVER": str(self.chaos.quiver.program),
                                      "TMPDIR": str(self.chaos.folder)})

    def _workers_of(self, node):
        """The processes of `quiver work` on this node."""
        found = []
        for pid in self.slurm.processes_of(node):
            try:
                words = (pathlib.Path("/proc") / str(pid) / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if len(words) > 1 and words[0].decode() == str(self.chaos.quiver.program) and words[1] == b"work":
                found.append(pid)
        return found

    def faults(self):
        return {**self.local.faults(), "slurmd killed": self._kill_slurmd, "job's worker killed": self._kill_worker,
                "job's link cut": lambda dice: self.chaos.cut(dice, self.links[dice.choice(NODES)])}

    def _kill_slurmd(self, dice):
        node = dice.choice(NODES)
        self.slurm.kill_daemon(node)
        time.sleep(dice.uniform(0, 3))
        self.slurm.start_daemon(node)
        return True

    def _kill_worker(self, dice):
        workers = self._workers_of(dice.choice(NODES))
        for pid in workers:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                return False
        return bool(workers)

    def revive(self):
        self.local.revive()
        if time.monotonic() - self.looked < BETWEEN_LOOKS:
            return
        self.looked = time.monotonic()
        known = self.slurm.ask("squeue", "-h", "-o", "%F")
        if not known and not self.slurm.ask("sinfo", "-h"):
            return  # the controller is busy
        for node, job in self.jobs.items():
            if str(job) not in known.split():
                self.jobs[node] = self._submit(node)
                self.submitted += 1

    def stop(self):
        self.local.stop()
        self.slurm.ask("scancel", "--user=root")

    def kill(self):
        self.local.kill()
        self.slurm.ask("scancel", "--user=root")

    def logs(self):
        return self.local.logs() + "".join(path.read_text(errors="replace") for path in self.logs_folder.glob("*.log"))


def main():
    need_root_and(*PROGRAMS, "setpriv")
    seed = int(os.environ.get("QUIVER_SEED", random.randrange(10**6)))
    print("seed", seed, flush=True)
    with folder_of_our_own("quiver-slurm-") as folder, Server(ROOT) as server:
        processes, slurm = Processes(folder), None
        try:
            slurm = Slurm(folder, processes)
            say("Slurm runs with two nodes")
            began = time.monotonic()
            chaos = Chaos(QUIVER, server, server.folder, WAITING_BOT, games=int(os.environ.get("QUIVER_GAMES", 600)),
                          faults=int(os.environ.get("QUIVER_FAULTS", 50)), longest_cut=float(os.environ.get("QUIVER_CUT", 20)),
                          pace=float(os.environ.get("QUIVER_PACE", 0.4)), seed=seed,
                          workers=lambda one: SlurmWorkers(one, slurm))
            chaos.play()
            assert chaos.done.get("slurmd killed", 0) > 0, chaos.done
            records = QUIVER.records(server.url)
            by_jobs = sum(record["worker"]["name"].startswith("slurm-") for record in records)
            assert by_jobs > 0, "no job has played anything"
            say(f"{chaos.games} games, each once, {by_jobs} by {chaos.workers.submitted} jobs, after "
                f"{sum(chaos.done.values())} faults in {time.monotonic() - began:.0f} s:",
                ", ".join(f"{kind} {count}" for kind, count in sorted(chaos.done.items())))
        except BaseException:
            for path in sorted(folder.glob("*.log")):
                print(f"--- {path.name}\n{path.read_text(errors='replace')[-2500:]}", flush=True)
            raise
        finally:
            if slurm:
                slurm.stop()
            processes.stop()


if __name__ == "__main__":
    main()
