#!/usr/bin/python3
"""Visitors of the web page who play, and what the page shows of a store: events, tables, games that ended long ago.

    web_visitors_test.py QUIVER [unittest's options]
"""
import json
import os
import socket
import tempfile
import time
import unittest

from web_client import PATIENCE, Quiver, WebSocket, ask, follow, get, post, read_answer, request_bytes
from web_daemon import OnADaemon, main, metric, program, serve
from web_visitors import Table, choose, play_to_the_end

HOSTILE = "<img src=x onerror=alert(1)>\"'&</script>\u2028{{7*7}}"

BOT = """
import random

from quiver import Bot, Choice, Profile, run_bot


class HostileBot(Bot):
    profile = Profile(title=HOSTILE)

    def start(self, match):
        self.random = random.Random(match.seed)

    def choose(self, position, deadline):
        return Choice(position.random_move(self.random), text=HOSTILE)


run_bot(HostileBot())
"""


def request(*seats, game="connect4", **more):
    return {"game": game, "seats": list(seats), **more}


class Visitors(OnADaemon):
    words = ("--offer", "connect4-random", "quick=amazons-random", "first-bot", "--max-bots", "2")

    def await_free_bots(self, count):
        """Bots are free for others a little after their game's end."""
        patience = time.monotonic() + PATIENCE
        while get(self.quiver, "/api/v1/offers")["freeBots"] != count:
            self.assertLess(time.monotonic(), patience)

    def test_offers_say_who_plays_what(self):
        offers = get(self.quiver, "/api/v1/offers")
        self.assertEqual({bot["name"]: bot["games"] for bot in offers["bots"]},
                         {"connect4-random": ["connect4"], "quick": ["amazons"], "first-bot": offers["games"]})
        self.assertTrue(get(self.quiver, "/api/v1/lobby")["play"])

    def test_take_a_move_back_and_go_on(self):
        before = {game["id"] for game in get(self.quiver, "/api/v1/lobby")["recent"]}
        with Table(self.quiver, "connect4", ["me", "connect4-random"], name="ann") as table:
            self.assertIn("not moved yet", self.refused(table, {"takeBack": {}}))
            self.await_turn(table, 0)
            table.sockets[0].send({"play": {"ply": 0, "move": {"connect4": {"column": 0}}}})
            table.await_steps(0, 2)
            table.sockets[0].send({"play": {"ply": 2, "move": {"connect4": {"column": 1}}}})
            table.await_steps(0, 4)
            kept = [step["notation"] for step in table.steps(0)][:2]
            first = table.game
            again = self.taken_back(table)
            self.assertNotEqual(again["id"], first)
            self.assertEqual([step["notation"] for step in again["steps"]], kept)
            self.assertEqual(again["opening"], 2)
            # The one before is gone, and nothing tells of it.
            self.assertEqual(ask(self.quiver, f"/api/v1/games/{first}").status, 404)
            # Once more: now nothing is left of it.
            self.assertEqual(self.taken_back(table)["steps"], [])
            self.assertIn("not moved yet", self.refused(table, {"takeBack": {}}))
            view = play_to_the_end(table, 0, "connect4")
            record = ask(self.quiver, f"/api/v1/games/{table.game}/record").json()
            self.assertEqual(record["opening"], 0)
            self.assertEqual([move["notation"] for move in record["moves"]], [step["notation"] for step in view["steps"]])
        recent = {game["id"] for game in get(self.quiver, "/api/v1/lobby")["recent"]} - before
        self.assertEqual(recent, {table.game}, "only the last match counts")
        self.await_free_bots(2)

    @staticmethod
    def await_turn(table, seat):
        while follow(message for message in table.heard[seat] if "seat" not in message)["status"].get("running") != seat:
            table.hear(seat, lambda message: "gameChange" in message)

    def refused(self, table, wish):
        table.sockets[0].send(wish)
        error = table.hear(0, lambda message: "error" in message)["error"]
        self.assertEqual(error["status"], 409)
        return error["sentence"]

    def taken_back(self, table):
        """The game that goes on at the table after a take-back."""
        table.sockets[0].send({"takeBack": {}})
        table.hear(0, lambda message: message.get("seat", {}).get("restarting"))
        game = table.hear(0, lambda message: "game" in message)["game"]
        table.game, table.heard[0] = game["id"], table.heard[0][-1:]
        return game

    def test_hints_are_legal_moves_that_nobody_else_sees(self):
        with Table(self.quiver, "quoridor", ["first-bot", "me"], {"size": 5}, name="ann") as table:
            table.await_steps(1, 1)
            self.await_turn(table, 1)
            table.sockets[1].send({"hint": {"bot": "first-bot"}})
            table.hear(1, lambda message: message.get("seat", {}).get("hinting"))
            hint = table.hear(1, lambda message: message.get("seat", {}).get("hint"))["seat"]["hint"]
            self.assertEqual((hint["bot"], hint["ply"], hint["failed"]), ("first-bot", 1, ""))
            games = {game["id"] for game in get(self.quiver, "/api/v1/lobby")["games"]}
            self.assertEqual(games, {table.game})
            table.sockets[1].send({"play": {"ply": 1, "move": hint["step"]["move"]}})
            table.await_steps(1, 2)
            self.assertEqual(table.steps(1)[1]["notation"], hint["step"]["notation"])
            self.assertFalse(any("hint" in message.get("seat", {}) for message in table.heard[1][-1:]))
            for bot, status in (("nobody", 403), ("connect4-random", 400)):
                table.sockets[1].send({"hint": {"bot": bot}})
                self.assertEqual(table.hear(1, lambda message: "error" in message)["error"]["status"], status)
            table.resign(1)
        self.await_free_bots(2)
        self.assertEqual(metric(self.quiver, "quiver_matches"), 0)

    def test_four_play_at_one_table(self):
        with Table(self.quiver, "quoridor", ["first-bot", "me", "friend", "friend"], {"size": 7, "seats": 4}, name="ann") as table:
            self.assertEqual(sorted(table.sockets), [1, 2, 3])
            table.await_steps(1, 1)
            table.sockets[1].send({"takeBack": {}})
            self.assertEqual(table.hear(1, lambda message: "error" in message)["error"]["status"], 409)
            for seat in (1, 2, 3):
                ply, move = choose(self.quiver, table.game, "quoridor")
                self.assertEqual(ply, seat)
                table.sockets[seat].send({"play": {"ply": ply, "move": move}})
                table.await_steps(seat, seat + 1)
                for other in (1, 2, 3):
                    table.await_steps(other, seat + 1)
            for seat in (1, 2, 3):
                table.resign(seat)
        self.await_free_bots(2)

    def test_play_a_bot_to_the_end(self):
        for game, bot, board in (("connect4", "connect4-random", {}), ("amazons", "quick", {"size": 5}), ("quoridor", "first-bot", {"size": 5})):
            with Table(self.quiver, game, ["me", bot], board, name="ann") as table:
                view = play_to_the_end(table, 0, game)
                self.assertEqual([seat["name"] for seat in view["seats"]], ["ann", bot])
                self.assertEqual([seat["person"] for seat in view["seats"]], [True, False])
                self.assertEqual(view["status"]["end"], "PLAYED_OUT")
                record = get(self.quiver, f"/api/v1/games/{table.game}/record")
                self.assertEqual([move["notation"] for move in record["moves"]], [step["notation"] for step in view["steps"]])
            self.await_free_bots(2)

    def test_wrong_moves_cost_nothing(self):
        with Table(self.quiver, "connect4", ["me", "friend"]) as table:
            def refused(seat, request):
                table.sockets[seat].send(request)
                return table.hear(seat, lambda message: "error" in message)["error"]["status"]
            def play(ply, column):
                return {"play": {"ply": ply, "move": {"connect4": {"column": column}}}}
            self.assertEqual(refused(1, play(0, 0)), 409, "it is not their turn")
            for wrong in (play(1, 0), play(0, 7), play(0, 4294967295),
                          {"play": {"ply": 0, "move": {"amazons": {"from": 0, "to": 1, "arrow": 2}}}}):
                self.assertEqual(refused(0, wrong), 409, wrong)
            for wrong in ({}, {"play": {}}, {"play": {"ply": 0}}, {"sit": {"token": table.tokens[1]}}, {"play": {"ply": 0, "move": {}}}):
                self.assertEqual(refused(0, wrong), 400, wrong)
            table.play(0, {"connect4": {"column": 3}})
            self.assertEqual(refused(0, play(0, 3)), 409)
            self.assertEqual(refused(0, play(1, 3)), 409)
            view = get(self.quiver, f"/api/v1/games/{table.game}")
            self.assertEqual([step["notation"] for step in view["steps"]], ["4"])
            self.assertEqual(view["status"]["phase"], "PLAYING")
            table.resign(1)
            end = table.end()
            self.assertEqual((end["status"]["winner"], end["status"]["end"]), (0, "FORFEIT"))
            self.assertEqual(end["steps"][-1]["outs"], [{"seat": 1, "reason": "RESIGNED", "detail": end["steps"][-1]["outs"][0]["detail"]}])

    def test_pages_are_loaded_again(self):
        with Table(self.quiver, "connect4", ["me", "friend"]) as table:
            for ply, column in enumerate([0, 1, 0, 1]):
                table.play(ply, {"connect4": {"column": column}})
            table.sockets[0].close()
            with WebSocket(self.quiver, f"/ws/games/{table.game}") as watching:
                messages = [watching.receive()]
                while follow(messages)["status"]["seats"][0]["connected"]:
                    messages.append(watching.receive())
                table.sit(0)
                seat = table.hear(0, lambda message: "seat" in message)["seat"]
                self.assertEqual((seat["seat"], seat["gameId"], seat["table"]), (0, table.game, table.id))
                self.assertEqual(len(table.hear(0, lambda message: "game" in message)["game"]["steps"]), 4)
            for ply, column in enumerate([0, 1, 0], 4):
                table.play(ply, {"connect4": {"column": column}})
            self.assertEqual(table.end()["status"]["winner"], 0)
            # And once more when everything is over.
            table.sockets[0].close()
            table.sit(0)
            messages, code = table.sockets[0].rest()
            self.assertEqual(code, 1000)
            self.assertEqual(follow(messages)["status"]["winner"], 0)

    def test_two_pages_of_one_visitor(self):
        with Table(self.quiver, "connect4", ["me", "friend"]) as table:
            first = table.sockets[0]
            table.sit(0)
            table.hear(0, lambda message: "game" in message)
            first.close()
            table.play(0, {"connect4": {"column": 0}})
            status = get(self.quiver, f"/api/v1/games/{table.game}")["status"]
            self.assertTrue(status["seats"][0]["connected"])
            table.resign(0)
            table.end()

    def test_keys_open_one_seat_once(self):
        opened = post(self.quiver, "/api/v1/tables", request("me", "friend")).json()
        claim = {"key": opened["keys"][0], "name": "ben"}
        self.assertEqual(post(self.quiver, "/api/v1/seats", {"key": "wrong"}).status, 404)
        self.assertEqual(post(self.quiver, "/api/v1/seats", {**claim, "name": HOSTILE}).status, 400)
        with WebSocket(self.quiver, "/ws/seat") as mine:
            mine.send({"sit": {"token": opened["token"]}})
            self.assertEqual(mine.receive()["seat"]["missing"], 1)
            ticket = post(self.quiver, "/api/v1/seats", claim)
            self.assertEqual(ticket.status, 200)
            self.assertEqual(post(self.quiver, "/api/v1/seats", claim).status, 404)
            with WebSocket(self.quiver, "/ws/seat") as other:
                other.send({"sit": {"token": ticket.json()["token"]}})
                game = mine.until(lambda message: "game" in message)["game"]
                self.assertEqual([seat["name"] for seat in game["seats"]], ["visitor", "ben"])
                mine.send({"resign": {}})
                self.assertEqual((mine.rest()[1], other.rest()[1]), (1000, 1000))

    def test_four_can_play(self):
        with Table(self.quiver, "quoridor", ["friend", "me", "friend", "friend"], {"seats": 4, "size": 9}) as table:
            for turn in range(8):
                ply, move = choose(self.quiver, table.game, "quoridor")
                self.assertEqual(ply, turn)
                table.play(ply, move)
            for seat in (2, 0, 3):
                table.resign(seat)
            end = table.end()
            self.assertEqual(end["status"]["winner"], 1)
            self.assertEqual([out["seat"] for step in end["steps"] for out in step["outs"]], [2, 0, 3])

    def test_requests_that_are_denied(self):
        for status, asked in (
                (403, request("me", "connect4-minimax")), (403, request("me", "../../bin/sh")), (403, request("me", "remote:ann")),
                (403, request("me", HOSTILE)), (400, request("me", "quick")), (400, request("me")), (400, request("me", "me")),
                (400, request("friend", "friend")), (400, request("me", "friend", game="chess")), (400, request("me", "friend", name=HOSTILE)),
                (400, request("me", "friend", game="amazons", board={"size": 65536})),
                (400, request("me", "friend", game="amazons", board={"rows": 4294967295, "columns": 4294967295})),
                (400, request("me", "friend", botMillis="NaN")), (400, request("me", "friend", botMillis=-1)),
                (400, request("me", "friend", botMillis=20000))):
            answer = post(self.quiver, "/api/v1/tables", asked)
            self.assertEqual((answer.status, answer.json()["status"]), (status, status), asked)

    def test_only_so_many_bots_play(self):
        self.await_free_bots(2)
        with Table(self.quiver, "connect4", ["me", "first-bot"]) as table:
            self.assertEqual(get(self.quiver, "/api/v1/offers")["freeBots"], 1)
            waiting = post(self.quiver, "/api/v1/tables", request("me", "first-bot"))
            self.assertEqual(waiting.status, 200)
            self.assertEqual(get(self.quiver, "/api/v1/offers")["freeBots"], 0)
            self.assertEqual(post(self.quiver, "/api/v1/tables", request("me", "first-bot")).status, 503)
            self.assertEqual(post(self.quiver, "/api/v1/tables", request("me", "friend")).status, 200)
            table.resign(0)
            table.end()
        with WebSocket(self.quiver, "/ws/seat") as one:  # nor does the table that waited keep its bot for ever
            one.send({"sit": {"token": waiting.json()["token"]}})
            one.until(lambda message: "game" in message)
            one.send({"resign": {}})
            self.assertEqual(one.rest()[1], 1000)
        self.await_free_bots(2)


class Crowds(OnADaemon):
    """One address asks for everything there is; another one still plays."""
    words = ("--offer", "connect4-random", "--max-bots", "2")

    def ask_from(self, source, *seats, forwarded=None):
        body = json.dumps(request(*seats)).encode()
        headers = {"content-type": "application/json", **({"x-forwarded-for": forwarded} if forwarded else {})}
        with socket.create_connection(self.quiver.address, PATIENCE, source_address=(source, 0)) as one, one.makefile("rb") as stream:
            one.sendall(request_bytes(self.quiver, "POST", "/api/v1/tables", headers, body))
            return read_answer(stream)

    def play(self, token):
        """Sits down; the game has begun when this is back."""
        one = WebSocket(self.quiver, "/ws/seat")
        one.send({"sit": {"token": token}})
        one.until(lambda message: "game" in message)
        return one

    def test_tables(self):
        statuses = [self.ask_from("127.0.0.1", "me", "friend").status for _ in range(100)]
        self.assertEqual(statuses, [200] * 8 + [429] * 92)
        refused = self.ask_from("127.0.0.1", "me", "friend").json()["sentence"]
        self.assertIn("from your address", refused)
        self.assertEqual(self.ask_from("127.0.0.2", "me", "friend").status, 200)
        # What another one says of itself counts only where a proxy is known to be.
        self.assertEqual(self.ask_from("127.0.0.1", "me", "friend", forwarded="192.0.2.1").status, 429)

    def test_bots(self):
        taken = [self.ask_from("127.0.0.3", "me", "connect4-random") for _ in range(3)]
        self.assertEqual([answer.status for answer in taken], [200, 200, 503])
        patience = time.monotonic() + PATIENCE
        while (answer := self.ask_from("127.0.0.4", "me", "connect4-random")).status == 503:
            self.assertLess(time.monotonic(), patience)
            time.sleep(0.2)
        self.assertEqual(answer.status, 200)
        with self.play(answer.json()["token"]) as one:
            one.send({"resign": {}})
            self.assertEqual(one.rest()[1], 1000)

    def test_the_last_bot(self):
        first = self.ask_from("127.0.0.5", "me", "connect4-random").json()
        with self.play(first["token"]):
            patience = time.monotonic() + PATIENCE
            while (second := self.ask_from("127.0.0.5", "me", "connect4-random")).status == 503:
                self.assertLess(time.monotonic(), patience)
                time.sleep(0.2)
            with WebSocket(self.quiver, "/ws/seat") as one:
                one.send({"sit": {"token": second.json()["token"]}})
                closed = one.until(lambda message: message.get("seat", {}).get("closed"))
                self.assertIn("other visitors", closed["seat"]["closed"])
            other = self.ask_from("127.0.0.6", "me", "connect4-random")
            self.assertEqual(other.status, 200)
            with self.play(other.json()["token"]) as one:
                one.send({"resign": {}})
                self.assertEqual(one.rest()[1], 1000)


class BehindAProxy(Crowds):
    words = (*Crowds.words, "--web-host", "https://quiver.example")
    test_bots = test_the_last_bot = None

    def test_tables(self):
        statuses = [self.ask_from("127.0.0.1", "me", "friend", forwarded=f"10.0.0.{k}, 192.0.2.1").status for k in range(10)]
        self.assertEqual(statuses, [200] * 8 + [429] * 2)
        self.assertEqual(self.ask_from("127.0.0.1", "me", "friend", forwarded="192.0.2.1, 192.0.2.2").status, 200)
        for k in range(8):
            self.assertEqual(self.ask_from("127.0.0.1", "me", "friend", forwarded=f"2001:db8::{k:x}").status, 200)
        self.assertEqual(self.ask_from("127.0.0.1", "me", "friend", forwarded="2001:db8::ffff").status, 429)
        self.assertEqual(self.ask_from("127.0.0.1", "me", "friend", forwarded="nobody").status, 200)


class Stores(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="quiver-web-")
        self.addCleanup(self.folder.cleanup)
        os.chmod(self.folder.name, 0o755)
        self.store = os.path.join(self.folder.name, "games.db")

    def test_links_outlive_the_daemon(self):
        with serve("--store", self.store, "--offer", "random") as quiver:
            with Table(quiver, "connect4", ["me", "friend"], name="ann") as table:
                table.play(0, {"connect4": {"column": 3}})
                table.resign(1)
                table.end()
            before = {path: ask(quiver, f"/api/v1/games/{table.game}{path}").body for path in ("", "/record", "/text")}
            self.assertEqual(quiver.stop(), 0)
        with serve("--store", self.store, "--offer", "random") as quiver:
            self.assertEqual([game["id"] for game in get(quiver, "/api/v1/lobby")["recent"]], [table.game])
            for path, body in before.items():
                self.assertEqual(ask(quiver, f"/api/v1/games/{table.game}{path}").body, body, path)
            with WebSocket(quiver, f"/ws/games/{table.game}") as one:
                messages, code = one.rest()
                self.assertEqual((follow(messages)["id"], code), (table.game, 1000))
            games = get(quiver, "/api/v1/events/games/games")
            self.assertEqual([game["id"] for game in games["games"]], [table.game])
            with Table(quiver, "connect4", ["me", "friend"]) as another:
                self.assertNotEqual(another.game, table.game)
                another.resign(0)
                another.end()

    def test_a_tournament_is_shown(self):
        words = ["tournament", "connect4", "--bot", "random", "--bot", "first-bot", "--bot", "minimax", "--games", "4", "--store", self.store,
                 "--event", "cup", "--seed", "3", "--clock", "10m"]
        with Quiver(program(), *words, "--web", "127.0.0.1:0", "--web-stay") as quiver:
            quiver.await_line("err", "the page stays open")
            self.assertEqual(get(quiver, "/api/v1/lobby")["event"], "cup")
            events = get(quiver, "/api/v1/events")["events"]
            self.assertEqual([(event["name"], event["kind"], event["game"], event["games"], event["standings"]) for event in events],
                             [("cup", "tournament", "connect4", 12, True)])
            table = get(quiver, "/api/v1/events/cup/standings")
            self.assertTrue(table["complete"])
            self.assertEqual((table["played"], sum(row["points"] for row in table["rows"])), (12, 12))
            names = [row["name"] for row in table["rows"]]
            ratings = get(quiver, "/api/v1/events/cup/ratings")
            self.assertEqual(sorted(line["name"] for line in ratings["lines"]), sorted(names))
            self.assertTrue(all(line["points"][-1]["after"] == 12 for line in ratings["lines"]))
            self.assertEqual(get(quiver, "/api/v1/events/cup/games")["total"], 12)
            cell = get(quiver, f"/api/v1/events/cup/games?name={names[0]}&against={names[2]}")
            self.assertEqual((cell["total"], len(cell["games"])), (4, 4))
            for game in cell["games"]:
                self.assertEqual(sorted(seat["name"] for seat in game["seats"]), sorted((names[0], names[2])))
                view = get(quiver, f"/api/v1/games/{game['id']}")
                self.assertEqual(len([step for step in view["steps"] if "move" in step]), game["plies"])
                self.assertEqual(view["status"].get("winner"), game.get("winner"))
            for path in ("/api/v1/events/cup/games?name=eve", "/api/v1/events/cap/games", "/api/v1/events/cap/standings", "/api/v1/games/cup-13"):
                self.assertEqual(ask(quiver, path).status, 404, path)
            self.assertEqual(get(quiver, "/api/v1/events/cup/games?page=1")["games"], [])
            self.assertEqual(quiver.stop(), 0)
        # Another one shows the same later, beside what it plays itself.
        with serve("--store", self.store) as quiver:
            self.assertEqual(get(quiver, "/api/v1/events/cup/standings"), table)

    def test_a_ladder_is_shown(self):
        with Quiver(program(), "ladder", "connect4", "--listen", "127.0.0.1:0", "--store", self.store, "--event", "season",
                    "--web", "127.0.0.1:0") as quiver:
            lobby = get(quiver, "/api/v1/lobby")
            self.assertEqual((lobby["running"], lobby["event"]), ("ladder", "season-1"))
            self.assertEqual(get(quiver, "/api/v1/events/season-1/standings")["rows"], [])
            self.assertEqual(get(quiver, "/api/v1/events/season-1/ratings")["lines"], [])


class HostileBots(unittest.TestCase):
    def test_what_bots_say_arrives_as_text(self):
        with tempfile.TemporaryDirectory(prefix="quiver-web-") as folder:
            os.chmod(folder, 0o755)
            path = os.path.join(folder, "bot.py")
            with open(path, "w", encoding="utf-8") as bot:
                bot.write(f"HOSTILE = {HOSTILE!r}\n" + BOT)
            with Quiver(program(), "match", "connect4", "--bot", path, "--bot", "random", "--clock", "10m", "--web", "127.0.0.1:0",
                        "--web-stay") as quiver:
                quiver.await_line("err", "the page stays open")
                game = get(quiver, "/api/v1/lobby")["recent"][0]
                view = get(quiver, f"/api/v1/games/{game['id']}")
                self.assertEqual(view["status"]["seats"][0]["title"], HOSTILE)
                mine = [step for step in view["steps"] if step["seat"] == 0 and "move" in step]
                self.assertTrue(mine)
                self.assertTrue(all(step["info"]["text"] == HOSTILE for step in mine))


if __name__ == "__main__":
    main()
