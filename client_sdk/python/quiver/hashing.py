"""The hash of a position, to the bit: docs/write-a-bot/hash.md is the specification."""

import functools
from array import array
from collections.abc import Iterable
from enum import IntEnum

_MASK = (1 << 64) - 1
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_LANES = 4096


class Key(IntEnum):
    """The kinds of keys that every game has; each game has further kinds for its pieces, 1 to 6 and 10 so far. A
    position's hash is the exclusive or of its keys.
    """

    TO_MOVE = 7  # seat, 0
    OUT = 8  # seat, 0
    GAME = 9  # 0, the game's number


def mix(x: int) -> int:
    """The finishing step of splitmix64."""
    x = (x + _GOLDEN) & _MASK
    x = (x ^ (x >> 30)) * _FIRST & _MASK
    x = (x ^ (x >> 27)) * _SECOND & _MASK
    return x ^ (x >> 31)


@functools.lru_cache(maxsize=1 << 16)
def key(kind: int, which: int, where: int) -> int:
    """The key of one thing on the board."""
    return mix(kind << 56 | which << 48 | where)


@functools.lru_cache(maxsize=4)
def _ones(lanes: int) -> int:
    return int.from_bytes((b"\1" + bytes(15)) * lanes, "little")


def mixed(values: Iterable[int]) -> int:
    """The exclusive or of mix(x) for all x, each below 2^64.

    A board of 1024 a side has 8 million arcs. So thousands of numbers lie side by side in one long integer, 128
    bits each that 64 of them use, and are mixed by the same few operations: a quarter of the time of a loop.
    """
    numbers = array("Q", values)
    total = 0
    for begin in range(0, len(numbers), _LANES):
        total ^= _mixed_lanes(numbers[begin : begin + _LANES])
    return total


def _mixed_lanes(numbers: "array[int]") -> int:
    lanes = len(numbers)
    spread = array("Q", bytes(16 * lanes))
    spread[::2] = numbers
    ones = _ones(lanes)
    low = ones * _MASK
    x = int.from_bytes(_little_endian(spread), "little") + _GOLDEN * ones & low
    x = ((x ^ x >> 30) & low) * _FIRST & low
    x = ((x ^ x >> 27) & low) * _SECOND & low
    x = (x ^ x >> 31) & low
    while lanes > 1:
        half = (lanes + 1) // 2
        x = x & (1 << 128 * half) - 1 ^ x >> 128 * half
        lanes = half
    return x


def _little_endian(numbers: "array[int]") -> bytes:
    if int.from_bytes(array("H", [1]).tobytes(), "little") != 1:
        numbers.byteswap()
    return numbers.tobytes()
