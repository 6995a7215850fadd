#!/usr/bin/python3
"""Everything that is wrong, sent to the web page: the daemon answers it, and others as if nothing had been.

    web_hostile_test.py QUIVER [unittest's options]
"""
from web_client import WebSocket, ask, connect, read_answer, request_bytes, say
from web_daemon import OnADaemon, main
from web_visitors import Table


class Hostile(OnADaemon):
    """A game goes on all the time: by one move after each test."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.table = Table(cls.quiver, "connect4", ["me", "friend"])
        cls.ply = 0

    @classmethod
    def tearDownClass(cls):
        with cls.table:
            cls.table.resign(1)
            status = cls.table.end()["status"]
        super().tearDownClass()
        if (status["winner"], status["seats"][1]["reason"]) != (0, "RESIGNED"):
            raise AssertionError(f"the game ended otherwise: {status}")

    def tearDown(self):
        super().tearDown()
        self.table.play(self.ply, {"connect4": {"column": self.ply % 7}})
        Hostile.ply += 1

    def test_bytes_that_are_no_request(self):
        for data in (b"\r\n", b"hello\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01" + b"\x00" * 200, b"\x00" * 1000,
                     b"GET / HTTP/1.1\r\nhost\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"GET / HTTP/1.1\r\na b: x\r\n\r\n",
                     b"GET  / HTTP/1.1\r\n\r\n", b"GET /\xff\x00 HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
                     b"POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
                     b"POST / HTTP/1.1\r\ncontent-length: 99999999999999999999\r\n\r\n",
                     b"POST / HTTP/1.1\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"):
            self.assert_refused(say(self.quiver, data + b"\r\n\r\n"), 400)

    def test_headers_without_end(self):
        head = request_bytes(self.quiver, "GET", "/healthz", {"x": "y" * 9000})
        self.assert_refused(say(self.quiver, head), 431)
        self.assert_refused(say(self.quiver, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n"), 431)
        self.assert_refused(say(self.quiver, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 100000), 431)

    def test_a_header_that_never_comes(self):
        with connect(self.quiver) as one, one.makefile("rb") as stream:
            one.sendall(b"GET /healthz HT")
            answer = read_answer(stream)
            if answer is not None:  # nobody has to be told
                self.assert_refused(answer, 408)
            self.assertEqual(stream.read(), b"")

    def test_bodies_without_end(self):
        for path, most in (("/api/v1/tables", 16 << 10), ("/api/v1/replay", 4 << 20)):
            announced = request_bytes(self.quiver, "POST", path, {"content-type": "application/json", "content-length": str(most + 1)})
            self.assert_refused(say(self.quiver, announced), 413)
            chunked = request_bytes(self.quiver, "POST", path, {"content-type": "application/json", "transfer-encoding": "chunked"})
            chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
            self.assert_refused(say(self.quiver, chunked + chunk * (most // 0x4000 + 1) + b"0\r\n\r\n"), 413)
            for bad in (b"ffffffffffffffffff\r\n", b"zz\r\n", b"-1\r\n\r\n"):
                answer = say(self.quiver, chunked + bad)
                self.assertIn(answer.status, (400, 413))
        for _ in range(3):  # ends in the middle
            with connect(self.quiver) as one:
                one.sendall(request_bytes(self.quiver, "POST", "/api/v1/tables", {"content-length": "1000"}) + b"{")

    def test_a_game_without_end(self):
        moves = "".join(f"{ply}. {there}\n" for ply, there in zip(range(1, 20002, 2), ["e2 e8", "e1 e9"] * 5001))
        game = ("quiver game 1\nid: x-1\nnumber: 1\nstarted: 2026-01-01T00:00:00Z\nseed: 1\ngame: quoridor\nboard: square\nrows: 9\n"
                f"columns: 9\nmax-plies: 1000000\nseat: a\nseat: b\nopening: 0\n\n{moves}\nplaces: 1 2\nwinner: 0\nend: FORFEIT\n"
                "sentence: x\nhash: 0000000000000000\n")
        answer = ask(self.quiver, "/api/v1/replay", "POST", {"content-type": "text/plain"}, game.encode())
        self.assert_refused(answer, 400)
        self.assertIn("too much", answer.json()["sentence"])

    def test_more_long_bodies_than_are_taken_at_once(self):
        head = request_bytes(self.quiver, "POST", "/api/v1/replay", {"expect": "100-continue", "content-length": str(1 << 20)})
        some = []
        try:
            for _ in range(8):
                some.append(connect(self.quiver))
                some[-1].sendall(head)
                self.assertTrue(some[-1].recv(100).startswith(b"HTTP/1.1 100 "))
            self.assert_refused(say(self.quiver, head), 503)
        finally:
            for one in some:
                one.close()
        while (answer := ask(self.quiver, "/api/v1/replay", "POST", {}, b" " * (1 << 20))).status == 503:
            pass
        self.assert_refused(answer, 400)

    def test_what_is_expected_is_told_to_go_on(self):
        head = request_bytes(self.quiver, "POST", "/api/v1/seats", {
            "content-type": "application/json", "expect": "100-continue", "content-length": "2"})
        with connect(self.quiver) as one, one.makefile("rb") as stream:
            one.sendall(head)
            self.assertEqual(read_answer(stream).status, 100)
            one.sendall(b"{}")
            self.assert_refused(read_answer(stream), 404)

    def test_frames_that_are_wrong(self):
        def unmasked(one): one.frame(b"{}", masked=False)
        def oversized(one): one.frame(b"{}", length=1 << 40)
        def too_long(one): one.frame(b" " * 5000)
        def too_long_in_parts(one):
            one.frame(b" " * 4000, final=False)
            one.frame(b" " * 4000, opcode=0)
        def bad_opcode(one): one.frame(b"", opcode=3)
        def bad_control(one): one.frame(b"", opcode=11)
        def reserved(one): one.frame(b"{}", reserved=4)
        def no_text(one): one.frame(b"\xff\xfe\xc3")
        def binary(one): one.frame(b"{}", opcode=2)
        def long_ping(one): one.frame(b"x" * 126, opcode=9)
        def split_ping(one): one.frame(b"", opcode=9, final=False)
        def no_beginning(one): one.frame(b"x", opcode=0)
        def bad_close(one): one.frame(b"\x00", opcode=8)
        codes = {unmasked: 1002, oversized: 1009, too_long: 1009, too_long_in_parts: 1009, bad_opcode: 1002, bad_control: 1002,
                 reserved: 1002, no_text: 1007, binary: 1003, long_ping: 1002, split_ping: 1002, no_beginning: 1002, bad_close: 1002}
        for path in ("/ws/lobby", "/ws/seat"):
            for attack, code in codes.items():
                with WebSocket(self.quiver, path) as one:
                    attack(one)
                    _, closed = one.rest()
                    self.assertIn(closed, (code, 1006), attack.__name__)
                self.assertEqual(ask(self.quiver, "/healthz").body, b"ok\n", attack.__name__)

    def test_spectators_have_nothing_to_say(self):
        with WebSocket(self.quiver, "/ws/lobby") as one:
            one.send({"sit": {"token": "x"}})
            self.assertEqual(one.rest()[1], 1008)

    def test_floods(self):
        with WebSocket(self.quiver, "/ws/lobby") as one:
            one.receive()
            for k in range(300):
                one.frame(str(k).encode(), opcode=9)
            pongs = [one.read_frame() for _ in range(300)]
            self.assertEqual(pongs, [(10, str(k).encode(), True) for k in range(300)])
            one.frame(b"", opcode=10)  # a pong that nobody asked for
            one.frame(b"\x03\xe8", opcode=8)
            self.assertEqual(one.rest()[1], 1000)
        with WebSocket(self.quiver, "/ws/seat") as one:
            for _ in range(1000):
                one.frame(b"{")
            messages, code = one.rest()
            self.assertTrue(all(message["error"]["status"] == 400 for message in messages))
            self.assertIn(code, (1008, 1006))

    def test_seats_want_a_token_first(self):
        with WebSocket(self.quiver, "/ws/seat") as one:
            for text in (b"", b"{", b"[]", b"\"x\"", b"{\"stand\":{}}", '{"üüüüüüüüüüüü€€€€"é'.encode(), rb'{"sit":{"token":"\ud800"}}x'):
                one.frame(text)
                self.assertEqual(one.receive()["error"]["status"], 400)
            one.frame(b'{"sit":', final=False)
            one.frame(b"", opcode=9)  # between two parts of a message
            one.frame(b'{"token":"wrong"}}', opcode=0)
            self.assertEqual(one.receive()["error"]["status"], 404)
            self.assertEqual(one.rest(), ([], 1008))
        for first in ({}, {"resign": {}}, {"play": {"ply": 0, "move": {"connect4": {"column": 0}}}}):
            with WebSocket(self.quiver, "/ws/seat") as one:
                one.send(first)
                messages, code = one.rest()
                self.assertEqual(([message["error"]["status"] for message in messages], code), ([400], 1008))

    def test_connections_that_end_anyhow(self):
        for path in ("/ws/lobby", "/ws/seat"):
            for _ in range(20):
                with WebSocket(self.quiver, path):
                    pass
        for _ in range(20):
            connect(self.quiver).close()


if __name__ == "__main__":
    main()
