"""The messages of the protocol (docs/protocol.md) and the values that they carry.

Whatever the referee sends is judged here: it becomes a value that can be relied on, or BadInput with a
sentence.
"""

import struct
import warnings
from array import array
from collections.abc import Sequence

from google.protobuf.message import DecodeError

from quiver.amazons import Amazons
from quiver.bot import Choice, TimeControl
from quiver.connect4 import ConnectFour
from quiver.games import GAMES
from quiver.graph import Graph
from quiver.grid import Grid
from quiver.position import MAX_SEATS, AmazonsMove, ConnectFourMove, Move, Position, QuoridorKind, QuoridorMove
from quiver.quoridor import Quoridor
from quiver.text import BadInput, cut
from quiver.v1 import graph_pb2, move_pb2, position_pb2, protocol_pb2, verdict_pb2

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
    """A message with a body that is known here."""
    message = RefereeMessage()
    try:
        with warnings.catch_warnings():  # bytes that are left over are a warning to some versions
            warnings.simplefilter("ignore", RuntimeWarning)
            whole = message.ParseFromString(data) in (None, len(data))
    except (DecodeError, UnicodeDecodeError):
        whole = False
    if not whole:
        raise BadInput("these bytes are no message")
    if message.WhichOneof("body") is None:
        raise BadInput("the message has no body that is known here")
    _check(message)
    return message


def _check(message: protocol_pb2.RefereeMessage) -> None:
    """What a newer referee may say by another number is refused where a guess would be wrong."""
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

# On the wire the kinds begin at 1.
_QUORIDOR_KINDS = (
    move_pb2.QuoridorMove.PAWN,
    move_pb2.QuoridorMove.HORIZONTAL_WALL,
    move_pb2.QuoridorMove.VERTICAL_WALL,
)


def read_move(message: move_pb2.Move) -> Move:
    game = message.WhichOneof("game")
    if game == "amazons":
        one = message.amazons
        return AmazonsMove(getattr(one, "from"), one.to, one.arrow)
    if game == "quoridor":
        kind = message.quoridor.kind
        if kind not in move_pb2.QuoridorMove.Kind.values()[1:]:
            raise BadInput("a move of Quoridor is of no known kind")
        return QuoridorMove(QuoridorKind(kind - 1), message.quoridor.cell)
    if game == "connect4":
        return ConnectFourMove(message.connect4.column)
    raise BadInput("the message has no move")


def fill_move(message: move_pb2.Move, move: Move) -> None:
    """Raises BadInput for numbers that no message can carry."""
    try:
        if isinstance(move, AmazonsMove):
            message.amazons.SetInParent()
            setattr(message.amazons, "from", move.queen)
            message.amazons.to = move.to
            message.amazons.arrow = move.arrow
        elif isinstance(move, QuoridorMove):
            message.quoridor.kind = _QUORIDOR_KINDS[move.kind]
            message.quoridor.cell = move.cell
        else:
            message.connect4.SetInParent()
            message.connect4.column = move.column
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
    """The position, built anew from its graph."""
    if message.arrows or message.walls or message.ply:
        raise BadInput("this is not the position that a game starts from")
    if message.game not in GAMES:
        raise BadInput(f"there is no such game here; the games are {', '.join(GAMES)}")
    graph = read_graph(message.graph)
    grid = Grid(message.graph.rows, message.graph.columns)
    position = _read_game(message, graph, grid)
    # A seat that cannot move at the start is out from the start, by the rules and by nothing else.
    out = [not position.stands(seat) for seat in range(position.seats)]
    if message.over != position.over or [seat.eliminated for seat in message.seats] != out:
        raise BadInput("the seats that stand are not those that the rules let stand")
    return position


def _read_game(message: position_pb2.Position, graph: Graph, grid: Grid) -> Position:
    if message.game == "amazons":
        return Amazons(graph, grid, [list(seat.pieces) for seat in message.seats])
    if message.game == "quoridor":
        return _read_quoridor(message, graph, grid)
    if len(message.seats) != 2 or any(seat.pieces for seat in message.seats):
        raise BadInput("Connect Four starts with two seats and no discs")
    return ConnectFour(graph, grid, message.line)


def _read_quoridor(message: position_pb2.Position, graph: Graph, grid: Grid) -> Quoridor:
    if any(len(seat.pieces) > 1 for seat in message.seats):
        raise BadInput("a seat of Quoridor has one pawn")
    walls = {seat.walls_left for seat in message.seats}
    if len(walls) > 1:
        raise BadInput("all seats of Quoridor start with as many walls")
    pawns = [seat.pieces[0] if seat.pieces else None for seat in message.seats]
    return Quoridor(graph, grid, pawns, max(walls, default=0), message.max_plies)


def read_graph(message: graph_pb2.Graph) -> Graph:
    return Graph.from_csr(_array(message.row_starts), _array(message.targets), _array(message.directions))


def _array(numbers: Sequence[int]) -> "array[int]":
    """In pieces: a list of all numbers of a large board would need ten times the memory."""
    found = array("I")
    for begin in range(0, len(numbers), 1 << 16):
        found.extend(array("I", numbers[begin : begin + (1 << 16)]))
    return found
