"""The games there are, and the positions that they start from (docs/rules.md)."""

from typing import NamedTuple

from quiver.amazons import Amazons
from quiver.connect4 import ConnectFour
from quiver.grid import Grid
from quiver.layout import EIGHT, FOUR, Layout, parse_map, rectangle, shape
from quiver.position import Position
from quiver.quoridor import Quoridor
from quiver.terrain import Terrain
from quiver.text import BadInput, quoted

GAMES = ("amazons", "quoridor", "connect4")


class _Asked(NamedTuple):
    """What somebody asked for when starting a game: nothing here is checked yet."""

    board: str | None
    map: Layout | None
    size: int | None
    rows: int | None
    columns: int | None
    start: str | None
    seats: int | None
    walls: int | None
    line: int | None
    max_plies: int | None

    def refuse(self, game: str, *options: str) -> None:
        for option in options:
            if getattr(self, option) is not None:
                raise BadInput(f"{option} does not go with {game}")

    def sides(self, rows: int, columns: int) -> Grid:
        """The sides asked for; those given here where nothing is said."""
        one_side, two_sides = self.size is not None, self.rows is not None or self.columns is not None
        if self.map and (one_side or two_sides):
            raise BadInput("the map settles the size of the board; size, rows and columns do not go with it")
        if one_side and two_sides:
            raise BadInput("give size, or rows and columns, not both")
        if two_sides and self.board not in (None, "square"):
            raise BadInput(f"a board of shape {quoted(self.board or '')} has one side: give size")
        if self.map:
            return Grid(self.map.rows, self.map.columns)
        if self.size is not None:
            return Grid(self.size, self.size)
        return Grid(rows if self.rows is None else self.rows, columns if self.columns is None else self.columns)

    def layout(self, side: int) -> Layout:
        """The board asked for, of this side where nothing is said."""
        sides = self.sides(side, side)
        if self.map:
            return self.map
        if sides.rows != sides.columns:
            return rectangle(*sides)
        return shape(self.board or "square", sides.rows)

    def number_of_seats(self, layout: Layout) -> int:
        seats = (layout.seats or 2) if self.seats is None else self.seats
        if seats not in (2, 4):
            raise BadInput(f"a game has 2 or 4 seats, not {seats}")
        if layout.seats not in (0, seats):
            raise BadInput(f"the map has start cells for {layout.seats} seats, not for {seats}")
        if layout.seats and self.start is not None:
            raise BadInput("the map's digits settle the start; start does not go with them")
        return seats


def start(
    game: str,
    *,
    board: str | None = None,
    map: str | None = None,
    size: int | None = None,
    rows: int | None = None,
    columns: int | None = None,
    start: str | None = None,
    seats: int | None = None,
    walls: int | None = None,
    line: int | None = None,
    max_plies: int | None = None,
) -> Position:
    """The position that the game of this name starts from: `start("amazons", board="eight", size=12)`.

    The options are those of the command line; `map` is the text of a map file. Raises BadInput with a
    sentence.
    """
    layout = None if map is None else parse_map(map)
    asked = _Asked(board, layout, size, rows, columns, start, seats, walls, line, max_plies)
    if game not in _STARTS:
        raise BadInput(f"there is no game called {quoted(game)}; the games are {', '.join(GAMES)}")
    return _STARTS[game](asked)


# --- Amazons


def _start_amazons(asked: _Asked) -> Amazons:
    asked.refuse("Amazons", "walls", "line", "max_plies")
    layout = asked.layout(10)
    seats = asked.number_of_seats(layout)
    queens = [layout.digits(seat) for seat in range(seats)] if layout.seats else _queens(asked, layout, seats)
    return Amazons(layout.graph(EIGHT), Grid(layout.rows, layout.columns), queens)


def _queens(asked: _Asked, layout: Layout, seats: int) -> list[list[int]]:
    kind = "course" if asked.start is None else asked.start
    if kind not in ("course", "classic"):
        raise BadInput(f"Amazons does not know the start {quoted(kind)}; it knows course and classic")
    side = layout.rows
    if side != layout.columns or side < 5:
        raise BadInput(
            f"the {kind} start needs a square board of side 5 or more; "
            f"this one has {side} rows and {layout.columns} columns"
        )
    if seats == 4 and kind == "classic":
        raise BadInput("with 4 seats the only start is course")
    if seats == 4 and asked.board not in (None, "square"):
        raise BadInput(f"4 seats play Amazons on square and map boards, not on {asked.board}")
    queens = _classic(side) if kind == "classic" else _course_four(side) if seats == 4 else _course_two(side)
    for vertex in (v for one in queens for v in one):
        if not layout.playable(vertex):
            raise BadInput(
                "the map has no start digits, and the ordinary start puts a queen on "
                f"{Grid(side, side).name(vertex)}, which is a hole"
            )
    return queens


def _course_offsets(side: int) -> list[int]:
    """The offsets of the course's start along a side."""
    queens = 4 * (side // 10 + 1)
    return [k * (side // (queens // 2)) + 1 for k in range(queens // 4)]


def _around(side: int, offset: int) -> list[int]:
    """Two cells of the north side, one of the west and one of the east, so far from the corners."""
    return [offset, side - 1 - offset, offset * side, offset * side + side - 1]


def _reflected(side: int, queens: list[int]) -> list[int]:
    return [side * side - 1 - vertex for vertex in queens]


def _course_two(side: int) -> list[list[int]]:
    north = [vertex for offset in _course_offsets(side) for vertex in _around(side, offset)]
    return [north, _reflected(side, north)]


def _course_four(side: int) -> list[list[int]]:
    at = [k for offset in _course_offsets(side) for k in (offset, side - 1 - offset)]
    last = side - 1
    return [at, [k * side + last for k in at], [last * side + k for k in at], [k * side for k in at]]


def _classic(side: int) -> list[list[int]]:
    north = _around(side, 3 * side // 10)
    return [_reflected(side, north), north]


# --- Quoridor


def _start_quoridor(asked: _Asked) -> Quoridor:
    asked.refuse("Quoridor", "line")
    layout = asked.layout(9)
    seats = asked.number_of_seats(layout)
    _check_quoridor_sides(layout)
    graph, grid = layout.graph(FOUR), Grid(layout.rows, layout.columns)
    pawns = _pawns_on_map(layout, seats) if layout.seats else _pawns(asked, layout, Terrain(graph, grid, seats), seats)
    side = max(grid)
    walls = (2 * (10 if seats == 2 else 5) * side + 9) // 18
    return Quoridor(
        graph,
        grid,
        pawns,
        walls if asked.walls is None else asked.walls,
        40 * side if asked.max_plies is None else asked.max_plies,
    )


def _check_quoridor_sides(layout: Layout) -> None:
    sides = (layout.rows, layout.columns)
    even = any(side % 2 == 0 for side in sides)
    if all(5 <= side <= 25 for side in sides) and (not even or layout.seats):
        return
    said = str(sides[0]) if sides[0] == sides[1] else f"{sides[0]} by {sides[1]}"
    raise BadInput(f"Quoridor needs odd sides from 5 to 25 (even ones only on a map with start digits), not {said}")


def _pawns_on_map(layout: Layout, seats: int) -> list[int | None]:
    pawns: list[int | None] = []
    for seat in range(seats):
        cells = layout.digits(seat)
        if len(cells) > 1:
            raise BadInput(f"the map has the digit {seat} twice; in Quoridor a seat has one pawn")
        pawns.append(cells[0])
    return pawns


def _pawns(asked: _Asked, layout: Layout, terrain: Terrain, seats: int) -> list[int | None]:
    kind = "middle" if asked.start is None else asked.start
    if kind not in ("middle", "placed"):
        raise BadInput(f"Quoridor does not know the start {quoted(kind)}; it knows middle and placed")
    if layout.rows != layout.columns:
        raise BadInput(
            f"the {kind} start needs a square board; this one has {layout.rows} rows and {layout.columns} columns"
        )
    return _pawns_in_the_middle(layout, seats) if kind == "middle" else _pawns_to_be_placed(terrain, seats)


def _pawns_in_the_middle(layout: Layout, seats: int) -> list[int | None]:
    side, half = layout.rows, layout.rows // 2
    south, west, north, east = (side - 1) * side + half, half * side, half, half * side + side - 1
    pawns = [south, north] if seats == 2 else [south, west, north, east]
    for pawn in pawns:
        if not layout.playable(pawn):
            raise BadInput(
                "the map has no start digits, and the ordinary start puts a pawn on "
                f"{Grid(side, side).name(pawn)}, which is a hole"
            )
    return list(pawns)


def _pawns_to_be_placed(terrain: Terrain, seats: int) -> list[int | None]:
    """Every seat needs a cell to place its pawn on, and wherever it may, a path from there to its goal."""
    for seat in range(seats):
        homes = terrain.homes[seat]
        if homes == 0:
            raise BadInput(f"seat {seat} has no cell on its side to place its pawn on")
        for vertex in range(terrain.graph.size):
            if homes >> vertex & 1 and not terrain.has_path(terrain.edges, 1 << vertex, terrain.goals[seat]):
                raise BadInput(
                    f"seat {seat} could place its pawn on {terrain.grid.name(vertex)}, "
                    "from where no path leads to its goal"
                )
    return [None] * seats


# --- Connect Four


def _start_connect4(asked: _Asked) -> ConnectFour:
    asked.refuse("Connect Four", "walls", "start", "max_plies")
    if asked.seats not in (None, 2):
        raise BadInput("Connect Four is played by 2 seats")
    if asked.board not in (None, "square"):
        raise BadInput(f"Connect Four is played on rectangular boards, not on {quoted(asked.board or '')}")
    layout = asked.map or rectangle(*asked.sides(6, 7))
    if layout.seats:
        raise BadInput("Connect Four starts on an empty board; the map has start digits")
    return ConnectFour(layout.graph(EIGHT), Grid(layout.rows, layout.columns), 4 if asked.line is None else asked.line)


_STARTS = {"amazons": _start_amazons, "quoridor": _start_quoridor, "connect4": _start_connect4}
