"""The command line and the environment of a bot in Python."""

import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from quiver import BadInput, Profile
from quiver.address import parse_url
from quiver.options import Help, Options, program_name, read_options
from quiver.text import cut, escaped, is_name, parse_number, quoted

HERE = "quiver://127.0.0.1:7000"


def options(*words: str, profile: Profile = Profile(), **environment: str) -> Options:
    with mock.patch.dict(os.environ, environment, clear=True):
        return read_options(["my_bot.py", *words], profile)


class OptionsTest(unittest.TestCase):
    def refused(self, *words: str, **environment: str) -> str:
        with self.assertRaises(BadInput) as caught:
            options(*words, **environment)
        return str(caught.exception)

    def test_words_come_before_the_environment(self) -> None:
        read = options("--connect", "quiver://other:1", "--token=t", QUIVER_ADDRESS=HERE, QUIVER_TOKEN="e")
        self.assertEqual((read.address, read.token, read.launched), (("other", 1, False), "t", False))
        read = options(QUIVER_ADDRESS=HERE, QUIVER_TOKEN="e")
        self.assertEqual((read.address, read.token, read.launched), (("127.0.0.1", 7000, False), "e", True))

    def test_other_words_are_the_bots(self) -> None:
        read = options("--depth", "3", "--connect", HERE, "book.txt", "--conn", "x")
        self.assertEqual(read.address.port, 7000)

    def test_the_name_is_the_programs_unless_somebody_says_otherwise(self) -> None:
        self.assertEqual(options("--connect", HERE).name, "my_bot")
        self.assertEqual(options("--connect", HERE, profile=Profile(name="deep")).name, "deep")
        self.assertEqual(options("--connect", HERE, "--name", "n", profile=Profile(name="deep")).name, "n")
        self.assertEqual(program_name(["/home/me/.my bot.py"]), "my-bot")
        self.assertEqual(program_name([""]), "bot")

    def test_tls(self) -> None:
        self.assertEqual(options("--connect", "quivers://h:1", "--ca", "f").authorities, "f")
        self.assertEqual(options("--connect", "quivers://h:1", QUIVER_CA="g").authorities, "g")
        self.assertEqual(options("--connect", HERE, QUIVER_CA="g").authorities, "")

    def test_a_token_from_a_file(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".token") as file:
            file.write("  s3cret \r\nsecond line\n")
            file.flush()
            self.assertEqual(options("--connect", HERE, "--token-file", file.name).token, "s3cret")
            self.assertEqual(options("--connect", HERE, QUIVER_TOKEN_FILE=file.name).token, "s3cret")
            self.assertEqual(options("--connect", HERE, "--token", "t", QUIVER_TOKEN_FILE=file.name).token, "t")

    def test_mistakes_are_sentences(self) -> None:
        self.assertEqual(self.refused(), "no address given; say --connect quiver://HOST:PORT")
        for wrong in ("h", "h:0", "h:65536", "a:b:1", ":1"):
            self.assertIn("is not an address", self.refused("--connect", "quiver://" + wrong))
        for address in ("http://h:1", "h:1"):
            self.assertIn("is not an address", self.refused("--connect", address))
        self.assertIn("is not a name: it has a space in it", self.refused("--connect", HERE, "--name", "a b"))
        for name, fault in (("a" * 33, "it has 33 characters, and 32 are the most"), (".a", "it begins with a dot"),
                            ("a/b", "it has \"/\" in it; use letters"), ("\u00fcber", "it has \"\u00fc\" in it; use letters")):
            self.assertIn(f"is not a name: {fault}", self.refused("--connect", HERE, "--name", name))
        self.assertIn("takes a number from 1", self.refused("--connect", HERE, "--matches", "0"))
        self.assertIn("--ca is for an address with TLS", self.refused("--connect", HERE, "--ca", "f"))
        self.assertIn("not both", self.refused("--connect", HERE, "--token", "t", "--token-file", "f"))
        self.assertIn("cannot be read", self.refused("--connect", HERE, "--token-file", "/no/such/file"))
        self.assertIn("is empty", self.refused("--connect", HERE, "--token-file", "/dev/null"))
        self.assertIn("expected one argument", self.refused("--connect"))

    def test_help(self) -> None:
        with self.assertRaisesRegex(Help, "my_bot plays for a referee"):
            options("--help")

    def test_addresses(self) -> None:
        self.assertEqual(parse_url("quivers://[::1]:7"), ("::1", 7, True))
        self.assertEqual(parse_url("quivers://[::1]:7").url, "quivers://[::1]:7")

    def test_a_token_is_hidden_from_lists_of_processes(self) -> None:
        show = "import sys; from quiver.options import hide_token; hide_token(sys.argv); "
        show += "print(open('/proc/self/cmdline').read())"
        words = [sys.executable, "-c", show, "--token", "s3cret", "--token=s3cret", "--name", "bob"]
        shown = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertNotIn("s3cret", shown)
        self.assertEqual(shown.strip("\0\n").split("\0")[3:], ["--token", "******", "--token=******", "--name", "bob"])


class TextTest(unittest.TestCase):
    def test_text_is_cut_and_shown_safely(self) -> None:
        self.assertEqual(cut("äöü", 5), "äö")
        self.assertEqual(cut("a\ud800b", 9), "a?b")
        self.assertEqual(escaped("a\x1b[31m\n"), "a\\x1b[31m\\x0a")
        self.assertEqual(quoted("x" * 41), '"' + "x" * 40 + '…"')

    def test_foreign_text_is_shown_as_text(self) -> None:
        self.assertEqual(escaped("won\u202etsol \x9b31m"), "won\\u{202e}tsol \\u{9b}31m")
        self.assertEqual(escaped("a\u2028\u200b\u061c\U000e0041"), "a\\u{2028}\\u{200b}\\u{61c}\\u{e0041}")
        self.assertEqual(quoted("\u2066"), '"\\u{2066}"')
        # The same two numbers are tested for in C++ and on the page.
        codes = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000 and escaped(chr(code)) != chr(code)]
        self.assertEqual((len(codes), sum(codes)), (4326, 3793548850))

    def test_numbers_and_names(self) -> None:
        numbers = [parse_number(text) for text in ("0", "12", "4294967295", "4294967296", "01", "", "-1", " 1", "١")]
        self.assertEqual(numbers, [0, 12, 4294967295, None, None, None, None, None, None])
        self.assertEqual([is_name(name) for name in ("a", ".a", "a" * 33, "ä", "a\n", "")], [True] + [False] * 5)


if __name__ == "__main__":
    unittest.main()
