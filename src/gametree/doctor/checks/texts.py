"""Checks of the methods that show states and actions as text."""

from __future__ import annotations

from ...game import Action, Game
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..report import WARNING

__all__ = ["actions_have_names", "names_parse_back", "position_has_text"]

_MOST_NAMED = 50
_MOST_NAMED_BY_US = 8  # our own text_to_action lists all actions for each
_NONSENSE = "\x00 no move is called so"


def position_has_text(probe: Probe, position: Position) -> None:
    """Check that `state_to_text` returns text."""
    text = probe.call("state_to_text", position.state)
    if not isinstance(text, str):
        raise Fault("state_to_text", "no text", f"returned {brief(text)}; text was expected")


def actions_have_names(probe: Probe, position: Position) -> None:
    """Check that each legal action has a name of its own.

    Capitals alone tell names apart only where the game reads names itself: in chess, Bxa3 is a
    bishop's capture and bxa3 a pawn's.
    """
    ours = _reads_as_we_do(probe.game)
    names: dict[str, Action] = {}
    for action in position.actions:
        name = probe.call("action_to_text", position.state, action)
        if not isinstance(name, str) or not name.strip():
            raise Fault(
                "action_to_text",
                "no text",
                f"returned {brief(name)} for the action {brief(action)}; a name was expected",
            )
        read = name.strip().casefold() if ours else name.strip()
        if read in names and freeze(names[read]) != freeze(action):
            raise Fault(
                "action_to_text",
                "same name",
                f"calls two actions {brief(name)}: {brief(names[read])} and {brief(action)}",
            )
        names[read] = action


def names_parse_back(probe: Probe, position: Position) -> None:
    """Check that each action is found by its name, and none by a text that names no action."""
    state = position.state
    ours = _reads_as_we_do(probe.game)
    for action in position.some(_MOST_NAMED_BY_US if ours else _MOST_NAMED):
        name = probe.call("action_to_text", state, action)
        if not isinstance(name, str) or not name.strip():
            return  # another check reports it
        parsed = probe.call("text_to_action", state, name)
        if freeze(parsed) != freeze(action):
            raise Fault(
                "text_to_action",
                "parses wrongly",
                f"took {brief(name)}, the name of {brief(action)}, for {brief(parsed)}",
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
        f"took {brief(_NONSENSE)} for {brief(parsed)}",
        "raise gametree.IllegalMove for what names no legal action",
        WARNING,
    )


def _reads_as_we_do(game: Game) -> bool:
    """Return True if the game leaves it to us to find the action that a name is of."""
    return type(game).text_to_action is Game.text_to_action
