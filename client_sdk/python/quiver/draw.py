"""A board as text for a terminal, just as `quiver board` draws it.

"." is an empty cell, "#" a hole, a digit the piece of that seat, "x" an arrow, "|" and "-" are walls.
"""

from collections.abc import Callable, Sequence

from quiver.grid import Grid, column_name

Wall = tuple[bool, int]  # horizontal or not, the cell that names it


def board(
    grid: Grid, glyphs: str, walls: Sequence[Wall] | None = None, name: Callable[[int], str] = column_name
) -> str:
    """The cells' characters with coordinates around them; with walls, there is a line between two rows."""
    rows, columns = grid
    spacing = 1 if walls is None else 2
    margin = len(str(rows)) + 1
    width = max(3, len(column_name(columns - 1)) + 1)
    canvas = [[" "] * (margin + columns * width) for _ in range(rows * spacing + 1)]

    def put(line: int, at: int, text: str) -> None:
        canvas[line][at : at + len(text)] = text

    def place(vertex: int) -> tuple[int, int]:
        return vertex // columns * spacing, margin + vertex % columns * width + width - 2

    for vertex, glyph in enumerate(glyphs):
        put(*place(vertex), glyph)
    for horizontal, anchor in walls or ():
        line, at = place(anchor)
        if horizontal:
            put(line - 1, at - 1, "-" * (width + 2))
        else:
            for upright in (line, line - 1, line - 2):
                put(upright, at + 1, "|")
    for row in range(rows):
        number = str(rows - row)
        put(row * spacing, margin - 1 - len(number), number)
    for column in range(columns):
        put(rows * spacing, place(column)[1] + 1 - len(name(column)), name(column))
    return "".join("".join(line).rstrip() + "\n" for line in canvas)
