"""Being refused, losing the connection and finding the way back, and bytes that are no messages."""

import random
import struct

from referee import MATCH, SdkTest, pb


class Refusals(SdkTest):
    def test_a_refusal_is_told(self) -> None:
        self.run_bot()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.refused(pb.Refused.TOKEN, "your token is not known\x1b[0m\u202e\x9b2J"))
        self.assertEqual(self.exit_code(), 2)
        self.assertEqual(self.said(), "fixture-bot: the referee refused: your token is not known\\x1b[0m\\u{202e}\\u{9b}2J\n")

    def test_nothing_more_to_play_is_none(self) -> None:
        self.run_bot()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, ""))

    def test_nobody_is_there(self) -> None:
        self.listener.close()
        self.run_bot()
        self.assertEqual(self.exit_code(), 2)
        self.assertEqual(self.said(), f"fixture-bot: cannot connect to {self.url}: Connection refused\n")

    def test_no_referee_answers(self) -> None:
        self.run_bot()
        peer = self.accept()
        peer.expect("hello")
        peer.close()
        self.assertEqual((self.exit_code(), self.said()), (2, f"fixture-bot: no referee answers at {self.url}\n"))

    def test_bad_usage(self) -> None:
        self.run_bot("--connect", "nowhere")
        self.assertEqual(self.exit_code(), 2)
        self.assertIn('fixture-bot: "nowhere" is not an address', self.said())

    def test_tls_where_there_is_none(self) -> None:
        self.run_bot("--connect", self.url.replace("quiver:", "quivers:"))
        peer = self.accept()
        peer.say_bytes(b"\0\0\0\2\x12\0")
        self.assertEqual(self.exit_code(), 2)
        self.assertIn("it does not speak TLS; quivers:// is for referees that do", self.said())


class Losses(SdkTest):
    def test_comes_back_with_its_key_and_chooses_once(self) -> None:
        peer = self.seated()
        peer.say(self.turn())
        first = peer.expect("play")
        peer.close()
        peer = self.accept()
        hello = peer.expect("hello")
        self.assertEqual((hello.resume_key, hello.token), (b"key", "secret"))
        peer.say(self.welcome(b"newer", resumed=True), self.match_start())
        peer.expect("ready")
        peer.say(self.turn())
        self.assertEqual(peer.expect("play"), first)
        peer.close()
        peer = self.accept()
        self.assertEqual(peer.expect("hello").resume_key, b"newer")
        peer.say(self.welcome(b"newest", resumed=True), self.match_end(), self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, ""))
        self.assertEqual((len(self.bot.starts), len(self.bot.asked), len(self.bot.results)), (1, 1, 1))

    def test_tries_again_until_it_is_let_in(self) -> None:
        peer = self.seated()
        peer.close()
        for _ in range(2):
            peer = self.accept()
            peer.expect("hello")
            peer.say(self.refused(pb.Refused.TOO_MANY, "wait"))
            peer.close()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"key", resumed=True), self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)

    def test_is_told_that_its_seat_is_gone(self) -> None:
        peer = self.seated()
        peer.close()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.refused(pb.Refused.RESUME, "too late"))
        self.assertEqual(self.exit_code(), 1)
        self.assertEqual(self.said(), "fixture-bot: the referee does not take this bot back: too late\n")

    def test_gives_up_when_the_window_is_over(self) -> None:
        self.run_bot()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"key", window=0.2), self.match_start())
        peer.expect("ready")
        self.listener.close()
        peer.close()
        self.assertEqual(self.exit_code(), 1)
        self.assertEqual(self.said(), "fixture-bot: the connection was lost and did not come back in time\n")

    def test_comes_back_as_somebody_new_where_nothing_is_at_stake(self) -> None:
        peer = self.welcomed()
        peer.close()
        peer = self.accept()
        self.assertEqual(peer.expect("hello").resume_key, b"key")
        peer.say(self.refused(pb.Refused.RESUME, "not known"))
        peer = self.accept()
        self.assertEqual(peer.expect("hello").resume_key, b"")
        peer.say(self.welcome(b"other"), self.goodbye())
        self.assertEqual((self.exit_code(), self.said()), (0, ""))

    def test_a_referee_that_has_forgotten_the_match(self) -> None:
        peer = self.seated()
        peer.close()
        peer = self.accept()
        peer.expect("hello")
        peer.say(self.welcome(b"other"), self.goodbye())
        self.assertEqual(self.exit_code(), 0)
        self.assertEqual(self.said(), "fixture-bot: the referee does not know match m-7 any more\n")

    def test_goodbyes(self) -> None:
        peer = self.seated()
        peer.say(self.goodbye(pb.Goodbye.SILENT))
        peer = self.accept()
        self.assertEqual(peer.expect("hello").resume_key, b"key")
        peer.say(self.welcome(b"other", resumed=True), self.match_start())
        peer.expect("ready")
        peer.say(self.goodbye(pb.Goodbye.KICKED))
        self.assertEqual((self.exit_code(), self.said()), (1, "fixture-bot: the referee says goodbye: so long\n"))


class Garbage(SdkTest):
    """Whatever comes, the bot ends with a known code and lines that begin with its name."""

    SEED = 20240229

    def bytes_to_try(self) -> list[bytes]:
        dice = random.Random(self.SEED)
        whole = [m.SerializeToString() for m in (self.match_start(), self.turn(), self.moved("4"), self.match_end())]
        tries = [b"", b"\0", b"\xff" * 40]
        for data in whole:
            tries += [data[: dice.randrange(len(data))] for _ in range(4)]
            for _ in range(10):
                broken = bytearray(data)
                for _ in range(dice.randint(1, 4)):
                    broken[dice.randrange(len(broken))] = dice.randrange(256)
                tries.append(bytes(broken))
        return tries

    def test_ends_every_run_with_a_sentence(self) -> None:
        tries = self.bytes_to_try()
        for data in tries:
            with self.subTest(f"seed {self.SEED}: {data.hex()}"):
                self.setUp()
                peer = self.seated()
                peer.say_bytes(struct.pack(">I", len(data)) + data)
                peer.say(self.match_end(), self.goodbye())
                while peer.hear() is not None:
                    pass
                peer.close()
                self.listener.close()
                self.assertIn(self.exit_code(), (0, 1))
                self.assertNotIn("Traceback", self.said())
                for line in self.said().splitlines():
                    self.assertTrue(line.startswith("fixture-bot: "), line)

    def test_a_frame_over_the_limit_is_a_loss(self) -> None:
        peer = self.seated()
        peer.say_bytes(b"\xff\xff\xff\xff")
        peer = self.accept()
        self.assertEqual(peer.expect("hello").resume_key, b"key")
        peer.say(self.welcome(b"other", resumed=True), self.match_end(), self.goodbye())
        self.assertEqual(self.exit_code(), 0)

    def test_a_frame_in_single_bytes_is_one(self) -> None:
        peer = self.seated()
        data = self.turn().SerializeToString()
        for byte in struct.pack(">I", len(data)) + data:
            peer.say_bytes(bytes([byte]))
        self.assertEqual(peer.expect("play").match, MATCH)
