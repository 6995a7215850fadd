#!/usr/bin/env python3
"""Fails if a bundled bot has lost its strength.

    strength_test.py BUILD

A shorter run than the one behind docs/play/bots.md, and one in which no clock decides anything: searches are bounded by
--nodes or --depth, seeds are fixed and nobody's time runs out, so that a busy machine changes nothing. Each check says
which share of its games a bot is known to win at least. It fails if the bot wins fewer than it would with that share but
once in a million tries; with so many games, a bot that is no better than its opponent is found out 99 times of 100.
"""
import math
import sys

from series import Referee, Series

NEVER = 1e-6
SEED = 2


def fewer(count, games, share):
    """The probability to win fewer than `count` of `games`."""
    return sum(math.comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(count))


def needed(games, share):
    """The most wins that can be asked for, so that a bot with this share practically never falls short of them."""
    return max(count for count in range(games + 1) if fewer(count, games, share) < NEVER)


def check(game, first, second, games, share, *options):
    return Series(game, first, second, games, options, move_time="1m"), share


CHECKS = [
    check("quoridor", "minimax --nodes 5000", "shortest-path", 90, 0.85),
    check("quoridor", "shortest-path", "random", 40, 0.97),
    check("quoridor", "mirror", "random", 40, 0.97),
    check("connect4", "minimax --depth 3", "random", 40, 0.97),
    check("hex", "resistance", "random", 40, 0.97, "--size", "7"),
    check("hex", "mcts --nodes 300", "random", 40, 0.97, "--size", "7"),
    *(check("amazons", bot, "random", 60, 0.90) for bot in ("offensive", "defensive", "blocker", "power", "territory")),
    *(check("amazons", "territory", bot, 60, 0.90) for bot in ("offensive", "defensive")),
    check("amazons", "alphabeta --nodes 4000", "territory", 60, 0.90, "--size", "8"),
    check("amazons", "mcts --nodes 3000", "territory", 60, 0.90, "--size", "8"),
    check("amazons", "champion --nodes 6000", "territory", 60, 0.90, "--size", "8", "--start", "classic"),
    check("quoridor", "champion --nodes 3000", "shortest-path", 60, 0.90),
    check("connect4", "champion --nodes 3000", "minimax --depth 3", 60, 0.90),
]


def main():
    referee = Referee(sys.argv[1], concurrency=2)
    failed = False
    for series, share in CHECKS:
        wanted = needed(series.games, share)
        played = referee.play(series, series.games, SEED)
        faults = played.faults() or played.games != series.games
        weak = played.won < wanted
        failed |= bool(faults or weak)
        print(
            f"{'FAILED' if faults or weak else 'ok'}: {series.key()}: {played.won} of {played.games} won, at least"
            f" {wanted} needed, {played.seconds:.1f} s{f', out for {played.faults()}' if played.faults() else ''}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
