"""What a competitor writes: a Bot. The SDK does the rest: the connection, the clock, the board.

The SDK calls a bot one call at a time: `start` once a match, `choose` whenever it is the bot's turn, `finish`
when the match is over. Between `start` and `finish` the same object lives on, whatever happens to the
connection. An exception ends the bot: the referee is informed, and the seat is lost.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

from quiver.games import Move
from quiver.position import Position


@dataclass(frozen=True)
class Profile:
    """Who a bot is. Every field is optional."""

    name: str = ""  # 1 to 32 of A-Z a-z 0-9 . _ -; empty: the program's file name
    author: str = ""  # at most 64 bytes
    title: str = ""  # to be displayed, at most 64 bytes
    games: Sequence[str] = ()  # names in quiver.GAMES; empty: all of them


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
    names: tuple[str, ...]  # one per seat
    start: Position  # before the first move
    time: TimeControl
    seed: int  # a bot that takes all random numbers from random.Random(seed) is reproducible
    opening: tuple[Move, ...] = ()  # moves that the match begins with; `choose` is called after them


@dataclass(frozen=True)
class Out:
    """Why a seat was eliminated."""

    reason: str  # "TIMEOUT", "ILLEGAL_MOVE" and so on (docs/write-a-bot/protocol.md)
    detail: str


@dataclass(frozen=True)
class MatchResult:
    """A match that is over."""

    id: str
    end: str  # "PLAYED_OUT", "FORFEIT" or "VOID"
    winner: int | None  # none: a draw, or a void match
    places: tuple[int, ...]  # one per seat, 1 for the best; empty if the match is void
    out: Out | None  # why this bot was eliminated, if it was
    sentence: str  # how it ended, in words


@dataclass(frozen=True)
class Deadline:
    """When the referee has to have received a move. Allow for network latency."""

    when: float  # on the clock of time.monotonic()

    def remaining(self) -> float:
        """Seconds; negative once it has passed."""
        return self.when - time.monotonic()

    def passed(self) -> bool:
        return self.remaining() <= 0


@dataclass(frozen=True)
class Choice:
    """A bot's answer: a move, optionally with its evaluation, or a resignation.

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
    """Subclass it and write `choose`; the other members are optional."""

    profile: Profile = Profile()

    def start(self, match: MatchInfo) -> None:
        """A match begins. The time for this is the referee's "ready" limit, 10 s or more."""

    @abstractmethod
    def choose(self, position: Position, deadline: Deadline) -> Answer:
        """A move, a move's notation, or a Choice.

        It is this bot's turn, so there is a legal move. The position is a copy: the bot may change it.
        """

    def finish(self, result: MatchResult) -> None:
        """A match is over."""
