#!/usr/bin/env python3
"""The measuring of the bots, with a referee that is played."""
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import champions
import plans
import plot
import strength_test
import tables
from series import Played, Referee, Series, Store, count_game, play_series


class PlayedReferee:
    """Wins every third game for the second bot, and breaks off where it is told to."""

    def __init__(self, breaks_after=None, digest="1"):
        self.breaks_after = breaks_after
        self.version = digest
        self.games = 0
        self.seeds = []

    def digest(self, _game, bot):
        return self.version + bot

    def play(self, _series, games, seed):
        if self.breaks_after is not None and self.games >= self.breaks_after:
            raise KeyboardInterrupt
        self.games += games
        self.seeds.append(seed)
        return Played(games=games, won=games - games // 3, lost=games // 3, seeds=[seed])


def record(winner, *reasons, names=("first", "second")):
    seats = [{"name": name, "millis": 10.0 * (k + 1)} for k, name in enumerate(names)]
    for seat, reason in zip(seats, reasons):
        if reason:
            seat["reason"] = reason
    return {"seats": seats} | ({} if winner is None else {"winner": winner})


class SeriesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "build/kept.json"
        self.series = Series("quoridor", "minimax", "random", 35)

    def tearDown(self):
        self.folder.cleanup()

    def play(self, referee):
        return play_series(self.series, referee, Store(self.path), lambda line: None)

    def test_an_interrupted_series_goes_on_where_it_was(self):
        broken = PlayedReferee(breaks_after=20)
        with self.assertRaises(KeyboardInterrupt):
            self.play(broken)
        rest = PlayedReferee()
        total = self.play(rest)
        self.assertEqual((broken.games, rest.games, total.games), (20, 15, 35))
        self.assertEqual(len(set(broken.seeds + rest.seeds)), 4)
        again = PlayedReferee()
        self.assertEqual(self.play(again), total)
        self.assertEqual(again.games, 0)

    def test_what_other_programs_played_is_played_again(self):
        self.play(PlayedReferee())
        changed = PlayedReferee(digest="2")
        self.play(changed)
        self.assertEqual(changed.games, 35)

    def test_games_count_for_the_bot_whichever_seat_it_has(self):
        played = Played()
        count_game(played, record(0))
        count_game(played, record(0, names=("second", "first")))
        count_game(played, record(2, "BLOCKED", names=("first", "second", "first-2", "second-2")))
        count_game(played, record(None))
        count_game(played, record(1, "TIMEOUT"))
        self.assertEqual((played.games, played.won, played.drawn, played.lost), (5, 2, 1, 2))
        self.assertEqual(played.reasons, {"BLOCKED": 1, "TIMEOUT": 1})
        self.assertEqual(played.faults(), {"TIMEOUT": 1})
        count_game(played, record(1, "TIMEOUT", names=("second", "first")))
        count_game(played, record(1, "TIMEOUT"))
        self.assertEqual(played.late, [2, 1])


class TablesTest(unittest.TestCase):
    def test_the_interval_is_wilsons(self):
        low, high = tables.wilson(81, 100)
        self.assertAlmostEqual(low, 72.2, 1)
        self.assertAlmostEqual(high, 87.5, 1)
        self.assertAlmostEqual(tables.wilson(100, 100)[1], 100)
        self.assertEqual(tables.wilson(0, 0), (0, 100))

    def test_a_claim_holds_if_chance_does_not_explain_it(self):
        claim = plans.Claim(Series("amazons", "a", "b", 100), 80)
        outcome = {won: tables.verdict(claim, Played(games=100, won=won)) for won in (95, 85, 80, 50)}
        self.assertEqual(outcome, {95: "holds", 85: "likely", 80: "does not hold", 50: "does not hold"})

    def test_a_matrix_has_each_pair_from_both_sides(self):
        lines = tables.matrix(["random", "minimax"], {("minimax", "random"): Played(games=10, won=7, lost=2)})
        self.assertEqual(lines[2:], ["| minimax | 70 |  |", "| random |  | 20 |"])

    def test_a_table_takes_the_place_of_the_one_before(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("a\n<!-- table: x -->\nold\n<!-- end -->\nb\n<!-- table: y -->\nkept\n<!-- end -->\n")
            tables.put(page, "x", ["| new \\1 |"])
            self.assertEqual(
                page.read_text(),
                "a\n<!-- table: x -->\n| new \\1 |\n<!-- end -->\nb\n<!-- table: y -->\nkept\n<!-- end -->\n",
            )
            with self.assertRaisesRegex(RuntimeError, "no place for the table z"):
                tables.put(page, "z", [])

    def test_the_page_has_a_place_for_every_table(self):
        page = pathlib.Path(__file__).resolve().parents[3] / "docs/play/bots.md"
        for name in [*plans.BOARDS, "claims", "plot"]:
            self.assertIn(f"<!-- table: {name} -->", page.read_text())


class PlotTest(unittest.TestCase):
    def test_the_drawing_is_svg_with_every_bot_named_apart(self):
        lines = {name: [(5, 3.0 * k), (20, 900.0 + k)] for k, name in enumerate(["a", "b", "c"], 1)}
        root = xml.etree.ElementTree.fromstring(plot.svg("Time", lines))
        texts = root.findall("{http://www.w3.org/2000/svg}text")
        ends = sorted(float(t.get("y")) for t in texts if t.text in lines)
        self.assertEqual(len(ends), 3)
        self.assertTrue(all(b - a >= plot.LABEL_GAP for a, b in zip(ends, ends[1:])), ends)
        self.assertLessEqual({"1 ms", "1 s", "20"}, {t.text for t in texts})


class StrengthTest(unittest.TestCase):
    def test_the_bar_is_low_enough_for_chance_and_high_enough_for_weakness(self):
        for series, share in strength_test.CHECKS:
            wanted = strength_test.needed(series.games, share)
            self.assertLess(strength_test.fewer(wanted, series.games, share), 1e-6)
            self.assertGreater(strength_test.fewer(wanted, series.games, 0.5), 0.99, series.key())
        self.assertAlmostEqual(strength_test.fewer(1, 2, 0.5), 0.25)


class ChampionsTest(unittest.TestCase):
    def test_every_goal_is_a_series_of_its_own(self):
        keys = [goal.series.key() for goals in champions.PLANS.values() for goal in goals]
        self.assertEqual(len(keys), len(set(keys)))

    def test_amazons_is_measured_as_asked(self):
        goals = champions.PLANS["amazons"]
        self.assertEqual(12, len(goals))
        self.assertEqual({(100, "100ms", 95)}, {(g.series.games, g.series.move_time, g.percent) for g in goals})

    def test_champions_stand_in_no_table_of_the_other_bots(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bots").mkdir()
            catalogue = "quoridor-random\tchance\nquoridor-champion\tthe strongest\n"
            (pathlib.Path(folder) / "bots/catalogue.tsv").write_text(catalogue)
            self.assertEqual(["random"], Referee(folder, 1).bots("quoridor"))


if __name__ == "__main__":
    unittest.main()
