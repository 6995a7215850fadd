#!/usr/bin/python3
"""Workers that cannot be trusted: records that were forged, results that differ, machines that cannot do what is asked.

    worker_trust_test.py ROOT QUIVER

Records are forged in the database, on their way to the coordinator, so the workers are the real program. Every forgery
is refused, the worker is named, and somebody else plays its games.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT, QUIVER = pathlib.Path(sys.argv[1]), sys.argv[2]
SERVER = ROOT / "tests" / "postgres" / "server.py"
LIMIT = 300  # seconds for anything to happen at all
GAMES = 4


def server(what, folder):
    subprocess.run(["/usr/bin/python3", "-B", SERVER, what, folder], check=True, stdin=subprocess.DEVNULL)


def until(what, condition):
    end = time.monotonic() + LIMIT
    while not (found := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.05)
    return found


class Process:
    """A program that goes on beside the test."""

    def __init__(self, log, words):
        self.path = log
        with open(log, "wb") as out:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)

    def log(self):
        return self.path.read_text(errors="replace")

    def says(self, text):
        def said():
            assert self.process.poll() is None or text in self.log(), self.log()
            return text in self.log()
        until(f"{text!r} in {self.path.name}:\n{self.log()}", said)

    def code(self):
        return self.process.wait(timeout=LIMIT)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=LIMIT)


class Lab:
    """A database, and what runs on it."""

    def __init__(self, folder):
        self.folder, self.database, self.started = folder, folder / "pg", 0
        self.store = f"postgresql://quiver@/postgres?host={self.database}"

    def run(self, *words):
        done = subprocess.run([QUIVER, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)
        return done.returncode, done.stdout, done.stderr

    def output(self, *words):
        code, out, err = self.run(*words)
        assert code == 0, (words, out, err)
        return out

    def sql(self, text):
        done = subprocess.run(["psql", "-h", self.database, "-U", "quiver", "-d", "postgres", "-AtqX", "-v", "ON_ERROR_STOP=1",
                               "-c", text], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @contextlib.contextmanager
    def process(self, *words, before=()):
        self.started += 1
        one = Process(self.folder / f"{self.started}.log", [*before, QUIVER, *words])
        try:
            yield one
        finally:
            one.stop()

    def coordinator(self, event, *more, bots=("random", "minimax --depth 2"), games=GAMES, before=()):
        entrants = [word for bot in bots for word in ("--bot", bot)]
        return self.process("tournament", "connect4", *entrants, "--games", str(games), "--seed", "5", "--openings", "random:2",
                            "--event", event, "--store", self.store, "--workers", *more, before=before)

    def worker(self, name, *more, before=()):
        return self.process("work", "--store", self.store, "--name", name, "--lease", "3s", "--cache", str(self.folder / "cache"),
                            *more, before=before)

    def records(self, event):
        lines = self.output("export", "--store", self.store, "--event", event, "--format", "jsonl").splitlines()
        return [json.loads(line) for line in lines]

    def workers(self, *more):
        report = json.loads(self.output("workers", "--store", self.store, "--json", *more))
        return report, {row["name"]: row for row in report["workers"]}


# What is forged, and what the coordinator says of it. The options are of the tournament, of its workers.
FORGERIES = {
    "illegal": ("{moves,4,notation}", '"9"', "move", [], []),
    "winner": ("{winner}", "0", "game", [], []),
    "clock": ("{clocks,0,bankMillis}", "99999", "seat 0 has another clock", [], []),
    "slow": ("{moves,3,millis}", "20000", "game", [], []),
    "borrowed": ("{worker,name}", '"honest"', "it does not name the worker that submitted it", [], []),
    "scale": ("{worker,timeScale}", "9", "only 0.25 to 4 is allowed", ["--scale-time", "here"], ["--scale-time"]),
    "factor": ("{worker,timeScale}", "0.5", "the speed of its machine gives", ["--scale-time", "here"], ["--scale-time"]),
    "speed": ("{worker,speed}", "1", "the speed of its machine gives", ["--scale-time", "here"], ["--scale-time"]),
    "isolation": ("{seats,1,isolation}", '"none"', "was not isolated, and the tournament requires it", ["--isolate", "required"], []),
}


def forge(lab, path, value):
    """From now on records of liars say something else."""
    lab.sql(f"""
        CREATE OR REPLACE FUNCTION forged() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          NEW.record := jsonb_set(NEW.record::jsonb, '{path}', '{value}'::jsonb, true)::text;
          RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER forges BEFORE INSERT ON quiver.submissions FOR EACH ROW
          WHEN (NEW.worker LIKE 'liar-%') EXECUTE FUNCTION forged();""")


def can_isolate(lab):
    code, _, err = lab.run("match", "connect4", "--bot", "random", "--bot", "random", "--isolate", "required")
    if code != 0:
        print("bots cannot be isolated here:", err.strip())
    return code == 0


def check_forgeries(lab, isolates):
    for name, (path, value, why, of_tournament, of_worker) in FORGERIES.items():
        if name == "isolation" and not isolates:
            continue
        with lab.coordinator(name, *of_tournament) as coordinator:
            until("the event", lambda: name in lab.sql("SELECT e.name FROM quiver.work_events w JOIN quiver.events e ON e.id = w.event"))
            forge(lab, path, value)
            with lab.worker(f"liar-{name}", *of_worker) as liar:
                assert liar.code() == 2 and f'the worker "liar-{name}" is refused' in liar.log(), liar.log()
            coordinator.says(f'the worker "liar-{name}" is refused, and its games are played again: game {name}-')
            assert why in coordinator.log(), coordinator.log()
            with lab.worker("honest", "--until-idle", *of_worker):
                assert coordinator.code() == 0, coordinator.log()
        assert {record["worker"]["name"] for record in lab.records(name)} == {"honest"}
        _, workers = lab.workers("--event", name)
        assert why in workers[f"liar-{name}"]["refused"], workers
        assert f"refused: game {name}-" in lab.output("workers", "--store", lab.store)
        print(f"{name}: refused")
    lab.output("verify", lab.store)
    lab.sql("DROP TRIGGER forges ON quiver.submissions")


def check_scaled_clocks(lab):
    speed = int(lab.output("work", "--measure"))
    assert speed > 0
    reference = 2 * speed
    with lab.coordinator("scaled", "--scale-time", str(reference), "--clock", "5s+10ms", "--max-move-time", "4s") as coordinator:
        with lab.worker("hasty") as hasty:
            hasty.says("start the worker with --scale-time")
            with lab.worker("measured", "--scale-time", "--until-idle"):
                assert coordinator.code() == 0, coordinator.log()
    records = lab.records("scaled")
    assert len(records) == GAMES
    for record in records:
        worker = record["worker"]
        scale = worker["timeScale"]
        assert worker["name"] == "measured" and 0.25 <= scale <= 4, worker
        assert abs(scale - min(4, max(0.25, reference / worker["speed"]))) < 0.001, worker
        for clock in record["clocks"]:
            for key, millis in (("bankMillis", 5000), ("incrementMillis", 10), ("capMillis", 4000)):
                assert abs(clock[key] - millis * scale) < 0.002, (clock, scale)
    _, workers = lab.workers()
    assert workers["measured"]["timeScale"] == records[0]["worker"]["timeScale"] and "timeScale" not in workers["hasty"]
    code, _, err = lab.run("tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--scale-time", "fast", "--workers",
                           "--store", lab.store, "--event", "none")
    assert code == 2 and "--scale-time takes here" in err, err
    code, _, err = lab.run("tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--scale-time", "here",
                           "--store", lab.store, "--event", "none")
    assert code == 2 and "give --workers too" in err, err
    print(f"clocks: {speed} thousand moves a second, scaled by {records[0]['worker']['timeScale']}")


# Without these, nothing can be isolated: as on a machine that allows it to nobody.
NO_NAMESPACES = ["unshare", "--user", "--map-root-user", "sh", "-c",
                 'for one in /proc/sys/user/max_*_namespaces; do echo 0 >"$one"; done; exec "$@"', "sh"]


def check_isolation(lab, isolates):
    if not isolates or subprocess.run([*NO_NAMESPACES, "true"], stdin=subprocess.DEVNULL, check=False).returncode != 0:
        print("isolation: left out, namespaces cannot be had or forbidden here")
        return
    with lab.coordinator("strict", "--isolate", "required", "--no-ponder") as coordinator:
        with lab.worker("open", before=NO_NAMESPACES) as unable:
            unable.says("this worker takes no games of the event")
            assert "it requires isolation" in unable.log(), unable.log()
            # What a worker is given itself makes nothing weaker.
            with lab.worker("closed", "--isolate", "off", "--until-idle"):
                assert coordinator.code() == 0, coordinator.log()
    records = lab.records("strict")
    assert len(records) == GAMES and {record["worker"]["name"] for record in records} == {"closed"}
    assert {seat["isolation"] for record in records for seat in record["seats"]} == {"full"}
    with lab.coordinator("loose", "--isolate", "off") as coordinator:
        with lab.worker("strict", "--isolate", "required", "--until-idle"):
            assert coordinator.code() == 0, coordinator.log()
    assert {seat["isolation"] for record in lab.records("loose") for seat in record["seats"]} == {"full"}
    with lab.coordinator("plain", "--isolate", "off") as coordinator:
        with lab.worker("as-asked", "--until-idle"):
            assert coordinator.code() == 0, coordinator.log()
    assert {seat["isolation"] for record in lab.records("plain") for seat in record["seats"]} == {"none"}
    print("isolation: as the tournament asks, or stricter")


def check_results(lab):
    """A worker of which one entrant wins nothing, as if it had turned the results round."""
    with lab.coordinator("compared", "--web", "127.0.0.1:0", "--web-stay", bots=("random", "first-bot"), games=120) as coordinator:
        coordinator.says("the page is at ")
        url = re.search(r"the page is at (http:\S+)", coordinator.log())[1]
        with lab.worker("w1", "--concurrency", "2", "--cache-size", "1K"), lab.worker("w2", "--concurrency", "2"):
            coordinator.says("the page stays open")
        report, workers = lab.workers()
        assert [one["event"] for one in report["events"]] == ["compared"] and report["events"][0]["played"] == "120"
        assert report["events"][0]["secondsLeft"] == 0, report["events"]
        assert not any(row.get("test", {}).get("differs") for row in report["workers"]), report["workers"]
        assert workers["w1"]["games"] == str(len([one for one in lab.records("compared") if one["worker"]["name"] == "w1"]))
        lab.sql("""UPDATE quiver.games SET worker = 'turned' WHERE event = (SELECT id FROM quiver.events WHERE name = 'compared')
                   AND number IN (SELECT game FROM quiver.game_seats WHERE entrant = 0 AND place <> 1 AND event =
                   (SELECT id FROM quiver.events WHERE name = 'compared') LIMIT 25);
                   INSERT INTO quiver.workers (name, host, cpu) VALUES ('turned', 'host', 'cpu')""")
        _, workers = lab.workers()
        test = workers["turned"]["test"]
        assert test["differs"] and test["p"] < 0.001, test
        table = lab.output("workers", "--store", lab.store)
        assert "<0.001!" in table and "its results differ from the others': chi-square" in table, table
        assert "0 units wait, 0 are being played, 0 wait to be stored\ncompared: 120 of 120 games\n" in table, table
        # The page has the same.
        shown = until("the page's workers", lambda: next((one for one in [get(url + "api/v1/workers")]
                                                          if any(row.get("test", {}).get("differs") for row in one["workers"])), None))
        ours, _ = lab.workers()
        assert [row["name"] for row in shown["workers"]] == [row["name"] for row in ours["workers"]]
        assert shown["events"] == ours["events"] and shown["units"] == ours["units"]
        assert get(url + "api/v1/lobby")["workers"] is True
    with lab.process("serve", "--listen", "127.0.0.1:0", "--store", lab.store, "--web", "127.0.0.1:0", "--grace", "1ms") as daemon:
        daemon.says("the page is at ")
        url = re.search(r"the page is at (http:\S+)", daemon.log())[1]
        assert {row["name"] for row in get(url + "api/v1/workers")["workers"]} >= {"w1", "w2", "turned"}
    with lab.process("serve", "--listen", "127.0.0.1:0", "--store", str(lab.folder / "games.db"), "--web", "127.0.0.1:0",
                     "--grace", "1ms") as daemon:
        daemon.says("the page is at ")
        url = re.search(r"the page is at (http:\S+)", daemon.log())[1]
        try:
            get(url + "api/v1/workers")
            raise AssertionError("there are no workers in an SQLite file")
        except urllib.error.HTTPError as error:
            assert error.code == 404
        assert get(url + "api/v1/lobby")["workers"] is False
    print("results: the one that differs is named")


def get(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


def check_installed_bots(lab):
    """Bots of a Quiver below /usr travel too: a worker without them, or with others, plays the coordinator's."""
    build = pathlib.Path(QUIVER).resolve().parent.parent
    usr = lab.folder / "usr"
    for component in ("program", "bots"):
        made = subprocess.run(["cmake", "--install", build, "--prefix", usr, "--component", component], capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)
        if made.returncode != 0:
            print("installed bots: left out, there is no build folder")
            return
    inside = ["unshare", "--mount", "sh", "-c", f'mount --bind {usr} /usr/local && exec /usr/local/bin/quiver "$@"', "sh"]
    if os.getuid() != 0 or subprocess.run([*inside, "--version"], capture_output=True, stdin=subprocess.DEVNULL,
                                          check=False).returncode != 0:
        print("installed bots: left out, nothing can be mounted here")
        return
    lab.started += 1
    coordinator = Process(lab.folder / f"{lab.started}.log", [
        *inside, "tournament", "connect4", "--bot", "random", "--bot", "minimax --depth 2", "--games", str(GAMES), "--seed", "5",
        "--event", "installed", "--store", lab.store, "--workers"])
    try:
        with lab.worker("elsewhere", "--until-idle"):
            assert coordinator.code() == 0, coordinator.log()
    finally:
        coordinator.stop()
    assert {one["worker"]["name"] for one in lab.records("installed")} == {"elsewhere"}
    print("installed bots: they travel")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quiver-trust-"))
    folder.chmod(0o755)
    lab = Lab(folder)
    server("start", lab.database)
    try:
        lab.output("store", "copy", str(made_store(lab)), lab.store)  # makes the tables
        isolates = can_isolate(lab)
        check_forgeries(lab, isolates)
        check_scaled_clocks(lab)
        check_isolation(lab, isolates)
        check_results(lab)
        check_installed_bots(lab)
    finally:
        server("stop", lab.database)
        shutil.rmtree(folder, ignore_errors=True)


def made_store(lab):
    """A store in a file with a game in it."""
    path = lab.folder / "first.db"
    lab.output("tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--games", "1", "--event", "before", "--store", str(path))
    return path


if __name__ == "__main__":
    main()
