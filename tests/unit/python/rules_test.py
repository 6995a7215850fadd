"""The rules in Python where docs/play/rules.md and docs/write-a-bot/hash.md give numbers, and what only Python has."""

import random
import unittest
from array import array

from quiver import (
    GAMES,
    Amazons,
    AmazonsMove,
    BadInput,
    ConnectFour,
    ConnectFourMove,
    Direction,
    Elimination,
    Graph,
    Grid,
    Move,
    Position,
    Quoridor,
    QuoridorKind,
    QuoridorMove,
    start,
)
from quiver.hashing import mix, mixed


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in position.legal_moves():
        position.apply(move)
        count += perft(position, depth - 1)
        position.undo()
    return count


class KnownCounts(unittest.TestCase):
    def test_amazons(self) -> None:
        self.assertEqual(start("amazons", start="classic").count_legal_moves(), 2176)
        self.assertEqual(start("amazons", start="classic", size=8).count_legal_moves(), 1232)

    def test_quoridor(self) -> None:
        self.assertEqual([perft(start("quoridor"), depth) for depth in (1, 2)], [131, 16677])

    def test_connect_four(self) -> None:
        self.assertEqual([perft(start("connect4"), depth) for depth in (1, 2, 3, 4)], [7, 49, 343, 2401])

    def test_hex(self) -> None:
        """The second seat has a move less on the board, and the swap."""
        self.assertEqual([perft(start("hex"), depth) for depth in (1, 2)], [121, 121 * 121])
        self.assertEqual(perft(start("hex", swap_rule=False), 2), 121 * 120)


class Hashes(unittest.TestCase):
    """The examples of docs/write-a-bot/hash.md."""

    def test_mix(self) -> None:
        self.assertEqual(mix(0), 0xE220A8397B1DCDAF)
        self.assertEqual(mix(1), 0x910A2DEC89025CC1)

    def test_many_at_once_are_the_same_as_one_by_one(self) -> None:
        dice = random.Random(5)
        for count in (0, 1, 2, 3, 4095, 4096, 4097, 10_001):
            numbers = [dice.getrandbits(64) for _ in range(count)]
            expected = 0
            for number in numbers:
                expected ^= mix(number)
            self.assertEqual(mixed(numbers), expected, count)

    def test_amazons(self) -> None:
        position = start("amazons", map="0.1")
        self.assertEqual(position.graph.digest, 0x3BCA4F3F43396DB1)
        self.assertEqual(position.hash, 0x31950FE04EFF03DC)
        position.play("a1-b1/a1")
        self.assertEqual(position.hash, 0x3A1C3EE3B9BDE49A)
        self.assertEqual(position.outcome, (True, 0))

    def test_quoridor(self) -> None:
        position = start("quoridor")
        self.assertEqual(position.hash, 0xBBC21608D3904214)
        position.play("e2 e8 e3h")
        self.assertEqual(position.hash, 0x5333A4DD9235A9E4)

    def test_connect_four(self) -> None:
        position = start("connect4")
        self.assertEqual(position.hash, 0x7DF389750FEBFFE9)
        position.play("443")
        self.assertEqual(position.hash, 0x86014F200483FA60)

    def test_hex(self) -> None:
        position = start("hex")
        self.assertEqual(position.hash, 0x185059DB0957847B)
        position.play("b3 swap f6")
        self.assertEqual(position.hash, 0x3ABB057E154945B0)


class Positions(unittest.TestCase):
    def test_a_copy_is_a_position_of_its_own(self) -> None:
        dice = random.Random(1)
        for game in GAMES:
            position = start(game)
            for _ in range(5):
                position.apply(dice.choice(list(position.legal_moves())))
            before = position.hash
            copy = position.copy()
            self.assertEqual(copy, position)
            copy.apply(next(copy.legal_moves()))
            after = position.after(next(position.legal_moves()))
            self.assertEqual(after, copy)
            self.assertNotEqual(copy, position)
            self.assertEqual(position.hash, before)
            for _ in range(6):
                copy.undo()
            self.assertEqual((copy, copy.ply), (start(game), 0))

    def test_moves_are_those_of_the_first_moment(self) -> None:
        position = start("amazons", size=6)
        expected = list(position.legal_moves())
        seen: list[Move] = []
        for move in position.legal_moves():
            seen.append(move)
            if len(seen) == 5:
                position.apply(move)
        self.assertEqual(seen, expected)

    def test_moves_are_a_sequence(self) -> None:
        for game, count in (("amazons", 2176), ("quoridor", 131), ("connect4", 7), ("hex", 121)):
            position = start(game, start="classic") if game == "amazons" else start(game)
            moves = position.legal_moves()
            listed = list(position.legal_moves())
            self.assertEqual((len(moves), len(listed)), (count, count))
            self.assertEqual((moves[0], moves[3], moves[-1], moves[2:5]), (listed[0], listed[3], listed[-1], listed[2:5]))
            self.assertEqual([next(moves), next(moves)], listed[:2])
            self.assertEqual(list(moves), listed)
            self.assertEqual(list(moves), listed)  # and once more
            self.assertIn(listed[-1], moves)
            self.assertIn(random.Random(3).choice(moves), listed)
            with self.assertRaises(IndexError):
                moves[count]
            self.assertTrue(moves)

    def test_moves_of_a_game_that_is_over_are_none(self) -> None:
        position = start("connect4")
        position.play("1212121")
        self.assertTrue(position.over)
        self.assertEqual((len(position.legal_moves()), bool(position.legal_moves())), (0, False))
        with self.assertRaises(StopIteration):
            next(position.legal_moves())

    def test_moves_are_those_of_the_moment_they_were_asked_for(self) -> None:
        for game in GAMES:
            position = start(game)
            expected = list(position.legal_moves())
            moves = position.legal_moves()
            position.apply(expected[-1])
            self.assertEqual(list(moves), expected)

    def test_random_moves_are_legal_and_all_of_them_come(self) -> None:
        dice = random.Random(2)
        small = [start("amazons", map="0..\n...\n..1"), start("quoridor", size=5), start("connect4"), start("hex", size=5)]
        for position in small:
            before = position.copy()
            drawn = {position.random_move(dice) for _ in range(5000)}
            self.assertEqual(drawn, set(position.legal_moves()))
            self.assertEqual(position, before)

    def test_a_move_of_another_game_is_not_legal(self) -> None:
        for game in {*GAMES} - {"connect4"}:
            broken = start(game).check(ConnectFourMove(0))
            assert broken is not None
            self.assertEqual(broken.rule, "NO_PIECE")
        self.assertFalse(start("connect4").is_legal(AmazonsMove(0, 1, 2)))

    def test_play_stops_before_what_is_not_legal(self) -> None:
        position = start("connect4", rows=4, columns=4)
        with self.assertRaisesRegex(BadInput, "move 5, 1: column 1 is full"):
            position.play("1 1 1 1 1")
        self.assertEqual(position.ply, 4)
        with self.assertRaisesRegex(BadInput, "move 2: .* is not a Connect Four move"):
            position.play("2 b")

    def test_an_elimination_is_an_event(self) -> None:
        position = start("quoridor", seats=4)
        assert isinstance(position, Quoridor)
        position.play("x0 x2")
        self.assertEqual((position.to_move, position.ply, position.pawn(0)), (1, 0, None))
        self.assertEqual(position.check(Elimination(2)), ("SEAT_OUT", "seat 2 is not in the game"))
        position.play("x3")
        self.assertEqual(position.outcome, (True, 1))
        position.undo()
        position.undo()
        position.undo()
        self.assertEqual(position, start("quoridor", seats=4))


class Accessors(unittest.TestCase):
    def test_amazons(self) -> None:
        position = start("amazons", size=5)
        assert isinstance(position, Amazons)
        self.assertEqual(position.queens(0), (1, 3, 5, 9))
        self.assertEqual((position.queen_at(1), position.queen_at(23), position.queen_at(2)), (0, 1, None))
        position.apply(AmazonsMove(1, 6, 7))
        self.assertEqual((position.arrows(), position.has_arrow(7), position.is_empty(1)), ((7,), True, True))
        self.assertEqual(position.reach(6), [0, 1, 2, 10, 11, 12, 16, 18, 24])
        self.assertEqual(position.grid.name(6), "b4")
        self.assertEqual(position.grid.vertex("b4"), 6)

    def test_quoridor(self) -> None:
        position = start("quoridor")
        assert isinstance(position, Quoridor)
        self.assertEqual((position.pawn(0), position.walls_left(1), position.distance(0)), (76, 10, 8))
        self.assertTrue(position.is_open(76, Direction.NORTH))
        position.play("a3h e1h")
        self.assertEqual(position.walls(), [(QuoridorKind.HORIZONTAL, 54), (QuoridorKind.HORIZONTAL, 76)])
        self.assertFalse(position.is_open(76, Direction.NORTH))
        self.assertEqual((position.distance(0), position.goal(0)), (9, list(range(9))))
        self.assertEqual(position.pawn_moves(), [QuoridorMove(QuoridorKind.PAWN, v) for v in (75, 77)])

    def test_connect_four(self) -> None:
        position = start("connect4")
        assert isinstance(position, ConnectFour)
        position.play("44")
        self.assertEqual((position.disc(38), position.disc(31), position.disc(0)), (0, 1, None))
        self.assertEqual((position.landing(3), position.columns, position.line), (24, 7, 4))


class Starts(unittest.TestCase):
    def test_what_cannot_be_is_refused_with_a_sentence(self) -> None:
        refused = [
            ({"game": "chess"}, 'there is no game called "chess"; the games are amazons, quoridor, connect4, hex'),
            ({"game": "amazons", "board": "eight", "size": 10}, "an eight board cannot have side 10"),
            ({"game": "amazons", "walls": 3}, "walls does not apply to Amazons"),
            ({"game": "amazons", "start": "middle"}, 'Amazons does not know the start "middle"'),
            ({"game": "amazons", "map": "0.\n.1\n\n"}, "line 3 of the map is blank"),
            ({"game": "amazons", "map": "0.\n.2"}, "the map's digits must be exactly 0 and 1"),
            ({"game": "amazons", "map": "0.1", "size": 3}, "the map determines the size of the board"),
            ({"game": "quoridor", "size": 8}, "Quoridor needs odd sides from 5 to 25"),
            ({"game": "quoridor", "seats": 3}, "a game has 2 or 4 seats, not 3"),
            ({"game": "quoridor", "walls": 256}, "a seat has at most 255 walls, not 256"),
            ({"game": "connect4", "rows": 3}, "Connect Four has from 4 to 15 rows and columns, not 3 by 7"),
            ({"game": "connect4", "line": 8}, "a line has from 3 to 7 discs on this board, not 8"),
        ]
        for options, sentence in refused:
            with self.subTest(options), self.assertRaises(BadInput) as caught:
                start(**options)  # type: ignore[arg-type]
            self.assertTrue(str(caught.exception).startswith(sentence), caught.exception)


class Graphs(unittest.TestCase):
    """What the referee sends is judged before it is played on."""

    def refused(self, rows: list[int], targets: list[int], directions: list[int]) -> str:
        with self.assertRaises(BadInput) as caught:
            Graph.from_csr(rows, targets, directions)
        return str(caught.exception)

    def test_what_is_no_board_is_refused(self) -> None:
        self.assertIn("no vertices", self.refused([0], [], []))
        self.assertIn("does not start at 0", self.refused([1, 1], [], []))
        self.assertIn("ends before it starts", self.refused([0, 2, 1], [1, 0], [3, 7]))
        self.assertIn("2 columns but 1 directions", self.refused([0, 1, 2], [1, 0], [3]))
        self.assertIn("hold 1 entries but 2", self.refused([0, 1, 1], [1, 0], [3, 7]))
        self.assertIn("an arc to 2, but there are only 2", self.refused([0, 1, 2], [2, 0], [3, 7]))
        self.assertIn("direction 9", self.refused([0, 1, 2], [1, 0], [9, 7]))
        self.assertIn("has an arc to itself", self.refused([0, 1, 1], [0], [3]))
        self.assertIn("has no opposite", self.refused([0, 1, 1], [1], [3]))
        self.assertIn("two arcs leave vertex 0", self.refused([0, 2, 3, 4], [1, 2, 0, 0], [3, 3, 7, 7]))
        self.assertIn("two arcs from 0 to 1", self.refused([0, 2, 4], [1, 1, 0, 0], [3, 1, 7, 5]))

    def test_steps_and_rays(self) -> None:
        graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], [3, 7, 3, 7])
        self.assertEqual((graph.step(0, Direction.EAST), graph.step(0, Direction.WEST)), (1, None))
        self.assertEqual((graph.ray(0, Direction.EAST), graph.neighbours(1)), ([1, 2], [2, 0]))
        self.assertTrue(graph.lies_on_grid(1, 3))
        self.assertFalse(graph.lies_on_grid(3, 1))

    def test_a_large_board_is_kept_in_arrays_and_is_the_same(self) -> None:
        expected = start("amazons", size=260)
        rows, targets, directions = [0], [], []
        for vertex in range(expected.graph.size):
            for direction in range(1, 9):
                target = expected.graph.step(vertex, direction)
                if target is not None:
                    targets.append(target)
                    directions.append(direction)
            rows.append(len(targets))
        graph = Graph.from_csr(rows, targets, directions)
        self.assertIsInstance(graph.steps[1], array)
        assert isinstance(expected, Amazons)
        position = Amazons(graph, expected.grid, [expected.queens(seat) for seat in range(2)])
        self.assertEqual(position, expected)
        self.assertEqual(position.random_move(random.Random(1)), expected.random_move(random.Random(1)))

    def test_quoridor_needs_a_grid(self) -> None:
        targets = [v for i in range(25) for v in ((i + 1) % 25, (i - 1) % 25)]
        ring = Graph.from_csr(range(0, 51, 2), targets, [3, 7] * 25)
        with self.assertRaisesRegex(BadInput, "boards that lie on a grid"):
            Quoridor(ring, Grid(5, 5), [2, 22])


if __name__ == "__main__":
    unittest.main()
