"""A bot for a type checker: it uses what the package offers, and no stubs of anything else."""

import random

from quiver import (
    Amazons,
    AmazonsMove,
    Bot,
    Choice,
    ConnectFour,
    Deadline,
    Hex,
    HexMove,
    MatchInfo,
    MatchResult,
    Position,
    Profile,
    Quoridor,
    run_bot,
)


class TypedBot(Bot):
    profile = Profile(title="Typed", games=["amazons", "quoridor", "connect4", "hex"])

    def start(self, match: MatchInfo) -> None:
        self.random = random.Random(match.seed)
        self.begun_with = len(match.opening)

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        moves = position.legal_moves()
        if isinstance(position, Amazons):
            return Choice(self.widest(position), text=f"{len(moves)} moves")
        if isinstance(position, Quoridor):
            return Choice(min(position.pawn_moves(), key=lambda move: move.cell))
        if isinstance(position, ConnectFour) and deadline.remaining() < 0.1:
            return Choice(moves[0])
        if isinstance(position, Hex) and position.can_swap:
            return Choice(HexMove(0, swap=True), text=f"takes {position.grid.name(position.stones(0)[0])}")
        return Choice(self.random.choice(moves), score=0.5, depth=1)

    def widest(self, position: Amazons) -> AmazonsMove:
        return max(position.legal_moves(), key=lambda move: abs(move.to - move.queen))

    def finish(self, result: MatchResult) -> None:
        print(result.sentence, result.out.reason if result.out else "")


run_bot(TypedBot())
