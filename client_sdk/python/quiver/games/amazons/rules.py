"""The rules of Amazons, for 2 to 4 seats on any direction-labelled graph (docs/play/rules.md).

Between calls the seat to move has a legal move, or the game is over: a seat that cannot move when its turn comes is
eliminated at once, as part of the event that brought its turn.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from random import Random

from quiver.games.amazons import move as moves
from quiver.games.amazons.move import AmazonsMove
from quiver.games.amazons.start import queens_at_start
from quiver.games.start_options import StartOptions
from quiver.graph import Graph
from quiver.grid import Grid, NoSuchCell
from quiver.hashing import key
from quiver.layout import EIGHT
from quiver.legal_moves import LegalMoves
from quiver.position import MAX_SEATS, Position, RuleBroken
from quiver.text import BadInput, quoted
from quiver.v1 import position_pb2

_EMPTY, _ARROW, _QUEEN, _OFF = 0, 1, 2, 255


class _Key(IntEnum):
    """Keys of the hash."""

    QUEEN = 1  # seat, vertex
    ARROW = 2  # 0, vertex


class Amazons(Position):
    """A position of Amazons."""

    game = "amazons"
    _title = "Amazons"
    _number = 1
    _hash_keys = _Key
    _move_type = AmazonsMove
    _fields_of_moves = ("arrows",)
    _read_move = staticmethod(moves.read_move)
    _fill_move = staticmethod(moves.fill_move)

    def __init__(self, graph: Graph, grid: Grid, queens: Sequence[Sequence[int]]) -> None:
        """The start with these queens, a list for each seat."""
        _check_setup(graph, grid, queens)
        super().__init__(graph, grid, len(queens))
        self._cells = bytearray(graph.size + 1)
        self._cells[graph.size] = _OFF
        self._queens = [list(one) for one in queens]
        self._rays_may_meet = not graph.lies_on_grid(grid.rows, grid.columns)
        for seat, one in enumerate(queens):
            for vertex in one:
                self._cells[vertex] = _QUEEN + seat
                self._pieces_hash ^= key(_Key.QUEEN, seat, vertex)
        self._hand_on()

    @classmethod
    def _start(cls, options: StartOptions) -> "Amazons":
        layout = options.layout(10)
        seats = options.number_of_seats(layout)
        return cls(layout.graph(EIGHT), Grid(layout.rows, layout.columns), queens_at_start(options, layout, seats))

    @classmethod
    def _read_start(cls, message: position_pb2.Position, graph: Graph, grid: Grid) -> "Amazons":
        return cls(graph, grid, [list(seat.pieces) for seat in message.seats])

    # --- what stands where

    def queens(self, seat: int) -> tuple[int, ...]:
        """The cells of the seat's queens, eliminated or not, ascending."""
        return tuple(sorted(self._queens[seat]))

    def queen_at(self, vertex: int) -> int | None:
        """The seat whose queen stands there."""
        owner = self._cells[vertex] - _QUEEN
        return owner if 0 <= owner < MAX_SEATS else None

    def has_arrow(self, vertex: int) -> bool:
        return self._cells[vertex] == _ARROW

    def is_empty(self, vertex: int) -> bool:
        """No queen and no arrow. A hole counts as empty; nothing leads there."""
        return self._cells[vertex] == _EMPTY

    def arrows(self) -> tuple[int, ...]:
        """The cells that arrows have blocked, ascending."""
        return tuple(v for v in range(self.graph.size) if self._cells[v] == _ARROW)

    def reach(self, vertex: int) -> list[int]:
        """The cells that a queen on `vertex` could move to, ascending: what the rays from there cross."""
        return self._reached(self._cells, vertex)

    # --- moves

    def legal_moves(self) -> LegalMoves[AmazonsMove]:
        """By the vertex ids of queen, target and arrow."""
        return LegalMoves(self._moves())

    def _moves(self) -> Iterator[AmazonsMove]:
        if self.over:
            return
        cells = bytearray(self._cells)
        make = AmazonsMove._make
        for queen in sorted(self._queens[self.to_move]):
            owner = cells[queen]
            targets = self._reached(cells, queen)
            cells[queen] = _EMPTY  # the cell she leaves is free for the arrow
            for to in targets:
                cells[to] = owner
                arrows = self._reached(cells, to)
                cells[to] = _EMPTY
                for arrow in arrows:
                    yield make((queen, to, arrow))
            cells[queen] = owner

    def random_move(self, random: Random) -> AmazonsMove:
        """A random queen that can move, then a random target, then a random arrow: not all moves are equally likely."""
        cells, steps = self._cells, self.graph.steps[1:]
        able = [queen for queen in self._queens[self.to_move] if any(not cells[column[queen]] for column in steps)]
        queen = random.choice(sorted(able))
        to = random.choice(self._reached(cells, queen))
        owner = cells[queen]
        cells[queen], cells[to] = _EMPTY, owner
        arrow = random.choice(self._reached(cells, to))
        cells[queen], cells[to] = owner, _EMPTY
        return AmazonsMove(queen, to, arrow)

    def _reached(self, cells: bytearray, origin: int) -> list[int]:
        # A ray that comes back to its origin ends there, also where nothing stands on it.
        stood = cells[origin]
        cells[origin] = stood or _OFF
        found: list[int] = []
        add = found.append
        for column in self.graph.steps[1:]:
            at = column[origin]
            while not cells[at]:
                add(at)
                at = column[at]
        cells[origin] = stood
        if self._rays_may_meet:
            found = list(set(found))
        found.sort()
        return found

    def _can_move(self, seat: int) -> bool:
        # A queen that can step to a neighbour can shoot back at the cell she left.
        cells = self._cells
        return any(not cells[column[queen]] for queen in self._queens[seat] for column in self.graph.steps[1:])

    def _hand_on(self) -> None:
        following = self._next_after(self.to_move)
        while not self.over and not self._can_move(following):
            self._set_out(following)
            following = self._next_after(following)
        self._pass_to(following)

    def _apply_move(self, move: AmazonsMove) -> None:
        queen, to, arrow = move
        seat = self.to_move
        self._move_queen(seat, queen, to)
        self._cells[arrow] = _ARROW
        self._pieces_hash ^= key(_Key.QUEEN, seat, queen) ^ key(_Key.QUEEN, seat, to) ^ key(_Key.ARROW, 0, arrow)
        self._hand_on()

    def _undo_move(self, move: AmazonsMove, change: None) -> None:
        self._cells[move.arrow] = _EMPTY
        self._move_queen(self.to_move, move.to, move.queen)

    def _move_queen(self, seat: int, queen: int, to: int) -> None:
        self._cells[queen] = _EMPTY
        self._cells[to] = _QUEEN + seat
        queens = self._queens[seat]
        queens[queens.index(queen)] = to

    def _glyph(self, vertex: int) -> str:
        cell = self._cells[vertex]
        return str(cell - _QUEEN) if cell >= _QUEEN else ".x"[cell]

    def _own(self) -> None:
        self._cells = bytearray(self._cells)
        self._queens = [one.copy() for one in self._queens]

    def _state(self) -> object:
        return self._cells

    # --- why a move is illegal

    def _check_move(self, move: AmazonsMove) -> RuleBroken | None:
        return (
            self._check_cells(move)
            or self._check_ray("queen", move.queen, move.to, None)
            or self._check_ray("arrow", move.to, move.arrow, move.queen)
        )

    def _check_cells(self, move: AmazonsMove) -> RuleBroken | None:
        name = self.grid.name
        for vertex in move:
            if vertex not in self.graph:
                last = self.graph.size - 1
                return RuleBroken("NO_SUCH_CELL", f"there is no vertex {vertex} on this board; ids go from 0 to {last}")
        owner = self.queen_at(move.queen)
        if owner is None:
            return RuleBroken("NO_PIECE", f"no queen stands on {name(move.queen)}")
        if owner != self.to_move:
            return RuleBroken(
                "NOT_YOUR_PIECE",
                f"the queen on {name(move.queen)} belongs to seat {owner}; it is the turn of seat {self.to_move}",
            )
        if move.queen == move.to:
            return RuleBroken("NO_MOVEMENT", f"the queen stays on {name(move.queen)}; she must move")
        if move.arrow == move.to:
            return RuleBroken("NO_MOVEMENT", f"the arrow stays on {name(move.to)}; it must fly")
        return None

    def _check_ray(self, piece: str, origin: int, target: int, left: int | None) -> RuleBroken | None:
        """`left` is the cell that the queen has just left, which counts as empty."""
        broken: RuleBroken | None = None
        name = self.grid.name
        for direction in range(1, 9):
            obstacle: int | None = None
            for vertex in self.graph.ray(origin, direction):
                if obstacle is None and self._cells[vertex] and vertex != left:
                    obstacle = vertex
                if vertex != target:
                    continue
                if obstacle is None:
                    return None
                if obstacle == target:
                    sentence = f"the {piece} lands on {name(target)}, where {self._occupant(target)}"
                    broken = broken or RuleBroken("OCCUPIED", sentence)
                else:
                    sentence = f"the {piece} passes over {name(obstacle)}, where {self._occupant(obstacle)}"
                    broken = broken or RuleBroken("PATH_BLOCKED", sentence)
        if self.graph.is_hole(target):
            return RuleBroken("NOT_IN_LINE", f"the {piece} cannot reach {name(target)}, which is a hole")
        return broken or RuleBroken(
            "NOT_IN_LINE",
            f"the {piece} cannot go from {name(origin)} to {name(target)}: no straight line of cells joins them",
        )

    def _occupant(self, vertex: int) -> str:
        return "an arrow lies" if self.has_arrow(vertex) else "a queen stands"

    # --- notation

    def _format_move(self, move: AmazonsMove) -> str:
        name = self.grid.name
        return f"{name(move.queen)}-{name(move.to)}/{name(move.arrow)}"

    def _parse_move(self, text: str) -> AmazonsMove:
        malformed = BadInput(f"{quoted(text)} is not an Amazons move; write d1-d7/g7 (queen from, queen to, arrow)")
        dash, slash = text.find("-"), text.find("/")
        if dash < 0 or slash < dash:
            raise malformed
        vertices: list[int] = []
        numeric = 0
        missing: NoSuchCell | None = None  # reported only if the rest is a move
        for part in (text[:dash], text[dash + 1 : slash], text[slash + 1 :]):
            try:
                vertex, is_number = self.grid.parse(part)
            except NoSuchCell as error:
                missing = missing or error
                continue
            except BadInput:
                raise malformed from None
            vertices.append(vertex)
            numeric += is_number
        if numeric and (numeric != 3 or missing):
            raise BadInput(f"{quoted(text)} mixes names of cells and vertex ids; a move uses one form throughout")
        if missing:
            raise missing
        return AmazonsMove(*vertices)


def _check_setup(graph: Graph, grid: Grid, queens: Sequence[Sequence[int]]) -> None:
    if not 2 <= len(queens) <= MAX_SEATS:
        raise BadInput("Amazons is played by 2 to 4 seats")
    if grid.rows * grid.columns != graph.size:
        raise BadInput("the board's sides do not fit its graph")
    if not all(queens):
        raise BadInput("a seat has no queens")
    every = [vertex for one in queens for vertex in one]
    if any(vertex not in graph for vertex in every):
        raise BadInput("a queen stands off the board")
    if len(set(every)) < len(every):
        raise BadInput("two queens share a cell")
