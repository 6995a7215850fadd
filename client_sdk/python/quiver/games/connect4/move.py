"""A move of Connect Four, and how it travels."""

from typing import NamedTuple

from quiver.v1 import move_pb2


class ConnectFourMove(NamedTuple):
    """A disc in a column."""

    column: int  # from 0 at the left; written from 1


def read_move(message: move_pb2.Move) -> ConnectFourMove:
    return ConnectFourMove(message.connect4.column)


def fill_move(message: move_pb2.Move, move: ConnectFourMove) -> None:
    message.connect4.SetInParent()
    message.connect4.column = move.column
