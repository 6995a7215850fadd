#!/usr/bin/python3
"""The web page of a running quiver, from outside: every path, hostile input, and games followed as they are played.

    web_test.py QUIVER [unittest's options]
"""
import subprocess
import sys
import unittest

from web_client import (Quiver, Reader, WebSocket, ask, connect, follow, get, post, read_answer, request_bytes, say,
                        upgrade_status)
from web_guests import Table

PROGRAM = ""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                               "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin"}


def serve(*words):
    return Quiver(PROGRAM, "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", "--no-pairing", *words)


def metric(quiver, name):
    lines = ask(quiver, "/metrics").body.decode().splitlines()
    return float(next(line for line in lines if line.startswith(name + " ")).rsplit(" ", 1)[1])


class OnADaemon(unittest.TestCase):
    """Tests on one daemon, which has to be as well after each of them as it was before."""
    words = ()

    @classmethod
    def setUpClass(cls):
        cls.quiver = serve(*cls.words)

    @classmethod
    def tearDownClass(cls):
        with cls.quiver:
            pass

    def tearDown(self):
        self.assertEqual(ask(self.quiver, "/healthz").body, b"ok\n")

    def assert_refused(self, answer, status):
        self.assertIsNotNone(answer, "no answer at all")
        self.assertEqual(answer.status, status, answer.body)
        error = answer.json()
        self.assertEqual(error["status"], status)
        self.assertTrue(error["sentence"])
        self.assertEqual(HEADERS.items() - answer.headers.items(), set())


class Paths(OnADaemon):
    words = ("--offer", "connect4-random")

    def test_every_page_is_the_page(self):
        index = ask(self.quiver, "/").body
        self.assertIn(b"<!doctype html>", index)
        for path in ("/games/cup-1", "/games/x?ply=3", "/replay", "/events", "/events/cup", "/events/cup/games?name=a", "/play",
                     "/seat", "/seat?table=1", "/replay/"):
            answer = ask(self.quiver, path)
            self.assertEqual((answer.status, answer.body), (200, index), path)
            self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
            self.assertEqual(HEADERS.items() - answer.headers.items(), set())

    def test_files_have_types_and_tags(self):
        for path, kind in (("/", "text/html; charset=utf-8"), ("/page/main.js", "text/javascript; charset=utf-8"),
                           ("/page/style.css", "text/css; charset=utf-8"), ("/page/icon.svg", "image/svg+xml")):
            answer = ask(self.quiver, path)
            self.assertEqual((answer.status, answer.headers["content-type"]), (200, kind), path)
            self.assertEqual(answer.headers["cache-control"], "no-cache")
            again = ask(self.quiver, path, headers={"if-none-match": answer.headers["etag"]})
            self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(again.headers["etag"], answer.headers["etag"])
            other = ask(self.quiver, path, headers={"if-none-match": '"other"'})
            self.assertEqual((other.status, other.body), (200, answer.body))

    def test_head_is_get_without_a_body(self):
        for path in ("/", "/page/icon.svg", "/api/v1/offers", "/healthz", "/nothing"):
            full, head = ask(self.quiver, path), ask(self.quiver, path, "HEAD")
            self.assertEqual((head.status, head.headers, head.body), (full.status, full.headers, b""), path)

    def test_connections_are_used_again(self):
        with connect(self.quiver) as one, one.makefile("rb") as stream:
            two = request_bytes(self.quiver, "GET", "/healthz", {"connection": "keep-alive"})
            one.sendall(two + two)  # both at once
            for _ in range(2):
                self.assertEqual(read_answer(stream).body, b"ok\n")
            one.sendall(request_bytes(self.quiver, "HEAD", "/healthz", {"connection": "keep-alive"}))
            self.assertEqual(read_answer(stream, bodiless=True).status, 200)
            one.sendall(request_bytes(self.quiver, "GET", "/healthz"))
            self.assertEqual(read_answer(stream).body, b"ok\n")
            self.assertEqual(stream.read(), b"")

    def test_what_is_not_there_is_refused(self):
        for path in ("/nothing", "/api", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/lobby", "/api/v1/lobby/x", "/page", "/page/",
                     "/page/nothing.js", "/games", "/games/a/b", "/events/a/b", "//", "/healthz/x", "/api/v1/games",
                     "/api/v1/games/cup-1", "/api/v1/games/cup-1/record", "/api/v1/games/cup-1/text", "/api/v1/games/cup-1/choices",
                     "/api/v1/games/cup-1/nothing", "/api/v1/games/1/2/3", "/api/v1/events/cup", "/api/v1/events/cup/standings",
                     "/api/v1/events/cup/ratings", "/api/v1/events/cup/games", "/ws/lobby", "/ws/games/cup-1",
                     "/%ff", "/api/v1/games/%ff", "/api/v1/events/%ff%fe/standings", "/%C3", "/" + 60 * "%e2%82%ac"):
            self.assert_refused(ask(self.quiver, path), 404)
        self.assertEqual(get(self.quiver, "/api/v1/events"), {"events": []})
        self.assert_refused(ask(self.quiver, "/api/v1/events/cup/games?page=-1"), 400)

    def test_paths_lead_nowhere_else(self):
        for path in ("/page/../index.html", "/page/..%2findex.html", "/page/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd",
                     "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/index.html/..", "/page/..", "/page/.", "/page/index.html%20"):
            self.assert_refused(ask(self.quiver, path), 404)
        for path in ("/%", "/%4", "/%zz", "/a%00b", "/a%0d%0aSet-Cookie:x", "/?a=%1b", "*", "nothing", "http://127.0.0.1/"):
            self.assert_refused(ask(self.quiver, path), 400)

    def test_methods(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "FOO"):
            for path in ("/", "/api/v1/lobby", "/api/v1/tables"):
                answer = ask(self.quiver, path, method)
                self.assert_refused(answer, 405)
                self.assertEqual(answer.headers["allow"], "GET, HEAD, POST")
        for path in ("/", "/api/v1/lobby", "/metrics", "/nothing"):
            answer = post(self.quiver, path, {})
            self.assert_refused(answer, 405)
            self.assertEqual(answer.headers["allow"], "GET, HEAD")
        for path in ("/api/v1/tables", "/api/v1/seats", "/api/v1/replay"):
            self.assert_refused(ask(self.quiver, path), 404)

    def test_other_sites_are_turned_away(self):
        def with_host(host, path="/api/v1/lobby"):
            return ask(self.quiver, path, headers={"host": host})
        port = self.quiver.address[1]
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2", "0.0.0.0",
                     "evil.example#127.0.0.1", "127.0.0.1@evil.example", "\xff"):
            self.assert_refused(with_host(host), 421)
            self.assert_refused(with_host(host, "/"), 421)
            self.assertEqual(upgrade_status(self.quiver, "/ws/lobby", {"host": host, "origin": f"http://{host}"}), 421)
        self.assert_refused(with_host(""), 400)
        self.assert_refused(with_host(None), 400)
        for host in ("localhost", f"localhost:{port}", "127.0.0.1", f"127.0.0.1:{port}", f"[::1]:{port}"):
            self.assertEqual(with_host(host).status, 200, host)
        for origin in ("http://evil.example", "null", f"http://{self.quiver.url}.evil.example", "http://127.0.0.1", "evil",
                       f"http://127.0.0.1:{port + 1}", f"http://evil@{self.quiver.url}"):
            self.assertEqual(upgrade_status(self.quiver, "/ws/lobby", {"origin": origin}), 403, origin)
            for path in ("/api/v1/tables", "/api/v1/seats", "/api/v1/replay"):
                self.assert_refused(post(self.quiver, path, {}, {"origin": origin}), 403)
        self.assertEqual(upgrade_status(self.quiver, "/ws/lobby", {"origin": None}), 101)
        self.assertEqual(upgrade_status(self.quiver, "/ws/lobby"), 101)

    def test_upgrades_to_nothing(self):
        for path in ("/ws", "/ws/", "/ws/nothing", "/ws/games", "/ws/games/cup-1", "/ws/games/%ff", "/ws/lobby/x", "/", "/api/v1/lobby"):
            self.assertEqual(upgrade_status(self.quiver, path), 404, path)
        self.assertIn(upgrade_status(self.quiver, "/ws/lobby", {"sec-websocket-version": "8"}), (400, 426))
        self.assertEqual(upgrade_status(self.quiver, "/ws/lobby", {"sec-websocket-key": None}), 400)

    def test_bodies(self):
        def to_tables(body, kind="application/json"):
            return ask(self.quiver, "/api/v1/tables", "POST", {"content-type": kind}, body)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            self.assert_refused(to_tables(b"{}", kind), 415)
        for body in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"game":1}', b'{"nothing":1}', b"{}" * 9, b"[" * 16000, b'{"game":"\xff"}',
                     '{"üüüüüüüüüüüüüüüüüüüü€€€€€€€€€"é'.encode()):
            self.assert_refused(to_tables(body), 400)
        self.assert_refused(to_tables(b" " * (16 << 10) + b"{}"), 413)
        self.assert_refused(ask(self.quiver, "/api/v1/replay", "POST", {"content-type": "text/plain"}, b" " * ((4 << 20) + 1)), 413)
        for body in (b"", b"hello", b"{}", b"\x00" * 100, b"SQLite format 3\x00" + b"x" * 100):
            self.assert_refused(ask(self.quiver, "/api/v1/replay", "POST", {"content-type": "text/plain"}, body), 400)


class Hostile(OnADaemon):
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


class Games(OnADaemon):
    def test_are_followed_to_their_ends(self):
        table = Table(self.quiver, "connect4", ["me", "friend"])
        with table, WebSocket(self.quiver, "/ws/lobby") as lobby, WebSocket(self.quiver, f"/ws/games/{table.game}") as first:
            moves = [0, 1, 0, 1, 0, 1, 0]
            early = [first.receive()]
            for ply, column in enumerate(moves[:5]):
                table.play(ply, {"connect4": {"column": column}})
            with WebSocket(self.quiver, f"/ws/games/{table.game}") as second:
                late = [second.receive()]
                self.assertEqual(len(late[0]["game"]["steps"]), 5)
                for ply, column in enumerate(moves[5:], 5):
                    table.play(ply, {"connect4": {"column": column}})
                    while len(follow(late)["steps"]) <= ply:
                        late.append(second.receive())
                while follow(late)["status"]["phase"] != "OVER":
                    late.append(second.receive())
                self.assertEqual(second.rest(), ([], 1000))
            more, code = first.rest()
            early += more
            self.assertEqual(code, 1000)
            self.assertEqual(early[0]["game"]["steps"], [])
            stored = get(self.quiver, f"/api/v1/games/{table.game}")
            # Who is a person is known only while they are there.
            for view in (follow(early), follow(late), stored):
                for seat in view["seats"]:
                    seat.pop("person")
            self.assertEqual(follow(early), stored)
            self.assertEqual(follow(late), stored)
            self.check_record(table.game, stored)
            self.check_lobby(lobby)
            self.assertEqual(metric(self.quiver, "quiver_moves_total"), len(stored["steps"]))
            self.assertEqual(metric(self.quiver, "quiver_matches_begun_total"), 1)
            self.assertEqual(metric(self.quiver, 'quiver_matches_ended_total{end="PLAYED_OUT"}'), 1)
            self.assertEqual(metric(self.quiver, "quiver_matches"), 0)
            with WebSocket(self.quiver, f"/ws/games/{table.game}") as after:
                messages, code = after.rest()
                self.assertEqual((len(messages), code), (1, 1000))

    def check_record(self, game, view):
        record = ask(self.quiver, f"/api/v1/games/{game}/record")
        self.assertEqual(record.headers["content-disposition"], f'attachment; filename="{game}.jsonl"')
        told = record.json()
        self.assertEqual([move["notation"] for move in told["moves"]], [step["notation"] for step in view["steps"]])
        self.assertEqual([move["seat"] for move in told["moves"]], [step["seat"] for step in view["steps"]])
        self.assertEqual((told["end"], told["winner"]), (view["status"]["end"], view["status"]["winner"]))
        text = ask(self.quiver, f"/api/v1/games/{game}/text")
        self.assertEqual(text.headers["content-type"], "text/plain; charset=utf-8")
        self.assert_refused(ask(self.quiver, f"/api/v1/games/{game}/choices"), 409)
        # Both can be sent back, and tell the same game.
        for file in (record.body, text.body):
            answer = ask(self.quiver, "/api/v1/replay", "POST", {"content-type": "text/plain"}, file)
            games = answer.json()["games"]
            self.assertEqual([step["notation"] for step in games[0]["steps"]], [step["notation"] for step in view["steps"]])

    def check_lobby(self, socket):
        """What its spectators were told adds up to what it is."""
        state = socket.receive()["lobby"]
        while state != (now := get(self.quiver, "/api/v1/lobby")):
            change = socket.receive()["lobbyChange"]
            games = {game["id"]: game for game in state["games"]}
            games.update({game["id"]: game for game in change["games"]})
            state["games"] = [game for game in games.values() if game["id"] not in change["gone"]]
            state["recent"] = (change["recent"] + state["recent"])[:24]
            state.update({name: change[name] for name in ("numGames", "spectators")})
            if "competitors" in change:
                state["competitors"] = change["competitors"]["competitors"]
        self.assertEqual(len(now["recent"]), 1)
        self.assertEqual(now["games"], [])

    def test_show_what_can_be_chosen(self):
        def choices(query=""):
            return ask(self.quiver, f"/api/v1/games/{table.game}/choices{query}")
        with Table(self.quiver, "amazons", ["me", "friend"], {"size": 6}) as table:
            self.assert_refused(ask(self.quiver, f"/api/v1/games/{table.game}/record"), 409)
            self.assert_refused(ask(self.quiver, f"/api/v1/games/{table.game}/text"), 409)
            queens = choices().json()
            self.assertEqual((queens["id"], queens["ply"], queens["walls"]), (table.game, 0, []))
            queen = queens["cells"][0]
            cell = choices(f"?from={queen}").json()["cells"][0]
            self.assertIn(queen, choices(f"?from={queen}&to={cell}").json()["cells"])
            other = next(v for v in range(36) if v not in queens["cells"])
            for query, status in ((f"?from={other}", 409), (f"?to={cell}", 409), (f"?from={queen}&to={queen}", 409), ("?from=36", 400),
                                  ("?from=-1", 400), ("?from=x", 400), ("?from=4294967296", 400), (f"?from={queen}&to=x", 400)):
                self.assert_refused(choices(query), status)
            table.resign(0)
            table.end()

    def test_bots_play_on_whatever_spectators_do(self):
        """A large game: one spectator never reads, one begins late and slowly, one sees everything."""
        with Quiver(PROGRAM, "match", "amazons", "--size", "160", "--seed", "5", "--bot", "random", "--bot", "random", "--clock", "30m",
                    "--web", "127.0.0.1:0", "--web-stay") as match:
            with WebSocket(match, "/ws/lobby") as lobby:
                def has_games(message):
                    return any(message.get(kind, {}).get("games") for kind in ("lobby", "lobbyChange"))
                message = lobby.until(has_games)
            shown = (message.get("lobby") or message["lobbyChange"])["games"][0]
            self.assertNotIn("position", shown, "a board of so many cells is not drawn in the lobby")
            path = f"/ws/games/{shown['id']}"
            with Reader(match, path) as reader, WebSocket(match, path, receive_buffer=4096) as sleeper:
                reader.wait_for(lambda: reader.steps() > 5000)
                with WebSocket(match, path, receive_buffer=65536) as late:
                    count = len(reader.heard)
                    reader.wait_for(lambda: len(reader.heard) > count + 1)
                    messages, code = late.rest()
                self.assertEqual(code, 1000, "a long story takes its time")
                reader.wait_for(lambda: reader.code)
                self.assertEqual(reader.code, 1000)
                view = follow(reader.heard)
                self.assertEqual(follow(messages)["steps"], view["steps"])
                record = get(match, f"/api/v1/games/{shown['id']}/record")
                self.assertEqual([step["notation"] for step in view["steps"]], [move["notation"] for move in record["moves"]])
                self.assertEqual(metric(match, "quiver_spectators_dropped_total"), 1)
                self.assertEqual(metric(match, "quiver_moves_total"), len([step for step in view["steps"] if "move" in step]))
                self.assertEqual(sleeper.rest()[1], 1006)
            self.assertEqual(match.stop(), 0, "it was left open after its last game")


class Options(unittest.TestCase):
    def refusal(self, *words):
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_that_are_wrong(self):
        daemon = ("serve", "--listen", "127.0.0.1:0")
        for where in ("0.0.0.0:0", "[::]:0"):
            self.assertIn("--web-public", self.refusal(*daemon, "--web", where))
        for where in ("", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "no.such.host.invalid:0",
                      "http://127.0.0.1:0"):
            if where:
                self.assertIn("--web", self.refusal(*daemon, "--web", where))
        match = ("match", "connect4", "--bot", "random", "--bot", "random")
        for words in (("--offer", "random"), ("--web-stay",), ("--web-public",), ("--web-host", "x"), ("--max-bots", "1")):
            self.assertIn(words[0], self.refusal(*match, *words))
        for words in (("--web-public",), ("--web-host", "x"), ("--max-bots", "1")):
            self.assertIn(words[0], self.refusal(*daemon, *words))
        for offer in ("me=connect4-random", "friend=connect4-random", "no-such-bot", "a b=connect4-random", "x=remote:ann", ""):
            self.assertIn("--offer", self.refusal(*daemon, "--web", "127.0.0.1:0", "--offer", offer))

    def test_a_port_that_is_taken(self):
        with serve() as quiver:
            self.assertIn("--web", self.refusal("serve", "--listen", "127.0.0.1:0", "--web", quiver.url))

    def test_spectators_hear_that_it_stops(self):
        with serve() as quiver, WebSocket(quiver, "/ws/lobby") as one:
            one.receive()
            self.assertEqual(quiver.stop(), 0)
            self.assertEqual(one.rest()[1], 1001)

    def test_names_that_the_page_goes_by(self):
        with serve("--web-host", "quiver.example") as quiver:
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "quiver.example"}).status, 200)
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "evil.example"}).status, 421)
            self.assertEqual(upgrade_status(quiver, "/ws/lobby", {"host": "quiver.example", "origin": "https://quiver.example"}), 101)
        with Quiver(PROGRAM, "serve", "--listen", "127.0.0.1:0", "--web", "0.0.0.0:0", "--web-public") as quiver:
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "anything.example"}).status, 200)
            self.assertEqual(upgrade_status(quiver, "/ws/lobby", {"origin": "http://evil.example"}), 403)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
