"""The SDK in Python plays a match: what it says, when, and what it tells its bot."""

import unittest

from quiver import GAMES, Answer, Choice, ConnectFourMove, Position, Profile, QuoridorKind, QuoridorMove, start
from quiver.v1 import verdict_pb2

import referee
from referee import MATCH, FixtureBot, SdkTest, pb


class Session(SdkTest):
    def test_says_who_it_is(self) -> None:
        self.run_bot()
        peer = self.accept()
        hello = peer.expect("hello")
        self.assertEqual((hello.version.major, hello.version.minor), (1, 0))
        self.assertEqual((hello.name, hello.author, hello.token), ("fixture", "the tests", "secret"))
        self.assertEqual((list(hello.games), hello.capacity, hello.resume_key), (["connect4", "amazons"], 1, b""))
        peer.say(self.welcome(b"key"), self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, ""))

    def test_plays_every_game_under_the_name_of_its_program_by_default(self) -> None:
        self.bot.profile = Profile()
        self.run_bot()
        peer = self.accept()
        hello = peer.expect("hello")
        self.assertEqual((hello.name, list(hello.games)), ("fixture-bot", list(GAMES)))
        peer.say(self.welcome(b"key"), self.goodbye())
        self.assertEqual(self.exit_code(), 0)

    def test_plays_a_match_from_start_to_end(self) -> None:
        beginning = self.position.copy()
        self.bot.choice = lambda position: Choice(ConnectFourMove(3), score=0.5, depth=4, text="good")
        peer = self.welcomed()
        peer.say(self.match_start())
        ready = peer.expect("ready")
        self.assertEqual((ready.match, ready.title), (MATCH, "The Fixture"))
        peer.say(self.turn())
        played = peer.expect("play")
        self.assertEqual((played.match, played.ply, played.move.connect4.column), (MATCH, 0, 3))
        self.assertEqual((played.info.score, played.info.depth, played.info.text), (0.5, 4, "good"))
        peer.say(self.moved("4"), self.moved("1"), self.turn())
        self.assertEqual(peer.expect("play").ply, 2)
        peer.say(self.eliminated(0, verdict_pb2.TIMEOUT, "late"), self.match_end(), self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, ""))

        (match,) = self.bot.starts
        self.assertEqual((match.id, match.seat, match.names, match.seed), ("m-7", 0, ("fixture", "other"), 77))
        self.assertEqual((match.start, match.time.bank, match.time.per_move), (beginning, 10.0, None))
        self.assertEqual(self.bot.asked, [beginning.hash, self.position.hash])
        self.assertTrue(0 < self.bot.time_left[0] <= 5)
        (result,) = self.bot.results
        self.assertEqual((result.end, result.winner, result.places), ("PLAYED_OUT", 1, (2, 1)))
        self.assertEqual(result.sentence, "other won")
        assert result.out is not None
        self.assertEqual((result.out.reason, result.out.detail), ("TIMEOUT", "late"))

    def test_is_told_at_the_start_which_moves_the_match_begins_with(self) -> None:
        beginning = self.position.copy()
        peer = self.welcomed()
        start = self.match_start()
        for column in (3, 0):
            start.match_start.opening.add().connect4.column = column
        peer.say(start, self.moved("4"), self.moved("1"))
        peer.expect("ready")
        peer.say(self.turn())
        self.assertEqual(peer.expect("play").ply, 2)
        peer.say(self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)
        (match,) = self.bot.starts
        self.assertEqual((match.start, match.opening), (beginning, (ConnectFourMove(3), ConnectFourMove(0))))

    def test_a_choice_may_be_a_move_or_its_notation(self) -> None:
        answers = iter([ConnectFourMove(0), "5"])
        self.bot.choice = lambda position: next(answers)
        peer = self.seated()
        peer.say(self.turn())
        self.assertEqual(peer.expect("play").move.connect4.column, 0)
        peer.say(self.moved("1"), self.moved("1"), self.turn())
        self.assertEqual(peer.expect("play").move.connect4.column, 4)

    def test_a_bot_may_do_with_its_position_what_it_likes(self) -> None:
        def spoil(position: Position) -> Answer:
            position.apply(ConnectFourMove(6))
            return ConnectFourMove(0)

        self.bot.choice = spoil
        peer = self.seated()
        peer.say(self.turn())
        peer.expect("play")
        peer.say(self.moved("1"), self.moved("2"), self.turn())
        self.assertEqual(peer.expect("play").ply, 2)

    def test_answers_a_ping_while_it_waits(self) -> None:
        peer = self.seated()
        peer.say(self.ping(42))
        self.assertEqual(peer.expect("pong").number, 42)
        peer.say(self.match_end(), self.ping(43))
        self.assertEqual(peer.expect("pong").number, 43)
        peer.say(self.goodbye(pb.Goodbye.STOPPING))
        self.assertEqual(self.exit_code(), 0)

    def test_resigns_if_the_bot_does(self) -> None:
        self.bot.choice = lambda position: Choice.resign()
        peer = self.seated()
        peer.say(self.turn())
        self.assertEqual(peer.expect("resign").match, MATCH)
        peer.say(self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)

    def test_plays_several_matches_and_leaves_after_as_many_as_asked(self) -> None:
        self.run_bot("--connect", self.url, "--matches", "2", "--depth", "3")
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"key"))
        for _ in range(2):
            peer.say(self.match_start())
            peer.expect("ready")
            peer.say(self.match_end())
        self.assertIsNone(peer.hear())
        self.assertEqual((self.exit_code(), len(self.bot.starts), len(self.bot.results)), (0, 2, 2))

    def test_does_not_think_about_a_turn_that_is_settled_already(self) -> None:
        peer = self.seated()
        settled = self.turn()
        peer.say(settled, self.moved("1"), self.moved("2"), self.turn())
        self.assertEqual(peer.expect("play").ply, 2)
        peer.say(self.turn(), self.match_end(), self.ping(1))
        peer.expect("pong")
        peer.say(self.goodbye())
        self.assertEqual((self.exit_code(), len(self.bot.asked)), (0, 1))

    def test_thinks_once_if_a_seat_goes_out_meanwhile(self) -> None:
        self.position = start("amazons", seats=4)
        peer = self.seated()
        before = self.turn()
        start_message = self.position.copy()
        self.position.play("x2")
        peer.say(before, self.eliminated(2, verdict_pb2.CRASHED), self.turn())
        peer.expect("play")
        peer.say(self.eliminated(2, verdict_pb2.BLOCKED), self.match_end(), self.goodbye())
        self.assertEqual((self.exit_code(), self.bot.asked), (0, [self.position.hash]))
        self.assertNotEqual(start_message.hash, self.position.hash)

    def test_thinks_again_if_the_move_was_stale(self) -> None:
        self.position = start("amazons", seats=4)
        peer = self.seated()
        peer.say(self.turn())
        peer.expect("play")
        self.position.play("x2")
        stale = pb.RefereeMessage(error=pb.Error(code=pb.Error.STALE, sentence="play again", match=MATCH))
        peer.say(self.eliminated(2, verdict_pb2.CRASHED), stale, self.turn())
        self.assertEqual(peer.expect("play").ply, 0)
        self.assertEqual(len(self.bot.asked), 2)

    def test_says_its_choice_again_without_thinking_if_asked_again(self) -> None:
        peer = self.seated()
        peer.say(self.turn())
        first = peer.expect("play")
        peer.say(self.turn())
        self.assertEqual(peer.expect("play"), first)
        self.assertEqual(len(self.bot.asked), 1)

    def test_ignores_other_matches_and_tells_that_it_was_out_of_turn(self) -> None:
        peer = self.seated()
        other = pb.RefereeMessage(match_end=pb.MatchEnd(match=MATCH + 1, end=verdict_pb2.VOID))
        error = pb.RefereeMessage(error=pb.Error(code=pb.Error.OUT_OF_TURN, sentence="not yours"))
        peer.say(other, self.turn(match=MATCH + 1), error, self.turn())
        peer.expect("play")
        peer.say(self.match_end(), self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, "fixture-bot: out of turn: not yours\n"))
        self.assertEqual(len(self.bot.results), 1)

    def test_an_illegal_move_is_sent_and_told(self) -> None:
        self.bot.choice = lambda position: ConnectFourMove(7)
        peer = self.seated()
        peer.say(self.turn())
        self.assertEqual(peer.expect("play").move.connect4.column, 7)
        peer.say(self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)
        self.assertEqual(
            self.said(),
            "fixture-bot: in match m-7 at ply 0 this bot's move is illegal: "
            "there is no column 8; columns go from 1 to 7\n",
        )


class News(SdkTest):
    """A remote bot tells its user what happens, one line each."""

    def plays(self, *more: str) -> str:
        self.run_bot("--connect", self.url, "--token", "secret", *more)
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"key"), self.match_start())
        peer.expect("ready")
        out = pb.Eliminated(match=MATCH, seat=0, reason=verdict_pb2.TIMEOUT, detail="late\x1b[2J")
        peer.say(pb.RefereeMessage(eliminated=out), self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)
        return self.said()

    def test_of_connection_match_and_result(self) -> None:
        start = self.match_start().match_start
        end = self.match_end().match_end
        self.assertEqual(
            self.plays().splitlines(),
            [
                f"fixture-bot: connected to {self.url} as {self.welcome(b'key').welcome.name}",
                f"fixture-bot: match {start.id}: connect4 against {start.names[1]}, seat 0",
                f"fixture-bot: match {start.id}: lost; {end.sentence}; TIMEOUT: late\\x1b[2J",
            ],
        )

    def test_not_if_it_is_to_be_quiet(self) -> None:
        self.assertEqual(self.plays("--quiet"), "")


class Failures(SdkTest):
    def fails(self, what: str, traceback: str = "") -> None:
        """The referee is told, the exit code is 70, and there is one line, below the traceback if there is one."""
        peer = self.seated()
        peer.say(self.turn())
        failed = peer.expect("failed")
        self.assertEqual((failed.match, failed.sentence), (MATCH, what + traceback))
        self.assertIsNone(peer.hear())
        peer.close()
        self.assertEqual(self.exit_code(), 70)
        line = f"fixture-bot: the bot failed: {what}\n"
        if traceback:
            self.assertTrue(self.said().startswith("Traceback (most recent call last):\n"), self.said())
            self.assertTrue(self.said().endswith(line), self.said())
        else:
            self.assertEqual(self.said(), line)

    def test_a_bot_that_raises(self) -> None:
        def choose(position: Position) -> Answer:
            raise KeyError("no book")

        line = choose.__code__.co_firstlineno + 1
        self.bot.choice = choose
        self.fails(
            f"KeyError: 'no book' (session_test.py, line {line})",
            f'; Traceback (most recent call last): | File "{referee.__file__}", line {self.choose_line()}, in choose'
            " | return self.choice(position)"
            f' | File "{__file__}", line {line}, in choose | raise KeyError("no book")',
        )
        self.assertIn(f'  File "{__file__}", line {line}, in choose\n', self.said())

    def choose_line(self) -> int:
        """Where the fixture calls what a test gives it."""
        return FixtureBot.choose.__code__.co_firstlineno + 3

    def test_a_traceback_is_cut_to_what_a_message_holds(self) -> None:
        def deep(count: int) -> Answer:
            return deep(count - 1) if count else "the way is long " * 10 + str(1 // 0)

        self.bot.choice = lambda position: deep(2)
        peer = self.seated()
        peer.say(self.turn())
        sentence = peer.expect("failed").sentence
        self.assertTrue(sentence.startswith("ZeroDivisionError: "), sentence)
        self.assertIn("; Traceback (most recent call last): | ", sentence)
        self.assertLessEqual(len(sentence.encode()), 1024)
        peer.close()
        self.exit_code()

    def test_a_bot_that_forgets_to_return(self) -> None:
        self.bot.choice = lambda position: None  # type: ignore[assignment,return-value]
        self.fails("TypeError: choose returned None; return a move, its notation or a Choice")

    def test_a_bot_that_returns_no_move_of_this_board(self) -> None:
        self.bot.choice = lambda position: "e4"
        self.fails('quiver.BadInput: "e4" is not a Connect Four move; write the number of a column')

    def test_a_bot_that_returns_what_no_message_can_carry(self) -> None:
        self.bot.choice = lambda position: QuoridorMove(QuoridorKind.PAWN, -1)
        self.fails(
            "quiver.BadInput: QuoridorMove(kind=<QuoridorKind.PAWN: 0>, cell=-1) is not a move"
        )

    def test_a_bot_without_memory(self) -> None:
        def choose(position: Position) -> Answer:
            raise MemoryError

        self.bot.choice = choose
        self.fails("out of memory")


class Differences(SdkTest):
    def differs(self, message: "pb.RefereeMessage", sentence: str) -> None:
        """The referee is told, the exit code is 1, and there is one line."""
        peer = self.seated()
        peer.say(message)
        error = peer.expect("error")
        self.assertEqual((error.code, error.match), (pb.Error.DESYNC, MATCH))
        self.assertEqual(error.sentence, sentence)
        self.assertIsNone(peer.hear())
        peer.close()
        self.assertEqual((self.exit_code(), self.said()), (1, f"fixture-bot: desync: {sentence}\n"))

    def test_another_hash(self) -> None:
        ours = f"{self.position.hash:016x}"
        sentence = f"at ply 0 the position here has the hash {ours}, the referee's 000000000000001f"
        self.differs(self.turn(hash=31), sentence)

    def test_a_turn_that_is_not_ours(self) -> None:
        moved = self.moved("4")
        peer = self.seated_after(moved)
        peer.say(self.turn())
        self.assertEqual(peer.expect("error").sentence, "at ply 1 this bot is to move, but it is the turn of seat 1")
        peer.close()
        self.assertEqual(self.exit_code(), 1)

    def seated_after(self, *messages: "pb.RefereeMessage"):  # type: ignore[no-untyped-def]
        position, self.position = self.position, start("connect4")
        peer = self.seated()
        self.position = position
        peer.say(*messages)
        return peer

    def test_a_move_of_another_seat(self) -> None:
        message = self.moved("4")
        message.moved.seat = 1
        self.position = start("connect4")
        self.differs(message, "at ply 0 seat 1 moves, but it is the turn of seat 0")

    def test_an_illegal_move(self) -> None:
        message = pb.RefereeMessage(moved=pb.Moved(match=MATCH))
        message.moved.move.connect4.column = 9
        sentence = "at ply 0 seat 0 plays what is illegal here: there is no column 10; columns go from 1 to 7"
        self.differs(message, sentence)

    def test_no_move_at_all(self) -> None:
        message = pb.RefereeMessage(moved=pb.Moved(match=MATCH))
        self.differs(message, "cannot read a message: the message has no move")

    def test_an_elimination_of_nobody(self) -> None:
        self.differs(self.eliminated(3, verdict_pb2.TIMEOUT), "seat 3 is eliminated, but there is no such seat")

    def test_an_elimination_for_no_reason(self) -> None:
        sentence = "cannot read a message: an elimination of no seat, or for no known reason"
        self.differs(self.eliminated(1, 0), sentence)

    def test_a_start_that_is_none(self) -> None:
        message = self.match_start()
        message.match_start.start.seats[0].eliminated = True
        sentence = "cannot read a message: the seats that stand are not those that the rules let stand"
        self.differs(message, sentence)
