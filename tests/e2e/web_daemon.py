"""A daemon with a page for the tests of one class, and how these files are run: FILE QUIVER [unittest's options]."""
import sys
import unittest

from web_client import Quiver, ask

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                               "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "server": "quiver"}




def program():
    return sys.argv[1]


def serve(*words):
    return Quiver(program(), "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", "--no-pairing", *words)


def metric(quiver, name):
    lines = ask(quiver, "/metrics").body.decode().splitlines()
    return float(next(line for line in lines if line.startswith(name + " ")).rsplit(" ", 1)[1])


class OnADaemon(unittest.TestCase):
    """Tests on one daemon, which has to be as well after each of them as it was before."""
    words = ("--offer", "connect4-random")

    @classmethod
    def setUpClass(cls):
        cls.quiver = serve(*cls.words)

    @classmethod
    def tearDownClass(cls):
        with cls.quiver:
            code = cls.quiver.stop()
        if code != 0:
            raise AssertionError(f"it ended with {code}: {cls.quiver.text('err')}")

    def tearDown(self):
        self.assertEqual(ask(self.quiver, "/healthz").body, b"ok\n")

    def assert_refused(self, answer, status):
        self.assertIsNotNone(answer, "no answer at all")
        self.assertEqual(answer.status, status, answer.body)
        error = answer.json()
        self.assertEqual(error["status"], status)
        self.assertTrue(error["sentence"])
        self.assertEqual(HEADERS.items() - answer.headers.items(), set())


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
