"""Quoridor (docs/play/rules.md)."""

from quiver.games.quoridor.move import QuoridorKind, QuoridorMove
from quiver.games.quoridor.rules import Quoridor

__all__ = ["Quoridor", "QuoridorKind", "QuoridorMove"]
