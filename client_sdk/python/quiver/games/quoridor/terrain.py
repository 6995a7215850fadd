"""What never changes during a game of Quoridor: the board, the sides, and where walls fit.

Sets of cells are bits of one integer, bit v for vertex v: a step of all cells at once is then a shift, and a
search for a path a few dozen of them. That needs a board that lies on a grid, as all boards of the referee do.
"""

from collections.abc import Iterator
from typing import NamedTuple

from quiver.graph import Graph
from quiver.grid import Grid
from quiver.text import BadInput

MAX_CELLS = 25 * 25


def cells_of(bits: int) -> Iterator[int]:
    """The vertices in a set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Edges(NamedTuple):
    """Four sets: the cells from which a step in that direction is open."""

    north: int
    east: int
    south: int
    west: int


class Cut(NamedTuple):
    """Edges by the cell south or west of them: those that a wall closes, or a path uses."""

    north: int
    east: int


class Terrain:
    """Shared between positions, and immutable."""

    def __init__(self, graph: Graph, grid: Grid, seats: int) -> None:
        if seats not in (2, 4):
            raise BadInput("Quoridor is played by 2 or 4 seats")
        if graph.size > MAX_CELLS:
            raise BadInput("a Quoridor board has at most 625 cells")
        if grid.rows * grid.columns != graph.size:
            raise BadInput("the board's sides do not fit its graph")
        if not graph.lies_on_grid(grid.rows, grid.columns):
            raise BadInput("Quoridor is played here on boards that lie on a grid, and this one does not")
        self.graph = graph
        self.grid = grid
        self.width = grid.columns
        self.edges = Edges(*(self._leaving(direction) for direction in (1, 3, 5, 7)))
        north, east, _, _ = self.edges
        # The cells that have a block of four north-east of them: where a wall's middle can be.
        self.anchors = north & east & (north >> 1) & (east << self.width)
        self.homes, self.goals = self._sides(seats)

    def _leaving(self, direction: int) -> int:
        return sum(1 << v for v in range(self.graph.size) if self.graph.step(v, direction) is not None)

    def _sides(self, seats: int) -> tuple[list[int], list[int]]:
        """Two seats: south and north. Four, clockwise: south, west, north, east. The goal is the opposite
        side.
        """
        rows, columns = self.grid
        north = west = south = east = 0
        for v in range(self.graph.size):
            if self.graph.is_hole(v):
                continue
            north |= (v < columns) << v
            south |= (v // columns == rows - 1) << v
            west |= (v % columns == 0) << v
            east |= (v % columns == columns - 1) << v
        homes = [south, north] if seats == 2 else [south, west, north, east]
        return homes, homes[seats // 2 :] + homes[: seats // 2]

    def cut(self, anchor: int, horizontal: bool) -> Cut:
        """The two edges that a wall closes."""
        if horizontal:
            return Cut(0b11 << anchor, 0)
        return Cut(0, 1 << anchor | 1 << anchor - self.width)

    def flipped(self, edges: Edges, cut: Cut) -> Edges:
        """Toggles these edges between open and closed, from both sides."""
        return Edges(
            edges.north ^ cut.north,
            edges.east ^ cut.east,
            edges.south ^ cut.north >> self.width,
            edges.west ^ cut.east << 1,
        )

    def grown(self, cells: int, edges: Edges) -> int:
        """The cells, and all that are one open step from one of them."""
        north, east, south, west = edges
        width = self.width
        return (
            cells
            | (cells & north) >> width
            | (cells & east) << 1
            | (cells & south) << width
            | (cells & west) >> 1
        )

    def has_path(self, edges: Edges, start: int, goal: int) -> bool:
        """Whether a path leads from one of the cells of `start` to one of `goal`."""
        seen = start
        while not seen & goal:
            grown = self.grown(seen, edges)
            if grown == seen:
                return False
            seen = grown
        return True

    def path(self, edges: Edges, start: int, goal: int) -> Cut | None:
        """The edges of one shortest path; None if there is none. A wall that closes none of them leaves it
        open.
        """
        layers = [start]
        while not layers[-1] & goal:
            grown = self.grown(layers[-1], edges)
            if grown == layers[-1]:
                return None
            layers.append(grown)
        found = layers.pop() & goal
        at = found & -found
        north = east = 0
        for layer in reversed(layers):
            if at & edges.north and at >> self.width & layer:
                north |= at
                at >>= self.width
            elif at & edges.east and at << 1 & layer:
                east |= at
                at <<= 1
            elif at & edges.south and at << self.width & layer:
                at <<= self.width
                north |= at
            else:
                at >>= 1
                east |= at
        return Cut(north, east)

    def may_close(self, edges: Edges) -> Cut:
        """The anchors whose wall, north for a horizontal and east for a vertical one, could close anything
        off.

        It has to join two of the walls, edges and holes that touch its ends and its middle.
        """
        width = self.width
        walled_north = self.edges.north & ~edges.north
        walled_east = self.edges.east & ~edges.east
        # By the cell south-west of the point.
        touched = ~self.anchors | walled_north | walled_east | walled_east << width | walled_north >> 1
        west = ~self.edges.west | touched << 1
        east = touched >> 1
        south = ~self.edges.south | touched >> width
        north = touched << width
        return Cut(
            touched & west | touched & east | west & east,
            touched & south | touched & north | south & north,
        )
