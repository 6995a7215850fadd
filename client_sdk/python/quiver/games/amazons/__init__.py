"""The Game of the Amazons (docs/play/rules.md)."""

from quiver.games.amazons.move import AmazonsMove
from quiver.games.amazons.rules import Amazons

__all__ = ["Amazons", "AmazonsMove"]
