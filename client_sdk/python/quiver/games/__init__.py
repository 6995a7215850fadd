"""The games there are: a package each in this folder, and a line each below.

To add one: a class derived from `Position` with all members that `Position` lists under "what each game adds", in a
package of its own here; then its class in `_CLASSES` and its move in `Move`, and both in quiver/__init__.py.
tests/unit/python/registry_test.py names what is missing.
"""

from typing import Union

from quiver.games.amazons import Amazons, AmazonsMove
from quiver.games.connect4 import ConnectFour, ConnectFourMove
from quiver.games.hex import Hex, HexMove
from quiver.games.quoridor import Quoridor, QuoridorMove
from quiver.games.start_options import StartOptions
from quiver.layout import parse_map
from quiver.position import Elimination, Position
from quiver.text import BadInput, quoted

Move = Union[AmazonsMove, QuoridorMove, ConnectFourMove, HexMove]
Event = Union[Move, Elimination]

_CLASSES: tuple[type[Position], ...] = (Amazons, Quoridor, ConnectFour, Hex)

CLASSES = {one.game: one for one in _CLASSES}
GAMES = tuple(CLASSES)
MOVE_TYPES = tuple(one._move_type for one in _CLASSES)


def class_of(move: object) -> type[Position] | None:
    """The game that a move is of; None if it is no move."""
    return next((one for one in _CLASSES if isinstance(move, one._move_type)), None)


def start(
    game: str,
    *,
    board: str | None = None,
    map: str | None = None,
    size: int | None = None,
    rows: int | None = None,
    columns: int | None = None,
    start: str | None = None,
    seats: int | None = None,
    **particular: int | str | None,
) -> Position:
    """The position that the game of this name starts from: `start("amazons", board="eight", size=12)`.

    The options are those of the command line; `map` is the text of a map file. Options that only some games have
    follow: `start("quoridor", walls=5)`. Raises BadInput with a sentence.
    """
    known = {option for one in _CLASSES for option in one._options}
    for name in particular:
        if name not in known:
            raise TypeError(f"start() got an unexpected keyword argument {name!r}")
    layout = None if map is None else parse_map(map)
    if game not in CLASSES:
        raise BadInput(f"there is no game called {quoted(game)}; the games are {', '.join(GAMES)}")
    given = {name: value for name, value in particular.items() if value is not None}
    for name in given:
        if name not in CLASSES[game]._options:
            raise BadInput(f"{name} does not apply to {CLASSES[game]._title}")
    return CLASSES[game]._start(StartOptions(board, layout, size, rows, columns, start, seats, given))
