"""The rules of Hex: stones on a rhombus, a chain between two opposite sides wins, and the swap (docs/play/rules.md)."""

from collections.abc import Iterator
from enum import IntEnum
from itertools import compress

from quiver.games.hex import move as moves
from quiver.games.hex.drawing import rhombus
from quiver.games.hex.move import SWAP, HexMove
from quiver.games.start_options import StartOptions
from quiver.graph import Graph
from quiver.grid import Grid, NoSuchCell
from quiver.hashing import key
from quiver.layout import SIX, rectangle
from quiver.legal_moves import LegalMoves
from quiver.position import Position, RuleBroken
from quiver.text import BadInput, quoted
from quiver.v1 import position_pb2

MIN_SIDE, MAX_SIDE = 3, 25
_EMPTY = 0  # a stone of seat s is s + 1


class _Key(IntEnum):
    """Keys of the hash."""

    STONE = 10  # seat, vertex


class Hex(Position):
    """A position of Hex. Seat 0 joins the first row and the last, seat 1 the first column and the last."""

    game = "hex"
    _title = "Hex"
    _number = 4
    _hash_keys = _Key
    _move_type = HexMove
    _options = ("swap_rule",)
    _read_move = staticmethod(moves.read_move)
    _fill_move = staticmethod(moves.fill_move)

    def __init__(self, graph: Graph, grid: Grid, swap_rule: bool = True) -> None:
        """An empty board."""
        rows, columns = grid
        if rows != columns:
            raise BadInput(
                f"Hex is played on a rhombus, with as many rows as columns, not with {rows} and {columns}"
            )
        if not MIN_SIDE <= rows <= MAX_SIDE:
            raise BadInput(f"Hex is played on boards of side {MIN_SIDE} to {MAX_SIDE}, not {rows}")
        if graph.size != rows * rows or graph != rectangle(rows, rows).graph(SIX):
            raise BadInput("the board's graph is no rhombus of its side")
        super().__init__(graph, grid, 2)
        self.side = rows
        self.swap_rule = swap_rule  # whether it applies in this game
        self._cells = bytearray(graph.size)
        self._empty = bytearray(b"\1" * graph.size)  # picks the moves that are left out of all
        self._all = [HexMove(vertex) for vertex in range(graph.size)]
        self._near = [graph.neighbours(vertex) for vertex in range(graph.size)]
        self._pass_to(0)

    @classmethod
    def _start(cls, options: StartOptions) -> "Hex":
        if options.start is not None:
            raise BadInput("start does not apply to Hex")
        if options.seats not in (None, 2):
            raise BadInput("Hex is played by 2 seats")
        if options.map is not None:
            raise BadInput("Hex is played on a rhombus, not on a map; size sets its side")
        if options.board not in (None, "square"):
            raise BadInput(f"Hex is played on a rhombus, not on {quoted(options.board or '')}")
        sides = options.sides(11, 11)
        return cls(rectangle(*sides).graph(SIX), sides, options.flag("swap_rule", True))

    @classmethod
    def _read_start(cls, message: position_pb2.Position, graph: Graph, grid: Grid) -> "Hex":
        if len(message.seats) != 2 or any(seat.pieces for seat in message.seats):
            raise BadInput("Hex starts with two seats and no stones")
        return cls(graph, grid, message.swap_rule)

    # --- what lies where

    def stone(self, vertex: int) -> int | None:
        """The seat whose stone lies there."""
        return self._cells[vertex] - 1 if self._cells[vertex] else None

    def stones(self, seat: int) -> list[int]:
        return [vertex for vertex, owner in enumerate(self._cells) if owner == seat + 1]

    def mirrored(self, vertex: int) -> int:
        """Where the swap takes a stone: the cell with column and row, counted from the bottom, exchanged."""
        row, column = divmod(vertex, self.side)
        return (self.side - 1 - column) * self.side + self.side - 1 - row

    @property
    def can_swap(self) -> bool:
        """Whether the swap is legal now."""
        return self.swap_rule and self.ply == 1 and not self.over

    # --- moves

    def legal_moves(self) -> LegalMoves[HexMove]:
        """By their cells, and the swap last."""
        return LegalMoves(self._moves())

    def _moves(self) -> Iterator[HexMove]:
        if not self.over:
            yield from list(compress(self._all, self._empty)) + [SWAP] * self.can_swap

    def _check_move(self, move: HexMove) -> RuleBroken | None:
        if move.swap:
            return self._check_swap(move)
        if move.cell not in self.graph:
            last = self.graph.size - 1
            return RuleBroken("NO_SUCH_CELL", f"there is no vertex {move.cell} on this board; ids go from 0 to {last}")
        if self._cells[move.cell] != _EMPTY:
            return RuleBroken("OCCUPIED", f"a stone lies on {self.grid.name(move.cell)} already")
        return None

    def _check_swap(self, move: HexMove) -> RuleBroken | None:
        if self.can_swap and move == SWAP:
            return None
        if move != SWAP:
            sentence = "a swap names no cell"
        elif not self.swap_rule:
            sentence = "this game is played without the swap rule"
        else:
            sentence = f"only the second move of the game can be a swap, not move {self.ply + 1}"
        return RuleBroken("SWAP_NOT_ALLOWED", sentence)

    def _apply_move(self, move: HexMove) -> int:
        """Returns the cell on which the stone lies then."""
        seat, cell = self.to_move, move.cell
        if move.swap:
            [taken] = self.stones(0)
            self._set(taken, _EMPTY)
            self._pieces_hash ^= key(_Key.STONE, 0, taken)
            cell = self.mirrored(taken)
        self._set(cell, seat + 1)
        self._pieces_hash ^= key(_Key.STONE, seat, cell)
        if self._joins_sides(cell):
            self._end(seat)
        else:
            self._hand_on()
        return cell

    def _undo_move(self, move: HexMove, cell: int) -> None:
        self._set(cell, _EMPTY)
        if move.swap:
            self._set(self.mirrored(cell), 1)

    def _set(self, cell: int, owner: int) -> None:
        self._cells[cell] = owner
        self._empty[cell] = owner == _EMPTY

    def _hand_on(self) -> None:
        self._pass_to(self._next_after(self.to_move))

    def _joins_sides(self, cell: int) -> bool:
        """Whether the chain of the stone on `cell` touches both sides of its seat."""
        if self.ply < 2 * self.side - 1:
            return False  # nobody has so many stones yet
        cells, owner = self._cells, self._cells[cell]
        chain, seen = [cell], {cell}
        for at in chain:
            new = [vertex for vertex in self._near[at] if cells[vertex] == owner and vertex not in seen]
            chain += new
            seen.update(new)
        along = [vertex // self.side if owner == 1 else vertex % self.side for vertex in chain]
        return min(along) == 0 and max(along) == self.side - 1

    def _glyph(self, vertex: int) -> str:
        return ".01"[self._cells[vertex]]

    def _draw(self, glyphs: str) -> str:
        return rhombus(self.side, glyphs)

    def __str__(self) -> str:
        return super().__str__() + (f"seat {self.to_move} can swap\n" if self.can_swap else "")

    def _own(self) -> None:
        self._cells = bytearray(self._cells)
        self._empty = bytearray(self._empty)

    def _state(self) -> object:
        return self._cells, self.swap_rule

    # --- notation

    def _format_move(self, move: HexMove) -> str:
        if move.swap:
            return "swap"
        name = self.grid.name(move.cell)
        # "x2" in a list of moves is the elimination of seat 2; a stone there goes by its id.
        return str(move.cell) if name in ("x1", "x2", "x3") else name

    def _parse_move(self, text: str) -> HexMove:
        if text == "swap":
            return SWAP
        try:
            return HexMove(self.grid.vertex(text))
        except NoSuchCell:
            raise
        except BadInput:
            raise BadInput(f"{quoted(text)} is not a Hex move; write f6 (a stone) or swap") from None
