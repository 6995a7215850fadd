#!/usr/bin/python3
"""A tournament that workers play while they, the coordinator, the server and the links between them fail (chaos.py).

    workers_test.py ROOT QUIVER WAITING_BOT

QUIVER_GAMES, QUIVER_FAULTS and QUIVER_CUT say how many games and faults and the longest cut in seconds; QUIVER_PACE, how
long a bot takes for a move while there are faults; QUIVER_SEED draws the same faults again. The whole one:

    QUIVER_GAMES=600 QUIVER_FAULTS=50 QUIVER_CUT=20 QUIVER_PACE=0.4 tests/e2e/workers_test.py . build/release/referee/quiver \
        build/release/tests/e2e/waiting-bot
"""
import os
import pathlib
import random
import sys
import time

from chaos import Chaos
from postgres_stage import Quiver, Server

ROOT, QUIVER = pathlib.Path(sys.argv[1]).resolve(), Quiver(sys.argv[2])


def main():
    seed = int(os.environ.get("QUIVER_SEED", random.randrange(10**6)))
    print("seed", seed, flush=True)
    with Server(ROOT) as server:
        began = time.monotonic()
        chaos = Chaos(QUIVER, server, server.folder, pathlib.Path(sys.argv[3]).resolve(), games=int(os.environ.get("QUIVER_GAMES", 60)),
                      faults=int(os.environ.get("QUIVER_FAULTS", 10)), longest_cut=float(os.environ.get("QUIVER_CUT", 3)),
                      pace=float(os.environ.get("QUIVER_PACE", 0.1)), seed=seed)
        reads = chaos.play()
        print(f"{chaos.games} games, each once, after {sum(chaos.done.values())} of {chaos.faults} faults in {time.monotonic() - began:.0f} s:",
              ", ".join(f"{kind} {count}" for kind, count in sorted(chaos.done.items())), flush=True)
        print("read meanwhile:", ", ".join(f"{name} {count}" for name, count in reads.items()))


if __name__ == "__main__":
    main()
