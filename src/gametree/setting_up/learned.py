"""States made from pieces, for rules that do not say how: games at random show where cells are.

A cell is one value of the state, the same for the same piece wherever it lies; or a bit for each
piece. Whose turn it is may decide which: two boards, say, that change places with every move. All
that the state holds beside its cells has to follow from the player to move and the number of
pieces, in every position of these games and in their last ones too. Else only the rules could say
what it would be, and nothing is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..game import State
from ..views.view import Piece
from .leaves import Path, leaves_of, with_leaves

__all__ = ["BoardSample", "LearnedStates", "learned_states"]

_WIDEST = 512  # bits of a number that holds cells
_Bit = tuple[Path, int]
_Leaves = Mapping[Path, Any]


class BoardSample(NamedTuple):
    """A position of a game at random.

    Attributes:
        state: of the game.
        player: who moves; None where the game is over.
        pieces: the piece on each cell; None on an empty one.

    """

    state: State
    player: int | None
    pieces: dict[str, Piece | None]

    @property
    def placed(self) -> int:
        """How many pieces there are."""
        return sum(piece is not None for piece in self.pieces.values())

    def on(self, cells: Iterable[str]) -> BoardSample:
        """Return the same with the pieces on some of the cells alone."""
        return self._replace(pieces={cell: self.pieces[cell] for cell in cells})


class LearnedStates(NamedTuple):
    """Where the cells of a board are in the states in which one player moves.

    Attributes:
        template: one of these states.
        values: for each cell its value in the state, by the piece on it; or nothing at all.
        bits: else for each cell the bit that each piece on it sets.
        rest: the other values of the state.

    """

    template: State
    values: Mapping[str, tuple[Path, Mapping[Piece | None, Any]]]
    bits: Mapping[str, Mapping[Piece, _Bit]]
    rest: Mapping[Path, _Rest]

    def state(self, pieces: Mapping[str, Piece]) -> State | None:
        """Return the state with these pieces; None if no game had so many, or one at its place."""
        changes: dict[Path, Any] = {}
        try:
            for path, rest in self.rest.items():
                if path[-1:] != ("length",):
                    changes[path] = rest.value(len(pieces))
            for cell, (path, by_piece) in self.values.items():
                changes[path] = by_piece[pieces.get(cell)]
            for cell, bits in self.bits.items():
                if cell in pieces:
                    path, bit = bits[pieces[cell]]
                    changes[path] |= 1 << bit
        except KeyError:
            return None
        return with_leaves(self.template, changes)

    def ends_with(self, sample: BoardSample, leaves: _Leaves) -> bool:
        """Return True if the last position of a game is as its pieces make it."""
        try:
            return all(
                _same(value, self.rest[path].value(sample.placed))
                for path, value in _beside(leaves, self.values, self.bits).items()
            )
        except KeyError:
            return True  # no position that goes on has so many pieces


class _Rest(NamedTuple):
    """A value beside the cells: one for each number of pieces.

    Attributes:
        by_count: those that were seen.
        step: how much one more piece adds to it; None if that is not clear.

    """

    by_count: Mapping[int, Any]
    step: int | None

    def value(self, count: int) -> Any:
        """Return the value for a number of pieces; raise KeyError if it is not known."""
        if count in self.by_count or self.step is None:
            return self.by_count[count]
        known, value = next(iter(self.by_count.items()))
        return value + self.step * (count - known) if self.step else value


def learned_states(
    samples: Sequence[BoardSample], cells: Sequence[str]
) -> dict[int, LearnedStates] | None:
    """Return where the cells are in the states of each player; None if it is not clear."""
    taken = [(each, leaves_of(each.state)) for each in samples]
    known = [(each, leaves) for each, leaves in taken if leaves is not None]
    if len(known) < len(taken) or len({frozenset(leaves) for _, leaves in known}) != 1:
        return None
    found: dict[int, LearnedStates] = {}
    for player in {each.player for each in samples if each.player is not None}:
        own = [pair for pair in known if pair[0].player == player]
        learned = _of_player([each for each, _ in own], [leaves for _, leaves in own], cells)
        if learned is None:
            return None
        found[player] = learned
    for sample, leaves in known:
        alike = sample.player is not None or any(
            each.ends_with(sample, leaves) for each in found.values()
        )
        if not alike:  # the state says in a way of its own that the game is over
            return None
    return found


def _of_player(
    samples: Sequence[BoardSample], leaves: Sequence[_Leaves], cells: Sequence[str]
) -> LearnedStates | None:
    values = _by_values(samples, leaves, cells)
    bits = {} if values is not None else _by_bits(samples, leaves, cells)
    if bits is None:
        return None
    beside = [_beside(each, values or {}, bits) for each in leaves]
    rest = {}
    for path in beside[0]:
        found = _rest_of(
            [(each.placed, told[path]) for each, told in zip(samples, beside, strict=True)]
        )
        if found is None:
            return None
        rest[path] = found
    return LearnedStates(samples[0].state, values or {}, bits, rest)


def _beside(
    leaves: _Leaves,
    values: Mapping[str, tuple[Path, Any]],
    bits: Mapping[str, Mapping[Piece, _Bit]],
) -> dict[Path, Any]:
    """Return all of a state but its cells: numbers without the bits of cells."""
    in_cells = {path for path, _ in values.values()}
    rest = {path: value for path, value in leaves.items() if path not in in_cells}
    for by_piece in bits.values():
        for path, bit in by_piece.values():
            rest[path] &= ~(1 << bit)
    return rest


def _by_values(
    samples: Sequence[BoardSample], leaves: Sequence[_Leaves], cells: Sequence[str]
) -> dict[str, tuple[Path, dict[Piece | None, Any]]] | None:
    """Return the value of the state that is each cell, and what it is for each piece."""
    series: dict[tuple[int, ...], list[Path]] = {}
    for path in leaves[0]:
        series.setdefault(_pattern([leaf[path] for leaf in leaves]), []).append(path)
    meaning: dict[Piece | None, Any] = {}
    where: dict[str, Path] = {}
    for cell in cells:
        pieces = [sample.pieces[cell] for sample in samples]
        paths = series.get(_pattern(pieces), [])
        if len(paths) != 1 or len(set(pieces)) == 1:
            return None
        where[cell] = paths[0]
        for piece, leaf in zip(pieces, leaves, strict=True):
            if not _same(meaning.setdefault(piece, leaf[paths[0]]), leaf[paths[0]]):
                return None
    if len({_typed(value) for value in meaning.values()}) < len(meaning):
        return None
    return {cell: (path, meaning) for cell, path in where.items()}


def _by_bits(
    samples: Sequence[BoardSample], leaves: Sequence[_Leaves], cells: Sequence[str]
) -> dict[str, dict[Piece, _Bit]] | None:
    """Return for each piece on each cell the bit of the state that is set where it lies there."""
    series: dict[int, list[_Bit]] = {}
    for path in leaves[0]:
        numbers = [leaf[path] for leaf in leaves]
        if any(type(each) is not int or each < 0 for each in numbers):
            continue
        for bit in range(min(_WIDEST, max(each.bit_length() for each in numbers))):
            when = sum(1 << at for at, each in enumerate(numbers) if each >> bit & 1)
            series.setdefault(when, []).append((path, bit))
    found: dict[str, dict[Piece, _Bit]] = {}
    for cell in cells:
        held = [sample.pieces[cell] for sample in samples]
        found[cell] = {}
        for piece in {each for each in held if each is not None}:
            when = sum(1 << at for at, each in enumerate(held) if each == piece)
            bits = series.get(when, [])
            if len(bits) != 1:
                return None
            found[cell][piece] = bits[0]
    every = [bit for by_piece in found.values() for bit in by_piece.values()]
    return found if every and len(set(every)) == len(every) else None


def _rest_of(seen: Sequence[tuple[int, Any]]) -> _Rest | None:
    """Return what a value is for each number of pieces; None if the number does not decide it."""
    by_count: dict[int, Any] = {}
    for count, value in seen:
        if not _same(by_count.setdefault(count, value), value):
            return None
    (one, first), *others = by_count.items()
    if all(_same(value, first) for _, value in others):
        return _Rest(by_count, 0)
    if all(type(value) is int for value in by_count.values()):
        two, second = others[0]
        step, left = divmod(second - first, two - one)
        if left == 0 and all(value - first == step * (count - one) for count, value in others):
            return _Rest(by_count, step)
    return _Rest(by_count, None)


def _pattern(values: Sequence[Any]) -> tuple[int, ...]:
    """Return which values of a series are the same: 0 for the first one and its like, and so on."""
    first: dict[Any, int] = {}
    return tuple(first.setdefault(_typed(value), len(first)) for value in values)


def _typed(value: Any) -> Any:
    return (type(value), value)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
