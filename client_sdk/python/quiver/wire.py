"""The messages of the protocol (docs/write-a-bot/protocol.md) and the values that they carry.

Whatever the referee sends is checked here: it becomes a valid value, or BadInput with a sentence.
"""

import struct
import warnings
from array import array
from collections.abc import Sequence

from quiver.bot import Choice, TimeControl
from quiver.games import CLASSES, GAMES, Move, class_of
from quiver.graph import Graph
from quiver.grid import Grid
from quiver.position import MAX_SEATS, Position
from quiver.text import BadInput, cut
from quiver.v1 import graph_pb2, move_pb2, position_pb2, protocol_pb2, verdict_pb2
from quiver.v1.protobuf import DecodeError

MAX_FRAME = 64 << 20  # from the referee
MAX_TITLE = 64
MAX_INFO_TEXT = 256
MAX_SENTENCE = 1024
_YEAR = 365 * 24 * 3600 * 1_000_000

ClientMessage = protocol_pb2.ClientMessage
RefereeMessage = protocol_pb2.RefereeMessage


def frame(message: protocol_pb2.ClientMessage) -> bytes:
    """The message with its length before it."""
    data: bytes = message.SerializeToString()
    return struct.pack(">I", len(data)) + data


def decode(data: bytes) -> protocol_pb2.RefereeMessage:
    """Decodes a message. Raises BadInput if its body is of no known kind."""
    message = RefereeMessage()
    try:
        with warnings.catch_warnings():  # bytes that are left over are a warning to some versions
            warnings.simplefilter("ignore", RuntimeWarning)
            whole = message.ParseFromString(data) in (None, len(data))
    except (DecodeError, UnicodeDecodeError):
        whole = False
    if not whole:
        raise BadInput("these bytes are not a message")
    if message.WhichOneof("body") is None:
        raise BadInput("the message has no known body")
    _check(message)
    return message


def _check(message: protocol_pb2.RefereeMessage) -> None:
    """Refuses enumerators of newer referees where ignoring them would be wrong."""
    body = message.WhichOneof("body")
    if body == "moved" and message.moved.seat >= MAX_SEATS:
        raise BadInput("there is no such seat")
    if body == "eliminated":
        known = verdict_pb2.Reason.values()[1:]
        if message.eliminated.seat >= MAX_SEATS or message.eliminated.reason not in known:
            raise BadInput("an elimination of no seat, or for no known reason")
    if body == "match_end":
        end = message.match_end
        if end.end not in verdict_pb2.End.values()[1:] or end.winner >= MAX_SEATS:
            raise BadInput("an end of no known kind")
    if body == "error" and message.error.code not in protocol_pb2.Error.Code.values()[1:]:
        raise BadInput("an Error without a known code")


def seconds(micros: int) -> float:
    """Anything over a year is a year."""
    return min(micros, _YEAR) / 1e6


def read_time(time: verdict_pb2.TimeControl) -> TimeControl:
    return TimeControl(
        seconds(time.move_micros) if time.HasField("move_micros") else None,
        seconds(time.bank_micros) if time.HasField("bank_micros") else None,
        seconds(time.increment_micros),
        seconds(time.cap_micros),
    )


# --- moves


def read_move(message: move_pb2.Move) -> Move:
    game = message.WhichOneof("game")
    if game is None:
        raise BadInput("the message has no move")
    return CLASSES[game]._read_move(message)


def fill_move(message: move_pb2.Move, move: Move) -> None:
    """Raises BadInput for numbers that no message can carry."""
    game = class_of(move)
    try:
        if game is None:
            raise TypeError
        game._fill_move(message, move)
    except (TypeError, ValueError, IndexError):
        raise BadInput(f"{move!r} is not a move") from None


def fill_info(message: move_pb2.Info, choice: Choice) -> None:
    if choice.score is not None:
        message.score = choice.score
    if choice.depth is not None:
        message.depth = choice.depth
    message.text = cut(choice.text, MAX_INFO_TEXT)


# --- the position that a game starts from


def read_start(message: position_pb2.Position) -> Position:
    """The starting position in a message."""
    changed = (field for one in CLASSES.values() for field in one._fields_of_moves)
    if message.ply or any(getattr(message, field) for field in changed):
        raise BadInput("this is not the position that a game starts from")
    if message.game not in GAMES:
        raise BadInput(f"there is no such game here; the games are {', '.join(GAMES)}")
    graph = read_graph(message.graph)
    grid = Grid(message.graph.rows, message.graph.columns)
    position = CLASSES[message.game]._read_start(message, graph, grid)
    # Only the rules can eliminate a seat before the first move: one that cannot move at the start.
    out = [not position.stands(seat) for seat in range(position.seats)]
    if message.over != position.over or [seat.eliminated for seat in message.seats] != out:
        raise BadInput("the seats that stand are not those that the rules let stand")
    return position


def read_graph(message: graph_pb2.Graph) -> Graph:
    return Graph.from_csr(_array(message.row_starts), _array(message.targets), _array(message.directions))


def _array(numbers: Sequence[int]) -> "array[int]":
    """In pieces: a list of all numbers of a large board would need ten times the memory."""
    found = array("I")
    for begin in range(0, len(numbers), 1 << 16):
        found.extend(array("I", numbers[begin : begin + (1 << 16)]))
    return found
