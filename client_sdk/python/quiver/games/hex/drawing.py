"""A board of Hex as text, just as `quiver board` draws it."""

from quiver.grid import column_name


def rhombus(side: int, glyphs: str) -> str:
    """Each row begins half a cell left of the one above it; around the cells run the sides, with the numbers of the
    seats that own them.
    """
    indent = len(str(side)) + 3 + side  # of the north side; each line below it has one less
    edge = "0".center(2 * side - 1, "-")
    lines = [" " * indent + edge]
    for row in range(side):
        number = str(side - row)
        slope = "1" if row == (side - 1) // 2 else "/"
        cells = " ".join(glyphs[row * side : (row + 1) * side])
        lines.append(f"{number:>{indent - row - 4}} {slope} {cells} {slope}")
    lines.append(" " * (indent - side - 1) + edge)
    lines.append(" " * (indent - side - 2) + " ".join(map(column_name, range(side))))
    return "".join(f"{line}\n" for line in lines)
