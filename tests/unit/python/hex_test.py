"""Hex in Python: what the rules say of it, one by one. tests/property/python compares whole games with C++."""

import random
import unittest

from quiver import BadInput, Elimination, Hex, HexMove, start
from quiver.games.hex.move import fill_move, read_move
from quiver.v1 import move_pb2

SWAP = HexMove(0, swap=True)


def board(size: int = 11, moves: str = "", swap_rule: bool = True) -> Hex:
    position = start("hex", size=size, swap_rule=swap_rule)
    assert isinstance(position, Hex)
    position.play(moves)
    return position


class Board(unittest.TestCase):
    def test_a_cell_has_up_to_six_neighbours(self) -> None:
        grid, graph = board().grid, board().graph
        for cell, near in (("a1", "a2 b1"), ("a2", "a3 b2 b1 a1"), ("f6", "f7 g6 g5 f5 e6 e7")):
            self.assertEqual(" ".join(map(grid.name, graph.neighbours(grid.vertex(cell)))), near)

    def test_other_boards_are_refused_with_a_sentence(self) -> None:
        refused: list[tuple[dict[str, object], str]] = [
            ({"size": 2}, "Hex is played on boards of side 3 to 25, not 2"),
            ({"size": 26}, "Hex is played on boards of side 3 to 25, not 26"),
            ({"rows": 5, "columns": 6}, "Hex is played on a rhombus, with as many rows as columns, not with 5 and 6"),
            ({"board": "donut", "size": 6}, 'Hex is played on a rhombus, not on "donut"'),
            ({"map": "...\n...\n..."}, "Hex is played on a rhombus, not on a map; size sets its side"),
            ({"seats": 4}, "Hex is played by 2 seats"),
            ({"start": "classic"}, "start does not apply to Hex"),
            ({"line": 4}, "line does not apply to Hex"),
        ]
        for options, sentence in refused:
            with self.subTest(options), self.assertRaises(BadInput) as caught:
                start("hex", **options)  # type: ignore[arg-type]
            self.assertEqual(str(caught.exception), sentence)
        with self.assertRaisesRegex(TypeError, "swap_rule has to be True or False, not 1"):
            start("hex", swap_rule=1)
        with self.assertRaisesRegex(BadInput, "no rhombus"):
            Hex(start("amazons", size=5).graph, board(5).grid)


class Chains(unittest.TestCase):
    def test_a_chain_between_the_own_sides_wins_at_once(self) -> None:
        self.assertEqual(board(3, "b3 a1 b2 a2 b1").outcome, (True, 0))
        self.assertEqual(board(3, "a3 a2 b3 b2 a1 c1").outcome, (True, 1))
        self.assertEqual(board(3, "a2 b3 b2 b1 c2").outcome, (False, None))

    def test_no_game_is_drawn(self) -> None:
        dice = random.Random(4)
        for size in (3, 4, 11):
            position = board(size)
            while not position.over:
                position.apply(position.random_move(dice))
            self.assertIsNotNone(position.winner)
            self.assertEqual(len(position.legal_moves()), 0)

    def test_stones_of_an_eliminated_seat_stay(self) -> None:
        position = board(5, "c3 d2")
        position.apply(Elimination(0))
        self.assertEqual((position.outcome, position.stones(0), position.stones(1)), ((True, 1), [12], [18]))


class Swap(unittest.TestCase):
    def test_it_mirrors_the_first_stone_and_counts_as_a_move(self) -> None:
        position = board(5, "b3 swap")
        self.assertEqual((position.stones(0), position.stones(1)), ([], [position.grid.vertex("c2")]))
        self.assertEqual((position.ply, position.to_move), (2, 0))
        self.assertEqual(board(5, "c3 swap").stones(1), [12])
        for before in (board(5, "b3"), board(5, "c3")):
            after = before.after(SWAP)
            after.undo()
            self.assertEqual((after, after.stones(0)), (before, before.stones(0)))

    def test_it_is_legal_once(self) -> None:
        cases = [
            (board(5), "only the second move of the game can be a swap, not move 1"),
            (board(5, "b3 c3"), "only the second move of the game can be a swap, not move 3"),
            (board(5, "b3 swap b3"), "only the second move of the game can be a swap, not move 4"),
            (board(5, "b3", swap_rule=False), "this game is played without the swap rule"),
        ]
        for position, sentence in cases:
            self.assertEqual(position.check(SWAP), ("SWAP_NOT_ALLOWED", sentence))
            self.assertNotIn(SWAP, position.legal_moves())
        self.assertEqual(board(5, "b3").legal_moves()[-1], SWAP)
        self.assertEqual(board(5, "b3").check(HexMove(3, swap=True)), ("SWAP_NOT_ALLOWED", "a swap names no cell"))

    def test_the_rule_is_part_of_what_a_position_is(self) -> None:
        self.assertEqual(board(5).hash, board(5, swap_rule=False).hash)
        self.assertNotEqual(board(5), board(5, swap_rule=False))


class Notation(unittest.TestCase):
    def test_what_reads_as_an_elimination_is_written_as_a_number(self) -> None:
        position = board(25)
        cell = position.grid.vertex("x2")
        self.assertEqual(position.format(HexMove(cell)), str(cell))
        self.assertEqual(position.parse(str(cell)), HexMove(cell))
        self.assertEqual(position.format(position.parse("x4")), "x4")

    def test_what_is_no_move_is_refused(self) -> None:
        position = board(5, "b3")
        for text, sentence in (
            ("Swap", '"Swap" is not a Hex move; write f6 (a stone) or swap'),
            ("f1", 'there is no cell "f1" on this board; cells go from a1 to e5'),
        ):
            with self.assertRaises(BadInput) as caught:
                position.parse(text)
            self.assertEqual(str(caught.exception), sentence)
        self.assertEqual(position.check(HexMove(11)), ("OCCUPIED", "a stone lies on b3 already"))
        self.assertEqual(
            position.check(HexMove(25)), ("NO_SUCH_CELL", "there is no vertex 25 on this board; ids go from 0 to 24")
        )


class Messages(unittest.TestCase):
    def test_a_swap_names_no_cell(self) -> None:
        message = move_pb2.Move()
        fill_move(message, SWAP)
        self.assertEqual(read_move(message), SWAP)
        message.hex.cell = 3
        with self.assertRaisesRegex(BadInput, "a swap of Hex names a cell"):
            read_move(message)
        with self.assertRaises(ValueError):
            fill_move(message, HexMove(3, swap=True))


if __name__ == "__main__":
    unittest.main()
