"""A referee that says what a test tells it to, on a real socket, and a bot in Python that runs against it.

Everything waits for what it needs and gives up after a long while with a failed test; nothing sleeps.
"""

import contextlib
import io
import socket
import struct
import threading
import unittest
from collections.abc import Callable
from typing import Any

from quiver import Answer, Bot, Deadline, MatchInfo, MatchResult, Position, Profile, play, start
from quiver.v1 import protocol_pb2, verdict_pb2
from quiver.wire import fill_move

PATIENCE = 60.0
MATCH = 7
pb = protocol_pb2


class Peer:
    """The referee's end of one connection."""

    def __init__(self, one: socket.socket) -> None:
        self.socket = one
        one.settimeout(PATIENCE)

    def say(self, *messages: "pb.RefereeMessage") -> None:
        """All in one write."""
        data = [message.SerializeToString() for message in messages]
        self.socket.sendall(b"".join(struct.pack(">I", len(one)) + one for one in data))

    def say_bytes(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hear(self) -> "pb.ClientMessage | None":
        """The next message; None: the bot has hung up."""
        header = self._read(4)
        if header is None:
            return None
        data = self._read(struct.unpack(">I", header)[0])
        return None if data is None else pb.ClientMessage.FromString(data)

    def expect(self, body: str) -> Any:
        """The next message has this body."""
        message = self.hear()
        if message is None or message.WhichOneof("body") != body:
            raise AssertionError(f"no {body} but {message}")
        return getattr(message, body)

    def close(self) -> None:
        self.socket.close()

    def _read(self, size: int) -> bytes | None:
        data = b""
        while len(data) < size:
            try:
                piece = self.socket.recv(size - len(data))
            except ConnectionError:
                return None
            if not piece:
                return None
            data += piece
        return data


class FixtureBot(Bot):
    """Plays the first legal move unless told otherwise, and remembers what it was asked and told."""

    profile = Profile("fixture", "the tests", "The Fixture", ["connect4", "amazons"])

    def __init__(self) -> None:
        self.starts: list[MatchInfo] = []
        self.asked: list[int] = []  # hashes
        self.time_left: list[float] = []
        self.results: list[MatchResult] = []
        self.choice: Callable[[Position], Answer] = lambda position: position.legal_moves()[0]

    def start(self, match: MatchInfo) -> None:
        self.starts.append(match)

    def choose(self, position: Position, deadline: Deadline) -> Answer:
        self.asked.append(position.hash)
        self.time_left.append(deadline.remaining())
        return self.choice(position)

    def finish(self, result: MatchResult) -> None:
        self.results.append(result)


class SdkTest(unittest.TestCase):
    """A test with a referee, a bot, and the way to a match between them."""

    def setUp(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(PATIENCE)
        self.addCleanup(self.listener.close)
        self.url = f"quiver://127.0.0.1:{self.listener.getsockname()[1]}"
        self.bot = FixtureBot()
        self.position = start("connect4")
        self.peers: list[Peer] = []
        self.code: int | None = None
        self.thread: threading.Thread | None = None
        self.errors = io.StringIO()
        self.addCleanup(self.end)

    def end(self) -> None:
        """A bot that still runs is sent home; one that looks for the way back finds nobody."""
        for peer in self.peers:
            with contextlib.suppress(OSError):
                peer.say(self.match_end(), self.goodbye())
            peer.close()
        self.listener.close()
        if self.thread:
            self.thread.join(PATIENCE)

    def run_bot(self, *words: str) -> None:
        """play() on a thread of its own."""
        argv = ["fixture-bot", *(words or ("--connect", self.url, "--token", "secret", "--quiet"))]

        def main() -> None:
            with contextlib.redirect_stderr(self.errors):
                self.code = play(self.bot, argv)

        self.thread = threading.Thread(target=main, daemon=True)
        self.thread.start()

    def exit_code(self) -> int | None:
        """When it has ended."""
        assert self.thread is not None
        self.thread.join(PATIENCE)
        return self.code

    def said(self) -> str:
        return self.errors.getvalue()

    def accept(self) -> Peer:
        peer = Peer(self.listener.accept()[0])
        self.peers.append(peer)
        return peer

    def welcomed(self) -> Peer:
        self.run_bot()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"key"))
        return peer

    def seated(self) -> Peer:
        """As seat 0 of a match, ready and not yet asked."""
        peer = self.welcomed()
        peer.say(self.match_start())
        peer.expect("ready")
        return peer

    # --- what a referee says

    def welcome(self, key: bytes, resumed: bool = False, window: float = 20.0) -> "pb.RefereeMessage":
        limits = pb.Limits(reconnect_micros=int(window * 1e6))
        return pb.RefereeMessage(welcome=pb.Welcome(name="fixture", resume_key=key, limits=limits, resumed=resumed))

    def match_start(self, seat: int = 0) -> "pb.RefereeMessage":
        time = verdict_pb2.TimeControl(bank_micros=10_000_000, cap_micros=60_000_000)
        message = pb.RefereeMessage(
            match_start=pb.MatchStart(match=MATCH, seat=seat, names=["fixture", "other"], time=time, seed=77, id="m-7")
        )
        self.fill_start(message.match_start.start)
        return message

    def fill_start(self, message: Any) -> None:
        """The position that a game of Connect Four or Amazons starts from."""
        position = self.position
        graph = position.graph
        message.game = position.game
        message.rows, message.columns = position.grid
        for seat in range(position.seats):
            one = message.seats.add()
            if position.game == "amazons":
                one.pieces.extend(position.queens(seat))  # type: ignore[attr-defined]
        if position.game == "connect4":
            message.line = 4
        message.to_move = 0
        message.hash = position.hash
        message.graph.rows, message.graph.columns = position.grid
        message.graph.row_starts.append(0)
        for vertex in range(graph.size):
            for direction in range(1, 9):
                target = graph.step(vertex, direction)
                if target is not None:
                    message.graph.targets.append(target)
                    message.graph.directions.append(direction)
            message.graph.row_starts.append(len(message.graph.targets))

    def turn(self, **other: Any) -> "pb.RefereeMessage":
        fields = {"match": MATCH, "ply": self.position.ply, "time_micros": 5_000_000, "hash": self.position.hash}
        return pb.RefereeMessage(turn=pb.Turn(**{**fields, **other}))

    def moved(self, notation: str) -> "pb.RefereeMessage":
        """Plays on the referee's own position, and says how to tell it."""
        message = pb.RefereeMessage(
            moved=pb.Moved(match=MATCH, seat=self.position.to_move, ply=self.position.ply, micros=1000)
        )
        move: Any = self.position.parse(notation)
        fill_move(message.moved.move, move)
        self.position.apply(move)
        return message

    def eliminated(self, seat: int, reason: int, detail: str = "") -> "pb.RefereeMessage":
        return pb.RefereeMessage(eliminated=pb.Eliminated(match=MATCH, seat=seat, reason=reason, detail=detail))

    def match_end(self) -> "pb.RefereeMessage":
        end = pb.MatchEnd(match=MATCH, end=verdict_pb2.PLAYED_OUT, winner=1, places=[2, 1], sentence="other won")
        return pb.RefereeMessage(match_end=end)

    def goodbye(self, code: int = pb.Goodbye.DONE) -> "pb.RefereeMessage":
        return pb.RefereeMessage(goodbye=pb.Goodbye(code=code, sentence="so long"))

    def ping(self, number: int) -> "pb.RefereeMessage":
        return pb.RefereeMessage(ping=pb.Ping(number=number))

    def refused(self, code: int, sentence: str) -> "pb.RefereeMessage":
        return pb.RefereeMessage(refused=pb.Refused(code=code, sentence=sentence))
