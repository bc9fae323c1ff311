"""Lines of moves by their names, and whether they end the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action, Game, State
from ..record import Record
from ..rules.checked_game import CheckedGame

__all__ = ["line_from", "record_at"]


def line_from(game: Game, state: State, line: Sequence[Action]) -> tuple[tuple[str, ...], bool]:
    """Return the names of moves that follow each other, and True if the game is over then."""
    rules = CheckedGame(game)
    names = []
    for action in line:
        names.append(game.action_to_text(state, action))
        state = rules.next_state(rules.copy(state), action)
    return tuple(names), rules.is_terminal(state)


def record_at(record: Record, ply: int) -> Record:
    """Return the record of a game up to so many moves."""
    again = Record(record.game, record.positions[0])
    for action in record.actions[:ply]:
        again.play(action)
    return again
