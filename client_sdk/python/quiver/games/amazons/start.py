"""Where the queens of Amazons start (docs/play/rules.md)."""

from quiver.games.start_options import StartOptions
from quiver.grid import Grid
from quiver.layout import Layout
from quiver.text import BadInput, quoted


def queens_at_start(options: StartOptions, layout: Layout, seats: int) -> list[list[int]]:
    """The vertices of each seat's queens."""
    if layout.seats:
        return [layout.digits(seat) for seat in range(seats)]
    kind = "course" if options.start is None else options.start
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
    if seats == 4 and options.board not in (None, "square"):
        raise BadInput(f"4 seats play Amazons on square and map boards, not on {options.board}")
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
