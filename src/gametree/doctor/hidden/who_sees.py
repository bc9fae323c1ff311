"""Players who see each event: those whose information it changes, in one game or many."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from ...actors import is_chance
from ...game import Action, State
from ...naming.parameters import expect
from ...primitives.rng import Rng
from ...rules.drawing import drawn
from ..fault import Fault
from ..findings import Findings
from ..probe import Probe
from .knowledge_checks import known_key

__all__ = ["EventSeen", "Seen", "declared", "sample_game", "undeclared_events"]

Seen = Mapping[str, Collection[int]]
"""For each kind of event the players who see it: `{"chance 0": [0], "move of 1": [0, 1]}`."""

_GAMES = 30
_PLIES = 300
_SHOWN = 24


class EventSeen(NamedTuple):
    """An event of a game, and who sees it.

    Attributes:
        kind: "chance" with its number in the game, or "move of" with the player.
        text: the outcome or the move.
        seen: the players who would know something else after another outcome or move.
        noticed: the players who know only that something has happened.

    """

    kind: str
    text: str
    seen: tuple[int, ...]
    noticed: tuple[int, ...]

    def __str__(self) -> str:
        message = f"{self.kind}: {self.text} - seen by {_players(self.seen)}"
        return f"{message}, noticed by {_players(self.noticed)}" if self.noticed else message


def _players(players: tuple[int, ...]) -> str:
    return ", ".join(map(str, players)) or "nobody"


_KIND = re.compile(r"(chance|move of) \d+")


def declared(seen: object, players: int) -> Seen:
    """Return the declared events, checked; None declares none.

    Raises:
        BadParameter: if they are not players by kinds of events.

    """
    expected = 'players by event, such as {"chance 0": [0], "move of 1": [0, 1]}'
    if seen is None:
        return {}
    expect(isinstance(seen, Mapping), "seen", expected, seen)
    assert isinstance(seen, Mapping)
    for kind, given in seen.items():
        listed = isinstance(given, Collection) and all(each in range(players) for each in given)
        fits = isinstance(kind, str) and _KIND.fullmatch(kind) is not None
        expect(fits and listed, "seen", expected, {kind: given})
    return seen


def sample_game(probe: Probe, seed: int) -> tuple[EventSeen, ...]:
    """Return the first events of a random game; none if the rules fail."""
    try:
        return tuple(event for event, _ in _played(probe, Rng(seed), _SHOWN))
    except Fault:
        return ()


def undeclared_events(probe: Probe, findings: Findings, seen: Seen, seed: int) -> None:
    """Add a finding for an event that a player sees who should not, by what was declared."""
    rng = Rng(seed)
    met: dict[str, set[int]] = {}
    try:
        for _ in range(_GAMES):
            for event, moves in _played(probe, rng, _PLIES):
                allowed = seen.get(event.kind)
                if allowed is None:
                    continue
                met.setdefault(event.kind, set()).update(event.seen)
                for player in event.seen:
                    if player not in allowed:
                        message = f"shows player {player} the event {event.kind!r}"
                        fault = Fault(
                            "information_state", "leaks", f"{message}, {event.text}", _HIDE
                        )
                        findings.add(fault, moves)
    except Fault:  # found by the other checks
        return
    for kind, players in met.items():
        for player in set(seen[kind]) - players:
            message = f"never shows player {player} the event {kind!r}, which seen= declares"
            findings.add(Fault("information_state", "forgets", message, _SHOW), None)


_HIDE = "leave out what the player does not see, or declare it in seen="
_SHOW = "include what the player sees, or correct seen="


def _played(probe: Probe, rng: Rng, plies: int) -> list[tuple[EventSeen, tuple[Action, ...]]]:
    """Play a random game; return its events, each with the moves up to it."""
    state = probe.initial_state()
    moves: list[Action] = []
    events: list[tuple[EventSeen, tuple[Action, ...]]] = []
    chances = 0
    while len(events) < plies:
        actions = probe.legal_actions(state)
        if not actions:
            break
        mover = probe.current_player(state)
        kind = f"move of {mover}"
        action = actions[rng.below(len(actions))]
        if is_chance(mover):
            kind, chances = f"chance {chances}", chances + 1
            outcomes = probe.chance_outcomes(state, actions)
            action = drawn(outcomes, rng)
            actions = [each for each, share in outcomes if share > 0.0]
        after = probe.next_state(state, action)
        seen, noticed = _seen(probe, state, action, actions, after)
        moves.append(action)
        text = probe.call("action_to_text", state, action)
        events.append((EventSeen(kind, str(text), seen, noticed), tuple(moves)))
        state = after
    return events


def _seen(
    probe: Probe, state: State, action: Action, actions: list[Action], after: State
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the players who can tell an action from another one, and those who notice it only."""
    others = [each for each in actions if each != action]
    others = others[:: max(1, len(others) // 4)]
    apart: set[int] = set()
    states = [probe.next_state(state, each) for each in others]
    players = range(probe.players)
    for player in players:
        known = known_key(probe, after, player)
        if any(known_key(probe, each, player) != known for each in states):
            apart.add(player)
    noticed = {
        player
        for player in players
        if player not in apart
        and known_key(probe, after, player) != known_key(probe, state, player)
        # With one action only, a player sees it who notices that it has happened.
    }
    if not others:
        apart, noticed = noticed, set()
    return tuple(sorted(apart)), tuple(sorted(noticed))
