#!/usr/bin/python3
"""Visitors who send without end, or much at once: the daemon's memory stays bounded, and others are served meanwhile.

    web_flood_test.py QUIVER [unittest's options]

Memory is what the kernel says the daemon has in use. Another address of the same machine, 127.0.0.2, is the other visitor.
"""
import socket
import threading
import time

from web_client import PATIENCE, WebSocket, page_files, read_answer, request_bytes
from web_daemon import OnADaemon, main

MIB = 1 << 20


def connect_from(quiver, source="127.0.0.1"):
    one = socket.socket()
    one.settimeout(PATIENCE)
    one.bind((source, 0))
    one.connect(quiver.address)
    return one


class Memory:
    """The most that the daemon has in use, looked at all the time until the end of a `with`."""

    def __init__(self, quiver):
        self.file = f"/proc/{quiver.process.pid}/status"
        self.first = self.most = self.now()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._look)

    def now(self):
        with open(self.file, encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024

    def _look(self):
        while not self.ended.wait(0.05):
            self.most = max(self.most, self.now())

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
        self.most = max(self.most, self.now())

    def grown(self):
        return self.most - self.first


def send_until_refused(one, pieces):
    """How many bytes the other end took before it closed."""
    sent = 0
    try:
        for piece in pieces:
            one.sendall(piece)
            sent += len(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


def answer_or_none(one):
    with one.makefile("rb") as stream:
        try:
            return read_answer(stream)
        except ConnectionResetError:
            return None


class Floods(OnADaemon):
    def visit(self):
        """Another visitor is answered."""
        with connect_from(self.quiver, "127.0.0.2") as one, one.makefile("rb") as stream:
            one.sendall(request_bytes(self.quiver, "GET", "/healthz"))
            self.assertEqual(read_answer(stream).status, 200)

    def test_a_header_of_forty_megabytes(self):
        """In one go, and in pieces that each look short: what was read of them must not be forgotten."""
        head = b"GET /healthz HTTP/1.1\r\nhost: " + self.quiver.url.encode() + b"\r\n"
        # So that all pieces, and all of 512 bytes, end behind the first letter of a line: a parser takes the lines before it.
        head += b"b:" + b"x" * ((3 - len(head)) % 4) + b"\r\na"
        for piece, count, waits in ((b":\r\na" * 2500, 4000, False), (b":\r\na" * 1900, 1000, True)):
            with Memory(self.quiver) as memory, connect_from(self.quiver) as one:
                one.sendall(head)
                send_until_refused(one, self.pieces(one, piece, count) if waits else (piece for _ in range(count)))
                send_until_refused(one, [b":\r\n\r\n"])
                answer = answer_or_none(one)
                self.visit()
            self.assertIn(answer.status if answer else 431, (431,), "such a header is no request")
            self.assertLess(memory.grown(), 32 * MIB)

    def pieces(self, one, piece, count):
        """The next one when the one before has been read."""
        mine = f"{one.getsockname()[1]:04X}"
        theirs = f"{self.quiver.address[1]:04X}"
        for _ in range(count):
            yield piece
            unread = True
            while unread:
                with open("/proc/net/tcp", encoding="ascii") as table:
                    rows = [line.split() for line in table][1:]
                unread = any(row[1].endswith(":" + theirs) and row[2].endswith(":" + mine) and int(row[4].split(":")[1], 16) for row in rows)

    def test_a_header_of_many_fields(self):
        head = request_bytes(self.quiver, "GET", "/healthz")[:-2]
        for extra, status in ((b"a:\r\n" * 90, 200), (b"a:\r\n" * 500, 431)):
            with connect_from(self.quiver) as one:
                one.sendall(head + extra + b"\r\n")
                self.assertEqual(answer_or_none(one).status, status)

    def test_many_connections_with_long_headers(self):
        head = b"GET /healthz HTTP/1.1\r\nhost: " + self.quiver.url.encode() + b"\r\n" + b"a:\r\n" * 16000
        some = []
        try:
            with Memory(self.quiver) as memory:
                for _ in range(1450):
                    one = connect_from(self.quiver)
                    some.append(one)
                    one.setblocking(False)
                    try:
                        one.send(head)
                    except BlockingIOError:
                        pass
                self.visit()
            self.assertLess(memory.grown(), 96 * MIB)
        finally:
            for one in some:
                one.close()

    def test_trailers_and_chunks_without_end(self):
        head = request_bytes(self.quiver, "POST", "/api/v1/tables", {"content-type": "application/json", "transfer-encoding": "chunked"})
        with Memory(self.quiver) as memory:
            for piece in (b"a:\r\n" * 2500, b"1\r\n \r\n" * 2000, b"1;" + b"x" * 900 + b"\r\n \r\n"):
                with connect_from(self.quiver) as one:
                    one.sendall(head + (b"0\r\n" if piece.startswith(b"a") else b""))
                    send_until_refused(one, (piece for _ in range(1000)))
                    answer = answer_or_none(one)
                    self.assertIn(answer.status if answer else 413, (400, 413))
            self.visit()
        self.assertLess(memory.grown(), 32 * MIB)

    def test_requests_one_behind_the_other_without_reading(self):
        style = next(path for path in page_files(self.quiver) if path.endswith(".css"))
        one_request = request_bytes(self.quiver, "GET", style, {"connection": "keep-alive"})
        some = [connect_from(self.quiver) for _ in range(50)]
        try:
            with Memory(self.quiver) as memory:
                for one in some:
                    one.setblocking(False)
                    try:
                        while True:
                            one.send(one_request * 100)
                    except (BlockingIOError, BrokenPipeError, ConnectionResetError):
                        pass
                for _ in range(20):
                    self.visit()
            self.assertLess(memory.grown(), 64 * MIB)
        finally:
            for one in some:
                one.close()

    def test_pings_and_empty_fragments_without_end(self):
        def ping(one, count):
            frame = bytes([0x89, 0x80, 0, 0, 0, 0])
            return send_until_refused(one.socket, (frame * 1000 for _ in range(count // 1000)))

        def fragment(one, count):
            frame = bytes([0x00, 0x80, 0, 0, 0, 0])
            return send_until_refused(one.socket, [bytes([0x01, 0x80, 0, 0, 0, 0])] + [frame * 1000 for _ in range(count // 1000)])
        for flood in (ping, fragment):
            with Memory(self.quiver) as memory, WebSocket(self.quiver, "/ws/lobby") as one:
                one.receive()
                drain = threading.Thread(target=self.drain, args=(one,))
                drain.start()
                sent = flood(one, 2_000_000)
                self.visit()
                drain.join(PATIENCE)
                self.assertLess(sent, 12_000_000, "nobody stopped it")
            self.assertLess(memory.grown(), 32 * MIB)

    @staticmethod
    def drain(one):
        try:
            while one.socket.recv(65536):
                pass
        except OSError:
            pass

    def test_one_address_does_not_take_all_places(self):
        some = []
        try:
            for _ in range(2050):
                some.append(connect_from(self.quiver))
            self.visit()
        finally:
            for one in some:
                one.close()
        # Its places are free again.
        self.until(lambda: self.is_answered())

    def is_answered(self):
        with connect_from(self.quiver) as one:
            try:
                one.sendall(request_bytes(self.quiver, "GET", "/healthz"))
            except (BrokenPipeError, ConnectionResetError):
                return False
            answer = answer_or_none(one)
            return answer is not None and answer.status == 200

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)


if __name__ == "__main__":
    main()
