"""A tournament by workers under faults: processes that are killed or stand still, a server that crashes, links that are cut.

Chaos plays it to its end, with readers beside it, and checks what came out: each game once, all of them verified, the same
games and points as an undisturbed run of the same deterministic bots, nothing lost that was reported. It starts its workers
by LocalWorkers; whoever starts them in another way, by a scheduler, gives Chaos an object with the same functions and the
faults that it knows (tests/cluster).
"""
import http.client
import json
import os
import random
import re
import signal
import threading
import time

from postgres_stage import LIMIT, Link, Program, until

EVENT = "cup"
AWAY = re.compile(r"is an empty database|cannot be (reached|opened|read)|is in use by|starting up|shutting down|has not|no events yet|no entrants yet|nothing has been played")


class LocalWorkers:
    """Worker processes on this machine, each with its own link to the database and its own folder for bots."""

    def __init__(self, chaos, count=3):
        self.chaos, self.links = chaos, []
        self.programs = []
        for k in range(count):
            self.links.append(chaos.link(f"w{k}", tcp=k % 2 == 0))
            self.programs.append(Program(chaos.folder, f"worker{k}", [
                chaos.quiver.program, "work", "--store", self.links[k].url, "--name", f"w{k}", "--lease", chaos.lease,
                "--cache", str(chaos.folder / f"cache{k}"), "--isolate", "off", "--concurrency", str(1 + k % 2)]))

    def faults(self):
        """By name: functions that disturb, and say whether they could."""
        return {"worker killed": self._kill, "worker stands still": self._freeze, "worker's link cut": self._cut}

    def _kill(self, dice):
        worker = dice.choice(self.programs)
        done = worker.kill()
        worker.start()
        return done

    def _freeze(self, dice):
        """For longer than its lease."""
        worker = dice.choice(self.programs)
        worker.signal(signal.SIGSTOP)
        time.sleep(2.5)
        worker.signal(signal.SIGCONT)
        return True

    def _cut(self, dice):
        return self.chaos.cut(dice, dice.choice(self.links))

    def revive(self):
        """As a scheduler does: one that was started while the server was away has ended."""
        for worker in self.programs:
            if not worker.runs():
                assert AWAY.search(last_line(worker.log())), f"{worker.name} ended: {worker.log()[-2000:]}"
                worker.start()

    def stop(self):
        for worker in self.programs:
            worker.stop()

    def kill(self):
        for worker in self.programs:
            worker.kill()

    def logs(self):
        return "\n".join(worker.log() for worker in self.programs)


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


class Reader(threading.Thread):
    """Reads again and again; what is wrong with what it reads ends it."""

    def __init__(self, chaos, once):
        super().__init__(daemon=True)
        self.chaos, self.once, self.count, self.fault = chaos, once, 0, None

    def run(self):
        while not self.chaos.over.is_set():
            try:
                self.count += bool(self.once())
            except (OSError, http.client.HTTPException):  # the page's process was killed
                pass
            except Exception as error:  # pylint: disable=broad-except
                self.fault = f"{self.once.__name__}: {type(error).__name__}: {error}"
                return
            self.chaos.over.wait(0.05)


class Chaos:
    def __init__(self, quiver, server, folder, bot, *, games, faults, longest_cut, pace, seed, workers=LocalWorkers,
                 lease="2s"):
        self.quiver, self.server, self.folder, self.bot, self.lease = quiver, server, folder, bot, lease
        self.games, self.faults, self.longest_cut, self.pace = games, faults, longest_cut, pace
        self.dice, self.links, self.over = random.Random(seed), {}, threading.Event()
        self.done, self.most_played, self.exported = {}, {"page": 0, "standings": 0}, set()
        self.coordinator = Program(folder, "coordinator", [
            quiver.program, *self.tournament(self.link("coordinator", tcp=True).url, "--workers", "--web", "127.0.0.1:0",
                                             "--json", "--isolate", "off")])
        self.workers = workers(self)

    def link(self, name, tcp):
        self.links[name] = Link(self.server, name, tcp)
        return self.links[name]

    def tournament(self, store, *more):
        """Three deterministic bots; in each game there is one that takes its time, until that is over."""
        paced = f"env:PAUSE={round(1000 * self.pace)} env:HURRY={self.folder / 'hurry'}"
        return ["tournament", "connect4", "--bot", f"{self.bot} name=ann {paced}", "--bot", f"{self.bot} name=bob {paced}", "--bot",
                "minimax --depth 1", "--games", str(self.games // 3), "--move-time", "60s", "--seed", "5", "--openings", "random:2", "--event",
                EVENT, "--store", store, *more]

    # --- faults

    def cut(self, dice, link):
        """The link is silent for a while; then it goes on, or its connections are lost and cannot be made for a while."""
        seconds = dice.uniform(1, self.longest_cut)
        if dice.random() < 0.5:
            link.freeze()
            time.sleep(seconds)
        else:
            link.freeze()
            time.sleep(seconds / 2)
            link.drop()
            time.sleep(seconds / 2)
        link.mend()
        return True

    def all_faults(self):
        return {**self.workers.faults(), "coordinator killed": self._kill_coordinator, "server crashed": self._crash,
                "coordinator's link cut": lambda dice: self.cut(dice, self.links["coordinator"])}

    def _kill_coordinator(self, _):
        if not self.coordinator.kill():
            return False
        with open(self.coordinator.out, "ab") as out:
            out.write(b"\n")  # behind a line that was cut short
        self.coordinator.start()
        return True

    def _crash(self, dice):
        self.server.crash()
        time.sleep(dice.uniform(0, self.longest_cut / 4))
        self.server.resume()
        return True

    # --- readers

    def reported(self):
        """The ids of the games that coordinators have reported, in their order."""
        ids = []
        for line in self.coordinator.out.read_text(errors="replace").splitlines():
            try:
                ids.append(json.loads(line)["id"])
            except (ValueError, KeyError, TypeError):
                continue  # cut short, or the standings at the end
        return ids

    def page(self):
        places = re.findall(r"the page is at http://([^/\s]+)/", self.coordinator.log())
        if not places:
            return False
        connection = http.client.HTTPConnection(places[-1], timeout=LIMIT)
        for target in ("/api/v1/lobby", f"/api/v1/events/{EVENT}/games", f"/api/v1/events/{EVENT}/standings"):
            connection.request("GET", target)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status >= 500 or (answer.status == 404 and not self.most_played["page"]):
                return False  # the server is away, or the event has not begun
            assert answer.status == 200, f"{target}: {answer.status} {body[:300]}"
        self._more("page", json.loads(body)["played"])
        return True

    def standings(self):
        code, out, err = self.quiver("standings", "--store", self.server.url, "--event", EVENT, "--json")
        if code == 2:
            assert AWAY.search(err) and err.count("\n") == 1, err
            return False
        self._more("standings", json.loads(out)["played"])
        return True

    def export(self):
        before = set(self.reported())
        code, out, err = self.quiver("export", "--store", self.server.url, "--format", "jsonl")
        if code == 2:
            assert AWAY.search(err) or "no games" in err, err
            return False
        ids = [json.loads(line)["id"] for line in out.splitlines()]
        assert len(set(ids)) == len(ids), "a game is there twice"
        missing = (before | self.exported) - set(ids)
        assert not missing, f"reported or read before, and not there: {sorted(missing)[:5]}"
        self.exported |= set(ids)
        return True

    def _more(self, reader, played):
        assert played >= self.most_played[reader], f"{played} games after {self.most_played[reader]}"
        self.most_played[reader] = played

    # --- the whole

    def revive(self):
        if not self.coordinator.runs() and self.coordinator.process.returncode == 2:
            assert AWAY.search(self.coordinator.log()[-400:]), self.coordinator.log()[-3000:]
            self.coordinator.start()
        self.workers.revive()

    def disturb(self):
        """One fault after the other, at random moments, until there were enough or the tournament has ended."""
        kinds = self.all_faults()
        bag = []
        while sum(self.done.values()) < self.faults:
            time.sleep(self.dice.uniform(0.05, 0.8))
            if self.has_ended():
                return
            bag = bag or self.dice.sample(sorted(kinds), len(kinds))  # each kind as often
            kind = bag.pop()
            if kinds[kind](self.dice):
                self.done[kind] = self.done.get(kind, 0) + 1
            self.revive()

    def has_ended(self):
        return not self.coordinator.runs() and self.coordinator.process.returncode == 0

    def play(self):
        readers = [Reader(self, once) for once in (self.page, self.standings, self.export)]
        for reader in readers:
            reader.start()
        try:
            self.disturb()
            (self.folder / "hurry").touch()

            def is_over():
                assert not any(reader.fault for reader in readers), [reader.fault for reader in readers]
                self.revive()
                return self.has_ended()
            until("the tournament ends", is_over, limit=4 * LIMIT, pause=0.1)
            self.workers.stop()
        finally:
            self.over.set()
            self.coordinator.kill()
            self.workers.kill()
            for reader in readers:
                reader.join()
            for link in self.links.values():
                link.close()
        assert not any(reader.fault for reader in readers), [reader.fault for reader in readers]
        self.check()
        return {reader.once.__name__: reader.count for reader in readers}

    def check(self):
        plain, store = str(self.folder / "plain.db"), self.server.url
        self.quiver.must(*self.tournament(plain, "--concurrency", "2", "--isolate", "off"))
        expected, found = self.quiver.games(plain), self.quiver.games(store)
        assert [number for number, *_ in found] == list(range(1, self.games + 1)), [number for number, *_ in found]
        assert found == expected, [pair for pair in zip(found, expected) if pair[0] != pair[1]][:3]
        assert self.quiver.points(store, EVENT) == self.quiver.points(plain, EVENT)
        out = self.quiver.must("verify", store)
        assert re.search(rf"\b{self.games}\b", out), out
        ids = self.reported()
        assert len(ids) == len(set(ids)), "a game was reported twice"
        assert set(ids) <= {f"{EVENT}-{number}" for number in range(1, self.games + 1)}
        for log in (self.coordinator.log(), self.workers.logs()):
            assert "is refused" not in log and "internal error" not in log, log[-3000:]
        assert "0 units wait, 0 are being played, 0 wait to be stored" in self.quiver.must("workers", "--store", store)
