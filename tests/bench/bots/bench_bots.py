#!/usr/bin/env python3
"""Measures how strong the bundled bots are, and how long they take: the numbers of docs/play/bots.md.

    ./quiver bench bots [WHAT…] [--games N] [--concurrency C]

WHAT is a game (amazons, quoridor, connect4, hex: its tables), claims, or plot; all of them if nothing is said. What has
been played is kept in build/bots-bench.json: an interrupted measurement goes on where it was, and without that file it
begins anew. --games N plays N games a pair, for a first look: they are kept apart, and docs/play/bots.md and its plot are
left alone. Exits with 1 if a bot was out for a reason that is not the game's, or a claim does not hold.
"""
import sys

import plans
import plot
import steps
import tables
from series import Referee, Store, play_series

PAGE = steps.ROOT / "docs/play/bots.md"
PLOT = steps.ROOT / "docs/play/bots-time.svg"


class Bench:
    def __init__(self, referee, store, games):
        self.referee = referee
        self.store = store
        self.games = games  # a pair; None: as many as the tables need
        self.failed = False

    def say(self, line):
        print(line, file=sys.stderr, flush=True)

    def play(self, series):
        played = play_series(series, self.referee, self.store, self.say)
        if played.faults():
            self.failed = True
            self.say(f"{series.key()}: out for {played.faults()}")
        return played

    def publish(self, name, lines):
        print("\n".join(lines) + "\n", flush=True)
        if self.games is None:
            tables.put(PAGE, name, lines)

    def game(self, game):
        bots = self.referee.bots(game)
        results = {
            board: {(s.first, s.second): self.play(s) for s in series}
            for board, series in plans.table_series(game, bots, self.games).items()
        }
        usual, *others = results
        everything = [played for board in results.values() for played in board.values()]
        lines = [f"On {usual}, {next(iter(results[usual].values())).games} games a pair:", ""]
        lines += tables.matrix(bots, results[usual])
        count = next(iter(results[others[0]].values())).games
        lines += ["", f"On other boards, {count} games a pair, won–lost, or won–drawn–lost:", ""]
        lines += tables.other_boards(others, results)
        self.publish(game, [*lines, "", tables.footing(everything)])

    def claims(self):
        results = [(claim, self.play(claim.series)) for claim in plans.claims(self.referee.bots, self.games)]
        self.failed |= any(tables.verdict(*result) == "does not hold" for result in results)
        self.publish("claims", [*tables.claim_lines(results), "", tables.footing([p for _, p in results])])

    def plot(self):
        lines, everything = {}, []
        for bot in self.referee.bots("amazons"):
            lines[bot] = []
            for side in plans.PLOT_SIDES:
                played = self.play(plans.plot_series(bot, side, self.games))
                everything.append(played)
                lines[bot].append((side, played.millis[0] / played.games))
        title = f"Amazons: a bot's time for a game, at most 50 ms a move, mean of {everything[0].games} games"
        drawing = PLOT if self.games is None else self.store.path.with_name("bots-time.svg")
        drawing.write_text(plot.svg(title, lines))
        self.say(f"drawn: {drawing}")
        image = f"![The time of a game by the side of the board, one line a bot]({PLOT.name})"
        self.publish("plot", [image, "", tables.footing(everything)])


def main():
    words = steps.parser("./quiver bench bots", __doc__.splitlines()[0], "amazons, quoridor, connect4, hex, claims, plot")
    words.add_argument("--concurrency", type=int, default=2, help="games at once, default 2")
    arguments = words.parse_args()
    kept = "bots-bench.json" if arguments.games is None else "bots-bench-first-look.json"
    store = Store(arguments.build.parent / kept)
    bench = Bench(Referee(arguments.build, arguments.concurrency), store, arguments.games)
    parts = {game: lambda g=game: bench.game(g) for game in plans.BOARDS}
    parts |= {"claims": bench.claims, "plot": bench.plot}
    return steps.run(words, arguments, parts) or int(bench.failed)


if __name__ == "__main__":
    sys.exit(main())
