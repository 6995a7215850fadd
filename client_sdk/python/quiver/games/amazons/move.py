"""A move of Amazons, and how it travels."""

from typing import NamedTuple

from quiver.v1 import move_pb2


class AmazonsMove(NamedTuple):
    """A queen's move and her shot: three vertices."""

    queen: int  # where she stands
    to: int  # where she goes
    arrow: int  # where her arrow lands


def read_move(message: move_pb2.Move) -> AmazonsMove:
    one = message.amazons
    return AmazonsMove(getattr(one, "from"), one.to, one.arrow)


def fill_move(message: move_pb2.Move, move: AmazonsMove) -> None:
    message.amazons.SetInParent()
    setattr(message.amazons, "from", move.queen)
    message.amazons.to = move.to
    message.amazons.arrow = move.arrow
