"""A board as text for a terminal, just as `quiver board` draws it.

"." is an empty cell, "#" a hole, a digit the piece of that seat; what else there is, the game adds.
"""

from collections.abc import Callable

from quiver.grid import Grid, column_name


class Drawing:
    """One character per cell with coordinates around them; `str` of it is the text. `spacing` is lines per row."""

    def __init__(
        self, grid: Grid, glyphs: str, spacing: int = 1, column_label: Callable[[int], str] = column_name
    ) -> None:
        rows, columns = grid
        self._columns = columns
        self._spacing = spacing
        self._margin = len(str(rows)) + 1
        self.width = max(3, len(column_name(columns - 1)) + 1)  # characters per column
        self._canvas = [[" "] * (self._margin + columns * self.width) for _ in range(rows * spacing + 1)]
        for vertex, glyph in enumerate(glyphs):
            self.put(*self.place(vertex), glyph)
        for row in range(rows):
            number = str(rows - row)
            self.put(row * spacing, self._margin - 1 - len(number), number)
        for column in range(columns):
            label = column_label(column)
            self.put(rows * spacing, self.place(column)[1] + 1 - len(label), label)

    def place(self, vertex: int) -> tuple[int, int]:
        """The line and the character of a cell."""
        row, column = divmod(vertex, self._columns)
        return row * self._spacing, self._margin + column * self.width + self.width - 2

    def put(self, line: int, at: int, text: str) -> None:
        self._canvas[line][at : at + len(text)] = text

    def __str__(self) -> str:
        return "".join("".join(line).rstrip() + "\n" for line in self._canvas)
