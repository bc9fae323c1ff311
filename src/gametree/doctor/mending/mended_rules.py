"""Tries mends of rules that the compiler refuses, in memory, and reports those that work."""

from __future__ import annotations

import ast
import difflib
import linecache
import os
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ...actors import is_chance
from ...errors import NotCompilable
from ...game import Game, State
from ...primitives.actions import contents
from ..mode_comparison import compare_answers
from ..random_games.game_in_progress import Ending
from .mends import Edit, SourceText, mends

__all__ = ["mend_that_works"]

_MOST_CHANGES = 8
_MOST_TRIES = 20  # to be refused again takes some tenths of a second
_COMPARED = 10  # games
_SECONDS = 1.0  # to compare them


def mend_that_works(
    game: Game, first: State, refused: NotCompilable, endings: Sequence[Ending]
) -> str:
    """Return a change of the source with which the rules compile, as a unified diff, or nothing.

    With it they answer as without it in some of the games that were played, interpreted, and as
    compiled. The source is changed in memory, and as before when this returns.
    """
    endings = endings[:_COMPARED]
    before = [_answers(game, each) for each in endings]
    functions: dict[str, _MendedFunction] = {}
    try:
        if _compiles(game, first, refused, functions):
            after = [_answers(game, each) for each in endings]
            if after == before and not [*compare_answers(game, first, endings, _SECONDS)]:
                return "\n".join(_diffs(functions.values()))
    except Exception:  # of the rules as they were changed
        pass
    finally:
        for each in functions.values():
            each.restore()
    return ""


class _Refusal(NamedTuple):
    """Why rules are refused, and where: in which function, and which line of it."""

    reason: str
    function: str
    line: int


def _compiles(
    game: Game, first: State, refused: NotCompilable, functions: dict[str, _MendedFunction]
) -> bool:
    """Change functions until the rules compile; return False if they do not."""
    tries = 0
    for _ in range(_MOST_CHANGES):
        function = _function_at(refused, functions)
        if function is None:
            return False
        functions[function.name] = function
        here = _Refusal(refused.reason, function.name, refused.line)
        text = function.text
        for edits in mends(refused.reason, *function.parsed(), refused.line):
            tries += 1
            if tries > _MOST_TRIES:
                return False
            function.change(SourceText(text).edited(edits))
            again = _refusal(game, first)
            if again is None:
                return True
            other = _function_at(again, functions)
            moved = _lines_before(text, edits, refused.line)
            if other is not None and (again.reason, other.name) == (here.reason, here.function):
                if again.line in (here.line, here.line + moved):
                    continue  # the same again
            refused = again
            break
        else:
            return False
    return False


def _refusal(game: Game, first: State) -> NotCompilable | None:
    try:
        [*compare_answers(game, first, (), 0.0)]
    except NotCompilable as error:
        return error
    return None


def _lines_before(text: str, edits: list[Edit], line: int) -> int:
    """Return how many lines some edits add before a line."""
    source = SourceText(text)
    early = [each for each in edits if each.start <= source.place(line)]
    return sum(each.text.count("\n") - source.part(*each[:2]).count("\n") for each in early)


class _MendedFunction:
    """A function whose code is that of a changed source, until it is restored."""

    def __init__(self, functions: list[FunctionType]) -> None:
        self._functions = functions  # the same one, as it was defined several times
        self._code = functions[0].__code__
        self.path = self._code.co_filename
        self.name = f"{self.path} mended: {self._code.co_qualname}"
        """The name of the changed file, of which this function alone is used."""
        self.lines = linecache.getlines(self.path, functions[0].__globals__)
        self.text = "".join(self.lines)
        self.first, self.last = _span(self.parsed()[1])

    def parsed(self) -> tuple[SourceText, ast.FunctionDef]:
        """Return the source as it is now, and the function in it."""
        source = SourceText(self.text)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef) and node.name == self._code.co_name:
                if _span(node)[0] == self._code.co_firstlineno:
                    return source, node
        raise LookupError(self.name)

    def change(self, text: str) -> None:
        """Let the function be that of another text of the file."""
        self.text = text
        lines = text.splitlines(keepends=True)
        linecache.cache[self.name] = (len(text), None, lines, self.name)
        module = compile(text, self.name, "exec", dont_inherit=True)
        found = [
            each
            for each in _codes(module)
            if (each.co_qualname, each.co_firstlineno)
            == (self._code.co_qualname, self._code.co_firstlineno)
        ]
        for each in self._functions:
            each.__code__ = found[0]

    def changed_lines(self) -> list[str]:
        """Return the lines of the function as they are now."""
        first, last = _span(self.parsed()[1])
        return self.text.splitlines(keepends=True)[first - 1 : last]

    def restore(self) -> None:
        """Let the function be as it was."""
        for each in self._functions:
            each.__code__ = self._code
        linecache.cache.pop(self.name, None)


def _function_at(
    refused: NotCompilable, functions: dict[str, _MendedFunction]
) -> _MendedFunction | None:
    """Return the innermost function of the rules that holds what is refused."""
    if not refused.file:
        return None
    from plainpython.back_end.functions import compiled_functions
    from plainpython.front_end.rewriting import is_rewritten
    from plainpython.front_end.source import parsed

    if refused.file in map(os.path.abspath, functions):
        return next(
            each for name, each in functions.items() if os.path.abspath(name) == refused.file
        )
    holding: list[tuple[int, FunctionType]] = []
    for function in compiled_functions():
        code = function.__code__
        if os.path.abspath(code.co_filename) != refused.file or is_rewritten(function):
            continue
        lines = [line for _, _, line in code.co_lines() if line is not None]
        if code.co_name != "<lambda>" and min(lines) <= refused.line <= max(lines):
            holding.append((max(lines) - min(lines), function))
    if not holding:
        return None
    _, innermost = min(holding, key=lambda each: each[0])
    if parsed(innermost) is None:
        return None
    return _MendedFunction([each for _, each in holding if each.__code__ is innermost.__code__])


def _span(node: ast.FunctionDef) -> tuple[int, int]:
    """Return the first and the last line of a function, its decorators included."""
    decorators = [each.lineno for each in node.decorator_list]
    return min([node.lineno, *decorators]), node.end_lineno or node.lineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _answers(game: Game, ending: Ending) -> list[Any]:
    """Return what the rules say in each position of a game, actions in no order."""
    state = game.initial_state()
    if game.states_change:
        state = game.copy(state)
    said: list[Any] = []
    for move in (*ending.moves, None):
        actions = [] if game.is_terminal(state) else [*game.legal_actions(state)]
        said.append(sorted(repr(contents(each)) for each in actions))
        if not actions:
            said.append([float(each) for each in game.returns(state)])
        else:
            mover = game.current_player(state)
            said.append(mover)
            if is_chance(mover):
                outcomes = game.chance_outcomes(state)
                said.append(sorted((repr(contents(each)), share) for each, share in outcomes))
        if move is not None:
            state = game.next_state(state, move)
    return said


def _diffs(functions: Any) -> Iterator[str]:
    """Yield the lines of a diff of each file."""
    for path in dict.fromkeys(each.path for each in functions):
        changed = sorted((each for each in functions if each.path == path), key=lambda e: -e.first)
        lines = [*changed[0].lines]
        for each in changed:
            lines[each.first - 1 : each.last] = each.changed_lines()
        name = os.path.relpath(path)
        name = os.path.abspath(path) if name.startswith(os.pardir) else name
        for line in difflib.unified_diff(changed[0].lines, lines, name, name):
            yield line.rstrip("\n")
