"""Visitors of the web page, as their pages behave: a table at which this test sits on every seat that is a person's."""
from web_client import WebSocket, follow, get, post


class Table:
    """From the request for it to its game; the sockets are those of the people's seats."""

    def __init__(self, quiver, game, seats, board=None, name="", friends=("ben", "cid", "dan")):
        self.quiver = quiver
        self.sockets, self.tokens, self.heard = {}, {}, {}
        answer = post(quiver, "/api/v1/tables", {"game": game, "board": board or {}, "seats": seats, "name": name, "botMillis": 500})
        assert answer.status == 200, answer.body
        self.view = answer.json()
        self.id = self.view["table"]
        self.tokens[seats.index("me")] = self.view["token"]
        for key, friend in zip(self.view["keys"], friends):
            ticket = post(quiver, "/api/v1/seats", {"key": key, "name": friend}).json()
            assert ticket["table"] == self.id
            self.tokens[ticket["seat"]] = ticket["token"]
        for seat in self.tokens:
            self.sit(seat)
        self.game = ""
        for seat in self.sockets:
            self.hear(seat, lambda message: "game" in message)
        self.game = self.heard[seat][-1]["game"]["id"]

    def sit(self, seat):
        """A page of that seat; the one before is left to the test."""
        self.sockets[seat] = WebSocket(self.quiver, "/ws/seat").__enter__()
        self.sockets[seat].send({"sit": {"token": self.tokens[seat]}})
        self.heard[seat] = []

    def hear(self, seat, wanted):
        """Notes what comes for a seat until wanted(message)."""
        while True:
            self.heard[seat].append(self.sockets[seat].receive())
            if wanted(self.heard[seat][-1]):
                return self.heard[seat][-1]

    def steps(self, seat):
        return follow(message for message in self.heard[seat] if "seat" not in message)["steps"]

    def await_steps(self, seat, count):
        while len(self.steps(seat)) < count:
            self.hear(seat, lambda message: "gameChange" in message)

    def play(self, ply, move):
        """The move of whoever's turn it is, of two or more people; back when all have heard of it."""
        seat = sorted(self.sockets)[ply % len(self.sockets)]
        self.sockets[seat].send({"play": {"ply": ply, "move": move}})
        for one in self.sockets:
            self.await_steps(one, ply + 1)

    def resign(self, seat):
        self.sockets[seat].send({"resign": {}})

    def end(self):
        """How it ended, when everybody has heard of it."""
        for seat, socket in self.sockets.items():
            messages, code = socket.rest()
            assert code == 1000, code
            self.heard[seat] += messages
        return follow(message for message in self.heard[seat] if "seat" not in message)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for socket in self.sockets.values():
            socket.close()


def choose(quiver, game, kind):
    """A legal move, put together from what the page would light up."""
    def choices(query=""):
        return get(quiver, f"/api/v1/games/{game}/choices{query}")
    first = choices()
    if kind == "connect4":
        return first["ply"], {"connect4": {"column": first["cells"][-1] % 7}}
    if kind == "quoridor":
        if first["walls"] and first["ply"] % 3 == 0:
            wall = first["walls"][len(first["walls"]) // 2]
            return first["ply"], {"quoridor": {"kind": wall["orientation"] + "_WALL", "cell": wall["anchor"]}}
        return first["ply"], {"quoridor": {"kind": "PAWN", "cell": first["cells"][0]}}
    queen = first["cells"][0]
    cell = choices(f"?from={queen}")["cells"][0]
    arrow = choices(f"?from={queen}&to={cell}")["cells"][-1]
    return first["ply"], {"amazons": {"from": queen, "to": cell, "arrow": arrow}}


def play_to_the_end(table, seat, kind):
    """One person against bots: plays whatever can be played whenever it is their turn. The view at the end."""
    while True:
        view = follow(message for message in table.heard[seat] if "seat" not in message)
        if view["status"]["phase"] == "OVER":
            return view
        if view["status"].get("running") == seat and view["steps"][-1:] != table.__dict__.get("answered"):
            table.answered = view["steps"][-1:]
            ply, move = choose(table.quiver, table.game, kind)
            table.sockets[seat].send({"play": {"ply": ply, "move": move}})
        table.hear(seat, lambda message: "gameChange" in message or "error" in message)
