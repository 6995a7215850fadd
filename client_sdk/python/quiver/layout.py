"""A board before it is a graph: which cells there are and who starts where, one character per cell.

"." is a cell, "#" a hole, "0" to "3" a cell on which a piece of that seat starts; row-major from the
north-west.
"""

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quiver.graph import OFFSETS, Graph
from quiver.text import BadInput

MAX_SIDE = 1024
FOUR = (1, 3, 5, 7)
SIX = (1, 3, 4, 5, 7, 8)  # a rhombus of hexagons
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)


class Layout(NamedTuple):
    """The cells of a board, as characters."""

    rows: int
    columns: int
    cells: str

    def playable(self, vertex: int) -> bool:
        return self.cells[vertex] != "#"

    @property
    def seats(self) -> int:
        """How many seats the start digits name; 0 if there are no digits."""
        if "2" in self.cells or "3" in self.cells:
            return 4
        return 2 if "0" in self.cells or "1" in self.cells else 0

    def digits(self, seat: int) -> list[int]:
        """The cells on which the seat starts."""
        return [v for v, cell in enumerate(self.cells) if cell == str(seat)]

    def graph(self, directions: Sequence[int]) -> Graph:
        """Joins neighbouring cells; a hole becomes a vertex without arcs."""
        size = self.rows * self.columns
        columns = self.columns
        steps = [array("i", [])] + [array("i", [size]) * size for _ in range(8)]
        free = bytes(cell != "#" for cell in self.cells)
        for direction in directions:
            down, right = OFFSETS[direction]
            row, offset = steps[direction], down * columns + right
            first, last = max(0, -right), columns - max(0, right)
            for r in range(max(0, -down), self.rows - max(0, down)):
                for v in range(r * columns + first, r * columns + last):
                    if free[v] and free[v + offset]:
                        row[v] = v + offset
        return Graph([column.tolist() for column in steps])


class _Shape(NamedTuple):
    """A shape cuts its side into equal parts; `hole` says which of the blocks are missing."""

    parts: int
    least: int
    sides: str
    hole: Callable[[int, int], bool]


_SHAPES = {
    "square": _Shape(1, 5, "from 5 to 1024", lambda r, c: False),
    "donut": _Shape(3, 6, "that are multiples of 3 from 6 to 1023", lambda r, c: r == 1 and c == 1),
    "clover": _Shape(5, 5, "that are multiples of 5 from 5 to 1020", lambda r, c: r % 2 == 1 and c % 2 == 1),
    "eight": _Shape(4, 8, "that are multiples of 4 from 8 to 1024", lambda r, c: (r, c) in ((1, 2), (2, 1))),
}


def rectangle(rows: int, columns: int) -> Layout:
    """A full rectangle."""
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        raise BadInput(
            f"a board of {rows} rows and {columns} columns is not possible: sides go from 1 to {MAX_SIDE}"
        )
    return Layout(rows, columns, "." * (rows * columns))


def shape(name: str, side: int) -> Layout:
    """One of the named shapes: "square", "donut", "clover", "eight"."""
    if name not in _SHAPES:
        raise BadInput(f'there is no shape called "{name}"; the shapes are square, donut, clover and eight')
    one = _SHAPES[name]
    if side < one.least or side > MAX_SIDE or side % one.parts != 0:
        article = "an" if name == "eight" else "a"
        raise BadInput(f"{article} {name} board cannot have side {side}; it allows sides {one.sides}")
    part = side // one.parts
    rows = ("".join("#" if one.hole(r // part, c // part) else "." for c in range(side)) for r in range(side))
    return Layout(side, side, "".join(rows))


def parse_map(text: str) -> Layout:
    """The text of a map file: lines of equal length, ended by LF or CRLF."""
    if not text:
        raise BadInput("the map is empty")
    lines = text.split("\n")
    ended = [line.removesuffix("\r") for line in lines[:-1]] + lines[-1:]
    rows = ended if lines[-1] else ended[:-1]
    for number, line in enumerate(rows, 1):
        _check_line(number, line, len(rows[0]))
    if len(rows) > MAX_SIDE:
        raise BadInput(f"the map has more than {MAX_SIDE} lines")
    layout = Layout(len(rows), len(rows[0]), "".join(rows))
    for seat in range(layout.seats):
        if str(seat) not in layout.cells:
            raise BadInput(f"the map's digits must be exactly 0 and 1, or 0, 1, 2 and 3; {seat} is missing")
    return layout


def _check_line(number: int, line: str, columns: int) -> None:
    if not line:
        raise BadInput(f"line {number} of the map is blank")
    if len(line) > MAX_SIDE:
        raise BadInput(f"line {number} of the map has {len(line)} cells; at most {MAX_SIDE} are allowed")
    if len(line) != columns:
        raise BadInput(f"line {number} of the map has {len(line)} cells, the lines above have {columns}")
    for cell in line:
        if cell not in ".#0123":
            raise BadInput(f"line {number} of the map has {cell!r}; only '.', '#' and the digits 0 to 3 are allowed")
