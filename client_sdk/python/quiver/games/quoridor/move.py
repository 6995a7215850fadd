"""A move of Quoridor, and how it travels."""

from enum import IntEnum
from typing import NamedTuple

from quiver.text import BadInput
from quiver.v1 import move_pb2


class QuoridorKind(IntEnum):
    """What a move of Quoridor is."""

    PAWN = 0  # it goes to the cell
    HORIZONTAL = 1  # a wall on the north edge of the cell and of its east neighbour
    VERTICAL = 2  # a wall on the east edge of the cell and of its north neighbour


class QuoridorMove(NamedTuple):
    """A step of the pawn, or a wall."""

    kind: QuoridorKind
    cell: int

    @property
    def is_wall(self) -> bool:
        return self.kind != QuoridorKind.PAWN


# On the wire the kinds begin at 1.
_KINDS = (
    move_pb2.QuoridorMove.PAWN,
    move_pb2.QuoridorMove.HORIZONTAL_WALL,
    move_pb2.QuoridorMove.VERTICAL_WALL,
)


def read_move(message: move_pb2.Move) -> QuoridorMove:
    kind = message.quoridor.kind
    if kind not in move_pb2.QuoridorMove.Kind.values()[1:]:
        raise BadInput("a move of Quoridor is of no known kind")
    return QuoridorMove(QuoridorKind(kind - 1), message.quoridor.cell)


def fill_move(message: move_pb2.Move, move: QuoridorMove) -> None:
    message.quoridor.kind = _KINDS[move.kind]
    message.quoridor.cell = move.cell
