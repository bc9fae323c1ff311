"""Copies of positions that change in place.

Every move changes an environment, or a board of the user's own, and a search must return to the
position where it began. There are two ways:

    Replays   a position is the list of its moves; one object or two are taken back to the
              start and play them again
    Copies    each position holds an object of its own, duplicated where a copy is wanted,
              unless a replay takes less time

A third one, `snapshots.Snapshots`, keeps copies on the way, for moves that take long.
`copying_check.choose` determines which duplicates are right.

What changes is called *live*. A `Source` is all that is known of it. In a search a copy is
made once a simulation, at the root, and the moves that follow are played on it: a replay
costs the moves from the start to the root, however long the playout is, and nothing is kept
on the edges of the tree.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from plainpython.whole_copies import copied_by_pickle

from ...errors import GameError
from ...primitives.actions import contents, is_same
from ...user_code.locating import raised
from ..recognition.expressions import Expression
from .faults import UserFault, fault

__all__ = [
    "Copies",
    "Duplicate",
    "DuplicateInside",
    "InvalidAnswer",
    "MutablePosition",
    "Replays",
    "Source",
    "Way",
    "call",
    "duplicates",
    "guarded",
    "unchanged",
    "unlike",
]

Duplicate = Callable[[Any], Any]
"""A function that returns another live object in the same position."""

_STAGES = 2  # one for the line of play, one for glances aside (see `EpsilonGreedy`)

_MOST_MARKS = 1000  # positions whose replays are compared

# What methods are called that return a copy.
_COPYING = ("copy", "clone", "Clone", "getCopy", "get_copy", "deep_copy", "deepCopy")

# Pairs of methods by which environments hand out and take back what they know.
_PAIRS = (("get_state", "set_state"), ("clone_state", "restore_state"))


class Source(Protocol):
    """Makes live objects and calls the user's methods on them.

    Attributes:
        name: what the game is called in messages.
        steps: how many moves were played on live objects so far, by whatever asked for them.

    """

    name: str = "the game"
    steps: int = 0

    @property
    def why_unlike(self) -> str:
        """Why two games with the same moves may differ, for messages; empty if nothing tells."""
        return ""

    def start(self, used: Any | None) -> Any:
        """Return a live object at the first position: `used` taken back there, or a new one."""

    def over(self, live: Any) -> bool:
        """Return True if the game is over."""

    def actions(self, live: Any) -> Sequence[Any]:
        """Return the legal actions; none exactly when the game is over."""

    def mover(self, live: Any) -> int:
        """Return the number of the player to move."""

    def returns(self, live: Any) -> Sequence[float]:
        """Return the return of each player; the game is over, or it is an environment."""

    def play(self, live: Any, move: Any) -> Any:
        """Play a move and return the live object after it, mostly the same one."""

    def view(self, live: Any) -> dict[str, Any]:
        """Return everything observable by name, as values that can be compared.

        "contents" is compared only if it is the same in every replay.
        """

    def duplicates(self, live: Any) -> Iterable[tuple[str, Duplicate]]:
        """Return the ways to duplicate a live object that may be right, best first."""

    def mark(self, live: Any) -> Any:
        """Return what two live objects in one position have in common, to notice luck; or None."""
        return None


class InvalidAnswer(Exception):
    """The user's code raised, or returned an invalid answer: (method, problem).

    Becomes a `UserFault`, with the moves, where the position is known.
    """


class MutablePosition:
    """A position of a game whose objects change in place; made by a `Way`.

    Attributes:
        moves: from the start to here.
        live: the object in this position, if it has one of its own; for the `Way` alone.
        from_start: whether the moves lead here from the first position.
        branch: which copy of which copy this is.
        copies: how many copies of this position were made.
        kept: the object that is kept for this position and all its copies, for the `Way` alone.
        grew: whether an object is kept that moves from here have led to.

    """

    __slots__ = ("branch", "copies", "from_start", "grew", "kept", "live", "moves")

    def __init__(self, moves: list[Any], live: Any, from_start: bool = True) -> None:
        self.moves = moves
        self.live = live
        self.from_start = from_start
        self.branch: tuple[int, ...] = ()
        self.copies = 0
        self.kept: Any = None
        self.grew = False

    def branched(self, live: Any) -> MutablePosition:
        """Return an equal position that holds another object, or none yet."""
        copied = MutablePosition(list(self.moves), live, self.from_start)
        copied.branch = (*self.branch, self.copies)
        self.copies += 1
        return copied

    def __getstate__(self) -> tuple[Any, ...]:
        """Return the part by which positions are compared; the rest says only how it is kept."""
        return tuple(self.moves)

    def __reduce__(self) -> Any:
        live = self.live if self.kept is None else self.kept.live
        return _position, (self.moves, live, self.from_start, self.branch)

    def __repr__(self) -> str:
        return f"MutablePosition({' '.join(map(str, shown(self.moves))) or 'start'})"


def _position(
    moves: list[Any], live: Any, from_start: bool, branch: tuple[int, ...]
) -> MutablePosition:
    """Return a position that comes from another process."""
    position = MutablePosition(moves, live, from_start)
    position.branch = branch
    return position


class Way(Protocol):
    """A way to keep and copy positions: `Copies` or `Replays`."""

    def begin(self) -> MutablePosition:
        """Return the first position."""

    def copy(self, position: MutablePosition) -> MutablePosition:
        """Return an equal position that can be changed apart from this one."""

    def live(self, position: MutablePosition) -> Any:
        """Return a live object in this position."""

    def play(self, position: MutablePosition, move: Any) -> None:
        """Play a move: the position is then the one after it."""


class _Stage:
    """A live object, and the position that it is in now."""

    __slots__ = ("holder", "live")

    def __init__(self) -> None:
        self.live: Any = None
        self.holder: MutablePosition | None = None


class Replays:
    """A position is its moves; few live objects are lent to whichever positions need them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._stages: list[_Stage] = []  # the one used last at the end
        self._marks: dict[tuple[Any, ...], Any] = {}  # of the positions that were replayed

    def begin(self) -> MutablePosition:
        return MutablePosition([], None)

    def copy(self, position: MutablePosition) -> MutablePosition:
        self._held(position)  # it will be needed again: lend another stage to the copy
        return position.branched(None)

    def live(self, position: MutablePosition) -> Any:
        stage = self._held(position) or self._taken_over(position)
        return (stage or self._take_stage(position)).live

    def play(self, position: MutablePosition, move: Any) -> None:
        stage = self._held(position)
        if stage is None and self._was_played([*position.moves, move]):
            position.moves.append(move)  # an object may well be there already
            return
        stage = stage or self._take_stage(position)
        stage.holder = None  # in case the move fails halfway
        stage.live = self._source.play(stage.live, move)
        stage.holder = position
        position.moves.append(move)

    def _was_played(self, moves: list[Any]) -> bool:
        """Check whether a stage has come by some moves, so that none of them fails."""
        return any(
            stage.holder is not None and _begins_with(stage.holder.moves, moves)
            for stage in self._stages
        )

    def _taken_over(self, position: MutablePosition) -> _Stage | None:
        """Give a position the stage of an equal one, if there is one."""
        for stage in self._stages:
            holder = stage.holder
            if holder is None or len(holder.moves) != len(position.moves):
                continue
            if _begins_with(holder.moves, position.moves):
                stage.holder = position
                return self._held(position)
        return None

    def _held(self, position: MutablePosition) -> _Stage | None:
        """Return the stage in this position, if there is one, and note that it is in use."""
        for index, stage in enumerate(self._stages):
            if stage.holder is position:
                if index != len(self._stages) - 1:
                    self._stages.append(self._stages.pop(index))
                return stage
        return None

    def _take_stage(self, position: MutablePosition) -> _Stage:
        """Bring the stage that was used longest ago to this position."""
        stage = _Stage() if len(self._stages) < _STAGES else self._stages.pop(0)
        stage.holder = None
        self._stages.append(stage)
        stage.live = self._source.start(stage.live)
        for move in position.moves:
            stage.live = self._source.play(stage.live, move)
        self._expect_no_luck(position, stage.live)
        stage.holder = position
        return stage

    def _expect_no_luck(self, position: MutablePosition, live: Any) -> None:
        """Compare what a replay has led to with what another one has.

        Raises:
            GameError: if they differ.

        """
        mark = self._source.mark(live)
        if mark is None:
            return
        moves = tuple(map(contents, position.moves))
        if len(self._marks) >= _MOST_MARKS and moves not in self._marks:
            return
        if self._marks.setdefault(moves, mark) != mark:
            raise unlike(self._source.name, position.moves, "the observation", "")


def _begins_with(moves: list[Any], first: list[Any]) -> bool:
    """Check whether some moves begin with others."""
    if len(moves) < len(first):
        return False
    return all(
        one is other or is_same(one, other) for one, other in zip(moves, first, strict=False)
    )


def unlike(what: str, moves: Sequence[Any], difference: str, why: str) -> GameError:
    """Return the error for objects whose moves do not settle what comes of them."""
    played = " ".join(map(str, shown(moves))) or "none"
    return GameError(
        f"{what} cannot be searched: two games with the same moves ({played}) differ in "
        f"{difference}{why}; take no luck but from a seed that the game is given, such as "
        "reset(seed), and share nothing between two games"
    )


class Copies(Replays):
    """Each position holds a live object of its own, duplicated from another.

    Near the start a replay may cost less: a position of fewer than `replay_below` moves is
    copied by one.
    """

    def __init__(self, source: Source, duplicate: Duplicate, replay_below: int = 0) -> None:
        super().__init__(source)
        self._duplicate = duplicate
        self._replay_below = replay_below

    def begin(self) -> MutablePosition:
        return MutablePosition([], None if self._replay_below > 0 else self._source.start(None))

    def copy(self, position: MutablePosition) -> MutablePosition:
        if position.from_start and len(position.moves) < self._replay_below:
            return super().copy(position)
        return position.branched(self._duplicate(self.live(position)))

    def live(self, position: MutablePosition) -> Any:
        return super().live(position) if position.live is None else position.live

    def play(self, position: MutablePosition, move: Any) -> None:
        if position.live is None:
            super().play(position, move)
        else:
            position.live = self._source.play(position.live, move)
            position.moves.append(move)


class DuplicateInside:
    """Duplicates a live object that wraps an object of the user's, given how to duplicate that.

    The live object has a method `duplicated(duplicate)`.
    """

    def __init__(self, duplicate: Duplicate) -> None:
        self.inside = duplicate

    def __call__(self, live: Any) -> Any:
        return live.duplicated(self.inside)


def unchanged(value: Any) -> Any:
    """Return the same object: the duplicate of one that moves do not change."""
    return value


def duplicates(
    sample: Any, fresh: Callable[[], Any] | None = None
) -> Iterator[tuple[str, Duplicate]]:
    """Yield the ways to duplicate objects such as `sample` that may be right, best first.

    `fresh` makes another such object; what `get_state` and its like return is put into it.
    """
    kind = type(sample)
    for method in _COPYING:
        if callable(getattr(kind, method, None)):
            yield f"its method {method}", Expression(f"state.{method}()")
    yield "copy.deepcopy", Expression("deepcopy(state)", deepcopy=copy.deepcopy)
    yield "a pickle", copied_by_pickle
    if fresh is not None:
        for get, put in _PAIRS:
            if callable(getattr(kind, get, None)) and callable(getattr(kind, put, None)):
                yield f"its methods {get} and {put}", _by_state(fresh, get, put)


def _by_state(fresh: Callable[[], Any], get: str, put: str) -> Duplicate:
    def duplicate(value: Any) -> Any:
        other = fresh()
        getattr(other, put)(getattr(value, get)())
        return other

    return duplicate


def call(moves: Sequence[Any], function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method of a `Source`; its `InvalidAnswer` becomes a `UserFault` with the moves so far.

    Raises:
        UserFault: if the user's object raised or returned nonsense.

    """
    try:
        return function(*arguments)
    except InvalidAnswer as error:
        method, problem = error.args
        raise fault(method, problem, shown(moves)) from error


def shown(moves: Sequence[Any]) -> list[Any]:
    """Return the game's own moves: those that are not `hidden`."""
    return [move for move in moves if getattr(move, "hidden", False) is not True]


def guarded(method: str, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """Call the user's function; raise `InvalidAnswer` if it raises."""
    try:
        return function(*arguments, **keywords)
    except (UserFault, GameError):
        raise
    except Exception as error:
        raise InvalidAnswer(method, raised(error, method)) from error
