"""Hex (docs/play/rules.md)."""

from quiver.games.hex.move import HexMove
from quiver.games.hex.rules import Hex

__all__ = ["Hex", "HexMove"]
