"""The rules of Quoridor, for 2 or 4 seats on any board that lies on a grid (docs/play/rules.md).

Between calls the seat to move has a legal move, or the game is over: a seat that cannot move is skipped, and the game
is drawn if no seat can.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum

from quiver.draw import Drawing
from quiver.games.quoridor import move as moves
from quiver.games.quoridor.move import QuoridorKind, QuoridorMove
from quiver.games.quoridor.start import check_pawns, check_sides, may_place_late, pawns_at_start
from quiver.games.quoridor.terrain import Cut, Edges, Terrain, cells_of
from quiver.games.start_options import StartOptions
from quiver.graph import Graph
from quiver.grid import Grid, NoSuchCell
from quiver.hashing import key
from quiver.layout import FOUR
from quiver.legal_moves import LegalMoves
from quiver.position import Position, RuleBroken
from quiver.text import BadInput, quoted
from quiver.v1 import position_pb2

MAX_WALLS = 255
_PAWN, _HORIZONTAL, _VERTICAL = QuoridorKind.PAWN, QuoridorKind.HORIZONTAL, QuoridorKind.VERTICAL
_SUFFIX = ("", "h", "v")

# Where a pawn was, walls left, the open edges, and the walls by their anchors: all that a move changes.
_Change = tuple[tuple[int | None, ...], tuple[int, ...], Edges, tuple[int, int]]


class _Key(IntEnum):
    """Keys of the hash."""

    PAWN = 3  # seat, vertex
    WALL = 4  # 1 horizontal or 2 vertical, the anchor's vertex
    WALLS_LEFT = 5  # seat, how many


class Quoridor(Position):
    """A position of Quoridor."""

    game = "quoridor"
    _title = "Quoridor"
    _number = 2
    _hash_keys = _Key
    _move_type = QuoridorMove
    _options = ("walls", "max_plies")
    _fields_of_moves = ("walls",)
    _read_move = staticmethod(moves.read_move)
    _fill_move = staticmethod(moves.fill_move)

    def __init__(
        self, graph: Graph, grid: Grid, pawns: Sequence[int | None], walls: int = 10, max_plies: int = 360
    ) -> None:
        """The start with these pawns, one a seat; None is placed by the seat's first move."""
        terrain = Terrain(graph, grid, len(pawns))
        if walls > MAX_WALLS:
            raise BadInput(f"a seat has at most {MAX_WALLS} walls, not {walls}")
        if max_plies == 0:
            raise BadInput("a game has to last at least one ply")
        check_pawns(terrain, pawns)
        super().__init__(graph, grid, len(pawns))
        self.max_plies = max_plies  # after so many moves the game is drawn
        self._terrain = terrain
        self._pawns = tuple(pawns)
        self._walls_left = (walls,) * len(pawns)
        self._edges = terrain.edges
        self._walls = (0, 0)  # horizontal and vertical ones, by their anchors
        # A seat that may place its pawn late may place it where walls have closed it in already.
        self._may_place_late = may_place_late(terrain, pawns)
        for seat, pawn in enumerate(pawns):
            self._pieces_hash ^= key(_Key.WALLS_LEFT, seat, walls)
            if pawn is not None:
                self._pieces_hash ^= key(_Key.PAWN, seat, pawn)
        self._hand_on()

    @classmethod
    def _start(cls, options: StartOptions) -> "Quoridor":
        layout = options.layout(9)
        seats = options.number_of_seats(layout)
        check_sides(layout)
        graph, grid = layout.graph(FOUR), Grid(layout.rows, layout.columns)
        pawns = pawns_at_start(options, layout, Terrain(graph, grid, seats), seats)
        side = max(grid)
        walls = (2 * (10 if seats == 2 else 5) * side + 9) // 18
        return cls(graph, grid, pawns, options.number("walls", walls), options.number("max_plies", 40 * side))

    @classmethod
    def _read_start(cls, message: position_pb2.Position, graph: Graph, grid: Grid) -> "Quoridor":
        if any(len(seat.pieces) > 1 for seat in message.seats):
            raise BadInput("a seat of Quoridor has one pawn")
        walls = {seat.walls_left for seat in message.seats}
        if len(walls) > 1:
            raise BadInput("all seats of Quoridor start with as many walls")
        pawns = [seat.pieces[0] if seat.pieces else None for seat in message.seats]
        return cls(graph, grid, pawns, max(walls, default=0), message.max_plies)

    # --- what stands where

    def pawn(self, seat: int) -> int | None:
        """The cell of the seat's pawn; None if it has not placed it yet, or is eliminated."""
        return self._pawns[seat]

    def walls_left(self, seat: int) -> int:
        return self._walls_left[seat]

    def walls(self) -> list[QuoridorMove]:
        """The walls on the board, horizontal ones first, by the cells that name them."""
        return [QuoridorMove(kind, v) for kind in (_HORIZONTAL, _VERTICAL) for v in cells_of(self._walls[kind - 1])]

    def is_open(self, vertex: int, direction: int) -> bool:
        """Whether there is a cell in that direction (1, 3, 5 or 7) and no wall between."""
        return self._edges[direction // 2] >> vertex & 1 == 1

    def goal(self, seat: int) -> list[int]:
        """The cells of which the seat's pawn has to reach one."""
        return list(cells_of(self._terrain.goals[seat]))

    def distance(self, seat: int, vertex: int | None = None) -> int | None:
        """How many steps from `vertex`, or from its pawn, to the seat's goal, pawns aside; None if no path
        leads there.
        """
        start = self._pawn_cells(seat) if vertex is None else 1 << vertex
        seen, steps = start, 0
        while not seen & self._terrain.goals[seat]:
            grown = self._terrain.grown(seen, self._edges)
            if grown == seen:
                return None
            seen, steps = grown, steps + 1
        return steps

    # --- moves

    def legal_moves(self) -> LegalMoves[QuoridorMove]:
        """The pawn's targets, then walls by the cell that names them, horizontal before vertical."""
        return LegalMoves(self._moves())

    def _moves(self) -> Iterator[QuoridorMove]:
        if self.over:
            return
        horizontal, vertical = self._legal_walls(self.to_move)
        for cell in self._pawn_targets(self.to_move):
            yield QuoridorMove(_PAWN, cell)
        for anchor in cells_of(horizontal | vertical):
            if horizontal >> anchor & 1:
                yield QuoridorMove(_HORIZONTAL, anchor)
            if vertical >> anchor & 1:
                yield QuoridorMove(_VERTICAL, anchor)

    def pawn_moves(self) -> list[QuoridorMove]:
        """Only those that move the pawn, without the search for walls."""
        return [] if self.over else [QuoridorMove(_PAWN, cell) for cell in self._pawn_targets(self.to_move)]

    def _step(self, vertex: int, slot: int) -> int | None:
        """The cell beyond an open edge: slot 0 is north, 1 east, 2 south, 3 west."""
        if not self._edges[slot] >> vertex & 1:
            return None
        return vertex + (-self._terrain.width, 1, self._terrain.width, -1)[slot]

    def _pawn_targets(self, seat: int) -> list[int]:
        pawn = self._pawns[seat]
        if pawn is None:
            return [v for v in cells_of(self._terrain.homes[seat]) if v not in self._pawns]
        targets = set()
        for slot in range(4):
            to = self._step(pawn, slot)
            if to is None:
                continue
            if to in self._pawns:
                targets.update(self._jumps(to, slot))
            else:
                targets.add(to)
        return sorted(targets)

    def _jumps(self, over: int, slot: int) -> list[int]:
        """Straight over the pawn where that can be, to its sides only where it cannot."""
        behind = self._step(over, slot)
        if behind is not None and behind not in self._pawns:
            return [behind]
        beside = (self._step(over, (slot + 1) % 4), self._step(over, (slot + 3) % 4))
        return [v for v in beside if v is not None and v not in self._pawns]

    def _pawn_cells(self, seat: int) -> int:
        """Where the seat's pawn stands, or where it may be placed, as a set of cells."""
        pawn = self._pawns[seat]
        return self._terrain.homes[seat] if pawn is None else 1 << pawn

    def _fitting(self) -> tuple[int, int]:
        """The anchors at which a horizontal and a vertical wall overlaps and crosses nothing."""
        free = self._terrain.anchors & ~(self._walls[0] | self._walls[1])
        north, east = self._edges.north, self._edges.east
        return free & north & north >> 1, free & east & east << self._terrain.width

    def _legal_walls(self, seat: int) -> tuple[int, int]:
        """The anchors of the walls that the seat may place, horizontal and vertical."""
        if self._walls_left[seat] == 0 or self._pawns[seat] is None:
            return 0, 0
        terrain = self._terrain
        fitting = self._fitting()
        doubtful = Cut(-1, -1) if self._may_place_late else terrain.may_close(self._edges)
        suspects = [fitting[0] & doubtful.north, fitting[1] & doubtful.east]
        if not any(suspects):
            return fitting
        # Only a wall that cuts a shortest path of a seat can leave that seat without one.
        closed = [0, 0]
        for one in range(self.seats):
            if not self.stands(one):
                continue
            path = terrain.path(self._edges, self._pawn_cells(one), terrain.goals[one]) or Cut(-1, -1)
            cutting = (path.north | path.north >> 1, path.east | path.east << terrain.width)
            for kind in range(2):
                for anchor in cells_of(suspects[kind] & cutting[kind] & ~closed[kind]):
                    if self._cuts_off(one, anchor, kind == 0):
                        closed[kind] |= 1 << anchor
        return fitting[0] & ~closed[0], fitting[1] & ~closed[1]

    def _cuts_off(self, seat: int, anchor: int, horizontal: bool) -> bool:
        terrain = self._terrain
        edges = terrain.flipped(self._edges, terrain.cut(anchor, horizontal))
        return not terrain.has_path(edges, self._pawn_cells(seat), terrain.goals[seat])

    def _can_move(self, seat: int) -> bool:
        return bool(self._pawn_targets(seat)) or any(self._legal_walls(seat))

    def _hand_on(self) -> None:
        following = self.to_move
        for _ in range(self._turn.standing.bit_count()):
            following = self._next_after(following)
            if self._can_move(following):
                self._pass_to(following)
                return
        self._end(None)

    def _apply_move(self, move: QuoridorMove) -> _Change:
        change = self._pawns, self._walls_left, self._edges, self._walls
        seat = self.to_move
        if move.kind == _PAWN:
            placing = self._pawns[seat] is None
            self._put_pawn(seat, move.cell)
            if not placing and self._terrain.goals[seat] >> move.cell & 1:
                self._end(seat)
                return change
        else:
            self._put_wall(seat, move)
        if self.ply >= self.max_plies:
            self._end(None)
        else:
            self._hand_on()
        return change

    def _put_pawn(self, seat: int, cell: int | None) -> None:
        for vertex in (self._pawns[seat], cell):
            if vertex is not None:
                self._pieces_hash ^= key(_Key.PAWN, seat, vertex)
        self._pawns = self._pawns[:seat] + (cell,) + self._pawns[seat + 1 :]

    def _put_wall(self, seat: int, wall: QuoridorMove) -> None:
        terrain = self._terrain
        left = self._walls_left[seat]
        self._edges = terrain.flipped(self._edges, terrain.cut(wall.cell, wall.kind == _HORIZONTAL))
        horizontal, vertical = self._walls
        bit = 1 << wall.cell
        self._walls = (horizontal | bit, vertical) if wall.kind == _HORIZONTAL else (horizontal, vertical | bit)
        self._walls_left = self._walls_left[:seat] + (left - 1,) + self._walls_left[seat + 1 :]
        self._pieces_hash ^= key(_Key.WALL, wall.kind, wall.cell)
        self._pieces_hash ^= key(_Key.WALLS_LEFT, seat, left) ^ key(_Key.WALLS_LEFT, seat, left - 1)

    def _undo_move(self, move: QuoridorMove, change: _Change) -> None:
        self._pawns, self._walls_left, self._edges, self._walls = change

    def _remove_pieces(self, seat: int) -> int:
        pawn = self._pawns[seat]
        self._put_pawn(seat, None)
        return seat if pawn is None else seat + self.seats * (pawn + 1)

    def _undo_elimination(self, change: int) -> None:
        cell, seat = divmod(change, self.seats)
        self._pawns = self._pawns[:seat] + (cell - 1 if cell else None,) + self._pawns[seat + 1 :]

    def _glyph(self, vertex: int) -> str:
        return str(self._pawns.index(vertex)) if vertex in self._pawns else "."

    def _draw(self, glyphs: str) -> str:
        drawing = Drawing(self.grid, glyphs, spacing=2)  # a line for walls between two rows
        for wall in self.walls():
            line, at = drawing.place(wall.cell)
            if wall.kind == _HORIZONTAL:
                drawing.put(line - 1, at - 1, "-" * (drawing.width + 2))
            else:
                for upright in (line, line - 1, line - 2):
                    drawing.put(upright, at + 1, "|")
        return str(drawing)

    def __str__(self) -> str:
        left = (f"seat {s} has {n} wall{'' if n == 1 else 's'} left" for s, n in enumerate(self._walls_left))
        return f"{super().__str__()}{', '.join(left)}\n"

    def _own(self) -> None:
        pass  # all that a move changes are values

    def _state(self) -> object:
        return self._pawns, self._walls_left, self._walls

    # --- why a move is illegal

    def _check_move(self, move: QuoridorMove) -> RuleBroken | None:
        if move.cell not in self.graph:
            last = self.graph.size - 1
            return RuleBroken("NO_SUCH_CELL", f"there is no vertex {move.cell} on this board; ids go from 0 to {last}")
        return self._check_pawn(move.cell) if move.kind == _PAWN else self._check_wall(move)

    def _check_pawn(self, cell: int) -> RuleBroken | None:
        if cell in self._pawn_targets(self.to_move):
            return None
        name = self.grid.name(cell)
        if cell in self._pawns:
            return RuleBroken("OCCUPIED", f"a pawn stands on {name} already")
        pawn = self._pawns[self.to_move]
        if pawn is None:
            return RuleBroken(
                "NOT_PLACED",
                f"the pawn is placed first, on the outermost row or column of its own side; {name} is not there",
            )
        if any(self.graph.step(pawn, direction) == cell for direction in (1, 3, 5, 7)):
            return RuleBroken("PATH_BLOCKED", f"a wall stands between {self.grid.name(pawn)} and {name}")
        sentence = f"the pawn on {self.grid.name(pawn)} cannot reach {name} with one step or jump"
        return RuleBroken("NOT_A_STEP", sentence)

    def _check_wall(self, move: QuoridorMove) -> RuleBroken | None:
        seat = self.to_move
        if self._pawns[seat] is None:
            return RuleBroken("NOT_PLACED", "the pawn is placed first; no wall before that")
        if self._walls_left[seat] == 0:
            return RuleBroken("NO_WALLS_LEFT", f"seat {seat} has no walls left")
        if not self._fitting()[move.kind - 1] >> move.cell & 1:
            return self._explain_wall(move)
        if self._legal_walls(seat)[move.kind - 1] >> move.cell & 1:
            return None
        cut_off = (s for s in range(self.seats) if self.stands(s) and self._cuts_off(s, move.cell, move.kind == 1))
        sentence = f"the wall {self.format(move)} would leave seat {next(cut_off)} no path to its goal"
        return RuleBroken("WALL_CLOSES", sentence)

    def _explain_wall(self, move: QuoridorMove) -> RuleBroken:
        """Only for walls that do not fit."""
        wall = f"the wall {self.format(move)}"
        if not self._terrain.anchors >> move.cell & 1:
            sentence = f"{wall} does not lie on the board: the four cells around its middle must be cells"
            return RuleBroken("WALL_OFF_BOARD", sentence)
        other = QuoridorMove(_VERTICAL if move.kind == _HORIZONTAL else _HORIZONTAL, move.cell)
        if self._has_wall(other):
            return RuleBroken("WALL_CROSSES", f"{wall} crosses the wall {self.format(other)}")
        if self._has_wall(move):
            return RuleBroken("WALL_OVERLAPS", f"{wall} is there already")
        # Whatever closes one of its edges is the wall of the same kind one cell before or after it.
        back, ahead = (7, 3) if move.kind == _HORIZONTAL else (5, 1)
        before, after = self.graph.step(move.cell, back), self.graph.step(move.cell, ahead)
        is_before = before is not None and self._has_wall(QuoridorMove(move.kind, before))
        there = before if is_before else after
        assert there is not None
        return RuleBroken("WALL_OVERLAPS", f"{wall} overlaps the wall {self.format(QuoridorMove(move.kind, there))}")

    def _has_wall(self, wall: QuoridorMove) -> bool:
        return self._walls[wall.kind - 1] >> wall.cell & 1 == 1

    # --- notation

    def _format_move(self, move: QuoridorMove) -> str:
        name = self.grid.name(move.cell)
        # "x2" in a list of moves is the elimination of seat 2; the pawn's step there goes by its id.
        if move.kind == _PAWN and name in ("x1", "x2", "x3"):
            name = str(move.cell)
        return name + _SUFFIX[move.kind]

    def _parse_move(self, text: str) -> QuoridorMove:
        kind, cell = _PAWN, text
        if len(text) > 1 and text[-1] in "hv":
            kind, cell = (_HORIZONTAL if text[-1] == "h" else _VERTICAL), text[:-1]
        try:
            return QuoridorMove(kind, self.grid.vertex(cell))
        except NoSuchCell:
            raise
        except BadInput:
            raise BadInput(f"{quoted(text)} is not a Quoridor move; write e2 (pawn), e3h or e3v (wall)") from None
