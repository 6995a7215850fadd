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
    """How our position differs from the referee's."""


class OwnMatch:
    def __init__(self, start: protocol_pb2.MatchStart) -> None:
        """Raises BadInput if no match can start with this message."""
        self._chosen: tuple[int, int, Choice] | None = None
        self.begin_again(start)

    def begin_again(self, start: protocol_pb2.MatchStart) -> None:
        """After a reconnect: the same match again from its start. The latest choice is remembered."""
        self.position = read_start(start.start)
        if start.seat >= self.position.seats:
            raise BadInput("the match has no such seat")
        self.number, self.id, self.seat = start.match, start.id, start.seat
        self._names, self._seed = tuple(start.names), start.seed
        self._time = read_time(start.time)
        self._opening = tuple(read_move(move) for move in start.opening)
        self._out: Out | None = None

    def info(self) -> MatchInfo:
        """The match before its first event."""
        return MatchInfo(
            self.id, self.seat, self._names, self.position.copy(), self._time, self._seed, self._opening
        )

    def result(self, end: protocol_pb2.MatchEnd) -> MatchResult:
        winner = end.winner if end.HasField("winner") else None
        return MatchResult(
            self.id, verdict_pb2.End.Name(end.end), winner, tuple(end.places), self._out, end.sentence
        )

    def heading(self) -> str:
        """For people: "match 8f2-1: connect4 against bob, seat 0"."""
        others = ", ".join(name for seat, name in enumerate(self._names) if seat != self.seat)
        return f"match {self.id}: {self.position.game} against {others}, seat {self.seat}"

    def summary(self, result: MatchResult) -> str:
        """For people: "match 8f2-1: lost; …", with the reason if this bot was eliminated."""
        first = self.seat < len(result.places) and result.places[self.seat] == 1
        how = "void" if result.end == "VOID" else "lost"
        if result.winner == self.seat:
            how = "won"
        elif first and result.winner is None:
            how = "drawn"
        out = f"; {result.out.reason}: {result.out.detail}" if result.out else ""
        return f"match {self.id}: {how}; {result.sentence}{out}"

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
        """Nothing changes for a seat that the rules have eliminated already, or once the game is over.
        """
        seat = eliminated.seat
        if seat == self.seat:
            self._out = Out(verdict_pb2.Reason.Name(eliminated.reason), eliminated.detail)
        if seat >= self.position.seats:
            raise Desync(f"seat {seat} is eliminated, but there is no such seat")
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
        """The choice that was already made for this very turn, if there is one."""
        if self._chosen is None or self._chosen[:2] != (turn.ply, turn.hash):
            return None
        return self._chosen[2]

    def remember(self, turn: protocol_pb2.Turn, choice: Choice) -> None:
        self._chosen = (turn.ply, turn.hash, choice)
