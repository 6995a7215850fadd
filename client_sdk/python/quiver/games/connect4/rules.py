"""The rules of Connect Four (docs/play/rules.md): discs fall along south arcs, and a line along any of four axes wins."""

import re
from collections.abc import Iterator
from enum import IntEnum

from quiver.draw import Drawing
from quiver.games.connect4 import move as moves
from quiver.games.connect4.move import ConnectFourMove
from quiver.games.start_options import StartOptions
from quiver.graph import Direction, Graph, opposite
from quiver.grid import Grid, NoSuchCell
from quiver.hashing import key
from quiver.layout import EIGHT, rectangle
from quiver.legal_moves import LegalMoves
from quiver.position import Position, RuleBroken
from quiver.text import BadInput, parse_number, quoted
from quiver.v1 import position_pb2

MAX_SIDE = 15
_EMPTY = 0  # a disc of seat s is s + 1


class _Key(IntEnum):
    """Keys of the hash."""

    DISC = 6  # seat, vertex


class ConnectFour(Position):
    """A position of Connect Four."""

    game = "connect4"
    _title = "Connect Four"
    _number = 3
    _hash_keys = _Key
    _move_type = ConnectFourMove
    _options = ("line",)
    _read_move = staticmethod(moves.read_move)
    _fill_move = staticmethod(moves.fill_move)

    def __init__(self, graph: Graph, grid: Grid, line: int) -> None:
        """An empty board on which `line` discs in line win."""
        if grid.rows * grid.columns != graph.size:
            raise BadInput("the board's sides do not fit its graph")
        most = max(grid)
        if min(grid) < 4 or most > MAX_SIDE:
            raise BadInput(f"Connect Four has from 4 to 15 rows and columns, not {grid.rows} by {grid.columns}")
        if not 3 <= line <= most:
            raise BadInput(f"a line has from 3 to {most} discs on this board, not {line}")
        if any(graph.is_hole(vertex) for vertex in range(graph.size)):
            raise BadInput("Connect Four is played on a board without holes")
        tops = [v for v in range(graph.size) if graph.step(v, Direction.NORTH) is None]
        if len(tops) != grid.columns:
            raise BadInput("the columns of the board's graph are not those of its sides")
        super().__init__(graph, grid, 2)
        self.line = line  # how many in line win
        self._cells = bytearray(graph.size + 1)
        self._next = [(graph.ray(top, Direction.SOUTH) or [top])[-1] for top in tops]
        self._pass_to(0)

    @classmethod
    def _start(cls, options: StartOptions) -> "ConnectFour":
        if options.start is not None:
            raise BadInput("start does not apply to Connect Four")
        if options.seats not in (None, 2):
            raise BadInput("Connect Four is played by 2 seats")
        if options.board not in (None, "square"):
            raise BadInput(f"Connect Four is played on rectangular boards, not on {quoted(options.board or '')}")
        layout = options.map or rectangle(*options.sides(6, 7))
        if layout.seats:
            raise BadInput("Connect Four starts on an empty board; the map has start digits")
        return cls(layout.graph(EIGHT), Grid(layout.rows, layout.columns), options.number("line", 4))

    @classmethod
    def _read_start(cls, message: position_pb2.Position, graph: Graph, grid: Grid) -> "ConnectFour":
        if len(message.seats) != 2 or any(seat.pieces for seat in message.seats):
            raise BadInput("Connect Four starts with two seats and no discs")
        return cls(graph, grid, message.line)

    @property
    def columns(self) -> int:
        return len(self._next)

    def disc(self, vertex: int) -> int | None:
        """The seat whose disc lies there."""
        return self._cells[vertex] - 1 if self._cells[vertex] else None

    def landing(self, column: int) -> int | None:
        """Where the next disc in that column lands; None if it is full."""
        vertex = self._next[column]
        return None if vertex == self.graph.size else vertex

    def legal_moves(self) -> LegalMoves[ConnectFourMove]:
        """From the left."""
        return LegalMoves(self._moves())

    def _moves(self) -> Iterator[ConnectFourMove]:
        if not self.over:
            full = self.graph.size
            yield from [ConnectFourMove(c) for c, vertex in enumerate(self._next) if vertex != full]

    def _check_move(self, move: ConnectFourMove) -> RuleBroken | None:
        if not 0 <= move.column < self.columns:
            return RuleBroken("NO_SUCH_CELL", self._no_column(move.column + 1))
        if self.landing(move.column) is None:
            return RuleBroken("COLUMN_FULL", f"column {move.column + 1} is full")
        return None

    def _no_column(self, number: int) -> str:
        return f"there is no column {number}; columns go from 1 to {self.columns}"

    def _apply_move(self, move: ConnectFourMove) -> int:
        seat = self.to_move
        cell = self._next[move.column]
        self._cells[cell] = seat + 1
        self._pieces_hash ^= key(_Key.DISC, seat, cell)
        self._next[move.column] = self.graph.steps[Direction.NORTH][cell]
        if self._completes_line(cell):
            self._end(seat)
        elif all(vertex == self.graph.size for vertex in self._next):
            self._end(None)
        else:
            self._hand_on()
        return cell

    def _undo_move(self, move: ConnectFourMove, cell: int) -> None:
        self._cells[cell] = _EMPTY
        self._next[move.column] = cell

    def _hand_on(self) -> None:
        self._pass_to(self._next_after(self.to_move))

    def _completes_line(self, cell: int) -> bool:
        return any(self._line_through(cell, direction) >= self.line for direction in range(1, 5))

    def _line_through(self, cell: int, direction: int) -> int:
        """How many discs of one seat lie in line with the one on `cell`, itself included."""
        cells, owner = self._cells, self._cells[cell]
        length = 1
        for along in (direction, opposite(direction)):
            column = self.graph.steps[along]
            at = column[cell]
            while cells[at] == owner and at != cell:
                length += 1
                at = column[at]
            if at == cell:
                break  # a ring: every disc is counted already
        return length

    def _glyph(self, vertex: int) -> str:
        return ".01"[self._cells[vertex]]

    def _draw(self, glyphs: str) -> str:
        return str(Drawing(self.grid, glyphs, column_label=lambda column: str(column + 1)))

    def _own(self) -> None:
        self._cells = bytearray(self._cells)
        self._next = self._next.copy()

    def _state(self) -> object:
        return self._cells, self.line

    def _words(self, text: str) -> list[str]:
        words = super()._words(text)
        if self.columns > 9:
            return words
        return [part for word in words for part in (word if re.fullmatch("[0-9]+", word) else [word])]

    def _format_move(self, move: ConnectFourMove) -> str:
        return str(move.column + 1)

    def _parse_move(self, text: str) -> ConnectFourMove:
        number = parse_number(text)
        if number is None:
            raise BadInput(f"{quoted(text)} is not a Connect Four move; write the number of a column")
        if not 1 <= number <= self.columns:
            raise NoSuchCell(self._no_column(number))
        return ConnectFourMove(number - 1)
