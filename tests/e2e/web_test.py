#!/usr/bin/python3
"""The web page of a running quiver, from outside: every path, who may ask, and the options that open it.

    web_test.py QUIVER [unittest's options]
"""
import collections
import resource
import subprocess
import unittest

from web_client import Quiver, WebSocket, ask, connect, get, page_files, post, read_answer, request_bytes, say, upgrade_status
from web_daemon import HEADERS, OnADaemon, main, program, serve


class Paths(OnADaemon):
    words = ("--offer", "connect4-random")

    def test_every_page_is_the_page(self):
        index = ask(self.quiver, "/").body
        self.assertIn(b"<!doctype html>", index)
        for path in ("/games/cup-1", "/games/x?ply=3", "/replay", "/events", "/events/cup", "/events/cup/games?name=a", "/events/cup/bots/ann?result=lost", "/play", "/tv",
                     "/seat", "/seat?table=1", "/replay/"):
            answer = ask(self.quiver, path)
            self.assertEqual((answer.status, answer.body), (200, index), path)
            self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
            self.assertEqual(HEADERS.items() - answer.headers.items(), set())

    def test_files_have_types_and_tags(self):
        kinds = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
        files = page_files(self.quiver)
        self.assertEqual({path.rsplit(".")[-1] for path in files}, set(kinds))
        for path in ("/", *files):
            answer = ask(self.quiver, path)
            kind = "text/html; charset=utf-8" if path == "/" else kinds[path.rsplit(".")[-1]]
            self.assertEqual((answer.status, answer.headers["content-type"]), (200, kind), path)
            self.assertEqual(answer.headers["cache-control"], "no-cache" if path == "/" else "public, max-age=31536000, immutable")
            again = ask(self.quiver, path, headers={"if-none-match": answer.headers["etag"]})
            self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(again.headers["etag"], answer.headers["etag"])
            other = ask(self.quiver, path, headers={"if-none-match": '"other"'})
            self.assertEqual((other.status, other.body), (200, answer.body))

    def test_head_is_get_without_a_body(self):
        for path in ("/", page_files(self.quiver)[0], "/api/v1/offers", "/healthz", "/nothing"):
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

    def test_a_thousand_may_come_at_once(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
                   "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
        asked = request_bytes(self.quiver, "GET", "/ws/lobby", upgrade)
        everybody = []
        try:
            for _ in range(1000):
                everybody.append(connect(self.quiver))
                everybody[-1].sendall(asked)
            answers = collections.Counter(one.recv(12) for one in everybody)
        finally:
            for one in everybody:
                one.close()
        self.assertEqual(answers, {b"HTTP/1.1 101": 1000})

    def test_what_is_not_there_is_refused(self):
        for path in ("/nothing", "/api", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/lobby", "/api/v1/lobby/x", "/page", "/page/",
                     "/page/nothing.js", "/page/games", "/page/games/", "/page/games/nothing.js", "/page/board.js", "/games", "/games/a/b", "/events/a/b", "//", "/healthz/x", "/api/v1/games",
                     "/api/v1/games/cup-1", "/api/v1/games/cup-1/record", "/api/v1/games/cup-1/text", "/api/v1/games/cup-1/choices",
                     "/api/v1/games/cup-1/nothing", "/api/v1/games/1/2/3", "/api/v1/events/cup", "/api/v1/events/cup/standings",
                     "/api/v1/events/cup/ratings", "/api/v1/events/cup/games", "/ws/lobby", "/ws/games/cup-1",
                     "/%ff", "/api/v1/games/%ff", "/api/v1/events/%ff%fe/standings", "/%C3", "/" + 60 * "%e2%82%ac"):
            self.assert_refused(ask(self.quiver, path), 404)
        self.assertEqual(get(self.quiver, "/api/v1/events"), {"events": []})
        self.assert_refused(ask(self.quiver, "/api/v1/events/cup/games?page=-1"), 400)

    def test_paths_lead_nowhere_else(self):
        for path in ("/page/../index.html", "/page/..%2findex.html", "/page/%2e%2e/%2e%2e/etc/passwd", "/../../etc/passwd",
                     "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/index.html/..", "/page/..", "/page/.", "/page/index.html%20",
                     "/page/games/../index.html", "/page/games//board.js"):
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
        for host in (f"127.0.0.1:{port}@evil.example", "127.0.0.1:80@evil", f"127.0.0.1:{port}/evil", f"[::1]@evil:{port}", "127.0.0.1:x", "127.0.0.1:80:80"):
            self.assert_refused(with_host(host), 421)
            self.assertEqual(upgrade_status(self.quiver, "/ws/lobby", {"host": host, "origin": f"http://{host}"}), 421)
        for more in (b"host: evil.example\r\n", b"Host: " + self.quiver.url.encode() + b"\r\n", b"HOST:\r\n", b"origin: a\r\norigin: b\r\n"):
            twice = request_bytes(self.quiver, "GET", "/api/v1/lobby")[:-2] + more + b"\r\n"
            self.assert_refused(say(self.quiver, twice), 400)
        self.assert_refused(with_host(""), 400)
        self.assert_refused(with_host(None), 400)
        for host in ("localhost", f"localhost:{port}", "127.0.0.1", f"127.0.0.1:{port}", f"[::1]:{port}"):
            self.assertEqual(with_host(host).status, 200, host)
        for origin in ("http://evil.example", "null", f"http://{self.quiver.url}.evil.example", "http://127.0.0.1", "evil",
                       f"http://127.0.0.1:{port + 1}", f"http://evil@{self.quiver.url}", f"https://{self.quiver.url}", f"ftp://{self.quiver.url}",
                       f"ws://{self.quiver.url}", f"//{self.quiver.url}", self.quiver.url, f"x://http://{self.quiver.url}", f"http://{self.quiver.url}/"):
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


class Options(unittest.TestCase):
    def refusal(self, *words):
        done = subprocess.run([program(), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240, check=False)
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
        for host in ("", "a b", "ftp://x", "http://", "x/y", "https://x/", "x:y", "a@b"):
            self.assertIn("--web-host", self.refusal(*daemon, "--web", "127.0.0.1:0", "--web-host", host))
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
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "Quiver.Example:8080"}).status, 200)
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "evil.example"}).status, 421)
            for scheme, status in (("https", 101), ("http", 101), ("ftp", 403)):
                origin = {"host": "quiver.example", "origin": f"{scheme}://quiver.example"}
                self.assertEqual(upgrade_status(quiver, "/ws/lobby", origin), status, origin)
            self.assertEqual(upgrade_status(quiver, "/ws/lobby", {"origin": f"https://{quiver.url}"}), 403)
        with serve("--web-host", "https://quiver.example") as quiver:
            for scheme, status in (("https", 101), ("http", 403)):
                origin = {"host": "quiver.example", "origin": f"{scheme}://quiver.example"}
                self.assertEqual(upgrade_status(quiver, "/ws/lobby", origin), status, origin)
        with Quiver(program(), "serve", "--listen", "127.0.0.1:0", "--web", "0.0.0.0:0", "--web-public") as quiver:
            self.assertEqual(ask(quiver, "/healthz", headers={"host": "anything.example"}).status, 200)
            self.assertEqual(upgrade_status(quiver, "/ws/lobby", {"origin": "http://evil.example"}), 403)


if __name__ == "__main__":
    main()
