"""A move of Hex, and how it travels."""

from typing import NamedTuple

from quiver.text import BadInput
from quiver.v1 import move_pb2


class HexMove(NamedTuple):
    """A stone on a cell; or the swap, which names no cell: `HexMove(0, swap=True)`."""

    cell: int
    swap: bool = False


SWAP = HexMove(0, True)


def read_move(message: move_pb2.Move) -> HexMove:
    move = HexMove(message.hex.cell, message.hex.swap)
    if move.swap and move != SWAP:
        raise BadInput("a swap of Hex names a cell")
    return move


def fill_move(message: move_pb2.Move, move: HexMove) -> None:
    if move.swap and move != SWAP:
        raise ValueError("a swap names no cell")
    message.hex.SetInParent()
    message.hex.cell = move.cell
    message.hex.swap = move.swap
