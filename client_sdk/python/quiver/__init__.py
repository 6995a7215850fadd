"""Write a bot for Quiver: subclass Bot, write choose, call run_bot. docs/python.md is the manual.

    from quiver import Bot, run_bot

    class MyBot(Bot):
        def choose(self, position, deadline):
            return next(position.legal_moves())

    run_bot(MyBot())

The rules come along: `start("amazons", size=8)` is a position without any referee.
"""

from quiver.amazons import Amazons
from quiver.bot import Answer, Bot, Choice, Deadline, MatchInfo, MatchResult, Out, Profile, TimeControl
from quiver.connect4 import ConnectFour
from quiver.games import GAMES, start
from quiver.graph import Direction, Graph
from quiver.grid import Grid
from quiver.position import (
    AmazonsMove,
    ConnectFourMove,
    Elimination,
    Event,
    Move,
    Outcome,
    Position,
    QuoridorKind,
    QuoridorMove,
    RuleBroken,
)
from quiver.quoridor import Quoridor
from quiver.run import play, run_bot
from quiver.text import BadInput

BadInput.__module__ = "quiver"  # where bots find it, and so what their tracebacks call it

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
