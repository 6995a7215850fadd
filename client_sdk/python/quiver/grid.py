"""The names of cells: columns a…z, aa…, rows counted from the bottom, "d7". And plain vertex ids."""

import re
from typing import NamedTuple

from quiver.text import BadInput, parse_number, quoted

_CELL = re.compile(r"([a-z]*)(.*)", re.DOTALL)


class NoSuchCell(BadInput):
    """A well-formed name of a cell or column that this board does not have."""


class Grid(NamedTuple):
    """The sides of a board, only for the names of its cells: moves follow the graph."""

    rows: int
    columns: int

    def name(self, vertex: int) -> str:
        """ "d7"; the plain number of a vertex that is not on the board."""
        if not 0 <= vertex < self.rows * self.columns:
            return str(vertex)
        return column_name(vertex % self.columns) + str(self.rows - vertex // self.columns)

    def vertex(self, name: str) -> int:
        """The vertex of "d7", or of "33", which is one already."""
        return self.parse(name)[0]

    def parse(self, text: str) -> tuple[int, bool]:
        """The vertex, and whether it was written as a number. A number may be off the board: the rules check that."""
        found = _CELL.fullmatch(text)
        assert found is not None  # it matches everything
        letters, digits = found[1], found[2]
        number = parse_number(digits)
        if number is None:
            raise BadInput(f"{quoted(text)} is not a cell")
        if not letters:
            return number, True
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - ord("a") + 1
            if column > self.columns:
                break
        if column > self.columns or not 1 <= number <= self.rows:
            last = self.name(self.columns - 1)
            raise NoSuchCell(f"there is no cell {quoted(text)} on this board; cells go from a1 to {last}")
        return (self.rows - number) * self.columns + column - 1, False


def column_name(column: int) -> str:
    """The column's letters: 0 is a, 25 z, 26 aa."""
    letters = ""
    left = column + 1
    while left > 0:
        letters = chr(ord("a") + (left - 1) % 26) + letters
        left = (left - 1) // 26
    return letters
