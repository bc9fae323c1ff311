"""The checks of one position, one function each, in the order in which they run.

A check raises `Fault` for what it finds.
"""

from __future__ import annotations

from collections.abc import Callable

from ...actors import is_player
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from ..fault import Fault
from ..hidden.knowledge_checks import information_is_sound, samples_are_sound
from ..hidden.turns import choosers_have_moves
from ..position import Position
from ..probe import Probe
from ..report import WARNING
from .chance import outcomes_are_sound, random_action_is_legal
from .copies import copies_play_alike, copies_stand_alone
from .determinism import answers_stay, key_stays, successors_stay
from .fill_legal_actions import fill_agrees
from .random_generators import draws_nothing
from .texts import actions_have_names, names_parse_back, position_has_text

__all__ = ["CAREFUL", "QUICK"]


def actions_come_once(probe: Probe, position: Position) -> None:
    """Check that no action is listed twice."""
    seen = set()
    for action in map(freeze, position.actions):
        if action in seen:
            raise Fault("legal_actions", "twice", f"gave the action {brief(action)} twice")
        seen.add(action)


def player_exists(probe: Probe, position: Position) -> None:
    """Check that the player to move is one of the players, or chance."""
    if not position.finished:
        position.player = probe.current_player(position.state)


def returns_are_numbers(probe: Probe, position: Position) -> None:
    """Check that each player of a finished game gets one finite number."""
    if position.finished:
        position.returns = probe.returns(position.state)


def is_terminal_agrees(probe: Probe, position: Position) -> None:
    """Check that a game that goes on has a legal action; say where one that is over has some."""
    if not probe.game.defines_is_terminal or not position.finished:
        return
    over = probe.call("is_terminal", position.state)
    if not over:
        problem = f"returned {brief(over)} where legal_actions gives no action"
        raise Fault("is_terminal", "disagrees", problem)
    count = probe.actions_after_the_end(position.state)
    if count:
        raise Fault(
            "is_terminal",
            "moves left",
            f"returned {brief(over)} where legal_actions gives {count} "
            f"action{'' if count == 1 else 's'}: the game is over there, and they are not played",
            "if the game should go on there, is_terminal is wrong",
            WARNING,
        )


def heuristic_is_sound(probe: Probe, position: Position) -> None:
    """Check that each player gets one finite number within the range of the returns."""
    if not probe.game.defines_heuristic or position.finished:
        return
    game = probe.game
    guessed = position.heuristic = probe.heuristic(position.state)
    if not all(game.min_return <= value <= game.max_return for value in guessed):
        raise Fault(
            "heuristic",
            "out of range",
            f"returned {brief(guessed)}; a guess of the returns was expected, from min_return = "
            f"{game.min_return:g} to max_return = {game.max_return:g}",
            "scale it to them, or declare what the game can return",
            WARNING,
        )


def observation_is_numbers(probe: Probe, position: Position) -> None:
    """Check that what the player to move observes is as many numbers as elsewhere."""
    if probe.game.defines_observation and is_player(position.player):
        probe.observation(position.state, position.player)


def key_is_hashable(probe: Probe, position: Position) -> None:
    """Check that the key can be hashed and compared, if the game uses keys."""
    if probe.game.defines_key or probe.game.repetition:
        position.key = probe.key(position.state)


_Check = Callable[[Probe, Position], None]

QUICK: tuple[_Check, ...] = (
    actions_come_once,
    player_exists,
    outcomes_are_sound,
    returns_are_numbers,
    choosers_have_moves,
    is_terminal_agrees,
    fill_agrees,
    random_action_is_legal,
    heuristic_is_sound,
    observation_is_numbers,
    key_is_hashable,
)
"""The checks that run on every position."""

CAREFUL: tuple[_Check, ...] = (
    *QUICK,
    answers_stay,
    copies_stand_alone,
    copies_play_alike,
    successors_stay,
    draws_nothing,
    information_is_sound,
    samples_are_sound,
    key_stays,
    position_has_text,
    actions_have_names,
    names_parse_back,
)
"""The checks that run on some positions only: they take longer."""
