"""The options of `start`, and the board that follows from them."""

from collections.abc import Mapping
from typing import NamedTuple

from quiver.grid import Grid
from quiver.layout import Layout, rectangle, shape
from quiver.text import BadInput, quoted


class StartOptions(NamedTuple):
    """As given, not checked yet; None if not given."""

    board: str | None = None
    map: Layout | None = None
    size: int | None = None
    rows: int | None = None
    columns: int | None = None
    start: str | None = None
    seats: int | None = None
    particular: Mapping[str, int | str] = {}  # what only some games have: "walls"

    def number(self, name: str, default: int) -> int:
        """The value of a particular option, which has to be a number."""
        value = self.particular.get(name, default)
        if not isinstance(value, int):
            raise TypeError(f"{name} has to be a number, not {value!r}")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """The value of a particular option that is True or False."""
        value = self.particular.get(name, default)
        if not isinstance(value, bool):
            raise TypeError(f"{name} has to be True or False, not {value!r}")
        return value

    def sides(self, rows: int, columns: int) -> Grid:
        """The sides asked for; those given here where nothing is said."""
        one_side, two_sides = self.size is not None, self.rows is not None or self.columns is not None
        if self.map and (one_side or two_sides):
            raise BadInput("the map determines the size of the board; size, rows and columns do not go with it")
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
            raise BadInput("the map's digits determine the start; leave out start")
        return seats
