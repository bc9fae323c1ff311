"""What is looked at in one position, one function each.

A check raises `Fault` for what it finds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..game import Action, Game, State
from ..rng import Rng
from .probe import Fault, Probe, told
from .report import FAULT, WARNING
from .snapshots import freeze

__all__ = ["CAREFUL", "QUICK", "Position", "random_actions_are_even"]

_LONGEST_DRAW = 0.5
_MOST_PLAYED = 50
_NONSENSE = "\x00 no move is called so"


@dataclass
class Position:
    """A position, and what legal_actions and current_player say of it."""

    state: State
    actions: list[Action]
    player: int | None = None
    returns: tuple[float, ...] | None = None

    @property
    def finished(self) -> bool:
        return not self.actions


def actions_come_once(probe: Probe, position: Position) -> None:
    """Insist that no action is given twice."""
    seen = set()
    for action in map(freeze, position.actions):
        if action in seen:
            raise Fault("legal_actions", "twice", f"gave the action {told(action)} twice")
        seen.add(action)


def player_exists(probe: Probe, position: Position) -> None:
    """Insist that the player to move is one of the players."""
    if not position.finished:
        position.player = probe.current_player(position.state)


def returns_are_numbers(probe: Probe, position: Position) -> None:
    """Insist that at the end each player gets one finite number."""
    if position.finished:
        position.returns = probe.returns(position.state)


def is_terminal_agrees(probe: Probe, position: Position) -> None:
    """Insist that the game is over exactly where there is no legal action."""
    if not probe.game.defines_is_terminal:
        return
    over = probe.call("is_terminal", position.state)
    if bool(over) != position.finished:
        count = len(position.actions)
        given = f"gives {count} action{'' if count == 1 else 's'}" if count else "gives no action"
        raise Fault(
            "is_terminal", "disagrees", f"returned {told(over)} where legal_actions {given}"
        )


def fill_agrees(probe: Probe, position: Position) -> None:
    """Insist that all legal actions are written, and no more than max_actions."""
    game = probe.game
    if type(game).fill_legal_actions is Game.fill_legal_actions:
        return
    method = "fill_legal_actions"
    room = _Room(game.max_actions)
    try:
        count = probe.call(method, position.state, room)
    except Fault as fault:
        if room.beyond is None:
            raise
        raise _overfull(game, f"wrote to out[{room.beyond}]") from fault
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise Fault(method, "no count", f"returned {told(count)}; the number of actions expected")
    if len(room) != game.max_actions:
        raise Fault(
            method,
            "resizes out",
            "changed the length of out",
            "write out[0], out[1] and so on, and return how many",
        )
    if count > game.max_actions:
        raise _overfull(game, f"returned {count}")
    if count < 0 or _multiset(room[:count]) != _multiset(position.actions):
        raise Fault(
            method,
            "disagrees",
            f"wrote {told(room[: max(0, count)])} where legal_actions gives "
            f"{told(position.actions)}",
        )


def random_action_is_legal(probe: Probe, position: Position) -> None:
    """Insist on a legal action that depends on the generator alone."""
    if not probe.game.defines_random_action or position.finished:
        return
    method = "random_action"
    seed = len(position.actions)
    action = probe.random_action(position.state, seed)
    if freeze(action) not in map(freeze, position.actions):
        raise Fault(method, "illegal", f"returned {told(action)}, which legal_actions lacks")
    for _ in range(3 if probe.careful else 0):
        again = probe.random_action(position.state, seed)
        if freeze(again) != freeze(action):
            raise Fault(
                method,
                "not repeatable",
                f"returned {told(action)} and then {told(again)} for the same random numbers",
                "draw from rng alone, as in rng.below(n)",
            )


def heuristic_is_sound(probe: Probe, position: Position) -> None:
    """Insist on one finite number for each player."""
    if probe.game.defines_heuristic and not position.finished:
        probe.heuristic(position.state)


def answers_stay(probe: Probe, position: Position) -> None:
    """Insist that the same question has the same answer."""
    state = position.state
    again: Any = probe.legal_actions(state)
    _same("legal_actions", position.actions, again)
    if position.player is not None:
        _same("current_player", position.player, probe.current_player(state))
    if position.returns is not None:
        _same("returns", position.returns, probe.returns(state))
    if probe.game.defines_heuristic and not position.finished:
        _same("heuristic", probe.heuristic(state), probe.heuristic(state))


def successors_stay(probe: Probe, position: Position) -> None:
    """Insist that every legal action leads to a position, the same each time."""
    for index, action in enumerate(_some(position.actions)):
        successor = probe.next_state(position.state, action)
        if index < 3:
            again = probe.next_state(position.state, action)
            if freeze(again) != freeze(successor):
                raise Fault(
                    "next_state",
                    "not repeatable",
                    f"returned {told(successor)} and then {told(again)} for the same state and "
                    "action",
                    "chance has no place in next_state",
                    FAULT,
                    (action,),
                )


def copies_stand_alone(probe: Probe, position: Position) -> None:
    """Insist that a copy equals the state and can be changed apart from it."""
    if not probe.game.states_change:
        return
    before = freeze(position.state)
    twin = probe.copy(position.state)
    if freeze(twin) != before:
        raise Fault("copy", "differs", f"returned {told(twin)} for {told(position.state)}")
    for action in position.actions[:3]:
        probe.next_state(position.state, action)
        if freeze(position.state) != before:
            raise Fault(
                "copy",
                "shares",
                "returned a copy that shares what next_state changes",
                "copy what the state holds as well",
                FAULT,
                (action,),
            )


def position_has_text(probe: Probe, position: Position) -> None:
    """Insist that `state_to_text` gives text."""
    text = probe.call("state_to_text", position.state)
    if not isinstance(text, str):
        raise Fault("state_to_text", "no text", f"returned {told(text)}; text was expected")


def actions_have_names(probe: Probe, position: Position) -> None:
    """Insist that each legal action has a name of its own."""
    names: dict[str, Action] = {}
    for action in position.actions:
        name = probe.call("action_to_text", position.state, action)
        if not isinstance(name, str) or not name.strip():
            raise Fault(
                "action_to_text",
                "no text",
                f"returned {told(name)} for the action {told(action)}; a name was expected",
            )
        folded = name.strip().casefold()
        if folded in names and freeze(names[folded]) != freeze(action):
            raise Fault(
                "action_to_text",
                "same name",
                f"calls two actions {told(name)}: {told(names[folded])} and {told(action)}",
            )
        names[folded] = action


def names_parse_back(probe: Probe, position: Position) -> None:
    """Insist that each action is found by its name, and none by what is no name."""
    state = position.state
    for action in _some(position.actions):
        name = probe.call("action_to_text", state, action)
        if not isinstance(name, str) or not name.strip():
            return  # told by another check
        parsed = probe.call("text_to_action", state, name)
        if freeze(parsed) != freeze(action):
            raise Fault(
                "text_to_action",
                "parses wrongly",
                f"took {told(name)}, the name of {told(action)}, for {told(parsed)}",
            )
    try:
        parsed = probe.call("text_to_action", state, _NONSENSE)
    except Fault as fault:
        if fault.kind == "raises":
            return
        raise
    raise Fault(
        "text_to_action",
        "parses nonsense",
        f"took {told(_NONSENSE)} for {told(parsed)}",
        "raise gametree.IllegalMove for what names no legal action",
        WARNING,
    )


def random_actions_are_even(probe: Probe, position: Position) -> None:
    """Insist that every legal action is drawn with the same probability.

    A chi-squared test (Wilson and Hilferty's approximation) whose false
    alarms are rarer than one in 10^10.
    """
    kinds = len(position.actions)
    if not probe.game.defines_random_action or not 2 <= kinds <= 100:
        return
    drawn = {freeze(action): 0 for action in position.actions}
    expected = max(60, 2000 // kinds)
    rng = Rng(kinds)
    until = time.perf_counter() + _LONGEST_DRAW
    for _ in range(expected * kinds):
        if time.perf_counter() > until:
            return  # too slow to be counted
        action = freeze(probe.call("random_action", position.state, rng))
        if action not in drawn:
            return  # told by another check
        drawn[action] += 1
    statistic = sum((count - expected) ** 2 / expected for count in drawn.values())
    part = 2 / (9 * (kinds - 1))
    if statistic > (kinds - 1) * (1 - part + 6.5 * math.sqrt(part)) ** 3:
        least, most = min(drawn, key=drawn.__getitem__), max(drawn, key=drawn.__getitem__)
        raise Fault(
            "random_action",
            "uneven",
            f"drew {told(most)} {drawn[most]} times and {told(least)} {drawn[least]} times of "
            f"{expected * kinds}; each action was expected {expected} times",
            "rng.below(n) is even; count the actions first",
        )


_Check = Callable[[Probe, Position], None]

QUICK: tuple[_Check, ...] = (
    actions_come_once,
    player_exists,
    returns_are_numbers,
    is_terminal_agrees,
    fill_agrees,
    random_action_is_legal,
    heuristic_is_sound,
)
"""For every position."""

CAREFUL: tuple[_Check, ...] = (
    *QUICK,
    answers_stay,
    copies_stand_alone,
    successors_stay,
    position_has_text,
    actions_have_names,
    names_parse_back,
)
"""For positions that are looked at with care."""


class _Room(list[Any]):
    """Room for so many actions, which notes an index outside of it."""

    def __init__(self, size: int) -> None:
        super().__init__([None] * size)
        self.beyond: Any = None

    def __setitem__(self, index: Any, action: Any) -> None:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            self.beyond = index
            raise IndexError(f"out has no index {index}")
        super().__setitem__(index, action)


def _some(actions: list[Action]) -> list[Action]:
    """Return the actions, or some from all over the list where there are many."""
    return actions[:: 1 + len(actions) // _MOST_PLAYED]


def _overfull(game: Game, done: str) -> Fault:
    return Fault(
        "fill_legal_actions",
        "too many",
        f"{done}, but max_actions is {game.max_actions}",
        "declare max_actions as the most legal actions that there can be",
    )


def _multiset(actions: list[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for action in map(freeze, actions):
        counts[action] = counts.get(action, 0) + 1
    return counts


def _same(method: str, first: Any, second: Any) -> None:
    if freeze(first) != freeze(second):
        raise Fault(
            method,
            "not repeatable",
            f"returned {told(first)} and then {told(second)} for the same state",
            "an answer may depend on the state alone",
        )
