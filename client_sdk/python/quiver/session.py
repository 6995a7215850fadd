"""The protocol from a bot's side (docs/write-a-bot/protocol.md): reads the referee's messages, updates the match,
and asks the bot for its moves.

A Turn is answered only after everything that has arrived is read: it may be outdated already. At most one match at a
time, one thread.
"""

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from quiver.bot import Answer, Bot, Choice, Deadline
from quiver.connection import Frame, Lost
from quiver.games import class_of
from quiver.link import DONE, FAILED, LOST, Ending, Link
from quiver.options import shown
from quiver.own_match import Desync, OwnMatch
from quiver.position import Elimination, Position
from quiver.text import BadInput, cut
from quiver.v1 import protocol_pb2
from quiver.wire import MAX_SENTENCE, MAX_TITLE, ClientMessage, RefereeMessage, decode, fill_info, fill_move, seconds

_T = TypeVar("_T")
_OUR_FOLDER = str(Path(__file__).parent)


class _Ended(Exception):
    """The run is over."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.line)
        self.ending = ending


class Session:
    def __init__(self, bot: Bot, link: Link, matches: int | None) -> None:
        self._bot = bot
        self._link = link
        self._title = cut(bot.profile.title, MAX_TITLE)
        self._matches_left = matches
        self._match: OwnMatch | None = None
        self._due: tuple[protocol_pb2.Turn, float] | None = None

    def run(self) -> Ending:
        """Plays until there are no more matches. The link must be open."""
        self._report(f"connected to {self._link.url} as {self._link.name}")
        try:
            while True:
                self._step()
        except _Ended as end:
            return end.ending

    def _step(self) -> None:
        try:
            found = self._link.next(0.0 if self._due else None)
        except Lost:
            return self._come_back()
        if found is None:
            return self._answer()
        number = self._match.number if self._match else 0
        try:
            self._take(found)
        except BadInput as error:
            self._desync(number, f"cannot read a message: {error}")
        except Desync as error:
            self._desync(number, str(error))

    def _take(self, found: Frame) -> None:
        message = decode(found.data)
        body = message.WhichOneof("body")
        if body == "match_start":
            self._on_match_start(message.match_start)
        elif body == "ping":
            self._link.send(ClientMessage(pong=protocol_pb2.Pong(number=message.ping.number)))
        elif body == "goodbye":
            self._on_goodbye(message.goodbye)
        elif body == "error":
            if message.error.code == protocol_pb2.Error.OUT_OF_TURN:
                self._say(f"out of turn: {message.error.sentence}")
        else:
            self._take_news(message, found.read_at)

    def _take_news(self, message: RefereeMessage, read_at: float) -> None:
        """Messages of the running match. Those of other matches, and those that are not for bots, are ignored."""
        match = self._match
        if match is None:
            return
        body = message.WhichOneof("body")
        if body == "moved" and message.moved.match == match.number:
            self._due = None
            match.take_move(message.moved)
        elif body == "eliminated" and message.eliminated.match == match.number:
            before = match.position.hash
            match.take_elimination(message.eliminated)
            if match.position.hash != before:
                self._due = None  # a newer Turn will follow
        elif body == "turn" and message.turn.match == match.number:
            match.compare(message.turn)
            self._due = (message.turn, read_at)
        elif body == "match_end" and message.match_end.match == match.number:
            self._on_match_end(match, message.match_end)

    def _on_match_start(self, start: protocol_pb2.MatchStart) -> None:
        """The bot's `start` is called once per match, also if the message comes again after a reconnect."""
        self._due = None
        if self._match and (self._match.number, self._match.id) == (start.match, start.id):
            self._match.begin_again(start)
        else:
            self._match = OwnMatch(start)
            self._report(self._match.heading())
            info = self._match.info()
            self._guarded(lambda: self._bot.start(info))
        self._link.send(ClientMessage(ready=protocol_pb2.Ready(match=start.match, title=self._title)))

    def _on_match_end(self, match: OwnMatch, end: protocol_pb2.MatchEnd) -> None:
        self._due = None
        result = match.result(end)
        self._report(match.summary(result))
        self._guarded(lambda: self._bot.finish(result))
        self._match = None
        if self._matches_left is not None:
            self._matches_left -= 1
            if self._matches_left == 0:
                raise _Ended(Ending(DONE))

    def _on_goodbye(self, goodbye: protocol_pb2.Goodbye) -> None:
        codes = protocol_pb2.Goodbye
        # Because of the network, or of a bot that was busy for too long: it may reconnect.
        if goodbye.code in (codes.SILENT, codes.NOT_READING):
            return self._come_back()
        if goodbye.code in (codes.DONE, codes.STOPPING) and not self._match:
            raise _Ended(Ending(DONE))
        raise _Ended(Ending(LOST, f"the referee says goodbye: {goodbye.sentence}"))

    def _come_back(self) -> None:
        self._due = None
        self._report("the connection was lost")
        ending = self._link.reopen(self._match is not None)
        if ending:
            raise _Ended(ending)
        self._report(f"connected again to {self._link.url} as {self._link.name}")
        if self._match and not self._link.resumed:
            self._say(f"the referee does not know match {self._match.id} any more")
            self._match = None

    def _desync(self, match: int, sentence: str) -> None:
        error = protocol_pb2.Error(code=protocol_pb2.Error.DESYNC, sentence=cut(sentence, MAX_SENTENCE), match=match)
        self._last_words(f"desync: {sentence}", ClientMessage(error=error))
        raise _Ended(Ending(LOST))

    # --- the bot's part

    def _answer(self) -> None:
        """Answers the pending Turn."""
        assert self._match is not None and self._due is not None  # `next` waits without a limit otherwise
        turn, read_at = self._due
        self._due = None
        choice = self._match.chosen_for(turn)
        if choice is None:
            deadline = Deadline(read_at + seconds(turn.time_micros))
            position = self._match.position
            choice = self._guarded(lambda: chosen(position, self._bot.choose(position.copy(), deadline)))
            self._match.remember(turn, choice)
        self._send_choice(self._match, turn, choice)

    def _send_choice(self, match: OwnMatch, turn: protocol_pb2.Turn, choice: Choice) -> None:
        if choice.move is None:
            return self._link.send(ClientMessage(resign=protocol_pb2.Resign(match=turn.match)))
        broken = match.position.check(choice.move)
        if broken:
            where = f"in match {match.id} at ply {turn.ply}"
            self._say(f"{where} this bot's move is illegal: {broken.sentence}")
        message = ClientMessage(play=protocol_pb2.Play(match=turn.match, ply=turn.ply))
        fill_move(message.play.move, choice.move)
        fill_info(message.play.info, choice)
        self._link.send(message)

    def _guarded(self, call: Callable[[], _T]) -> _T:
        """Calls the bot; an exception ends the run."""
        try:
            return call()
        except MemoryError:
            self._failed("out of memory")
        except Exception as error:
            more = traceback_line(error)
            if more:
                traceback.print_exc()
            self._failed(summary_of(error), more)
        raise AssertionError("a failure ends the run")

    def _failed(self, what: str, more: str = "") -> None:
        """`more` is for the record, truncated to fit."""
        match = self._match.number if self._match else 0
        failed = protocol_pb2.Failed(match=match, sentence=cut(what + more, MAX_SENTENCE))
        self._last_words(f"the bot failed: {what}", ClientMessage(failed=failed))
        raise _Ended(Ending(FAILED))

    def _last_words(self, line: str, message: ClientMessage) -> None:
        """The line comes first: a referee that has launched this bot may end it as soon as it receives the message."""
        self._say(line)
        self._link.send(message)
        self._link.finish()

    def _report(self, line: str) -> None:
        """A line that --quiet suppresses."""
        if not self._link.quiet:
            self._say(line)

    def _say(self, line: str) -> None:
        """A line on stderr, with the referee's text in it escaped."""
        print(f"{self._link.program}: {shown(line)}", file=sys.stderr, flush=True)


def summary_of(error: Exception) -> str:
    """The exception and where in the bot's own code it was raised."""
    what = traceback.format_exception_only(type(error), error)[-1].strip()
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_OUR_FOLDER)]
    return f"{what} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else what


def traceback_line(error: Exception) -> str:
    """The traceback on one line, from the bot's own code on, to follow the exception; empty if none of the bot's code
    is in it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = next((k for k, frame in enumerate(frames) if not frame.filename.startswith(_OUR_FOLDER)), len(frames))
    lines = "".join(traceback.format_list(frames[ours:])).splitlines()
    parts = ["Traceback (most recent call last):", *(line.strip() for line in lines)]
    return "; " + " | ".join(part for part in parts if part.strip("^~ ")) if len(parts) > 1 else ""


def chosen(position: Position, answer: Answer) -> Choice:
    """A bot's answer as a Choice. Raises TypeError or BadInput for anything else."""
    if isinstance(answer, Choice):
        choice = answer
    elif isinstance(answer, str):
        event = position.parse(answer)
        if isinstance(event, Elimination):
            raise BadInput(f"{answer} is not a move; to resign, return Choice.resign()")
        choice = Choice(event)
    elif class_of(answer):
        choice = Choice(answer)
    else:
        raise TypeError(f"choose returned {answer!r}; return a move, its notation or a Choice")
    probe = protocol_pb2.Play()
    if choice.move is not None:
        fill_move(probe.move, choice.move)
        fill_info(probe.info, choice)
    return choice
