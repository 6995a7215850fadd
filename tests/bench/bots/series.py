"""Series of games between two bots, played by `quiver match` and kept from run to run.

A series is played in chunks of a few games, each with a seed of its own, and every chunk is written down as soon as
it has been played: whoever interrupts a measurement loses one chunk. What was played by programs that have changed
since is thrown away.
"""
import dataclasses
import hashlib
import json
import os
import pathlib
import subprocess
import time

CHUNK = 10  # games; even, so that both bots begin as often


@dataclasses.dataclass(frozen=True)
class Series:
    """`first` against `second`, swapping seats game by game unless `first` always begins."""

    game: str
    first: str
    second: str
    games: int
    options: tuple = ()
    move_time: str = "50ms"
    swap: bool = True

    def seats(self):
        return 4 if "--seats" in self.options and self.options[self.options.index("--seats") + 1] == "4" else 2

    def key(self):
        words = [self.game, self.first, self.second, *self.options, self.move_time]
        return " ".join(words + ([] if self.swap else ["first begins"]))


@dataclasses.dataclass
class Played:
    """What came out of a series, or of a part of it."""

    games: int = 0
    won: int = 0  # by the first bot
    lost: int = 0
    reasons: dict = dataclasses.field(default_factory=dict)  # why bots were out, in all games
    late: list = dataclasses.field(default_factory=lambda: [0, 0])  # games that each bot has lost on time
    millis: list = dataclasses.field(default_factory=lambda: [0.0, 0.0])  # that each bot has used
    seconds: float = 0.0  # on the wall
    seeds: list = dataclasses.field(default_factory=list)

    @property
    def drawn(self):
        return self.games - self.won - self.lost

    def add(self, other):
        self.games += other.games
        self.won += other.won
        self.lost += other.lost
        self.seconds += other.seconds
        self.seeds += other.seeds
        self.late = [a + b for a, b in zip(self.late, other.late)]
        self.millis = [a + b for a, b in zip(self.millis, other.millis)]
        for reason, count in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count

    def faults(self):
        """The reasons that are none of the game's own."""
        return {reason: count for reason, count in self.reasons.items() if reason != "BLOCKED"}


class Referee:
    """The program that plays, and the bots that come with it."""

    def __init__(self, build, concurrency):
        self.build = pathlib.Path(build)
        self.concurrency = concurrency

    def bots(self, game):
        """The bundled bots of one game, without the game's name, as the catalogue has them; champions are measured apart."""
        lines = (self.build / "bots/catalogue.tsv").read_text().splitlines()
        names = [line.split("\t")[0] for line in lines]
        bots = [name[len(game) + 1 :] for name in names if name.startswith(game + "-")]
        return [bot for bot in bots if bot != "champion"]

    def digest(self, game, bot):
        """Tells one build of a bot from another."""
        program = self.build / "bots" / f"{game}-{bot.split()[0]}"
        return hashlib.sha256(program.read_bytes()).hexdigest()[:16]

    def play(self, series, games, seed):
        command = [str(self.build / "referee/quiver"), "match", series.game, *series.options]
        for seat in range(series.seats()):
            name = ("first", "second")[seat % 2] + ("" if seat < 2 else "-2")
            words = (series.first, series.second)[seat % 2].split()
            command += ["--bot", " ".join([words[0], f"name={name}", *words[1:]])]
        command += ["--games", str(games), "--seed", str(seed), "--move-time", series.move_time, "--json"]
        command += ["--concurrency", str(self.concurrency), *(["--swap"] if series.swap else [])]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr.strip()}")
        played = Played(seconds=time.monotonic() - began, seeds=[seed])
        for line in done.stdout.splitlines():
            count_game(played, json.loads(line))
        return played


def count_game(played, record):
    """Adds one record to what was played."""
    played.games += 1
    if "winner" in record:
        first_won = record["seats"][record["winner"]]["name"].startswith("first")
        played.won += first_won
        played.lost += not first_won
    for seat in record["seats"]:
        bot = 0 if seat["name"].startswith("first") else 1
        played.millis[bot] += seat["millis"]
        played.late[bot] += seat.get("reason") == "TIMEOUT"
        if "reason" in seat:
            played.reasons[seat["reason"]] = played.reasons.get(seat["reason"], 0) + 1


class Store:
    """What has been played so far, in one JSON file."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.chunks = json.loads(self.path.read_text()) if self.path.exists() else {}

    def played(self, series, digests):
        """What is kept of a series by these very programs."""
        total = Played()
        entry = self.chunks.get(series.key(), {})
        for chunk in entry.get("chunks", []) if entry.get("digests") == digests else []:
            if total.games < series.games:
                total.add(Played(**chunk))
        return total

    def keep(self, series, digests, chunk):
        entry = self.chunks.get(series.key(), {})
        if entry.get("digests") != digests:
            entry = {"digests": digests, "chunks": []}
        entry["chunks"].append(dataclasses.asdict(chunk))
        self.chunks[series.key()] = entry
        self.path.parent.mkdir(parents=True, exist_ok=True)
        written = self.path.with_suffix(".new")
        written.write_text(json.dumps(self.chunks, indent=1))
        os.replace(written, self.path)


def play_series(series, referee, store, say):
    """Plays what is still missing of a series and returns all of it."""
    digests = [referee.digest(series.game, bot) for bot in (series.first, series.second)]
    total = store.played(series, digests)
    while total.games < series.games:
        seed = 1 + sum(map(ord, series.key())) * 1000 + total.games
        chunk = referee.play(series, min(CHUNK, series.games - total.games), seed)
        store.keep(series, digests, chunk)
        total.add(chunk)
        say(f"{series.key()}: {total.won}-{total.drawn}-{total.lost} of {series.games}")
    return total
