#!/usr/bin/python3
"""The image of deploy/container as a referee and two workers, and how far the isolation of bots goes in a container.

    containers_test.py ROOT BUILD

Each row of the table in docs/operate/containers.md is a game that is played in such a container, whose record says what its
bots had. Then a tournament: the containers have no network at all and reach PostgreSQL by its socket.
"""
import json
import pathlib
import subprocess
import sys

from engine import IMAGE, Engine, in_a_network_of_our_own
from stage import Database, folder_of_our_own, records_of, say, until

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])

GAMES = 200

# The options of podman, and the isolation and what enforces the limits of a launched bot.
UNMASKED = ["--security-opt", "seccomp=unconfined", "--security-opt", "unmask=ALL"]
HARDENED = ["--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--read-only", "--tmpfs",
            "/tmp:rw,exec,mode=1777", "--tmpfs", "/var/cache/quiver:rw,exec,mode=1777"]
TABLE = [
    ([], "filtered", {"rlimits"}),
    (UNMASKED, "full", {"rlimits"}),
    ([*UNMASKED, *HARDENED], "full", {"rlimits"}),
    # As a pod with hostUsers: false and procMount: Unmasked.
    ([*UNMASKED, *HARDENED, "--uidmap", "0:200000:65536"], "full", {"rlimits"}),
    (["--privileged"], "full", {"rlimits", "cgroup v1", "cgroup v2"}),
    (["--privileged", "--user", "0"], "full", {"rlimits", "cgroup v1", "cgroup v2"}),
]


def isolation_in(engine, options):
    said = engine.run("--rm", "--network", "none", *options, IMAGE, "match", "connect4", "--bot", "random", "--bot",
                      "minimax", "--json")
    seats = json.loads(said)["seats"]
    assert all("reason" not in seat for seat in seats), seats
    kinds = {(seat["isolation"], seat["limits"]) for seat in seats}
    assert len(kinds) == 1, kinds
    return kinds.pop()


def check_isolation(engine):
    for options, isolation, limits in TABLE:
        found = isolation_in(engine, options)
        say(" ".join(options) or "plain", "->", *found)
        assert found[0] == isolation and found[1] in limits, (options, found)
    engine.run("--rm", "--network", "none", IMAGE, "match", "connect4", "--bot", "random", "--bot", "random", "--isolate",
               "required", code=2)


def check_python(engine, folder):
    (folder / "first_bot.py").write_text((ROOT / "bots/example/first_bot.py").read_text())
    said = engine.run("--rm", "--network", "none", *UNMASKED, "--volume", f"{folder}/first_bot.py:/bots/first_bot.py:ro",
                      IMAGE, "match", "hex", "--bot", "/bots/first_bot.py", "--bot", "random", "--size", "5", "--json")
    assert all("reason" not in seat for seat in json.loads(said)["seats"]), said
    say("a bot in Python plays")


def healthy(engine, name):
    return subprocess.run([*engine.podman_words, "healthcheck", "run", name], capture_output=True, check=False).returncode == 0


def play(engine, folder, database):
    """A referee and two workers, one of which is killed and one that stands still for a while."""
    (folder / "pg_service.conf").write_text(f"[quiver]\nhost=/run/postgresql\nport={database.port}\nuser=quiver\n"
                                            f"dbname=postgres\npassword={database.password}\n")
    base = ["--detach", "--network", "none", *UNMASKED, *HARDENED, "--env", "PGSERVICEFILE=/etc/pg_service.conf", "--volume",
            f"{folder}/pg_service.conf:/etc/pg_service.conf:ro", "--volume", f"{database.folder}:/run/postgresql"]
    store = "--store=postgresql:///?service=quiver"
    engine.run(*base, "--name", "referee", IMAGE, "tournament", "connect4", "--bot", "minimax --depth 2", "--bot",
               "random", "--games", str(GAMES), "--openings", "random:4", "--event", "cup", store, "--workers",
               "--web=0.0.0.0:8080", "--web-public", "--web-stay", "--seed", "5")
    until("the referee is healthy", lambda: healthy(engine, "referee"), limit=120)
    for name in ("worker-1", "worker-2"):
        engine.run(*base, "--name", name, IMAGE, "work", store, "--name", name, "--isolate", "required")
        until(f"{name} is healthy", lambda one=name: healthy(engine, one), limit=120)
    say("referee and workers are healthy")

    until("the first plays", lambda: "game" in engine.podman("logs", "worker-1"))
    engine.podman("kill", "worker-1")
    until("it is not healthy any more", lambda: not healthy(engine, "worker-1"), limit=60)
    engine.podman("start", "worker-1")
    until("it is healthy again", lambda: healthy(engine, "worker-1"), limit=120)
    say("killed and started again: worker-1")
    until("the tournament is over", lambda: f"{GAMES} of {GAMES} games" in engine.podman("logs", "referee"))

    engine.podman("pause", "worker-2")
    until("a worker that stands still is not healthy", lambda: not healthy_from_outside(engine, "worker-2"), limit=90)
    engine.podman("unpause", "worker-2")
    until("and is again when it goes on", lambda: healthy(engine, "worker-2"), limit=60)
    say("a worker that stands still is found out")
    ask = [*base[1:], "--rm", IMAGE]
    records = records_of(engine.run(*ask, "export", store, "--event", "cup", "--format", "jsonl"))
    assert len(records) == GAMES, len(records)
    engine.run(*ask, "verify", "postgresql:///?service=quiver")
    kinds = {(record["worker"]["name"], seat["isolation"], seat["limits"]) for record in records for seat in record["seats"]}
    say(f"{len(records)} games, each once, all verify: {sorted(kinds)}")
    assert {kind[1] for kind in kinds} == {"full"}, kinds
    for name in ("worker-1", "worker-2", "referee"):
        engine.podman("stop", "--time", "20", name)
        code = engine.inspect(name)["State"]["ExitCode"]
        assert code in (0, 143), f"{name} exits with {code}"
    say("all three end at once on SIGTERM")


def healthy_from_outside(engine, name):
    """The age of the file, by its path on this machine: nothing can be run in a container that is paused."""
    pid = engine.inspect(name)["State"]["Pid"]
    return subprocess.run(["find", f"/proc/{pid}/root/tmp/quiver-health", "-newermt", "30 seconds ago"], capture_output=True,
                          text=True, check=False).stdout != ""


def main():
    in_a_network_of_our_own(sys.argv)
    engine = Engine(BUILD)
    try:
        engine.need_image()
        with folder_of_our_own("quiver-box-") as folder:
            check_isolation(engine)
            check_python(engine, folder)
            database = Database(folder / "pg")
            database.folder.chmod(0o755)  # for the user of the containers
            try:
                play(engine, folder, database)
            finally:
                for name in ("referee", "worker-1", "worker-2"):
                    print(f"--- {name}\n", subprocess.run([*engine.podman_words, "logs", "--tail", "8", name], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout, flush=True)
                database.stop()
    finally:
        engine.close()


if __name__ == "__main__":
    main()
