"""Where the pawns of Quoridor start (docs/play/rules.md)."""

from collections.abc import Sequence

from quiver.games.quoridor.terrain import Terrain
from quiver.games.start_options import StartOptions
from quiver.grid import Grid
from quiver.layout import Layout
from quiver.text import BadInput, quoted


def check_sides(layout: Layout) -> None:
    sides = (layout.rows, layout.columns)
    even = any(side % 2 == 0 for side in sides)
    if all(5 <= side <= 25 for side in sides) and (not even or layout.seats):
        return
    said = str(sides[0]) if sides[0] == sides[1] else f"{sides[0]} by {sides[1]}"
    raise BadInput(f"Quoridor needs odd sides from 5 to 25 (even ones only on a map with start digits), not {said}")


def pawns_at_start(options: StartOptions, layout: Layout, terrain: Terrain, seats: int) -> list[int | None]:
    """The vertex of each seat's pawn; None if the seat places it with its first move."""
    return _pawns_on_map(layout, seats) if layout.seats else _pawns(options, layout, terrain, seats)


def _pawns_on_map(layout: Layout, seats: int) -> list[int | None]:
    pawns: list[int | None] = []
    for seat in range(seats):
        cells = layout.digits(seat)
        if len(cells) > 1:
            raise BadInput(f"the map has the digit {seat} twice; in Quoridor a seat has one pawn")
        pawns.append(cells[0])
    return pawns


def _pawns(options: StartOptions, layout: Layout, terrain: Terrain, seats: int) -> list[int | None]:
    kind = "middle" if options.start is None else options.start
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


def check_pawns(terrain: Terrain, pawns: Sequence[int | None]) -> None:
    """Raises BadInput for pawns from which no game can start."""
    for seat, pawn in enumerate(pawns):
        if pawn is not None:
            _check_pawn(terrain, pawns, seat, pawn)


def _check_pawn(terrain: Terrain, pawns: Sequence[int | None], seat: int, pawn: int) -> None:
    who = f"the pawn of seat {seat}"
    if pawn not in terrain.graph:
        raise BadInput(f"{who} stands off the board")
    if list(pawns).count(pawn) > 1:
        raise BadInput(f"{who} shares its cell with another")
    if terrain.goals[seat] >> pawn & 1:
        raise BadInput(f"{who} stands on its goal already")
    if not terrain.has_path(terrain.edges, 1 << pawn, terrain.goals[seat]):
        raise BadInput(f"{who} has no path to its goal")


def may_place_late(terrain: Terrain, pawns: Sequence[int | None]) -> bool:
    """Whether some seat may have to place its pawn when there are walls: if the others can take all its side."""
    to_place = list(pawns).count(None)
    if to_place == 0 or to_place < len(pawns):
        return to_place != 0
    return any(home.bit_count() < len(pawns) for home in terrain.homes)
