"""What a competitor writes: a Bot. Everything else (the connection, the clock, its own board) is the SDK's.

The SDK calls a bot one call at a time: `start` once a match, `choose` whenever it is the bot's turn, `finish`
when the match is over. Between `start` and `finish` the same object lives on, whatever happens to the
connection. What a bot raises ends it: the referee is told, the seat is lost.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from quiver.position import Move, Position


@dataclass(frozen=True)
class Profile:
    """Who a bot is. All of it may stay as it is."""

    name: str = ""  # 1 to 32 of A-Z a-z 0-9 . _ -; empty: the program's file name
    author: str = ""  # at most 64 bytes
    title: str = ""  # to be displayed, at most 64 bytes
    games: Sequence[str] = ()  # "amazons", "quoridor", "connect4"; empty: all there are


@dataclass(frozen=True)
class TimeControl:
    """A seat's clock, in seconds."""

    per_move: float | None = None  # for each move
    bank: float | None = None  # for all moves together
    increment: float = 0.0  # added to the bank after each move
    cap: float = 60.0  # no move may take longer


@dataclass(frozen=True)
class MatchInfo:
    """A match that begins."""

    id: str  # as in the record
    seat: int  # this bot's own
    names: tuple[str, ...]  # one a seat
    start: Position  # before the first move
    time: TimeControl
    seed: int  # a bot that draws all its chance from random.Random(seed) plays the same game again


@dataclass(frozen=True)
class Out:
    """Why a seat was put out."""

    reason: str  # "TIMEOUT", "ILLEGAL_MOVE" and so on (docs/protocol.md)
    detail: str


@dataclass(frozen=True)
class MatchResult:
    """A match that is over."""

    id: str
    end: str  # "PLAYED_OUT", "FORFEIT" or "VOID"
    winner: int | None  # none: a draw, or a void match
    places: tuple[int, ...]  # one a seat, 1 for the best; empty if the match is void
    out: Out | None  # why this bot was put out, if it was
    sentence: str  # how it ended, in words


@dataclass(frozen=True)
class Deadline:
    """When a move has to be with the referee. Leave some time for the way there."""

    when: float  # on the clock of time.monotonic()

    def remaining(self) -> float:
        """Seconds; negative once it has passed."""
        return self.when - time.monotonic()

    def passed(self) -> bool:
        return self.remaining() <= 0


@dataclass(frozen=True)
class Choice:
    """What a bot answers: a move, with what it thinks of it if it likes, or that it resigns.

    Spectators see score, depth and text; opponents only after the game.
    """

    move: Move | None  # none: it resigns
    score: float | None = None
    depth: int | None = None
    text: str = ""  # at most 256 bytes

    @classmethod
    def resign(cls) -> "Choice":
        return cls(None)


Answer = Union[Choice, Move, str]


class Bot(ABC):
    """Subclass it and write `choose`; the rest may stay as it is."""

    profile: Profile = Profile()

    def start(self, match: MatchInfo) -> None:
        """A match begins. The time for this is the referee's "ready" limit, 10 s or more."""

    @abstractmethod
    def choose(self, position: Position, deadline: Deadline) -> Answer:
        """A move, a move's notation, or a Choice.

        It is this bot's turn, so that there is a legal move. The position is the bot's own: it may change it
        as it likes.
        """

    def finish(self, result: MatchResult) -> None:
        """A match is over."""
