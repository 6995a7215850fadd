"""A whole bot: it plays every game there is, at random."""
import random

from quiver import Bot, Deadline, MatchInfo, Move, Position, run_bot


class FirstBot(Bot):
    def start(self, match: MatchInfo) -> None:
        self.random = random.Random(match.seed)

    def choose(self, position: Position, deadline: Deadline) -> Move:
        return position.random_move(self.random)


run_bot(FirstBot())
