"""Connect Four (docs/play/rules.md)."""

from quiver.games.connect4.move import ConnectFourMove
from quiver.games.connect4.rules import ConnectFour

__all__ = ["ConnectFour", "ConnectFourMove"]
