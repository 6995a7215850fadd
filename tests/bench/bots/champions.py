#!/usr/bin/env python3
"""Measures the champions against the other bundled bots, and their clocks: the numbers of docs/play/champions.md.

    ./quiver bench champions [WHAT…] [--games N]

WHAT is amazons, slow (amazons at 1 s a move), quoridor, connect4, time (1,000 games of each at 50 ms a move, as many at
once as there are cores) or overload (four times as many at once); all of them if nothing is said. What has been played
is kept in build/champions-bench.json, as ./quiver bench bots does. --games N plays N games a pair, for a first look: the
page is left alone. Exits with 1 if a goal was missed.
"""
import dataclasses
import os
import sys

import steps
import tables
from series import Referee, Series, Store, play_series

PAGE = steps.ROOT / "docs/play/champions.md"
CLASSIC = ("--start", "classic")
TIMED_GAMES = 1000
OVERLOAD_GAMES = 200


@dataclasses.dataclass(frozen=True)
class Goal:
    """A series, on which board, and how many of 100 games the champion is to win; None: it is only looked at."""

    board: str
    series: Series
    percent: int | None = 95


def amazons(move_time, games, boards):
    return [
        Goal(board, Series("amazons", "champion", other, games, options, move_time))
        for board, options in boards
        for other in ("alphabeta", "mcts", "territory")
    ]


AMAZONS_BOARDS = [
    ("10 × 10, classic", CLASSIC),
    ("10 × 10, course", ()),
    ("donut 12", ("--board", "donut", "--size", "12")),
    ("8 × 8, classic", ("--size", "8", *CLASSIC)),
]

PLANS = {
    "amazons": amazons("100ms", 100, AMAZONS_BOARDS),
    "slow": amazons("1s", 40, AMAZONS_BOARDS[:1]),
    "quoridor": [
        Goal("9 × 9", Series("quoridor", "champion", "minimax", 100, (), "100ms")),
        *(
            Goal(board, Series("quoridor", "champion", "minimax", 20, options, "100ms"), None)
            for board, options in [
                ("5 × 5", ("--size", "5")),
                ("13 × 13", ("--size", "13")),
                ("donut 9", ("--board", "donut", "--size", "9")),
                ("9 × 9, placed", ("--start", "placed")),
            ]
        ),
    ],
    "connect4": [
        Goal(board, Series("connect4", "champion", "minimax", games, options, "50ms"), None)
        for board, games, options in [
            ("6 × 7", 100, ()),
            ("8 × 8", 20, ("--rows", "8", "--cols", "8")),
            ("15 × 15", 20, ("--rows", "15", "--cols", "15")),
            ("line of 5", 20, ("--line", "5", "--rows", "9", "--cols", "9")),
        ]
    ],
}

# Opponents that answer at once, so that nearly all of the time is the champion's.
TIMED = [("amazons", "territory"), ("quoridor", "shortest-path"), ("connect4", "minimax")]


def timed(games):
    return [Goal("", Series(game, "champion", other, games), None) for game, other in TIMED]


class Bench:
    def __init__(self, build, store, games):
        self.build = build
        self.store = store
        self.games = games
        self.missed = False

    def say(self, line):
        print(line, file=sys.stderr, flush=True)

    def play(self, goal, concurrency, store=None):
        series = goal.series if self.games is None else dataclasses.replace(goal.series, games=self.games)
        return play_series(series, Referee(self.build, concurrency), store or self.store, self.say)

    def publish(self, name, lines):
        print("\n".join(lines) + "\n", flush=True)
        if self.games is None:
            tables.put(PAGE, name, lines)

    def strength(self, name):
        rows = ["| board | against | won–lost | won, % | 95 % interval | asked |", "|---|---|---:|---:|---:|---:|"]
        everything = []
        for goal in PLANS[name]:
            played = self.play(goal, os.cpu_count())
            everything.append(played)
            low, high = tables.wilson(played.won, played.games)
            asked = "" if goal.percent is None else f"{goal.percent}"
            missed = goal.percent is not None and 100 * played.won < goal.percent * played.games
            self.missed |= missed
            rows.append(
                f"| {goal.board} | {goal.series.second} | {tables.result(played)} |"
                f" {tables.percent(played.won, played.games)} | {low:.0f} to {high:.0f} |"
                f" {asked}{', missed' if missed else ''} |"
            )
        self.publish(name, [*rows, "", tables.footing(everything)])

    def clocks(self, name, at_once, games, kept):
        rows = [
            "| game | against | games | at once | champion lost on time | the other one | other faults |",
            "|---|---|---:|---:|---:|---:|---|",
        ]
        everything = []
        store = Store(self.store.path.with_name(kept))
        for goal in timed(games):
            played = self.play(goal, at_once, store)
            everything.append(played)
            others = {reason: count for reason, count in played.faults().items() if reason != "TIMEOUT"}
            self.missed |= name == "time" and bool(played.faults())
            rows.append(
                f"| {goal.series.game} | {goal.series.second} | {played.games} | {at_once} | {played.late[0]} | {played.late[1]} |"
                f" {', '.join(f'{count} × {reason}' for reason, count in others.items()) or 'none'} |"
            )
        self.publish(name, [*rows, "", tables.footing(everything)])


def main():
    names = "amazons, slow, quoridor, connect4, time, overload"
    words = steps.parser("./quiver bench champions", __doc__.splitlines()[0], names)
    arguments = words.parse_args()
    kept = "champions-bench" if arguments.games is None else "champions-bench-first-look"
    bench = Bench(arguments.build, Store(arguments.build.parent / f"{kept}.json"), arguments.games)
    cores = os.cpu_count()
    parts = {name: lambda n=name: bench.strength(n) for name in PLANS}
    parts["time"] = lambda: bench.clocks("time", cores, TIMED_GAMES, f"{kept}.json")
    parts["overload"] = lambda: bench.clocks("overload", 4 * cores, OVERLOAD_GAMES, f"{kept}-overload.json")
    return steps.run(words, arguments, parts) or int(bench.missed)


if __name__ == "__main__":
    sys.exit(main())
