"""The link to a referee: connects, and reconnects when a connection is lost.

A Link outlives its connections. It remembers the resume key of the latest Welcome and sends it, with the same token,
when it reconnects.
"""

import time
from dataclasses import dataclass
from enum import Enum

from quiver.bot import Profile
from quiver.connection import Connection, Frame, Lost, trust
from quiver.games import GAMES
from quiver.options import Options
from quiver.text import BadInput, cut
from quiver.v1 import protocol_pb2
from quiver.wire import MAX_SENTENCE, MAX_TITLE, ClientMessage, decode, seconds

DONE, LOST, REFUSED, FAILED = 0, 1, 2, 70
_CONNECT = 10.0
# The referee may be busy. One that has launched this bot is there, and ends it if it has waited in vain.
_ANSWER = 30.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0


@dataclass(frozen=True)
class Ending:
    """Why a bot's run ends: the exit code, and a line for stderr unless it is empty."""

    code: int
    line: str = ""


class _Answer(Enum):
    WELCOME = 1
    REFUSED = 2
    DONE = 3
    NONE = 4


class Link:
    """Blocks; one thread."""

    def __init__(self, options: Options, profile: Profile) -> None:
        self.program = options.program
        self.quiet = options.quiet
        self._options = options
        self._hello = protocol_pb2.Hello(
            version=protocol_pb2.Version(major=1),
            name=options.name,
            author=cut(profile.author, MAX_TITLE),
            token=cut(options.token, MAX_SENTENCE),
            games=profile.games or GAMES,
            capacity=1,
        )
        self._welcome = protocol_pb2.Welcome()
        self._refused = protocol_pb2.Refused()
        self._connection: Connection | None = None
        self._trust = trust(options.authorities) if options.address.tls else None

    @property
    def url(self) -> str:
        return self._options.address.url

    @property
    def name(self) -> str:
        """The name under which the referee knows this bot."""
        return self._welcome.name

    @property
    def resumed(self) -> bool:
        """Whether the latest Welcome resumed the session."""
        return self._welcome.resumed

    def open(self) -> Ending | None:
        """Connects for the first time. Returns an Ending if there is no connection to be had. Raises BadInput."""
        answer = self._connect(b"", None if self._options.launched else _ANSWER)
        if answer is _Answer.WELCOME:
            return None
        if answer is _Answer.DONE:
            return Ending(DONE)
        if answer is _Answer.REFUSED:
            return Ending(REFUSED, f"the referee refused: {self._refused.sentence}")
        return Ending(REFUSED, f"no referee answers at {self._options.address.url}")

    def reopen(self, in_match: bool) -> Ending | None:
        """After a loss: retries for as long as the referee reserves the seat.

        A launched bot retries only during a match: outside one, its referee is gone.
        """
        if not in_match and self._options.launched:
            return Ending(DONE)
        until = time.monotonic() + seconds(self._welcome.limits.reconnect_micros)
        pause = _FIRST_PAUSE
        while time.monotonic() < until:
            answer = self._try_again(until - time.monotonic())
            if answer is _Answer.WELCOME:
                return None
            if answer is _Answer.DONE:
                return Ending(DONE)
            if answer is _Answer.REFUSED:
                if in_match or self._refused.code != protocol_pb2.Refused.RESUME:
                    return Ending(LOST, f"the referee does not take this bot back: {self._refused.sentence}")
                self._welcome.ClearField("resume_key")  # no match is running: connect as a new client
                continue
            time.sleep(max(0.0, min(pause, until - time.monotonic())))
            pause = min(pause * 2, _LONGEST_PAUSE)
        return Ending(LOST, "the connection was lost and did not come back in time")

    def send(self, message: ClientMessage) -> None:
        if self._connection:
            self._connection.send(message)

    def next(self, most: float | None) -> Frame | None:
        """As Connection.next."""
        if self._connection is None:
            raise Lost
        return self._connection.next(most)

    def finish(self) -> None:
        """After a final message that has to arrive."""
        if self._connection:
            self._connection.finish()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _try_again(self, most: float) -> _Answer:
        try:
            answer = self._connect(self._welcome.resume_key, most)
        except BadInput:
            return _Answer.NONE
        # Others at this address may have used up the connection limit: that is temporary.
        temporary = answer is _Answer.REFUSED and self._refused.code == protocol_pb2.Refused.TOO_MANY
        return _Answer.NONE if temporary else answer

    def _connect(self, resume_key: bytes, most: float | None) -> _Answer:
        """Waits for the answer for at most `most` seconds; None: as long as it takes."""
        self.close()
        patience = _ANSWER if most is None else most
        self._connection = Connection(self._options.address, min(patience, _CONNECT), self._trust, patience)
        self._hello.resume_key = resume_key
        self._connection.send(ClientMessage(hello=self._hello))
        began = time.monotonic()
        try:
            while True:
                left = None if most is None else most - (time.monotonic() - began)
                found = self._connection.next(left)
                answer = self._judge(found.data) if found else _Answer.NONE
                if answer is not None:
                    return answer
        except (Lost, BadInput):
            return _Answer.NONE

    def _judge(self, data: bytes) -> _Answer | None:
        """None if it is no answer to a Hello."""
        message = decode(data)
        body = message.WhichOneof("body")
        if body == "welcome":
            self._welcome = message.welcome
            return _Answer.WELCOME
        if body == "refused":
            self._refused = message.refused
            return _Answer.REFUSED
        if body == "goodbye" and message.goodbye.code == protocol_pb2.Goodbye.DONE:
            return _Answer.DONE
        if body == "goodbye":
            self._refused = protocol_pb2.Refused(code=protocol_pb2.Refused.STOPPING, sentence=message.goodbye.sentence)
            return _Answer.REFUSED
        return None
