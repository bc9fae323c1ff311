"""Features of positions and numbers of actions, as compiled code finds them."""

from __future__ import annotations

import hashlib
import linecache
import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..compilable import Compilable
from ..errors import BadParameter
from ..game import CHANCE, Action, Game, State
from ..primitives.bits import lowest, without_lowest
from ..primitives.rng import Rng
from ..primitives.vectors import Vector, row, saturated_sum
from ..rules.checked_game import CheckedGame
from ..rules.drawing import drawn
from .board import Board, board_for, shape_for
from .feature_plan import FeaturePart, Plane, part_of

__all__ = [
    "ActionNumbers",
    "Features",
    "SeenPlay",
    "board_of",
    "features_of",
    "numbers_of",
    "seen_in",
]

_GAMES = 60
_PLIES = 6000
_LONGEST = 600
_MOST_ACTIONS = 4096
_MOST_FEATURES = 1 << 16


class SeenPlay(NamedTuple):
    """Positions of random games in the order in which they came.

    Attributes:
        actions: the actions there, each once.
        moves: for each position that a player moved on from, its place, the action, the next one's.
        returns: those of the games that ended.

    """

    states: list[State]
    actions: dict[Action, None]
    moves: list[tuple[int, Action, int]]
    returns: list[list[float]]


def seen_in(game: Game) -> SeenPlay:
    """Play some random games, always the same ones, and return what was seen there.

    Raises:
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(game)
    rng = Rng(0)
    states: list[State] = []
    actions: dict[Action, None] = {}
    moves: list[tuple[int, Action, int]] = []
    returns: list[list[float]] = []
    for _ in range(_GAMES):
        state = checked.initial_state()
        for _ in range(_LONGEST):
            states.append(game.copy(state))
            if checked.is_terminal(state):
                returns.append(list(checked.returns(state)))
                break
            if checked.current_player(state) == CHANCE:
                action = drawn(checked.chance_outcomes(state), rng)
            else:
                legal = checked.legal_actions(state)
                for each in legal if len(legal) <= _MOST_ACTIONS else ():
                    if isinstance(each, Hashable):
                        actions[each] = None
                action = legal[rng.below(len(legal))]
                moves.append((len(states) - 1, action, len(states)))
            state = checked.next_state(checked.copy(state), action)
        if len(states) >= _PLIES:
            break
    return SeenPlay(states, actions, moves, returns)


class Features(Compilable):
    """The features of the positions of a game: which are there, as numbers or as a sum of rows.

    Attributes:
        size: how many there are.
        most: how many are there at once, at most.

    """

    def __init__(self, part: FeaturePart) -> None:
        self.size = part.size
        self.most = part.most

    def collect(self, state: State, found: Any, count: int) -> int:
        """Write the numbers of the features of a position to `found` from `count` on.

        Returns where they end.
        """
        raise NotImplementedError

    def total(self, state: State, table: Any, first: int, sums: Vector) -> Vector:
        """Return `sums` and the rows of a table for the features, which begin at row `first`."""
        raise NotImplementedError

    def codes(self, state: State, cells: Any) -> None:
        """Write to `cells` what each cell of the board holds, if there is one."""
        raise NotImplementedError


class ActionNumbers(Compilable):
    """Numbers from 0 to `size` - 1 for the actions of a game; the last is that of all others."""

    def __init__(self, size: int) -> None:
        self.size = size

    def number(self, action: Action) -> int:
        """Return the number of an action."""
        raise NotImplementedError


class _IntegerActions(ActionNumbers):
    """Those of integers in a range: what they are more than the lowest."""

    def __init__(self, low: int, size: int) -> None:
        super().__init__(size)
        self.low = low

    def number(self, action: Action) -> int:
        place = action - self.low
        return place if 0 <= place < self.size - 1 else self.size - 1


class _ListedActions(ActionNumbers):
    """Those of actions of any kind, by a table."""

    def __init__(self, places: dict[Action, int]) -> None:
        super().__init__(len(places) + 1)
        self.places = places

    def number(self, action: Action) -> int:
        return self.places.get(action, self.size - 1)


def numbers_of(actions: Sequence[Action]) -> ActionNumbers:
    """Return numbers for actions such as these."""
    integers = [int(each) for each in actions if isinstance(each, (int, np.integer))]
    if len(integers) == len(actions) and actions:
        low, high = min(integers), max(integers)
        if high - low < _MOST_ACTIONS:
            return _IntegerActions(low, high - low + 2)
    return _ListedActions({each: place for place, each in enumerate(actions[:_MOST_ACTIONS])})


def features_of(game: Game, seen: SeenPlay) -> Features:
    """Return the features of the positions of a game.

    Raises:
        BadParameter: if nothing in its states can be told apart.

    """
    part = part_of(seen.states)
    if not 0 < part.size <= _MOST_FEATURES:
        raise BadParameter(
            f"the states of {type(game).__name__} show "
            + ("no numbers, texts or other values" if not part.size else f"{part.size:,} features")
            + f", where a network sees 1 to {_MOST_FEATURES:,}: define observation(state, player)"
        )
    return _class_for(part, _planes_of(part))(part)


def _planes_of(part: FeaturePart) -> list[Plane]:
    """Return the planes of the board that a state holds; none if there is no board."""
    planes = [plane for plane in part.planes("state") if shape_for(plane.cells, plane.shape)]
    most = max((plane.cells for plane in planes), default=0)
    return [plane for plane in planes if plane.cells == most]


def board_of(game: Game, features: Features, numbers: ActionNumbers, seen: SeenPlay) -> Board:
    """Return the board that the states of a game hold, with the cells that actions change."""
    planes = _planes_of(part_of(seen.states))
    if not planes:
        return board_for(None, [0], [], numbers.size)
    codes = math.prod(plane.each + plane.absent for plane in planes)
    shape = shape_for(planes[0].cells, planes[0].shape)
    held = np.zeros((len(seen.states), planes[0].cells), np.int64)
    for state, cells in zip(seen.states, held, strict=True):
        features.codes(state, cells)
    counts = np.bincount(held.ravel(), minlength=codes)
    meanings = np.zeros(codes, np.int64)
    there = np.flatnonzero(counts)
    meanings[there[np.argsort(-counts[there], kind="stable")]] = np.arange(len(there))
    boards = meanings[held].tolist()
    moves = [
        (boards[place], numbers.number(action), boards[following])
        for place, action, following in seen.moves
        if following < len(boards)
    ]
    return board_for(shape, meanings.tolist(), moves, numbers.size)


def _class_for(part: FeaturePart, planes: list[Plane]) -> type[Features]:
    """Return a class with the code that finds the features of a part, and the cells of planes."""
    names: dict[str, Any] = {}
    body = part.lines("state", "0", 0, names)
    codes: list[str] = []
    weight = 1
    for plane in planes:
        codes += _hits(plane.part.lines(plane.value, "0", 0, names), _coding(plane, weight))
        weight *= plane.each + plane.absent
    collect = _hits(body, lambda n: [f"found[count] = {n}", "count += 1"])
    total = _hits(body, lambda n: [f"sums = saturated_sum(sums, row(table, first + {n}))"])
    text = "\n".join(
        [
            "def collect(self, state, found, count):",
            *(f"    {line}" for line in collect),
            "    return count",
            "",
            "",
            "def total(self, state, table, first, sums):",
            *(f"    {line}" for line in total),
            "    return sums",
            "",
            "",
            "def codes(self, state, cells):",
            "    for cell in range(len(cells)):",
            "        cells[cell] = 0",
            *(f"    {line}" for line in codes),
            "",
        ]
    )
    digest = hashlib.sha256(f"{text}{names}".encode()).hexdigest()[:16]
    file = f"<features {digest}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {
        "__name__": f"features_{digest}",
        "lowest": lowest,
        "without_lowest": without_lowest,
        "row": row,
        "saturated_sum": saturated_sum,
        **names,
    }
    exec(compile(text, file, "exec", dont_inherit=True), space)
    members = {name: space[name] for name in ("collect", "total", "codes")}
    return type("Features", (Features,), {**members, "__module__": space["__name__"]})


def _coding(plane: Plane, weight: int) -> Callable[[str], list[str]]:
    """Return what is done with a feature of a plane, to code the cell that it is of."""
    if plane.each == 1:
        return lambda n: [f"cells[{n}] += {weight * (1 if plane.absent else 0)}"]
    more = " + 1" if plane.absent else ""
    return lambda n: [
        f"n = {n}",
        f"cells[n // {plane.each}] += {weight} * (n % {plane.each}{more})",
    ]


def _hits(lines: Sequence[str], written: Callable[[str], list[str]]) -> list[str]:
    """Return the code with what is done with each feature that is there."""
    result = []
    for line in lines:
        indent, hit, rest = line.partition("HIT(")
        if hit:
            result += [f"{indent}{each}" for each in written(rest.removesuffix(")"))]
        else:
            result.append(line)
    return result
