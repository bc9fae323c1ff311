"""Openings of a contest: given ones, or random ones that do not decide the game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice

from ..actors import is_chance
from ..errors import BadParameter, GameError, GametreeError
from ..game import Action, Game, State
from ..primitives.rng import Rng
from ..record import Record, split_moves
from ..user_code.locating import raised

__all__ = ["Opening", "given_openings", "name_of", "random_openings"]

Opening = tuple[Action, ...]
"""The moves that are made before the players take over, those of chance among them."""

_MOST_LINES = 2000  # openings are listed where there are no more lines; in 0.1 s or so
_TRIES = 200


def given_openings(game: Game, texts: Sequence[str]) -> list[Opening]:
    """Return the openings that these texts name: moves separated by spaces, or semicolons.

    Raises:
        BadParameter: if one cannot be played or ends the game; it names the opening.
        GameError: if the rules break their contract.

    """
    return [_given(game, text) for text in texts]


def random_openings(game: Game, plies: int, seed: int) -> Iterator[Opening]:
    """Yield openings of so many random moves, without end; the same seed yields the same ones.

    Each ends in a position where a player is to move and no move ends the game, so that no game is
    decided before it begins. Positions are not repeated while there are others: if there are few
    lines, they are listed and shuffled, and each comes once before any comes again; otherwise an
    opening that has occurred is drawn again, up to 200 times. With 0 plies the only opening is the
    first position.

    Raises:
        BadParameter: if there is no such opening.
        GameError: if the rules break their contract.

    """
    rng = Rng(seed)
    lines = _all_lines(game, plies)
    while True:
        found = False
        once = _drawn(game, plies, rng) if lines is None else _shuffled(game, lines, plies, rng)
        for opening in once:
            found = True
            yield opening
        if not found:
            raise BadParameter(
                f"no {plies} random moves were found that leave {type(game).__name__} open, "
                "neither over nor won by the next move: ask for fewer, or give openings"
            )


def name_of(game: Game, state: State, action: Action) -> str:
    """Return the name of a move.

    Raises:
        GameError: if the game cannot tell it.

    """
    try:
        return game.action_to_text(state, action)
    except Exception as error:
        name = f"{type(game).__name__}.action_to_text"
        message = f"{name} {raised(error, name)} (for the action {action!r})"
        raise GameError(message) from error


def _given(game: Game, text: str) -> Opening:
    record = Record(game)
    for name in split_moves(text):
        try:
            record.play(record.game.text_to_action(record.state, name))
        except GameError:
            raise
        except GametreeError as error:
            raise BadParameter(f"the opening {text!r} cannot be played: {error}") from error
    if record.over:
        raise BadParameter(f"the opening {text!r} ends the game")
    return tuple(record.actions)


def _all_lines(game: Game, plies: int) -> list[Opening] | None:
    """Return one line to each position after so many moves; None if there are too many.

    Also None where chance moves, since outcomes must come by their probabilities.
    """
    record = Record(game)
    met: set[Hashable] = set()
    lines: list[Opening] = []
    visited = 0
    waiting: list[Opening] = [()]
    while waiting:
        line = waiting.pop()
        record.take_back(len(record.actions))
        for action in line:
            record.play(action)
        if record.over:
            continue
        if is_chance(record.player):
            return None
        if len(line) == plies:
            if _is_new(record, met):
                lines.append(line)
            continue
        actions = record.legal_actions()
        visited += len(actions)
        if visited > _MOST_LINES:
            return None
        waiting.extend((*line, action) for action in actions)
    return lines


def _shuffled(game: Game, lines: list[Opening], plies: int, rng: Rng) -> Iterator[Opening]:
    """Yield the lines that leave the game open, each once, in random order."""
    left = list(lines)
    while left:
        chosen = rng.below(len(left))
        left[chosen], left[-1] = left[-1], left[chosen]
        opening = left.pop()
        record = Record(game)
        for action in opening:
            record.play(action)
        if _is_open(record, plies):
            yield opening


def _drawn(game: Game, plies: int, rng: Rng) -> Iterator[Opening]:
    """Yield random openings until no new one is found."""
    met: set[Hashable] = set()
    tries = 0
    while tries < _TRIES:
        tries += 1
        record = _played(game, plies, rng)
        if record is not None and _is_open(record, plies) and _is_new(record, met):
            tries = 0
            yield tuple(record.actions)


def _played(game: Game, plies: int, rng: Rng) -> Record | None:
    """Play random moves and outcomes until a player is to move; None if the game ends."""
    record = Record(game)
    left = plies
    while not record.over:
        if is_chance(record.player):
            record.play(record.draw_chance(rng))
            continue
        if left == 0:
            return record
        actions = record.legal_actions()
        record.play(actions[rng.below(len(actions))])
        left -= 1
    return None


def _is_open(record: Record, plies: int) -> bool:
    """Return True if no move ends the game; an opening without moves is always open."""
    looked_at = islice(record.legal_actions(), _MOST_LINES)
    return plies == 0 or not any(_ends(record, action) for action in looked_at)


def _ends(record: Record, action: Action) -> bool:
    record.play(action)
    over = record.over
    record.take_back()
    return over


def _is_new(record: Record, met: set[Hashable]) -> bool:
    """Remember a line and its position; return True if both are new."""
    pairs = zip(record.positions, record.actions, strict=False)
    marks: list[Hashable] = [tuple([name_of(record.game, *pair) for pair in pairs])]
    position = record.game.key(record.state)
    try:
        hash(position)
    except TypeError:  # then its line alone tells it from others
        pass
    else:
        marks.append(("position", position))
    new = met.isdisjoint(marks)
    met.update(marks)
    return new
