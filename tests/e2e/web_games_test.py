#!/usr/bin/python3
"""Games followed at the web page as they are played: all that spectators are told adds up to the record.

    web_games_test.py QUIVER [unittest's options]
"""
import json
import os
import tempfile

from web_client import Quiver, Reader, WebSocket, ask, follow, get
from web_daemon import OnADaemon, main, metric, program
from web_visitors import Table


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

    def test_records_are_judged(self):
        table = Table(self.quiver, "connect4", ["me", "friend"])
        with table:
            for ply, column in enumerate([0, 1, 0, 1, 0, 1, 0]):
                table.play(ply, {"connect4": {"column": column}})
            table.end()
            line = ask(self.quiver, f"/api/v1/games/{table.game}/record").body

        def replay(file):
            return ask(self.quiver, "/api/v1/replay", "POST", {"content-type": "text/plain"}, file).json()
        self.assertEqual([game["doubt"] for game in replay(line)["games"]], [""])
        lie = json.dumps({**json.loads(line), "winner": 1}).encode() + b"\n"
        self.assertIn("winner", replay(lie)["games"][0]["doubt"])
        many = replay(line * 150)
        self.assertEqual((len(many["games"]), many["total"], many["fault"]), (100, 150, ""))
        broken = replay(line * 2 + line[:100])
        self.assertEqual(len(broken["games"]), 2)
        self.assertTrue(broken["fault"].startswith("line 3: "), broken["fault"])
        self.assertNotIn("^", broken["fault"])
        halved = replay(line + line[:100] + b"\n" + line)
        self.assertEqual((len(halved["games"]), halved["total"]), (2, 2), "what comes after a broken line is there")
        self.assertTrue(halved["fault"].startswith("line 2: "), halved["fault"])

    def check_lobby(self, socket):
        """What its spectators were told adds up to what it is."""
        state = socket.receive()["lobby"]
        while state != (now := get(self.quiver, "/api/v1/lobby")):
            change = socket.receive()["lobbyChange"]
            games = {game["id"]: game for game in state["games"]}
            games.update({game["id"]: game for game in change["games"]})
            state["games"] = [game for game in games.values() if game["id"] not in change["gone"]]
            rows = {row["id"]: row for row in [*state["rows"], *change["rows"]] if row["id"] not in change["rowsGone"]}
            for one in change["rowChanges"]:
                rows[one["id"]]["state"] = one["state"]
            state["rows"] = list(rows.values())
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
        """Large games: one spectator never reads, one begins late, one sees everything."""
        with Quiver(program(), "match", "amazons", "--size", "60", "--seed", "5", "--bot", "random", "--bot", "random", "--clock", "30m",
                    "--games", "1000000", "--json", "--web", "127.0.0.1:0") as match:
            with WebSocket(match, "/ws/lobby") as lobby:
                def has_games(message):
                    return any(message.get(kind, {}).get("games") for kind in ("lobby", "lobbyChange"))
                message = lobby.until(has_games)
            shown = (message.get("lobby") or message["lobbyChange"])["games"][0]
            self.assertNotIn("position", shown, "a board of so many cells is not drawn in the lobby")
            path = f"/ws/games/{shown['id']}"
            with Reader(match, path) as reader, WebSocket(match, path, receive_buffer=4096) as sleeper:
                reader.wait_for(lambda: reader.size > 100_000)
                code = 1006
                while code == 1006:  # who was too slow comes again, as a page does
                    with WebSocket(match, path, receive_buffer=65536) as late:
                        messages, code = late.rest()
                self.assertEqual(code, 1000)
                reader.wait_for(lambda: reader.code)
                self.assertEqual(reader.code, 1000)
                view = follow(reader.messages())
                self.assertEqual(follow(messages)["steps"], view["steps"])
                record = get(match, f"/api/v1/games/{shown['id']}/record")
                self.assertEqual([step["notation"] for step in view["steps"]], [move["notation"] for move in record["moves"]])
                self.assertIn(sleeper.rest()[1], (1000, 1006), "it was dropped, unless the game was faster")
            self.assertEqual(match.stop(), 128 + 15)

    def test_the_last_end_is_told_before_the_page_closes(self):
        """One game, and nothing after it: a bot that is sent a word by a file says when it ends."""
        with tempfile.TemporaryDirectory() as folder:
            fifo = os.path.join(folder, "say")
            os.mkfifo(fifo)
            bot = os.path.join(folder, "waits.sh")
            with open(bot, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; "
                           f"turn) read -r said <{fifo}; echo resign;; esac; done\n")
            os.chmod(bot, 0o755)
            with Quiver(program(), "match", "connect4", "--isolate", "off", "--bot", f"text:{bot}", "--bot", "random", "--web", "127.0.0.1:0") as match:
                with WebSocket(match, "/ws/lobby") as lobby:
                    message = lobby.until(lambda one: any(one.get(kind, {}).get("games") for kind in ("lobby", "lobbyChange")))
                    shown = (message.get("lobby") or message["lobbyChange"])["games"][0]
                    with WebSocket(match, f"/ws/games/{shown['id']}") as game:
                        messages = [game.receive()]
                        with open(fifo, "w", encoding="utf-8") as say:
                            say.write("now\n")
                        more, code = game.rest()
                    results, gone = lobby.rest()
                self.assertEqual(code, 1000)
                view = follow(messages + more)
                self.assertEqual((view["status"]["phase"], view["status"]["winner"]), ("OVER", 1))
                self.assertEqual(gone, 1001)
                self.assertEqual(results[-1]["lobbyChange"]["recent"][0]["id"], shown["id"])
                self.assertEqual(match.wait(), 0)

    def test_whoever_never_reads_is_dropped(self):
        """Games without end, until it happens; somebody else sees the lobby all the time."""
        with Quiver(program(), "match", "amazons", "--bot", "random", "--bot", "random", "--games", "1000000", "--concurrency", "8", "--clock",
                    "30m", "--json", "--web", "127.0.0.1:0") as match:
            with Reader(match, "/ws/lobby") as reader, WebSocket(match, "/ws/lobby", receive_buffer=4096) as sleeper:
                def dropped():
                    return metric(match, "quiver_spectators_dropped_total")
                while dropped() == 0:
                    count = len(reader.heard)
                    reader.wait_for(lambda: len(reader.heard) > count)
                    self.assertIsNone(reader.code)
                self.assertEqual(dropped(), 1, "each is counted once")
                self.assertEqual(sleeper.rest()[1], 1006)
                count = len(reader.heard)
                reader.wait_for(lambda: len(reader.heard) > count)
                self.assertIsNone(reader.code)
            self.assertEqual(match.stop(), 128 + 15)


if __name__ == "__main__":
    main()
