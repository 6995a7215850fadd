"""A match as a bot sees it: its own copy of the position, rebuilt from what the referee sent.

Events are checked by the rules before they are applied, and the position's hash is compared at every turn:
whatever differs is a Desync with a sentence, never a guess.
"""

from quiver.bot import Choice, MatchInfo, MatchResult, Out
from quiver.position import Elimination
from quiver.text import BadInput
from quiver.v1 import protocol_pb2, verdict_pb2
from quiver.wire import read_move, read_start, read_time


class Desync(Exception):
    """What is wrong between our position and the referee's."""


class OwnMatch:
    def __init__(self, start: protocol_pb2.MatchStart) -> None:
        """Raises BadInput if the message is none that a match can start with."""
        self._chosen: tuple[int, int, Choice] | None = None
        self.begin_again(start)

    def begin_again(self, start: protocol_pb2.MatchStart) -> None:
        """The same match told again from its start, after a loss. What was chosen is kept."""
        self.position = read_start(start.start)
        if start.seat >= self.position.seats:
            raise BadInput("the match has no such seat")
        self.number, self.id, self.seat = start.match, start.id, start.seat
        self._names, self._seed = tuple(start.names), start.seed
        self._time = read_time(start.time)
        self._out: Out | None = None

    def info(self) -> MatchInfo:
        """As it is before the first event."""
        return MatchInfo(self.id, self.seat, self._names, self.position.copy(), self._time, self._seed)

    def result(self, end: protocol_pb2.MatchEnd) -> MatchResult:
        winner = end.winner if end.HasField("winner") else None
        return MatchResult(
            self.id, verdict_pb2.End.Name(end.end), winner, tuple(end.places), self._out, end.sentence
        )

    def take_move(self, moved: protocol_pb2.Moved) -> None:
        """Raises Desync, or BadInput if there is no move in it."""
        who = f"at ply {moved.ply} seat {moved.seat}"
        move = read_move(moved.move)
        if not self.position.over and moved.seat != self.position.to_move:
            raise Desync(f"{who} moves, but it is the turn of seat {self.position.to_move}")
        broken = self.position.check(move)
        if broken:
            raise Desync(f"{who} plays what is illegal here: {broken.sentence}")
        self.position.apply(move)

    def take_elimination(self, eliminated: protocol_pb2.Eliminated) -> None:
        """A seat that was blocked has left inside the move before; and whoever goes out when it is over
        changes nothing.
        """
        seat = eliminated.seat
        if seat == self.seat:
            self._out = Out(verdict_pb2.Reason.Name(eliminated.reason), eliminated.detail)
        if seat >= self.position.seats:
            raise Desync(f"seat {seat} goes out, but there is no such seat")
        if not self.position.over and self.position.stands(seat):
            self.position.apply(Elimination(seat))

    def compare(self, turn: protocol_pb2.Turn) -> None:
        """Raises Desync unless it is this bot's turn in the same position."""
        when = f"at ply {turn.ply}"
        if self.position.hash != turn.hash:
            ours, theirs = f"{self.position.hash:016x}", f"{turn.hash:016x}"
            raise Desync(f"{when} the position here has the hash {ours}, the referee's {theirs}")
        if self.position.over:
            raise Desync(f"{when} this bot is to move, but the game is over")
        if self.position.to_move != self.seat:
            raise Desync(f"{when} this bot is to move, but it is the turn of seat {self.position.to_move}")

    def chosen_for(self, turn: protocol_pb2.Turn) -> Choice | None:
        """The choice that was made for just this turn already, if one was."""
        if self._chosen is None or self._chosen[:2] != (turn.ply, turn.hash):
            return None
        return self._chosen[2]

    def remember(self, turn: protocol_pb2.Turn, choice: Choice) -> None:
        self._chosen = (turn.ply, turn.hash, choice)
