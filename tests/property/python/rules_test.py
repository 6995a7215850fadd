"""The rules in Python say what the rules in C++ say, about every position of many random games.

    rules_test.py ORACLE

ORACLE is the program that plays the games; its source says what its lines mean. QUIVER_SEED=7 plays others.
"""

import subprocess
import sys
import unittest
import zlib
from collections.abc import Callable

from quiver import (
    GAMES,
    AmazonsMove,
    BadInput,
    ConnectFourMove,
    Elimination,
    Event,
    HexMove,
    Move,
    QuoridorKind,
    QuoridorMove,
    start,
)
from quiver.wire import decode, read_start

# How the values of options are read that are no texts.
READ: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("size", "rows", "columns", "seats", "walls", "line", "max_plies"), int),
    "swap_rule": lambda value: value == "1",
    "map": lambda value: value.replace("/", "\n"),
}
MOVES: dict[str, Callable[..., Move]] = {
    "amazons": AmazonsMove,
    "quoridor": lambda kind, cell: QuoridorMove(QuoridorKind(kind), cell),
    "connect4": ConnectFourMove,
    "hex": lambda cell, swap: HexMove(cell, bool(swap)),
}


def in_numbers(event: Event) -> str:
    numbers = " ".join(str(int(number)) for number in event)
    return f"x {numbers}" if isinstance(event, Elimination) else numbers


class Replay:
    """One game as the oracle tells it; whatever differs fails the test."""

    def __init__(self, test: unittest.TestCase, name: str, message: str) -> None:
        self.test = test
        self.name = name
        self.position = read_start(decode(bytes.fromhex(message)).match_start.start)
        self.start = self.position.copy()
        self.options: dict[str, object] = {}
        self.hashes: list[int] = []
        self.events: list[str] = []

    def equal(self, ours: object, theirs: object, what: str) -> None:
        if ours != theirs:
            played = " ".join(self.events) or "nothing"
            self.test.fail(f"{self.name} after {played}: {what} is {ours!r} here and {theirs!r} in C++")

    def option(self, name: str, value: str) -> None:
        self.options[name] = READ.get(name, str)(value)

    def at(self, hash_: str, ply: str, over: str, winner: str, to_move: str) -> None:
        ours = self.position
        self.equal(ours.hash, int(hash_), "the hash")
        self.equal(ours.ply, int(ply), "the ply")
        self.equal(ours.over, over == "1", "over")
        self.equal(ours.winner, None if winner == "-" else int(winner), "the winner")
        if not ours.over:
            self.equal(ours.to_move, int(to_move), "the seat to move")
        self.hashes.append(ours.hash)

    def moves(self, count: str, crc: str) -> None:
        moves = list(self.position.legal_moves())
        notation = "".join(self.position.format(move) + " " for move in moves)
        self.equal((len(moves), zlib.crc32(notation.encode())), (int(count), int(crc)), "count and CRC of the moves")
        for move in moves[:: max(1, len(moves) // 3)]:
            self.equal(self.position.parse(self.position.format(move)), move, "a move read again")
            self.equal(self.position.check(move), None, "what a legal move breaks")

    def drawn(self, crc: str) -> None:
        self.equal(zlib.crc32(str(self.position).encode()), int(crc), f"the CRC of the drawing\n{self.position}")

    def check(self, numbers: str, rule: str, sentence: str) -> None:
        broken = self.position.check(MOVES[self.position.game](*map(int, numbers.split())))
        self.equal(tuple(broken) if broken else ("-", "-"), (rule, sentence), f"what {numbers} breaks")

    def parse(self, text: str, said: str) -> None:
        try:
            ours = in_numbers(self.position.parse(text))
        except BadInput as error:
            ours = f"error {error}"
        self.equal(ours, said, f"what {text!r} means")

    def play(self, notation: str) -> None:
        event = self.position.parse(notation)
        self.equal(self.position.check(event), None, f"what {notation} breaks")
        self.position.apply(event)
        self.events.append(notation)

    def finish(self) -> None:
        """Asked for by its options it is the same start, and taken back to the beginning too."""
        if self.options:
            self.equal(start(self.start.game, **self.options) == self.start, True, "the start being the same")
        end = self.position.copy()
        for expected in reversed(self.hashes[:-1]):
            self.position.undo()
            self.equal(self.position.hash, expected, "the hash after undo")
        self.equal(self.position == self.start and self.position.ply == 0, True, "what is left being the start")
        self.equal(end.hash, self.hashes[-1], "the hash of a copy that was not taken back")


class RulesTest(unittest.TestCase):
    def test_python_and_cpp_agree_on_random_games(self) -> None:
        told = subprocess.run([ORACLE], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
        self.assertTrue(told and told[0].startswith("seed\t"), "the oracle says nothing")
        print(told[0].split("\t")[1])
        replay: Replay | None = None
        games = events = 0
        played = set()
        for line in told[1:]:
            what, *fields = line.split("\t")
            if what == "game":
                if replay:
                    replay.finish()
                replay = Replay(self, *fields)
                games += 1
                played.add(replay.start.game)
                continue
            assert replay is not None
            getattr(replay, what)(*fields)
            events += what == "play"
        assert replay is not None
        replay.finish()
        print(f"{games} games, {events} events")
        self.assertGreater(games, 50)
        self.assertEqual({*GAMES} - played, set(), "games that the oracle does not play")


if __name__ == "__main__":
    ORACLE = sys.argv.pop(1)
    unittest.main()
