"""The legal moves of a position, as a sequence that finds them as they are needed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

_M = TypeVar("_M", covariant=True)


class LegalMoves(Sequence[_M]):
    """The legal moves of a position, as of the call that asked for them: a sequence, with `len` and indices.

    They are found as they are needed, so that the first of millions costs little, and then stored. `next(moves)`
    takes one after the other.
    """

    _AT_ONCE = 256

    def __init__(self, found: Iterator[_M]) -> None:
        self._rest = found
        self._known: list[_M] = []
        self._taken = 0  # by `next`
        self._find_more()  # later changes of the position do not matter

    def _find_more(self) -> bool:
        more = list(islice(self._rest, self._AT_ONCE))
        self._known += more
        return bool(more)

    def _all(self) -> list[_M]:
        self._known += self._rest
        return self._known

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return bool(self._known)

    @overload
    def __getitem__(self, index: int) -> _M: ...

    @overload
    def __getitem__(self, index: slice) -> list[_M]: ...

    def __getitem__(self, index: int | slice) -> _M | list[_M]:
        if isinstance(index, slice) or index < 0:
            return self._all()[index]
        while index >= len(self._known) and self._find_more():
            pass
        return self._known[index]

    def __iter__(self) -> Iterator[_M]:
        at = 0
        while at < len(self._known) or self._find_more():
            known = self._known[at:]
            at += len(known)
            yield from known

    def __next__(self) -> _M:
        while self._taken >= len(self._known):
            if not self._find_more():
                raise StopIteration
        self._taken += 1
        return self._known[self._taken - 1]

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"
