"""Slurm on this machine: munge, a controller, and a slurmd for each of two nodes of one core."""
import os
import pathlib
import shutil
import signal
import subprocess

from stage import free_ports, run, until

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel", "sinfo")
NODES = ("n1", "n2")

SETTINGS = """\
ClusterName=quiver
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={port}
SlurmdPort={port}
StateSaveLocation={folder}/ctld
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/ctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
InactiveLimit=0
KillWait=5
MinJobAge=300
SlurmdParameters=config_overrides
"""


class Slurm:
    def __init__(self, folder, processes):
        self.folder, self.processes = folder, processes
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))
        for name in ("ctld", "munge", *NODES):
            (folder / name).mkdir()
        self.start_munge()
        ports = free_ports(1 + len(NODES))
        lines = SETTINGS.format(folder=folder, port=ports.pop())
        for name in NODES:
            lines += f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports.pop()} CPUs=1 " \
                     "RealMemory=4000 State=UNKNOWN\n"
        lines += f"PartitionName=all Nodes={','.join(NODES)} Default=YES MaxTime=INFINITE State=UP\n"
        (folder / "slurm.conf").write_text(lines)
        self.start("slurmctld", "-D")
        self.daemons = {}
        for name in NODES:
            self.start_daemon(name)
        until("both nodes are idle", lambda: self.ask("sinfo", "-h", "-o", "%D %t").split() == ["2", "idle"], limit=120)

    def start_munge(self):
        place = self.folder / "munge"
        (place / "key").write_bytes(os.urandom(128))
        (place / "key").chmod(0o400)
        for path in (place, place / "key"):
            shutil.chown(path, "munge", "munge")
        self.processes.start("munged", ["setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "munged", "-F",
                                        f"--socket={place}/socket", f"--key-file={place}/key", f"--pid-file={place}/pid",
                                        f"--log-file={place}/log", f"--seed-file={place}/seed"])
        until("munged answers", (place / "socket").exists, limit=60)

    def start(self, program, *words):
        return self.processes.start(f"{program}-{words[-1]}", [shutil.which(program), "-f", self.folder / "slurm.conf", *words],
                                    env=self.environment)

    def ask(self, program, *words):
        """Its output; nothing while the controller does not answer."""
        done = subprocess.run([program, *map(str, words)], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60, check=False)
        return done.stdout if done.returncode == 0 else ""

    def submit(self, *words, env=None):
        """The number of the job."""
        return int(run("sbatch", "--parsable", *words, env={**self.environment, **(env or {})}).split(";")[0])

    def tasks(self, job):
        """What squeue says of each task of an array that is not over: its state, its node, and how often it was started again."""
        out = self.ask("squeue", "-h", "-r", "-j", job, "-O", "ArrayTaskID:20,State:20,NodeList:20,RestartCnt:20")
        rows = [line.split() for line in out.splitlines()]
        return {int(row[0]): (row[1], row[2] if len(row) == 4 else "", int(row[-1])) for row in rows}

    def tasks_running(self):
        return self.ask("squeue", "-h", "-t", "RUNNING,COMPLETING")

    def start_daemon(self, name):
        self.daemons[name] = self.start("slurmd", "-D", "-N", name)

    def kill_daemon(self, name):
        """slurmd alone: jobs go on."""
        self.daemons[name].kill()
        self.daemons[name].wait()

    def kill_node(self, name):
        """As if the machine had lost its power: slurmd and all processes of jobs there."""
        self.kill_daemon(name)
        for pid in self.processes_of(name):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def processes_of(self, name):
        """Of jobs on this node: those with its variable and this cluster's."""
        marks = {f"SLURM_CONF={self.folder}/slurm.conf".encode(), f"SLURMD_NODENAME={name}".encode()}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and marks <= set((entry / "environ").read_bytes().split(b"\0")):
                    yield int(entry.name)
            except OSError:
                continue

    def stop(self):
        """Ends the jobs. The daemons end with the other processes of the test."""
        self.ask("scancel", "--user=root")
        for name in NODES:
            until("all jobs are over", lambda node=name: not list(self.processes_of(node)), limit=60)
