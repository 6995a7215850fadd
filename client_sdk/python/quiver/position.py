"""A position of any of the games: what bots that play every game work with.

A game proceeds by events: a move by the seat to move, or an elimination of a seat by the referee, written
"x2". A position changes in place; `copy` and `after` make others. Only one thread at a time may use a position.

A game is a subclass of Position (quiver/games). Everything that differs between games is one of the members under
"what each game adds"; quiver/games/__init__.py lists the games.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from quiver.draw import Drawing
from quiver.graph import Graph
from quiver.grid import Grid
from quiver.hashing import Key, key
from quiver.legal_moves import LegalMoves
from quiver.text import BadInput

if TYPE_CHECKING:  # the games are made of this module
    from quiver.games import Event, Move
    from quiver.games.start_options import StartOptions
    from quiver.v1 import move_pb2, position_pb2

MAX_SEATS = 4
_P = TypeVar("_P", bound="Position")


class Elimination(NamedTuple):
    """The referee eliminates a seat: this is no move, and no ply."""

    seat: int


class RuleBroken(NamedTuple):
    """Why an event is not legal."""

    rule: str  # "PATH_BLOCKED", as the referee's reports have it
    sentence: str


class Outcome(NamedTuple):
    """Whether a game is over, and who has won it: nobody in a game that is over is a draw."""

    over: bool
    winner: int | None


class Turn(NamedTuple):
    """Whose turn it is, who is still in the game (one bit per seat), whether it is over, and who won."""

    to_move: int
    standing: int
    over: bool
    winner: int | None


class Position(ABC):
    """What all games have in common. Seats are numbered from 0, cells are vertices of the graph."""

    game: ClassVar[str]  # its name in the program: "amazons"
    _title: ClassVar[str]  # its name in sentences: "Amazons"
    _number: ClassVar[int]  # its number in the hash (docs/write-a-bot/hash.md)
    _hash_keys: ClassVar[type[IntEnum]]  # the kinds of its pieces in the hash
    _move_type: ClassVar[type]  # a NamedTuple
    _options: ClassVar[tuple[str, ...]] = ()  # options of `start` that not every game has
    _fields_of_moves: ClassVar[tuple[str, ...]] = ()  # of the message Position: empty before the first move

    def __init__(self, graph: Graph, grid: Grid, seats: int) -> None:
        self.graph = graph
        self.grid = grid
        self.seats = seats
        self.ply = 0  # how many moves were made
        self._turn = Turn(seats - 1, (1 << seats) - 1, False, None)
        self._pieces_hash = graph.digest ^ key(Key.GAME, 0, self._number)
        self._past: list[tuple[Turn, int, Any]] = []

    # --- whose turn it is

    @property
    def to_move(self) -> int:
        """The seat to move; it means nothing once the game is over."""
        return self._turn.to_move

    @property
    def over(self) -> bool:
        return self._turn.over

    @property
    def winner(self) -> int | None:
        """The seat that has won; None while the game is running, and in a draw."""
        return self._turn.winner

    @property
    def outcome(self) -> Outcome:
        return Outcome(self._turn.over, self._turn.winner)

    def stands(self, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return self._turn.standing >> seat & 1 == 1

    @property
    def hash(self) -> int:
        """64 bits by the formula of docs/write-a-bot/hash.md, the same as the referee's."""
        turn = self._turn
        total = self._pieces_hash
        if not turn.over:
            total ^= key(Key.TO_MOVE, turn.to_move, 0)
        if turn.standing != (1 << self.seats) - 1:
            for seat in range(self.seats):
                if not self.stands(seat):
                    total ^= key(Key.OUT, seat, 0)
        return total

    # --- moves

    def legal_moves(self) -> LegalMoves[Move]:
        """Every legal move once, in the order of `quiver moves`; none when the game is over.

        They are those at the time of the call: changing the position afterwards does not change them.
        """
        return LegalMoves(self._moves())

    def random_move(self, random: Random) -> Move:
        """A random legal move; the game must not be over. Where there may be very many moves, they are not all
        equally likely: each game's class says how it draws.
        """
        return random.choice(self.legal_moves())

    def count_legal_moves(self) -> int:
        return sum(1 for _ in self._moves())

    def check(self, event: Event) -> RuleBroken | None:
        """None if the event is legal, else the rule that it breaks."""
        if not isinstance(event, (Elimination, self._move_type)):
            return RuleBroken("NO_PIECE", "this is a move of another game")
        if self.over:
            return RuleBroken("GAME_OVER", "the game is over")
        if isinstance(event, Elimination):
            if 0 <= event.seat < self.seats and self.stands(event.seat):
                return None
            return RuleBroken("SEAT_OUT", f"seat {event.seat} is not in the game")
        return self._check_move(event)

    def is_legal(self, event: Event) -> bool:
        return self.check(event) is None

    def apply(self, event: Event) -> None:
        """Plays an event, which must be legal: if in doubt, ask `check` first."""
        turn = self._turn
        hash_before = self._pieces_hash
        if isinstance(event, Elimination):
            self._past.append((turn, hash_before, self._eliminate(event.seat)))
            return
        self.ply += 1
        self._past.append((turn, hash_before, (event, self._apply_move(event))))

    def undo(self) -> None:
        """Takes the latest event back."""
        self._turn, self._pieces_hash, change = self._past.pop()
        if isinstance(change, tuple):
            self.ply -= 1
            self._undo_move(*change)
        else:
            self._undo_elimination(change)

    def copy(self: _P) -> _P:
        """An independent copy, with the same past."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other._past = self._past.copy()
        other._own()
        return other

    def after(self: _P, event: Event) -> _P:
        """The position after an event, which must be legal; this one does not change."""
        other = self.copy()
        other.apply(event)
        return other

    # --- notation

    def format(self, event: Event) -> str:
        """ "d1-d7/g7", "e3h", "4", "x2"."""
        return f"x{event.seat}" if isinstance(event, Elimination) else self._format_move(event)

    def parse(self, text: str) -> Event:
        """Reads one event. Raises BadInput if this board has no such event; `check` says whether it is legal."""
        if re.fullmatch("x[0-3]", text):
            return Elimination(int(text[1]))
        return self._parse_move(text)

    def parse_list(self, text: str) -> list[Event]:
        """Reads events that are separated by spaces, line ends or commas."""
        events: list[Event] = []
        for word in self._words(text):
            try:
                events.append(self.parse(word))
            except BadInput as error:
                raise type(error)(f"move {len(events) + 1}: {error}") from None
        return events

    def play(self, text: str) -> None:
        """Reads events, checks them and plays them. Raises BadInput at the first that is not legal, and stays
        before it.
        """
        for number, event in enumerate(self.parse_list(text), 1):
            broken = self.check(event)
            if broken:
                raise BadInput(f"move {number}, {self.format(event)}: {broken.sentence}")
            self.apply(event)

    def _words(self, text: str) -> list[str]:
        return re.findall(r"[^ ,\t\n\r]+", text)

    # --- what each game adds

    @classmethod
    @abstractmethod
    def _start(cls, options: StartOptions) -> Position:
        """The position that the game starts from. Raises BadInput for options that do not fit."""

    @classmethod
    @abstractmethod
    def _read_start(cls, message: position_pb2.Position, graph: Graph, grid: Grid) -> Position:
        """The starting position in a message. Raises BadInput if there is none in it."""

    @staticmethod
    @abstractmethod
    def _read_move(message: move_pb2.Move) -> Move:
        """The move in a message that holds one of this game. Raises BadInput."""

    @staticmethod
    @abstractmethod
    def _fill_move(message: move_pb2.Move, move: Any) -> None:
        """Puts a move into a message. Raises ValueError or TypeError for numbers that no message can hold."""

    @abstractmethod
    def _moves(self) -> Iterator[Any]:
        """Every legal move once, as of the moment when the first one is taken."""

    @abstractmethod
    def _check_move(self, move: Any) -> RuleBroken | None: ...

    @abstractmethod
    def _apply_move(self, move: Any) -> Any:
        """Moves, passes the turn on, and returns what `_undo_move` needs."""

    @abstractmethod
    def _undo_move(self, move: Any, change: Any) -> None: ...

    @abstractmethod
    def _format_move(self, move: Any) -> str: ...

    @abstractmethod
    def _parse_move(self, text: str) -> Move: ...

    @abstractmethod
    def _hand_on(self) -> None:
        """Passes the turn to the next seat that can move."""

    @abstractmethod
    def _own(self) -> None:
        """After a copy: copies what the two must not share."""

    @abstractmethod
    def _state(self) -> object:
        """Everything that distinguishes two positions on one board, except the turn."""

    def _eliminate(self, seat: int) -> int:
        was_to_move = seat == self.to_move
        change = self._remove_pieces(seat)
        self._set_out(seat)
        if was_to_move and not self.over:
            self._hand_on()
        return change

    def _remove_pieces(self, seat: int) -> int:
        """What an elimination does to the board; returns what `_undo_elimination` needs."""
        return seat

    def _undo_elimination(self, change: int) -> None:
        pass

    def _set_out(self, seat: int) -> None:
        """Takes a seat out of the game; the last one in it wins."""
        to_move, standing, over, winner = self._turn
        standing &= ~(1 << seat)
        if standing & standing - 1 == 0:
            over, winner = True, standing.bit_length() - 1
        self._turn = Turn(to_move, standing, over, winner)

    def _next_after(self, seat: int) -> int:
        """The next seat that is still in the game: `seat` itself if it is the only one."""
        following = (seat + 1) % self.seats
        while not self.stands(following) and following != seat:
            following = (following + 1) % self.seats
        return following

    def _pass_to(self, seat: int) -> None:
        self._turn = self._turn._replace(to_move=seat)

    def _end(self, winner: int | None) -> None:
        self._turn = self._turn._replace(over=True, winner=winner)

    def __eq__(self, other: object) -> bool:
        """Same board, pieces, turn and outcome, in however many plies."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            type(self) is type(other)
            and self.hash == other.hash
            and self.outcome == other.outcome
            and self.grid == other.grid
            and self._state() == other._state()
            and self.graph == other.graph
        )

    __hash__ = None  # type: ignore[assignment]

    @abstractmethod
    def _glyph(self, vertex: int) -> str:
        """What stands on a cell; "." for nothing."""

    def _draw(self, glyphs: str) -> str:
        return str(Drawing(self.grid, glyphs))

    def __str__(self) -> str:
        """The board and how the game stands, as `quiver board` prints them."""
        glyphs = [self._glyph(vertex) for vertex in range(self.graph.size)]
        for vertex, glyph in enumerate(glyphs):
            if glyph == "." and self.graph.is_hole(vertex):
                glyphs[vertex] = "#"
        drawn = self._draw("".join(glyphs))
        if not self.over:
            status = f"seat {self.to_move} to move"
        else:
            status = "the game is drawn" if self.winner is None else f"seat {self.winner} has won"
        out = "".join(f", seat {seat} is out" for seat in range(self.seats) if not self.stands(seat))
        return f"{drawn}{status}, ply {self.ply}{out}\n"

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.to_move} to move"
        return f"<{type(self).__name__} {self.grid.rows}x{self.grid.columns}, ply {self.ply}, {turn}>"
