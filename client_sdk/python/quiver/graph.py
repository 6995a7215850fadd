"""The board as a direction-labelled graph: at most one arc leaves a vertex in each of eight directions.

A graph never changes once it is built, and positions share it. Every arc has its opposite: j east of i means
i west of j.
"""

import operator
from array import array
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property

from quiver.hashing import mix, mixed
from quiver.text import BadInput

MAX_VERTICES = 1 << 20
# Up to here lists, which are faster; above, arrays, which need a tenth of the memory.
_MOST_IN_LISTS = 1 << 16


class Direction(IntEnum):
    """The eight directions, clockwise from north."""

    NORTH = 1
    NORTH_EAST = 2
    EAST = 3
    SOUTH_EAST = 4
    SOUTH = 5
    SOUTH_WEST = 6
    WEST = 7
    NORTH_WEST = 8

    @property
    def opposite(self) -> "Direction":
        return Direction(opposite(self))


# What a step does to row and column, by direction.
OFFSETS = ((0, 0), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def opposite(direction: int) -> int:
    return (direction + 3) % 8 + 1


class Graph:
    """A graph of `size` vertices, numbered from 0.

    `steps[d][v]` is the vertex one step from v in direction d (1 to 8), or `size` where there is no arc: a
    table with one entry more than there are vertices needs no test for the edge of the board.
    """

    def __init__(self, steps: Sequence[Sequence[int]]) -> None:
        """Takes nine rows of steps, the first one empty. The arcs must be valid."""
        self.steps = steps
        self.size = len(steps[1])

    @classmethod
    def from_csr(cls, row_starts: Sequence[int], targets: Sequence[int], directions: Sequence[int]) -> "Graph":
        """From compressed sparse rows, as in the protocol. Raises BadInput with what is wrong and where.
        """
        _check_rows(row_starts, targets, directions)
        size = len(row_starts) - 1
        steps = [array("i", [])] + [array("i", [size]) * size for _ in range(8)]
        begin = 0
        for vertex in range(size):
            end = row_starts[vertex + 1]
            row = targets[begin:end]
            for target, direction in zip(row, directions[begin:end]):
                if direction == 0:
                    continue
                if steps[direction][vertex] != size:
                    raise BadInput(
                        f"two arcs leave vertex {vertex} in direction {direction}, "
                        f"to {steps[direction][vertex]} and to {target}"
                    )
                steps[direction][vertex] = target
            if len(set(row)) < end - begin:
                _check_twice(vertex, row, directions[begin:end])
            begin = end
        _check_opposites(steps, size)
        if size > _MOST_IN_LISTS:
            return cls(steps)
        return cls([column.tolist() for column in steps])

    def __contains__(self, vertex: int) -> bool:
        return 0 <= vertex < self.size

    def step(self, vertex: int, direction: int) -> int | None:
        """The vertex one step from `vertex`, or None where there is no arc."""
        target = self.steps[direction][vertex]
        return None if target == self.size else target

    def neighbours(self, vertex: int) -> list[int]:
        """Where the arcs from `vertex` lead, from north clockwise."""
        return [row[vertex] for row in self.steps[1:] if row[vertex] != self.size]

    def ray(self, vertex: int, direction: int) -> list[int]:
        """All vertices in one direction from `vertex`, the nearest first, empty or not."""
        column = self.steps[direction]
        cells = []
        at = column[vertex]
        while at != self.size and at != vertex:
            cells.append(at)
            at = column[at]
        return cells

    def is_hole(self, vertex: int) -> bool:
        """No arc in or out."""
        return all(row[vertex] == self.size for row in self.steps[1:])

    @cached_property
    def digest(self) -> int:
        """A number for the whole graph, by the formula of docs/write-a-bot/hash.md."""
        total = mix(0xA2 << 56 | self.size)
        for direction in range(1, 9):
            base = 0xA1 << 56 | direction << 48
            row = self.steps[direction]
            total ^= mixed(base | v << 24 | to for v, to in enumerate(row) if to != self.size)
        return total

    def lies_on_grid(self, rows: int, columns: int) -> bool:
        """Whether every arc leads to the neighbour on a grid of these sides."""
        if rows * columns != self.size:
            return False
        for direction in range(1, 5):  # the others are the opposites
            down, right = OFFSETS[direction]
            row, offset = self.steps[direction], down * columns + right
            if any(to - v != offset for v, to in enumerate(row) if to != self.size):
                return False
            if right and any(to != self.size for to in row[columns - 1 :: columns]):
                return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self is other or all(list(a) == list(b) for a, b in zip(self.steps, other.steps))

    __hash__ = None  # type: ignore[assignment]


def _check_rows(row_starts: Sequence[int], targets: Sequence[int], directions: Sequence[int]) -> None:
    size = len(row_starts) - 1
    if size < 1:
        raise BadInput("the graph has no vertices")
    if size > MAX_VERTICES:
        raise BadInput(f"the graph has {size} vertices; at most {MAX_VERTICES} are allowed")
    if len(targets) != len(directions):
        raise BadInput(f"the graph has {len(targets)} columns but {len(directions)} directions")
    if row_starts[0] != 0:
        raise BadInput("the graph's first row does not start at 0")
    if any(map(operator.lt, row_starts[1:], row_starts)):
        raise BadInput("a row of the graph ends before it starts")
    if row_starts[size] != len(targets):
        raise BadInput(f"the graph's rows hold {row_starts[size]} entries but {len(targets)} were given")
    if max(targets, default=0) >= size:
        raise BadInput(f"the graph has an arc to {max(targets)}, but there are only {size} vertices")
    if max(directions, default=0) > 8:
        raise BadInput(f"an arc of the graph has direction {max(directions)}; directions go from 1 to 8")


def _check_twice(vertex: int, targets: Sequence[int], directions: Sequence[int]) -> None:
    arcs = [target for target, direction in zip(targets, directions) if direction != 0]
    for target in arcs:
        if arcs.count(target) > 1:
            raise BadInput(f"the graph has two arcs from {vertex} to {target}")


def _check_opposites(steps: Sequence[Sequence[int]], size: int) -> None:
    for direction in range(1, 9):
        row, back = steps[direction], steps[opposite(direction)]
        for vertex, target in enumerate(row):
            if target == size:
                continue
            if target == vertex:
                raise BadInput(f"vertex {vertex} has an arc to itself")
            if back[target] != vertex:
                raise BadInput(f"the arc from {vertex} to {target} in direction {direction} has no opposite")
