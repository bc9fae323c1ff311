"""Moves that nobody plays, and lines of the rules that nothing runs."""

from __future__ import annotations

import inspect
import linecache
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, NamedTuple

from ..actors import is_player
from ..game import Game
from ..naming.named_moves import action_named, play_all
from ..primitives.rng import Rng
from ..record import Record
from ..rules.checked_game import CheckedGame
from ..rules.random_game import random_game

__all__ = ["UnusedLine", "unplayed_moves", "unused_lines"]

_PLIES = 1000
_MOST_NAMES = 500
_OFTEN = 30
_SHOWN = 20


class UnusedLine(NamedTuple):
    """A line of a method that was called, which itself never ran."""

    file: str
    line: int
    text: str


def unplayed_moves(game: Game, games: Iterable[tuple[str, ...]]) -> list[str]:
    """Return moves that were legal often, and never played, by their names.

    Games with more than 500 names of moves have none.

    Args:
        game: the rules.
        games: the names of the moves of each game.

    """
    legal: Counter[str] = Counter()
    played: set[str] = set()
    for names in games:
        record = Record(game)
        for name in names:
            if is_player(record.player):
                text = game.action_to_text
                legal.update({text(record.state, each) for each in record.legal_actions()})
                played.add(name)
            record.play(action_named(record, name))
        if len(legal) > _MOST_NAMES:
            return []
    unplayed = [name for name, times in legal.most_common() if name not in played]
    return [name for name in unplayed if legal[name] >= _OFTEN][:_SHOWN]


def unused_lines(
    game: Game, games: Iterable[tuple[str, ...]], *, seconds: float, seed: int
) -> list[UnusedLine]:
    """Return the lines of the rules that neither these games nor random ones ran.

    Only methods that were called count, and lines that raise an error do not.

    Args:
        game: the rules.
        games: the names of the moves of games.
        seconds: for these games and random ones.
        seed: of the random games.

    """
    file = _file_of(game)
    if file is None:
        return []
    ran: dict[CodeType, set[int]] = {}
    ends = time.perf_counter() + seconds
    rules = CheckedGame(game)
    rng = Rng(seed)
    with _watching(file, ran):
        for names in games:
            play_all(Record(game), names)
            if time.perf_counter() > ends:
                break
        while time.perf_counter() < ends:
            for state in random_game(rules, rng, _PLIES):
                game.state_to_text(state)
    found = sorted({line for code, lines in ran.items() for line in _lines(code) - lines})
    texts = [UnusedLine(file, line, linecache.getline(file, line).strip()) for line in found]
    return [each for each in texts if not each.text.startswith(("raise", "assert", '"', "pass"))]


def _file_of(game: Game) -> str | None:
    """Return the file of the rules; of rules in another interface, the file of their states."""
    written: Any = game
    if type(game).__module__.startswith("gametree.adapters."):
        own_state = getattr(game, "own_state", None)
        written = None if own_state is None else own_state(game.initial_state())
    try:
        return inspect.getsourcefile(type(written))
    except TypeError:  # of a built-in class
        return None


def _lines(code: CodeType) -> set[int]:
    """Return the lines of a function, that of its head left out."""
    return {
        line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno
    }


@contextmanager
def _watching(file: str, ran: dict[CodeType, set[int]]) -> Iterator[None]:
    """Note the lines of a file that run meanwhile, by function."""

    def in_function(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            ran[frame.f_code].add(frame.f_lineno)
        return in_function

    def entered(frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if code.co_filename != file or code.co_name == "<module>":
            return None
        ran.setdefault(code, set())
        return in_function

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield
    finally:
        sys.settrace(before)
