"""What the tests of the web page share: the program as a process, and a client of our own for HTTP and WebSockets.

Nothing here waits for a time: everything waits for what has to happen. PATIENCE only ends what would hang.
"""
import base64
import json
import os
import re
import signal
import socket
import ssl
import struct
import subprocess
import threading

PATIENCE = 240


class Quiver:
    """A quiver that runs with a page, until the end of a `with`."""

    def __init__(self, program, *words, ca=None):
        self.process = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, start_new_session=True)
        self.lines = {"out": [], "err": []}
        self.news = threading.Condition()
        self.readers = [threading.Thread(target=self._read, args=(name, pipe)) for name, pipe in
                        (("out", self.process.stdout), ("err", self.process.stderr))]
        for reader in self.readers:
            reader.start()
        stream = "out" if words[0] == "serve" else "err"
        place = self.await_line(stream, r"the page is at (https?://\S+)/$")
        self.secure = place.startswith("https:")
        self.url = place.split("//")[1]
        # Trusts this certificate and no other.
        self.context = ssl.create_default_context(cafile=ca) if self.secure else None
        host, port = self.url.rsplit(":", 1)
        self.address = (host.strip("[]"), int(port))

    def _read(self, name, pipe):
        for line in pipe:
            with self.news:
                self.lines[name].append(line.decode("utf-8", "replace").rstrip("\n"))
                self.news.notify_all()
        with self.news:
            self.lines[name].append(None)
            self.news.notify_all()

    def await_line(self, stream, pattern):
        def found():
            for line in self.lines[stream]:
                if line is None:
                    raise AssertionError(f"it ended without {pattern}: {self.lines}")
                if match := re.search(pattern, line):
                    return match
            return None
        with self.news:
            match = self.news.wait_for(found, PATIENCE)
        assert match, f"no {pattern} in {self.lines}"
        return match[1] if match.re.groups else match[0]

    def wait(self):
        """Its exit code, when it has ended by itself."""
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join()
        return code

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def text(self, stream):
        return "\n".join(line for line in self.lines[stream] if line is not None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        assert self.headers["content-type"] == "application/json", self.headers
        return json.loads(self.body)


def connect(quiver, receive_buffer=None):
    one = socket.socket()
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    one.settimeout(PATIENCE)
    one.connect(quiver.address)
    return quiver.context.wrap_socket(one, server_hostname="localhost") if quiver.secure else one


def read_header(stream):
    """The status and the headers; None if the other end has closed instead."""
    line = stream.readline(65536)
    if not line:
        return None
    status = int(line.split()[1])
    headers = {}
    while (line := stream.readline(65536)) not in (b"\r\n", b""):
        name, value = line.decode("latin-1").split(":", 1)
        headers[name.strip().lower()] = value.strip()
    return status, headers


def read_answer(stream, bodiless=False):
    head = read_header(stream)
    if head is None:
        return None
    status, headers = head
    size = 0 if bodiless or status in (204, 304) or status < 200 else int(headers.get("content-length", 0))
    return Answer(status, headers, stream.read(size))


def request_bytes(quiver, method, target, headers=(), body=b""):
    given = {"host": quiver.url, "connection": "close", **{name.lower(): value for name, value in dict(headers).items()}}
    if body:
        given.setdefault("content-length", str(len(body)))
    lines = [f"{method} {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in given.items() if value is not None]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def ask(quiver, target, method="GET", headers=(), body=b""):
    return say(quiver, request_bytes(quiver, method, target, headers, body), bodiless=method == "HEAD")


def say(quiver, data, bodiless=False):
    """What comes back to these bytes, and whether the connection is closed then."""
    with connect(quiver) as one:
        try:
            one.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has answered already, and has had enough
        with one.makefile("rb") as stream:
            try:
                return read_answer(stream, bodiless)
            except ConnectionResetError:
                return None


def page_files(quiver):
    """The paths of the files that the page asks for: their names have a hash of their content."""
    return re.findall(r'(?:href|src)="(/page/[^"]+)"', ask(quiver, "/").body.decode())


def get(quiver, target):
    answer = ask(quiver, target)
    assert answer.status == 200, (target, answer.status, answer.body)
    return answer.json()


def post(quiver, target, value, headers=()):
    return ask(quiver, target, "POST", {"content-type": "application/json", **dict(headers)}, json.dumps(value).encode())


class Closed(Exception):
    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class WebSocket:
    """One end of a WebSocket; frames can be as wrong as they like."""

    def __init__(self, quiver, path, headers=(), receive_buffer=None):
        self.socket = connect(quiver, receive_buffer)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(request_bytes(quiver, "GET", path, {
            "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13", "sec-websocket-key": key,
            "origin": f"http{'s' if quiver.secure else ''}://{quiver.url}", **dict(headers)}))
        self.refusal = read_answer(self.stream)
        if self.refusal and self.refusal.status == 101:
            self.refusal = None

    def frame(self, payload, opcode=1, final=True, masked=True, reserved=0, length=None):
        mask = os.urandom(4)
        size = len(payload) if length is None else length
        head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        flag = 0x80 if masked else 0
        if size < 126:
            head += bytes([flag | size])
        elif size < 65536:
            head += bytes([flag | 126]) + struct.pack(">H", size)
        else:
            head += bytes([flag | 127]) + struct.pack(">Q", size)
        if masked:
            payload = bytes(byte ^ mask[k % 4] for k, byte in enumerate(payload))
            head += mask
        try:
            self.socket.sendall(head + payload)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the other end has seen enough; what it said is still to be read

    def send(self, value):
        self.frame(json.dumps(value).encode())

    def read_frame(self):
        """(opcode, payload, whether it is the last one of its message); raises Closed."""
        try:
            head = self.stream.read(2)
            if len(head) < 2:
                raise Closed(1006)
            size = head[1] & 0x7f
            assert not head[1] & 0x80, "a server's frames are not masked"
            if size == 126:
                size = struct.unpack(">H", self.stream.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.stream.read(8))[0]
            payload = self.stream.read(size)
        except ConnectionResetError:
            raise Closed(1006) from None
        if len(payload) < size:
            raise Closed(1006)
        return head[0] & 0x0f, payload, bool(head[0] & 0x80)

    def receive(self):
        """The next message; raises Closed when there is none."""
        return json.loads(self.receive_text().decode("utf-8"))

    def receive_text(self):
        parts = b""
        while True:
            opcode, payload, last = self.read_frame()
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                self.frame(payload[:2], opcode=8)
                raise Closed(code)
            if opcode == 9:
                self.frame(payload, opcode=10)
            elif opcode in (0, 1):
                parts += payload
                if last:
                    return parts

    def until(self, wanted):
        """The first message for which wanted(message) holds."""
        while not wanted(message := self.receive()):
            pass
        return message

    def rest(self):
        """All messages until it is closed, and the code."""
        messages = []
        while True:
            try:
                messages.append(self.receive())
            except Closed as closed:
                return messages, closed.code

    def __enter__(self):
        assert self.refusal is None, (self.refusal.status, self.refusal.body)
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()
        self.socket.close()


class Reader(WebSocket):
    """One that is read all the time, whatever the test does meanwhile: nothing is made of the messages there and then."""

    def __init__(self, *words):
        super().__init__(*words)
        self.heard, self.size, self.code = [], 0, None
        self.news = threading.Condition()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            while True:
                message = self.receive_text()
                with self.news:
                    self.heard.append(message)
                    self.size += len(message)
                    self.news.notify_all()
        except Closed as closed:
            with self.news:
                self.code = closed.code
                self.news.notify_all()

    def wait_for(self, condition):
        """Until it holds, or nothing more comes."""
        with self.news:
            assert self.news.wait_for(lambda: self.code or condition(), PATIENCE)

    def messages(self):
        return [json.loads(message.decode("utf-8")) for message in self.heard]

    def __exit__(self, *_):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other end was first
        self.thread.join(PATIENCE)
        self.close()


def upgrade_status(quiver, path, headers=()):
    one = WebSocket(quiver, path, headers)
    one.close()
    return one.refusal.status if one.refusal else 101


def follow(messages):
    """The view that a page has after these messages of a game; steps have to be contiguous."""
    view = None
    for message in messages:
        if "game" in message:
            view = {**message["game"], "steps": list(message["game"]["steps"])}
        elif "gameChange" in message:
            change = message["gameChange"]
            assert change["id"] == view["id"]
            view["steps"] += change["steps"]
            view["status"] = change["status"]
    assert [step["number"] for step in view["steps"]] == list(range(len(view["steps"])))
    return view
