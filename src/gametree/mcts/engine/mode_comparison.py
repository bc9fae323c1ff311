"""Compares a compiled search with an interpreted one: the same trees for the same seed.

The compiled function is the one that the search will use; its tree and its generator are others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from functools import partial
from math import inf
from typing import Any, NamedTuple

from ...actors import is_chance
from ...errors import GameError
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.both_modes import BothModes, Difference
from ...rules.checked_game import CheckedGame
from ...rules.many_moves import MANY
from ...rules.snapshots import freeze
from ...rules.workspace import TimeUp
from ..selection.rule_kinds import PlannedRule
from ..tree.tree import NO_CHILD, ROOT, edges_of
from .engine import Engine

__all__ = ["Comparison", "FirstDifference", "compare_games", "compare_searches"]

_AT_ROOT = 60
_ELSEWHERE = 10
_STAGES = (1.0, 0.75, 0.5, 0.25)
"""The positions of a random game where searches are compared as well, as shares of its length."""

_LEAST = 5
"""Simulations that are compared in any case, if they take no longer than `_LONGEST`."""

_LONGEST = 2.0
"""Seconds after which nothing more is compared, however little it was."""

_GAMES = 20
_LONGEST_GAME = 400
_MOST_LINES = 200
_MEMORY = 1 << 26  # bytes
_SLACK = 1e-9


class FirstDifference(NamedTuple):
    """Where the two modes differ first.

    Attributes:
        difference: the method and its results; None if it is not known.
        moves: those that lead there from the searched position.
        error: what the compiled rules raised where the interpreted ones went on; None if nothing.

    """

    difference: Difference | None
    moves: tuple[Action, ...]
    error: Exception | None


class Comparison(NamedTuple):
    """What a comparison came to.

    Attributes:
        compared: the number of simulations, or games, that were compared.
        found: the first difference; None if there is none.
        unsteady: whether two interpreted searches differ as well.
        sound: whether the rules kept their contract meanwhile.

    """

    compared: int
    found: FirstDifference | None = None
    unsteady: bool = False
    sound: bool = True


def compare_searches(engine: Engine, state: State, budget: float) -> Comparison:
    """Compare compiled searches with interpreted ones, at `state` and in a random game from it.

    Args:
        engine: a compiled one, without a tree.
        state: its position, as interpreted rules have it.
        budget: seconds of this thread that the interpreted searches may take.

    """
    clock = _Clock(budget)
    compared = 0
    try:
        for start, most in _starts(engine.game, state, clock):
            pair = _Pair(engine, *start)
            wanted = most if compared else max(_LEAST, most)
            mirror = pair.interpreted()
            count = _run(mirror, wanted, partial(clock.allows, compared))
            error: Exception | None = None
            try:
                same = _tree_of(pair.compiled(count)) == _tree_of(mirror)
            except GameError as raised:
                same, error = False, raised
            if not same:
                if _tree_of(pair.interpreted(count)) != _tree_of(mirror):
                    return Comparison(compared, unsteady=True)
                return Comparison(compared, pair.located(count, error))
            compared += count
            if not clock.allows(compared):
                break
    except Exception as error:
        # The rules are at fault, or strategies cannot be copied: the search tells.
        return Comparison(compared, sound=isinstance(error.__cause__, TimeUp))
    return Comparison(compared)


def compare_games(game: Game, state: State, budget: float) -> Comparison:
    """Compare the answers of compiled rules with those of interpreted ones in random games.

    The arguments are as for `compare_searches`.

    Raises:
        NotCompilable: if the rules do not compile.

    """
    modes = BothModes(game, state)
    clock = _Clock(budget)
    compared = 0
    rng = Rng(0)
    try:
        while compared < _GAMES and (compared == 0 or clock.allows(_LEAST)):
            moves = [move for _, move in _random_game(game, state, rng) if move is not None]
            found = modes.nearest(moves)
            if found is not None and modes.is_unsteady(moves):
                return Comparison(compared, unsteady=True)
            if found is not None:
                return Comparison(compared, FirstDifference(*found, None))
            compared += 1
    except Exception:
        return Comparison(compared, sound=False)
    return Comparison(compared)


class _Clock:
    """Time that may be taken: some of this thread's, and in no case very much."""

    def __init__(self, budget: float) -> None:
        self._end = time.thread_time() + budget
        self.deadline = time.perf_counter() + _LONGEST

    def allows(self, compared: int, now: int = 0) -> bool:
        """Return True if more may be compared after so many simulations, before and now."""
        if time.perf_counter() > self.deadline:
            return False
        return compared + now < _LEAST or time.thread_time() < self._end


_Start = tuple[State, Sequence[Action], Sequence[State]]
"""A position, the moves that lead there, and the positions before it."""


def _starts(game: Game, state: State, clock: _Clock) -> Iterator[tuple[_Start, int]]:
    """Yield the positions where searches are compared, and how many simulations of each."""
    if _decides(game, state):
        yield (state, (), ()), _AT_ROOT
    path: list[Action] = []
    met: list[_Start] = []
    for position, move in _random_game(game, state, Rng(0)):
        if move is not None and _decides(game, position):
            met.append((position, tuple(path), ()))
        path.append(move)
        if not clock.allows(_LEAST):
            break
    for place in dict.fromkeys(int(share * (len(met) - 1)) for share in _STAGES if met):
        if place or not _decides(game, state):
            yield met[place], _ELSEWHERE


def _decides(game: Game, state: State) -> bool:
    """Return True if a player decides in a position, among moves whose edges are made at once."""
    if game.is_terminal(state):
        return False
    if not game.counts_actions and not 0 < len(list(game.legal_actions(state))) <= MANY:
        return False
    return not is_chance(game.current_player(state))


def _random_game(game: Game, state: State, rng: Rng) -> Iterator[tuple[State, Action | None]]:
    """Yield the positions of a random game, each with the move made there; None at the end."""
    for _ in range(_LONGEST_GAME):
        if game.is_terminal(state):
            break
        actions: Any = game.legal_actions(state)
        if not isinstance(actions, range):
            actions = list(actions)
        if is_chance(game.current_player(state)):
            actions = [action for action, share in game.chance_outcomes(state) if share > 0.0]
        action = actions[rng.below(len(actions))]
        yield state, action
        state = game.next_state(game.copy(state), action)
    yield state, None


class _Pair:
    """Searches of one position in both modes, with the strategies of an engine."""

    def __init__(
        self, engine: Engine, state: State, path: Sequence[Action], earlier: Sequence[State]
    ) -> None:
        self._engine = engine
        self._state = state
        self._path = path
        self._earlier = engine.earlier if not path else earlier

    def interpreted(self, simulations: int = 0) -> Engine:
        """Return an interpreted engine after so many simulations."""
        game, method = self._engine.game, deepcopy(self._engine.method)
        state, after = game.copy(self._state), self._engine.expand_after
        return _started(Engine(game, state, method, after, Rng(0), self._earlier), simulations)

    def compiled(self, simulations: int = 0) -> Engine:
        """Return a compiled engine after so many simulations.

        Raises:
            GameError: if the compiled rules raise.

        """
        engine = copy(self._engine)
        engine.method = deepcopy(engine.method)
        engine.rng = Rng(0)
        engine.moves = None
        engine.state = engine.game.copy(self._state)
        engine.earlier = list(self._earlier)
        return _started(engine, simulations)

    def located(self, simulations: int, error: Exception | None) -> FirstDifference:
        """Return the first difference within so many simulations, by the method at fault."""
        modes = BothModes(self._engine.game, self._state)
        found: tuple[Difference, tuple[Action, ...]] | None = None
        for line in self._lines(simulations)[:_MOST_LINES]:
            nearer = modes.nearest(line)
            if nearer is not None and (found is None or len(nearer[1]) < len(found[1])):
                found = nearer
        if found is None:
            return FirstDifference(None, tuple(self._path), error)
        return FirstDifference(found[0], (*self._path, *found[1]), error)

    def _lines(self, simulations: int) -> list[tuple[Action, ...]]:
        """Return the lines of moves that so many interpreted simulations ask the rules about."""
        recording = _Recording(self._engine.game)
        state, method = recording.copy(self._state), deepcopy(self._engine.method)
        engine = Engine(recording, state, method, self._engine.expand_after, Rng(0), self._earlier)
        with suppress(GameError):
            _started(engine, simulations)
        return recording.lines()


class _Recording(CheckedGame):
    """A game that knows by which moves it was asked."""

    def lines(self) -> list[tuple[Action, ...]]:
        """Return the lines of moves by which it was asked, none of which begins another."""
        inner = {id(line[0]) for _, line in self._lines.values() if line is not None}
        return [_moves(line) for _, line in self._lines.values() if id(line) not in inner]


def _moves(line: Any) -> tuple[Action, ...]:
    """Return the moves of a line of a checked game, the first one first."""
    moves: list[Action] = []
    while line is not None:
        line, move = line
        moves.append(move)
    return tuple(reversed(moves))


def _started(engine: Engine, simulations: int) -> Engine:
    engine.start_tree()
    rule = engine.method.selection
    if isinstance(rule, PlannedRule):
        rule.plan(engine.tree, _AT_ROOT, engine.rng)
    _run(engine, simulations)
    return engine


def _run(engine: Engine, simulations: int, allowed: Callable[[int], bool] | None = None) -> int:
    """Run an engine up to so many simulations, one by one if it is interpreted.

    Returns how many there were in the end.
    """
    while engine.simulations < simulations and not engine.finished and not engine.solved:
        if allowed is not None and not allowed(engine.simulations):
            break
        left = simulations - engine.simulations
        engine.run(left if engine.compiled else 1, _MEMORY, inf if engine.compiled else _LONGEST)
    return engine.simulations


def _tree_of(engine: Engine) -> Any:
    """Return the tree and the generator of an engine in plain values, the same in both modes."""
    if engine.finished:
        return None
    numbers = {ROOT: 0}
    nodes: list[Any] = []
    waiting = [ROOT]
    for number in waiting:
        node = engine.tree.nodes[number]
        edges: list[Any] = []
        for edge in edges_of(engine.tree, number):
            child = int(edge.child)
            if child != NO_CHILD and child not in numbers:
                numbers[child] = len(waiting)
                waiting.append(child)
            action = freeze(edge.action)  # objects of a class without __eq__ are no two alike
            edges.append((action, int(edge.visits), _Real(edge.mean), numbers.get(child)))
        values = [_Real(value) for value in node.value]
        nodes.append((int(node.player), int(node.visits), values, edges))
    return int(engine.rng.state[0]), engine.simulations, nodes


class _Real(float):
    """A float that equals others but for rounding: NumPy's functions round in their own way."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, float)
        first, second = float(self), float(other)
        return first == second or abs(first - second) <= _SLACK * max(1.0, abs(first))

    def __ne__(self, other: object) -> bool:
        return not self == other
