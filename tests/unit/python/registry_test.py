"""Every game has its class in Python, whole: this walks the registry of quiver/games and names what is missing."""

import inspect
import re
import unittest
from enum import IntEnum
from pathlib import Path

import quiver
from quiver import games
from quiver.games import CLASSES, GAMES
from quiver.games.start_options import StartOptions
from quiver.hashing import Key
from quiver.position import Position
from quiver.v1 import move_pb2, position_pb2

PACKAGE = Path(quiver.__file__).parent


class Registry(unittest.TestCase):
    def test_python_knows_the_games_of_the_program_and_no_others(self) -> None:
        of_the_program = [field.name for field in move_pb2.Move.DESCRIPTOR.oneofs_by_name["game"].fields]
        self.assertGreaterEqual(len(of_the_program), 3)
        missing = [name for name in of_the_program if name not in GAMES]
        self.assertEqual(missing, [], "games of the protocol without a class in quiver.games")
        unknown = [name for name in GAMES if name not in of_the_program]
        self.assertEqual(unknown, [], "games without a case in move.proto")

    def test_every_class_has_every_member(self) -> None:
        types = {"game": str, "_title": str, "_number": int, "_hash_keys": type, "_move_type": type}
        for name, one in CLASSES.items():
            for member, kind in types.items():
                with self.subTest(game=name, member=member):
                    self.assertIsInstance(getattr(one, member, None), kind, f"{name} has no {member}")
            self.assertEqual(one.game, name)
            lacks = sorted(one.__abstractmethods__)
            self.assertEqual(lacks, [], f"{name} lacks {', '.join(lacks)}")

    def test_numbers_and_kinds_of_the_hash_are_nobody_elses(self) -> None:
        numbers = [one._number for one in CLASSES.values()]
        self.assertEqual(len(set(numbers)), len(numbers), "two games have one number")
        kinds: dict[int, str] = {int(kind): f"Key.{kind.name}" for kind in Key}
        for name, one in CLASSES.items():
            self.assertTrue(issubclass(one._hash_keys, IntEnum), name)
            for kind in one._hash_keys:
                self.assertNotIn(int(kind), kinds, f"{name}'s {kind.name} is {kinds.get(int(kind))} too")
                kinds[int(kind)] = f"{name}'s {kind.name}"

    def test_fields_of_moves_are_fields_of_the_message(self) -> None:
        known = position_pb2.Position.DESCRIPTOR.fields_by_name
        for name, one in CLASSES.items():
            for field in one._fields_of_moves:
                self.assertIn(field, known, name)

    def test_options_are_those_that_not_every_game_has(self) -> None:
        for name, one in CLASSES.items():
            for option in one._options:
                self.assertNotIn(option, StartOptions._fields, f"{name}: {option} is an option of every game")
                with self.assertRaises(TypeError):
                    quiver.start(name, **{option: "x"})

    def test_the_package_exports_position_and_move(self) -> None:
        for name, one in CLASSES.items():
            for exported in (one, one._move_type):
                self.assertIn(exported.__name__, quiver.__all__, f"{name}: quiver/__init__.py does not export it")
                self.assertIs(getattr(quiver, exported.__name__), exported)
            self.assertIn(one._move_type, games.Move.__args__, f"{name}: quiver.games.Move lacks its move")

    def test_every_game_starts_moves_and_travels(self) -> None:
        for name in GAMES:
            with self.subTest(game=name):
                position: Position = quiver.start(name)
                self.assertEqual(position.game, name)
                for move in list(position.legal_moves())[:3]:
                    message = move_pb2.Move()
                    position._fill_move(message, move)
                    self.assertEqual(message.WhichOneof("game"), name)
                    self.assertEqual(position._read_move(message), move)
                    self.assertEqual(position.parse(position.format(move)), move)
                    self.assertIn("ply 1", str(position.after(move)))

    def test_no_other_module_names_a_game(self) -> None:
        """Examples in docstrings aside: they show what a bot's author writes."""
        registry = (PACKAGE / "__init__.py", PACKAGE / "games/__init__.py")
        folders = ("v1", *GAMES)
        others = [p for p in PACKAGE.rglob("*.py") if p not in registry and p.parent.name not in folders]
        self.assertGreater(len(others), 10)
        words = [word for one in CLASSES.values() for word in (one.game, one.__name__, one._move_type.__name__)]
        for path in others:
            code = re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            for word in words:
                self.assertNotRegex(code, rf"\b{word}\b", f"{path.name} names {word}")

    def test_a_class_without_a_member_is_noticed(self) -> None:
        class Incomplete(Position):
            game = "incomplete"

        self.assertTrue(inspect.isabstract(Incomplete))
        self.assertIn("_read_move", Incomplete.__abstractmethods__)


class StartOptionsTest(unittest.TestCase):
    def test_a_word_that_no_game_knows_is_a_mistake_of_the_program(self) -> None:
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'wals'"):
            quiver.start("quoridor", wals=3)
        with self.assertRaisesRegex(quiver.BadInput, "^line does not apply to Quoridor$"):
            quiver.start("quoridor", line=4)
        with self.assertRaisesRegex(quiver.BadInput, "^start does not apply to Connect Four$"):
            quiver.start("connect4", start="classic")
        self.assertEqual(quiver.start("connect4", line=None), quiver.start("connect4"))


if __name__ == "__main__":
    unittest.main()
