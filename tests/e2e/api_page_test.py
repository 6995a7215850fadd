#!/usr/bin/python3
"""Asks what docs/operate/api.md asks: every curl on the page, of the program that the page starts.

    api_page_test.py ROOT QUIVER

The first block starts the program; its port stands for a free one. Ids, keys and tokens on the page are replaced by real
ones: those of a visitor's game against a bot, and of a table for a friend. An answer that the page shows has to have the same fields.
"""
import base64
import json
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

SHOWN = "http://127.0.0.1:8080"
# The tournament of the page has no answer to these; other tests ask them.
ASKED_ELSEWHERE = {
    "/api/v1/workers": "worker_trust_test.py, with PostgreSQL",
    "/api/v1/games/ID/logs": "web_logs_test.py, in a ladder with teams",
    "/api/v1/events/EVENT/bracket": "bracket.test.mjs, in a knockout",
}


def blocks(text):
    """The lines of every block that is no JSON over a WebSocket."""
    for content in re.findall(r"^ *```\n(.*?)^ *```$", text, flags=re.M | re.S):
        yield [line.strip() for line in content.replace("\\\n", " ").splitlines()]


def examples(text):
    """(command, shown answer or None) for each curl."""
    for lines in blocks(text):
        for line, after in zip(lines, lines[1:] + [""]):
            if line.startswith("curl "):
                yield line, after if after.startswith("{") else None


def start(command, quiver, folder, environment):
    words = shlex.split(command)
    assert words[0] == "quiver", command
    words[words.index("--web") + 1] = "127.0.0.1:0"
    with open(folder / "stderr", "w") as log:
        process = subprocess.Popen([quiver, *words[1:]], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
    return process


def told(process, folder, pattern):
    """What the program says on stderr, once it has said it."""
    while True:
        found = re.search(pattern, (folder / "stderr").read_text())
        if found:
            return found.group(1)
        try:
            process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
        sys.exit("the program ended: " + (folder / "stderr").read_text())


def post(url, path, message):
    request = urllib.request.Request(url + path, json.dumps(message).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Seat:
    """A visitor's WebSocket, as far as it is needed here: short messages, nothing fragmented."""

    def __init__(self, url, token):
        host = url.removeprefix("http://")
        self.socket = socket.create_connection(host.split(":"))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws/seat HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        while self.stream.readline().strip():
            pass
        payload = json.dumps({"sit": {"token": token}}).encode()
        self.socket.sendall(bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload)

    def message(self):
        size = self.stream.read(2)[1]
        if size > 125:
            size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
        return json.loads(self.stream.read(size))

    def game(self):
        while True:
            message = self.message()
            if "game" in message:
                return message["game"]["id"]


def fields(value):
    """How an answer is built, whatever stands in it."""
    if isinstance(value, dict):
        return {key: fields(one) for key, one in value.items()}
    return type(value).__name__


def check(command, shown, folder):
    words = shlex.split(command)
    assert words[0] == "curl", command
    done = subprocess.run([*words, "--write-out", "\n%{http_code}"], cwd=folder, capture_output=True, text=True, check=True)
    answer, status = done.stdout.rsplit("\n", 1)
    wanted = "404" if "nobody" in command else "200"
    if status != wanted:
        sys.exit(f"{command}\nanswers {status}: {answer}")
    if shown and fields(json.loads(shown)) != fields(json.loads(answer)):
        sys.exit(f"{command}\nanswers\n{answer}\nand the page shows\n{shown}")


def ask_all(page, url, folder):
    ticket = post(url, "/api/v1/tables", {"game": "connect4", "seats": ["me", "random"]})
    seat = Seat(url, ticket["token"])
    real = {SHOWN: url, "3f2a90c1d4e7-1": seat.game()}
    asked = 0
    for command, shown in examples(page):
        if "/seats" in command:  # a key is good once
            table = post(url, "/api/v1/tables", {"game": "connect4", "seats": ["me", "friend"]})
            real[re.search(r'"key": "(\w+)"', command).group(1)] = table["keys"][0]
        for old, new in real.items():
            command = command.replace(old, new)
        check(command, shown, folder)
        asked += 1
    paths = re.findall(r"^### .*`(?:GET|POST) (/\S*?)[?`]", page, flags=re.M)
    for path in paths:
        if path in ASKED_ELSEWHERE:
            continue
        plain = re.sub(r"ID|EVENT|NAME", r"[^/ ]+", path)
        if not any(re.search(plain + r"(['?\s]|$)", command) for command, _ in examples(page)):
            sys.exit(f"the page has no example of {path}")
    return asked


def main():
    root, quiver = pathlib.Path(sys.argv[1]), str(pathlib.Path(sys.argv[2]).resolve())
    page = (root / "docs/operate/api.md").read_text(encoding="utf-8")
    command = next(" ".join(lines) for lines in blocks(page) if lines[0].startswith("quiver tournament"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([quiver, "match", "connect4", "--bot", "random", "--bot", "random", "--games", "2", "--record",
                        "games.jsonl"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        process = start(command, quiver, folder, dict(os.environ))
        try:
            url = told(process, folder, r"the page is at (http://[^/]+)")
            told(process, folder, r"(stays open)")
            print(f"{ask_all(page, url, folder)} examples are answered as the page says")
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


if __name__ == "__main__":
    main()
