#!/usr/bin/python3
"""The page over TLS: certificates, redirects, WebSockets, and handshakes of every bad kind, from outside.

    web_tls_test.py QUIVER [unittest's options]
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from web_certificates import issue, trusting
from web_client import PATIENCE, Quiver, WebSocket, connect, read_answer, request_bytes
from web_daemon import HEADERS, main, program
from web_flood_test import Memory

HANDSHAKE_TIME = 10  # seconds
MIB = 1 << 20


def plain_socket(quiver, source=None):
    one = socket.socket()
    one.settimeout(PATIENCE)
    if source:
        one.bind((source, 0))
    one.connect(quiver.address)
    return one


def rest_of(one):
    """Everything until the other end hangs up."""
    data = b""
    try:
        while piece := one.recv(65536):
            data += piece
    except (ConnectionResetError, ssl.SSLError):
        pass
    return data


def say_plain(quiver, data):
    with plain_socket(quiver) as one, one.makefile("rb") as stream:
        one.sendall(data)
        return read_answer(stream)


def client_hello(context):
    """The first bytes of a handshake."""
    back, there = ssl.MemoryBIO(), ssl.MemoryBIO()
    with_names = context.wrap_bio(back, there, server_hostname="localhost")
    try:
        with_names.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return there.read()


class Page(unittest.TestCase):
    more = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="quiver-web-tls-")
        cls.certificate, cls.key = issue(cls.folder)
        cls.quiver = Quiver(program(), "serve", "--listen", "127.0.0.1:0", "--no-pairing", "--web", "127.0.0.1:0", "--web-public",
                            "--tls-cert", cls.certificate, "--tls-key", cls.key, *cls.more, ca=cls.certificate)

    @classmethod
    def tearDownClass(cls):
        with cls.quiver:
            code = cls.quiver.stop()
        shutil.rmtree(cls.folder)
        if code != 0:
            raise AssertionError(f"it ended with {code}: {cls.quiver.text('err')}")

    def tearDown(self):
        self.assertEqual(self.ask("/healthz").body, b"ok\n")

    def ask(self, target, method="GET", headers=(), source=None):
        with plain_socket(self.quiver, source) as bare, self.context().wrap_socket(bare, server_hostname="localhost") as one:
            one.sendall(request_bytes(self.quiver, method, target, headers))
            with one.makefile("rb") as stream:
                return read_answer(stream, method == "HEAD")

    def context(self):
        return trusting(self.certificate)


class WithTls(Page):
    more = ("--web-host", "ladder.example", "--offer", "connect4-random")

    def test_the_certificate_is_the_listeners_and_tls_is_new(self):
        self.assertTrue(self.quiver.secure)
        for host in ("localhost", "127.0.0.1", "ladder.example"):
            with plain_socket(self.quiver) as bare, self.context().wrap_socket(bare, server_hostname=host) as one:
                self.assertEqual(one.version(), "TLSv1.3")
        old = self.context()
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with plain_socket(self.quiver) as bare, self.assertRaises((ssl.SSLError, ConnectionResetError)):
            old.wrap_socket(bare, server_hostname="localhost")
        with plain_socket(self.quiver) as bare, self.assertRaises(ssl.SSLCertVerificationError):
            self.context().wrap_socket(bare, server_hostname="evil.example")

    def test_answers_have_the_headers_and_names_are_https_only(self):
        answer = self.ask("/")
        self.assertEqual(answer.status, 200)
        self.assertEqual(HEADERS.items() - answer.headers.items(), set())
        self.assertNotIn("strict-transport-security", answer.headers, "this machine has pages of others, too")
        named = self.ask("/", headers={"host": "ladder.example:8443"})
        self.assertRegex(named.headers["strict-transport-security"], r"^max-age=\d{6,}$")
        self.assertEqual(self.ask("/", headers={"host": "evil.example"}).status, 421)

    def test_plain_http_is_sent_to_https(self):
        for method in ("GET", "HEAD"):
            for target in ("/", "/games/a%2Fb?ply=3&x=%20", "//evil.example/", "/\\evil.example", "/@evil.example", "/api/v1/lobby"):
                with plain_socket(self.quiver) as one, one.makefile("rb") as stream:
                    one.sendall(request_bytes(self.quiver, method, target))
                    answer = read_answer(stream, method == "HEAD")
                if answer.status == 400:
                    self.assertIn("\\", target)
                    continue
                self.assertEqual((answer.status, answer.headers["location"]), (308, f"https://{self.quiver.url}{target}"))
                self.assertEqual(answer.headers["connection"], "close")
                self.assertEqual(HEADERS.items() - answer.headers.items(), set())
                self.assertNotIn("strict-transport-security", answer.headers, "such a header would have no meaning")
        named = say_plain(self.quiver, request_bytes(self.quiver, "GET", "/tv", {"host": "LADDER.example"}))
        self.assertEqual(named.headers["location"], "https://ladder.example/tv")

    def test_a_redirect_leads_nowhere_else(self):
        for host, status in (("evil.example", 421), ("ladder.example@evil.example", 421), ("ladder.example/..", 421), ("", 400), (None, 400)):
            answer = say_plain(self.quiver, request_bytes(self.quiver, "GET", "/", {"host": host}))
            self.assertEqual(answer.status, status, host)
            self.assertNotIn("location", answer.headers)
        for target in ("http://evil.example/", "https://evil.example/", "evil.example:443", "*"):
            answer = say_plain(self.quiver, request_bytes(self.quiver, "GET", target))
            self.assertEqual(answer.status, 400, target)
        for injected in ("/\r\nlocation: http://evil.example/", "/%0d%0alocation:%20x"):
            answer = say_plain(self.quiver, f"GET {injected} HTTP/1.1\r\nhost: {self.quiver.url}\r\n\r\n".encode())
            self.assertNotIn("evil", answer.headers.get("location", ""))

    def test_what_changes_something_is_refused_unencrypted(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            answer = say_plain(self.quiver, request_bytes(self.quiver, method, "/api/v1/replay", body=b"{}"))
            self.assertEqual(answer.status, 403)
            self.assertIn("https only", answer.json()["sentence"])
        # Refused by its header: nobody waits for a body.
        head = f"POST /api/v1/replay HTTP/1.1\r\nhost: {self.quiver.url}\r\ncontent-length: 4000000\r\nexpect: 100-continue\r\n\r\n"
        self.assertEqual(say_plain(self.quiver, head.encode()).status, 403)
        upgrade = request_bytes(self.quiver, "GET", "/ws/lobby", {"connection": "Upgrade", "upgrade": "websocket",
                                                                  "sec-websocket-version": "13", "sec-websocket-key": "MDEyMzQ1Njc4OWFiY2RlZg=="})
        self.assertEqual(say_plain(self.quiver, upgrade).status, 308)

    def test_health_checks_need_no_tls(self):
        answer = say_plain(self.quiver, request_bytes(self.quiver, "GET", "/healthz"))
        self.assertEqual((answer.status, answer.body), (200, b"ok\n"))
        self.assertEqual(say_plain(self.quiver, request_bytes(self.quiver, "GET", "/metrics")).status, 308)
        self.assertEqual(say_plain(self.quiver, b"hello\r\n\r\n").status, 400)

    def test_web_sockets_and_their_origins(self):
        with WebSocket(self.quiver, "/ws/lobby") as lobby:
            self.assertEqual(lobby.receive()["lobby"]["running"], "serve")
        for origin in (f"http://{self.quiver.url}", "https://evil.example", f"https://{self.quiver.url}0", "null"):
            refused = WebSocket(self.quiver, "/ws/lobby", {"origin": origin})
            self.assertEqual(refused.refusal.status, 403, origin)
            refused.close()
        named = WebSocket(self.quiver, "/ws/lobby", {"host": "ladder.example:8443", "origin": "https://ladder.example:8443"})
        self.assertIsNone(named.refusal)
        named.close()

    def test_nobody_is_believed_to_be_a_proxy(self):
        """Else each request could come from another address, as far as limits are concerned."""
        table = b'{"game":"connect4","seats":["me","friend"],"name":"a"}'
        statuses = []
        for k in range(12):
            with plain_socket(self.quiver) as bare, self.context().wrap_socket(bare, server_hostname="localhost") as one, one.makefile("rb") as stream:
                one.sendall(request_bytes(self.quiver, "POST", "/api/v1/tables", {"content-type": "application/json", "x-forwarded-for": f"10.0.0.{k}"}, table))
                statuses.append(read_answer(stream).status)
        self.assertIn(429, statuses)

    def test_openssls_own_client(self):
        """Renegotiation, which TLS 1.3 does not have, a few key updates, and far too many of them."""
        for keys, alive in (("R", None), ("K" * 3, True), ("k" * 200, None), ("K" * 200, None)):
            words = "".join(f"{key}\n" for key in keys)
            ran = subprocess.Popen(["openssl", "s_client", "-connect", self.quiver.url, "-CAfile", self.certificate],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            request = f"GET /healthz HTTP/1.1\r\nhost: {self.quiver.url}\r\nconnection: close\r\n\r\n"
            lines = threading.Thread(target=lambda: ran.stdin.write(words.encode()))
            lines.start()
            lines.join(5)
            time.sleep(0.2)
            try:
                ran.stdin.write(request.encode())
                ran.stdin.close()
            except BrokenPipeError:
                pass
            said = ran.stdout.read()
            ran.wait(PATIENCE)
            ran.stdout.close()
            if alive:
                self.assertIn(b"ok", said)
            self.assertEqual(self.ask("/healthz").status, 200, keys[:1])

    def test_sighup_reads_the_certificate_again(self):
        def serial():
            with plain_socket(self.quiver) as bare:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                with context.wrap_socket(bare) as one:
                    return one.getpeercert(binary_form=True)

        def read_again(pattern):
            before = len(self.quiver.lines["err"])
            self.quiver.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + PATIENCE
            while not any(re.search(pattern, line or "") for line in self.quiver.lines["err"][before:]):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)

        before = serial()
        with plain_socket(self.quiver) as bare, self.context().wrap_socket(bare, server_hostname="localhost") as one:
            other = issue(self.folder, "other")
            kept = [pathlib.Path(path).read_bytes() for path in (self.certificate, self.key)]
            for new, old in zip(other, (self.certificate, self.key)):
                shutil.copyfile(new, old)
            read_again("read the certificate")
            after = serial()
            self.assertNotEqual(before, after)
            one.sendall(request_bytes(self.quiver, "GET", "/healthz"))  # the open one keeps what it began with
            with one.makefile("rb") as stream:
                self.assertEqual(read_answer(stream).status, 200)
        with open(self.key, "wb") as key:
            key.write(b"nonsense")
        read_again("the certificate stays as it was")
        self.assertEqual(serial(), after)
        for path, content in zip((self.certificate, self.key), kept):
            with open(path, "wb") as file:
                file.write(content)
        read_again("read the certificate")
        self.assertEqual(serial(), before)


class Attacks(Page):
    def test_garbage_instead_of_a_handshake(self):
        hello = client_hello(self.context())
        for data in (b"\x16", b"\x16\x03\x01", b"\x16" * 100_000, b"\x16\x03\x01\xff\xff" + b"x" * 70_000, hello[:-1] + b"\0" * 5, hello + hello, hello[:20] + os.urandom(200),
                     b"\x16\x03\x01\x00\x00" * 20_000, b"\x15\x03\x01\x00\x02\x02\x28", b"\x80\x2e\x01\x03\x01"):
            with plain_socket(self.quiver) as one:
                try:
                    one.sendall(data)
                    one.shutdown(socket.SHUT_WR)
                except (BrokenPipeError, ConnectionResetError, OSError):
                    pass
                rest_of(one)  # it ends

    def test_a_changed_record_ends_the_connection(self):
        back, there = ssl.MemoryBIO(), ssl.MemoryBIO()
        session = self.context().wrap_bio(back, there, server_hostname="localhost")
        with plain_socket(self.quiver) as one:
            while True:
                try:
                    session.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    one.sendall(there.read())
                    back.write(one.recv(65536))
            session.write(request_bytes(self.quiver, "GET", "/healthz"))
            data = bytearray(there.read())
            data[-1] ^= 1
            one.sendall(data)
            rest_of(one)

    def test_slow_handshakes_end_and_delay_nobody(self):
        hello = client_hello(self.context())
        begun = time.monotonic()
        slow = [plain_socket(self.quiver) for _ in range(150)]
        try:
            for k, one in enumerate(slow):
                one.sendall(hello[:k % 40])  # some say nothing at all
            silent = plain_socket(self.quiver)
            silent.sendall(hello)  # does not go on
            slow.append(silent)
            asked = time.monotonic()
            self.assertEqual(self.ask("/healthz", source="127.0.0.2").status, 200)
            self.assertLess(time.monotonic() - asked, 5)
            for one in slow:
                rest_of(one)
            self.assertLess(time.monotonic() - begun, 6 * HANDSHAKE_TIME)
            self.assertGreater(time.monotonic() - begun, HANDSHAKE_TIME / 2)
        finally:
            for one in slow:
                one.close()

    def test_a_flood_of_handshakes(self):
        """Another address is answered meanwhile."""
        over = threading.Event()
        done = []

        def flood():
            context = self.context()
            while not over.is_set():
                try:
                    with plain_socket(self.quiver) as bare, context.wrap_socket(bare, server_hostname="localhost"):
                        done.append(1)
                except (ssl.SSLError, OSError):
                    pass
        threads = [threading.Thread(target=flood) for _ in range(8)]
        for thread in threads:
            thread.start()
        try:
            times = []
            for _ in range(20):
                begun = time.monotonic()
                self.assertEqual(self.ask("/healthz", source="127.0.0.2").status, 200)
                times.append(time.monotonic() - begun)
            print(f"while {len(done)} handshakes were made, a request took {sorted(times)[10]:.3f} s, at most {max(times):.3f} s", flush=True)
            self.assertLess(sorted(times)[10], 2)
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def test_the_memory_of_many_connections(self):
        count = 1000
        context = self.context()
        some = []
        try:
            with Memory(self.quiver) as memory:
                for _ in range(count):
                    one = context.wrap_socket(plain_socket(self.quiver), server_hostname="localhost")
                    some.append(one)
                self.assertEqual(self.ask("/healthz").status, 200)
                grown = memory.now() - memory.first
            print(f"{count} connections over TLS take {grown / MIB:.1f} MiB, {grown / count / 1024:.1f} KiB each", flush=True)
            # A program with sanitizers takes a multiple of it.
            self.assertLess(grown, count * int(os.environ.get("QUIVER_KIB_PER_CONNECTION", 100)) * 1024)
        finally:
            for one in some:
                one.close()

    def test_visitors_who_do_not_read(self):
        with Memory(self.quiver) as memory:
            some = []
            script = re.search(rb'src="(/page/page[^"]+)"', self.ask("/").body)[1].decode()
            for _ in range(100):
                bare = socket.socket()
                bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                bare.settimeout(PATIENCE)
                bare.connect(self.quiver.address)
                one = self.context().wrap_socket(bare, server_hostname="localhost")
                one.sendall(request_bytes(self.quiver, "GET", script) * 20)
                some.append(one)
            self.assertEqual(self.ask("/healthz", source="127.0.0.2").status, 200)
            self.assertLess(memory.now() - memory.first, 64 * MIB)
            for one in some:
                one.close()


class WithoutTls(unittest.TestCase):
    """With a certificate, but not at the page."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="quiver-web-tls-")
        self.certified = ("--tls-cert", "{0}", "--tls-key", "{1}")
        self.certificate, self.key = issue(self.folder)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def serve(self, *words):
        return Quiver(program(), "serve", "--listen", "127.0.0.1:0", "--no-pairing", "--web", "127.0.0.1:0",
                      "--tls-cert", self.certificate, "--tls-key", self.key, *words)

    def test_a_page_for_this_machine_stays_plain(self):
        for words in ((), ("--web-public", "--web-plain"), ("--web-plain",)):
            with self.serve(*words) as quiver:
                self.assertFalse(quiver.secure)
                self.assertEqual(say_plain(quiver, request_bytes(quiver, "GET", "/")).status, 200)
                self.assertEqual(quiver.stop(), 0)

    def test_a_name_over_http_contradicts_a_certificate(self):
        ran = subprocess.run([program(), "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", "--web-public", "--web-host", "http://ladder.example",
                              "--tls-cert", self.certificate, "--tls-key", self.key], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("--web-plain", ran.stderr)
        ran = subprocess.run([program(), "serve", "--listen", "127.0.0.1:0", "--web-plain"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((ran.returncode, ran.stderr.strip()), (2, "quiver: --web-plain is about the page that --web opens"))


if __name__ == "__main__":
    main()
