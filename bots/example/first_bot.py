"""A whole bot: it plays every game there is, by chance."""
import random

from quiver import Bot, run_bot


class FirstBot(Bot):
    def start(self, match):
        self.random = random.Random(match.seed)

    def choose(self, position, deadline):
        return position.random_move(self.random)


run_bot(FirstBot())
