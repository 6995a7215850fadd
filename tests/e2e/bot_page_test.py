#!/usr/bin/python3
"""What the page says of a bot, against its games counted one by one from their records: in a SQLite file and in PostgreSQL.

    bot_page_test.py ROOT QUIVER
"""
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from urllib.parse import quote, urlencode

from postgres_stage import Server
from web_client import Quiver, WebSocket, ask, get

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
BOTS = pathlib.Path(PROGRAM).resolve().parent.parent / "bots"
GAMES, PAGE, TIMED = 36, 50, 200
FAULTS = {"ILLEGAL_MOVE", "TIMEOUT", "CRASHED", "NOT_READY", "DISCONNECTED", "PROTOCOL_ERROR", "RESOURCE_LIMIT"}
EDGES = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 60000]


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def season(folder, store):
    """A ladder whose bot changes half-way: it is a second version from then on. One bot always crashes."""
    script = folder / "mine.sh"
    for version in (1, 2):
        script.write_text(f"# version {version}\nexec {BOTS}/connect4-random\n")
        run("ladder", "connect4", "--bot", f"/bin/sh name=mine {script}", "--bot", "minimax name=deep --depth 2", "--bot", "/bin/false name=late",
            "--drop-after", "1000", "--games", str(GAMES), "--rest", "0s", "--event", "season", "--store", store, "--quiet", "--isolate", "off", "--seed", str(version))
    records = [json.loads(line) for line in run("export", "--store", store, "--event", "season-1").splitlines()]
    assert len(records) == 2 * GAMES, len(records)
    return sorted(records, key=lambda record: record["number"])


def outcome(places, seat):
    return "LOST" if places[seat] != 1 else "WON" if places.count(1) == 1 else "DRAWN"


class Count:
    """Scores from records, one pair of seats after the other."""

    def __init__(self):
        self.games, self.faults, self.results = 0, 0, Counter()

    def add(self, record, seat):
        self.games += 1
        self.faults += record["seats"][seat].get("reason") in FAULTS
        own = record["seats"][seat]["place"]
        for other, one in enumerate(record["seats"]):
            if other != seat:
                self.results[(own < one["place"]) - (own > one["place"])] += 1

    def check(self, told, what):
        expected = (self.games, self.results[1], self.results[0], self.results[-1], self.results[1] + self.results[0] / 2, self.faults)
        assert tuple(told[key] for key in ("games", "wins", "draws", "losses", "points", "faults")) == expected, (what, told, expected)


def board_of(record):
    return record.get("eventBoard") or f'{record["board"]} {record["rows"]}x{record["columns"]}'


def own_games(records, names):
    """(record, seat) of these versions, the latest first."""
    return [(record, seat) for record in reversed(records) for seat, one in enumerate(record["seats"]) if one["name"] in names]


def family(name):
    return name.split("-v")[0]


def check_report(quiver, records, names, version=""):
    path = f"/api/v1/events/season-1/bots/{names[-1]}"
    report = get(quiver, path + (f"?version={version}" if version else ""))
    assert (report["name"], report["event"], report["kind"], report["game"], report["version"]) == (names[0], "season-1", "ladder", "connect4", version), report
    assert [one["name"] for one in report["versions"]] == names, report["versions"]
    games = own_games(records, [version] if version else names)
    counts = defaultdict(Count)
    for record, seat in games:
        board = board_of(record)
        other = family(record["seats"][1 - seat]["name"])
        for key in (("total", names[0]), ("boards", board), ("seats", str(seat)), ("opponents", other)):
            counts[key].add(record, seat)
    for record, seat in own_games(records, names):
        counts["versions", record["seats"][seat]["name"]].add(record, seat)
    told = {("total", names[0]): report["total"], **{("versions", one["name"]): one["score"] for one in report["versions"]}}
    told |= {(kind, one["name"]): one for kind in ("boards", "seats", "opponents") for one in report[kind]}
    assert {key for key in told if told[key]["games"]} == set(counts), (set(told), set(counts))
    for key, count in counts.items():
        count.check(told[key], key)
    check_faults(report, games)
    check_times(report["times"], games[:TIMED])
    check_ratings(quiver, report)


def check_ratings(quiver, report):
    rows = {row["name"]: row for row in get(quiver, "/api/v1/events/season-1/standings")["rows"]}
    for version in report["versions"]:
        row = rows[version["name"]]
        assert version["active"] == row["active"] and version.get("elo") == row.get("elo"), (version, row)
        assert version.get("eloLow") == row.get("eloLow") and version.get("eloHigh") == row.get("eloHigh")


def check_faults(report, games):
    expected = defaultdict(list)
    for record, seat in games:
        reason = record["seats"][seat].get("reason")
        if reason in FAULTS:
            expected[reason].append(f'season-1-{record["number"]}')
    told = {one["reason"]: (one["count"], one["games"]) for one in report["faults"]}
    assert told == {reason: (len(ids), ids[:5]) for reason, ids in expected.items()}, (told, expected)


def check_times(told, games):
    moves = []
    shares, banks = [0] * 10, [0] * 10
    for record, seat in games:
        clock = record["clocks"][seat]
        own = [(move["millis"], record["number"], at + 1) for at, move in enumerate(record["moves"])
               if at >= record["opening"] and move["seat"] == seat and not move["notation"].startswith("x")]
        moves += own
        if "moveMillis" in clock:
            for millis, _, _ in own:
                shares[min(9, int(millis / clock["moveMillis"] * 10))] += 1
        if "bankMillis" in clock:
            banks[min(9, int(record["seats"][seat]["millis"] / (clock["bankMillis"] + clock["incrementMillis"] * len(own)) * 10))] += 1
    assert (told["games"], told["moves"]) == (len(games), len(moves)), told
    if not moves:
        return
    assert abs(told["medianMillis"] - statistics.median(millis for millis, _, _ in moves)) < 1e-3, told
    longest = max(moves)
    assert abs(told["longestMillis"] - longest[0]) < 1e-3, (told, longest)
    at_longest = {(f"season-1-{number}", step) for millis, number, step in moves if abs(millis - longest[0]) < 1e-3}
    assert (told["longestGame"], told["longestStep"]) in at_longest, (told, at_longest)
    bins = Counter(max(edge for edge in EDGES if edge <= millis) for millis, _, _ in moves)
    assert {one["fromMillis"]: one["moves"] for one in told["times"] if one["moves"]} == bins, (told["times"], bins)
    assert told["moveShares"] == (shares if any(shares) else []), (told, shares)
    assert told["bankShares"] == (banks if any(banks) else []), (told, banks)


def passes(record, seat, query):
    places = [one["place"] for one in record["seats"]]
    own = record["seats"][seat]
    fault = own.get("reason") if own.get("reason") in FAULTS else None
    return all((
        outcome(places, seat).lower() == query.get("result", outcome(places, seat).lower()),
        "fault" not in query or (fault is not None if query["fault"] == "any" else fault == query["fault"]),
        "against" not in query or family(record["seats"][1 - seat]["name"]) == family(query["against"]),
        "board" not in query or board_of(record) == query["board"],
        query.get("version", own["name"]) == own["name"],
        query.get("seat", str(seat)) == str(seat)))


def check_list(quiver, records, names, query):
    """Every page behind the filter, and every game's neighbours."""
    expected = [(record, seat) for record, seat in own_games(records, names) if passes(record, seat, query)]
    ids = [f'season-1-{record["number"]}' for record, _ in expected]
    path = f"/api/v1/events/season-1/bots/{names[0]}/games?"
    found = []
    for page in range(len(ids) // PAGE + 1):
        told = get(quiver, path + urlencode({**query, "page": page}, quote_via=quote))
        assert (told["total"], told["page"], told["place"]) == (len(ids), page, 0), (query, told["total"], len(ids))
        found += told["games"]
    assert [one["game"]["id"] for one in found] == ids, (query, [one["game"]["id"] for one in found], ids)
    for one, (record, seat) in zip(found, expected):
        reason = record["seats"][seat].get("reason")
        assert one["seat"] == seat and one["version"] == record["seats"][seat]["name"], (one, seat)
        assert one["outcome"] == outcome([each["place"] for each in record["seats"]], seat), one
        assert one.get("fault") == (reason if reason in FAULTS else None), one
        assert one["game"]["sentence"] == record["sentence"] and one["board"] == board_of(record)
    for at in {*range(len(ids))[:3], *range(len(ids))[-3:]}:
        told = get(quiver, path + urlencode({**query, "near": expected[at][0]["number"]}, quote_via=quote))
        neighbours = (ids[at - 1] if at else "", ids[at + 1] if at + 1 < len(ids) else "")
        assert (told["place"], told["later"], told["earlier"], told["page"]) == (at + 1, *neighbours, at // PAGE), (query, told, at)


def check_refusals(quiver):
    root = "/api/v1/events/season-1/bots"
    for path, status in ((f"{root}/nobody", 404), (f"{root}/mine?version=nobody", 404), (f"{root}/mine/games?against=nobody", 404),
                         (f"{root}/mine/games?result=lucky", 400), (f"{root}/mine/games?fault=RESIGNED", 400), (f"{root}/mine/games?fault=0", 400),
                         (f"{root}/mine/games?seat=4", 400), (f"{root}/mine/games?page=x", 400), (f"{root}/mine/games?near=-1", 400),
                         (f"{root}/mine/records", 404), (f"{root}/mine/games/1", 404), ("/api/v1/events/none/bots/mine", 404), (root, 404)):
        answer = ask(quiver, path)
        assert answer.status == status and answer.json()["sentence"], (path, answer.status, answer.body)
    first = ask(quiver, f"{root}/mine")
    assert ask(quiver, f"{root}/mine", headers={"If-None-Match": first.headers["etag"]}).status == 304
    none = get(quiver, f"{root}/mine/games?near=999999")
    assert (none["place"], none["later"], none["earlier"]) == (0, "", ""), none


def check(store, records, dice):
    with Quiver(PROGRAM, "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0", "--store", store) as quiver:
        versions = [["mine", "mine-v2"], ["deep"], ["late"]]
        for names in versions:
            check_report(quiver, records, names)
            for version in names:
                check_report(quiver, records, names, version)
        choices = {"result": ["won", "drawn", "lost"], "fault": ["any", "CRASHED", "TIMEOUT"], "against": ["mine", "mine-v2", "deep", "late"],
                   "board": ["rectangle 6x7", "square 9x9"], "version": ["mine", "mine-v2", "deep"], "seat": ["0", "1"]}
        for names in versions:
            check_list(quiver, records, names, {})
            for key, values in choices.items():
                for value in values:
                    check_list(quiver, records, names, {key: value})
            for _ in range(20):
                keys = dice.sample(sorted(choices), 2)
                check_list(quiver, records, names, {key: dice.choice(choices[key]) for key in keys})
        check_refusals(quiver)
        game = get(quiver, "/api/v1/games/season-1-1")
        assert game["event"] == "season-1", game["event"]
        with WebSocket(quiver, "/ws/events/season-1") as socket:
            assert {row["name"] for row in socket.receive()["standings"]["rows"]} == {"mine", "mine-v2", "deep", "late"}
        quiver.stop()


def main():
    seed = random.randrange(10**6)
    print("seed", seed, flush=True)
    with tempfile.TemporaryDirectory(prefix="quiver-bot-") as place, Server(ROOT) as server:
        folder = pathlib.Path(place)
        for store in (str(folder / "t.db"), server.url):
            records = season(folder, store)
            check(store, records, random.Random(seed))
            print(f"{len(records)} games agree in {store.split(':')[0]}", flush=True)


if __name__ == "__main__":
    main()
