"""Write a bot for Quiver: subclass Bot, write choose, call run_bot. docs/write-a-bot/python.md is the manual.

    from quiver import Bot, run_bot

    class MyBot(Bot):
        def choose(self, position, deadline):
            return position.legal_moves()[0]

    run_bot(MyBot())

The rules are included: `start("amazons", size=8)` is a position without any referee.
"""

from quiver.bot import Answer, Bot, Choice, Deadline, MatchInfo, MatchResult, Out, Profile, TimeControl
from quiver.games import GAMES, Event, Move, start
from quiver.games.amazons import Amazons, AmazonsMove
from quiver.games.connect4 import ConnectFour, ConnectFourMove
from quiver.games.hex import Hex, HexMove
from quiver.games.quoridor import Quoridor, QuoridorKind, QuoridorMove
from quiver.graph import Direction, Graph
from quiver.grid import Grid
from quiver.legal_moves import LegalMoves
from quiver.position import Elimination, Outcome, Position, RuleBroken
from quiver.run import play, run_bot
from quiver.text import BadInput

BadInput.__module__ = "quiver"  # the name in tracebacks: where bots import it from

__all__ = [
    "GAMES",
    "Amazons",
    "AmazonsMove",
    "Answer",
    "BadInput",
    "Bot",
    "Choice",
    "ConnectFour",
    "ConnectFourMove",
    "Deadline",
    "Direction",
    "Elimination",
    "Event",
    "Graph",
    "Grid",
    "Hex",
    "HexMove",
    "LegalMoves",
    "MatchInfo",
    "MatchResult",
    "Move",
    "Out",
    "Outcome",
    "Position",
    "Profile",
    "Quoridor",
    "QuoridorKind",
    "QuoridorMove",
    "RuleBroken",
    "TimeControl",
    "play",
    "run_bot",
    "start",
]
