"""The command line of a measurement that has several parts, for a first look or for the page."""
import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def parser(prog, says, parts):
    """Which parts, how many games, and where the programs are."""
    words = argparse.ArgumentParser(prog=prog, description=says)
    words.add_argument("what", nargs="*", metavar="WHAT", help=parts)
    words.add_argument("--games", type=int, help="a pair, for a first look")
    words.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="where the programs are")
    return words


def run(words, arguments, steps):
    """Takes the steps that were named, all if none was. 0, or 130 if somebody interrupted it."""
    unknown = [what for what in arguments.what if what not in steps]
    if unknown:
        words.error(f"{unknown[0]} is none of {', '.join(steps)}")
    if arguments.games is not None and arguments.games < 1:
        words.error("--games takes a number from 1")
    try:
        for what in arguments.what or steps:
            steps[what]()
    except KeyboardInterrupt:
        print("interrupted; the same command resumes", file=sys.stderr, flush=True)
        return 130
    return 0
