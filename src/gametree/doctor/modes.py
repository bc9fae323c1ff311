"""Whether compiled rules answer as the interpreted ones do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..game import Action, Game, State
from ..mcts.checked import rehearse
from ..mcts.evaluation import Playout
from ..mcts.selection import UCB1
from .probe import Fault, told
from .snapshots import freeze

__all__ = ["compare_answers", "compare_trees"]

_SIMULATIONS = 200
_MOST_PLIES = 400

# What one ply leaves behind, and the method that gave it.
_COLUMNS = ("is_terminal", "fill_legal_actions", "fill_legal_actions", "current_player")


def follow(
    game: Any,
    rule: Any,
    evaluation: Any,
    state: Any,
    moves: Any,
    count: Any,
    plies: Any,
    actions: Any,
    values: Any,
) -> Any:
    """Play the first `count` moves; note what the methods say on the way.

    Into `plies` go four numbers a ply: whether the game is over, how many actions there
    are, a number made of them, the player to move. Into `values` go the returns.
    """
    for ply in range(count + 1):
        if game.is_terminal(state):
            plies[4 * ply] = 1
            returned = game.returns(state)
            for player in range(len(values)):
                values[player] = returned[player]
        else:
            plies[4 * ply] = 0
            listed = game.fill_legal_actions(state, actions)
            plies[4 * ply + 1] = listed
            mixed = 0
            for index in range(min(listed, len(actions))):
                mixed = (mixed * 31 + actions[index]) % 1000003
            plies[4 * ply + 2] = mixed
            plies[4 * ply + 3] = game.current_player(state)
        if ply < count:
            state = game.next_state(state, moves[ply])
    return state


def follow_in_place(
    game: Any,
    rule: Any,
    evaluation: Any,
    state: Any,
    moves: Any,
    count: Any,
    plies: Any,
    actions: Any,
    values: Any,
) -> None:
    """Do as `follow` for a state that is changed in place."""
    follow(game, rule, evaluation, state, moves, count, plies, actions, values)


def compare_answers(
    game: Game, first: State, games: Sequence[tuple[Action, ...]], until: float
) -> Iterator[tuple[Fault, tuple[Action, ...]]]:
    """Yield where the two modes first differ in games that were played, the nearest one.

    Raises:
        NotCompilable: if there is nothing to compare.
    """
    pair = _Pair(game, first)
    nearest: tuple[Fault, tuple[Action, ...]] | None = None
    for moves in games:
        if time.perf_counter() > until:
            break
        ahead = len(moves) if nearest is None else len(nearest[1]) - 1
        played = moves[: min(ahead, _MOST_PLIES)]
        if pair.difference(played) is None:
            continue
        for count in range(len(played) + 1):
            fault = pair.difference(played[:count])
            if fault is not None:
                nearest = (fault, played[:count])
                break
        if nearest is not None and not nearest[1]:
            break
    if nearest is not None:
        yield nearest


def compare_trees(game: Game, seed: int) -> Iterator[tuple[Fault, None]]:
    """Yield a fault if a short search differs between the two modes.

    What `compare_answers` leaves out is found here: random_action and heuristic.
    """
    method = "random_action" if game.defines_random_action else "legal_actions"
    if _trees_differ(game, Playout(), seed):
        yield _differs(method, "makes a search grow another tree for the same seed"), None
    elif game.defines_heuristic and _trees_differ(game, Playout(max_plies=1), seed):
        yield _differs("heuristic", "makes a search grow another tree for the same seed"), None


def _trees_differ(game: Game, evaluation: Playout, seed: int) -> bool:
    from ..mcts.searcher import Searcher

    trees = []
    for compiled in (False, True):
        searcher = Searcher(game, seed=seed, evaluation=evaluation, compiled=compiled)
        searcher.run(simulations=_SIMULATIONS)
        trees.append(searcher.tree(max_depth=None).to_dict())
    return bool(trees[0] != trees[1])


class _Pair:
    """The rules in both modes, side by side."""

    def __init__(self, game: Game, first: State) -> None:
        from ..compiled.build import compile_search

        self._game = game
        self._first = first
        self._room = max(1, game.max_actions)
        self._function: Callable[..., Any] = follow_in_place if game.states_change else follow
        moves = np.zeros(_MOST_PLIES, np.int64)
        self._compiled = compile_search(
            self._function,
            game,
            UCB1(),
            Playout(),
            self._fresh(),
            moves,
            0,
            *self._buffers(),
            rehearsal=rehearse,
        )

    def difference(self, moves: tuple[Action, ...]) -> Fault | None:
        """Return how the two modes differ after these moves; None if they do not."""
        interpreted = self._run(self._function, moves)
        try:
            compiled = self._run(self._compiled, moves)
        except Exception as error:
            return _differs(
                "next_state", f"or what follows it raised {type(error).__name__} ({error})"
            )
        if freeze(interpreted[0]) != freeze(compiled[0]):
            return _differs(
                "next_state", f"gave {told(compiled[0])}, interpreted {told(interpreted[0])}"
            )
        for index, (here, there) in enumerate(zip(interpreted[1], compiled[1], strict=True)):
            if here != there:
                method = _COLUMNS[index % 4]
                if method == "fill_legal_actions":
                    own = type(self._game).fill_legal_actions is not Game.fill_legal_actions
                    method = method if own else "legal_actions"
                    return _differs(method, "gave other actions than interpreted")
                return _differs(method, f"gave {there}, interpreted {here}")
        if not np.allclose(interpreted[2], compiled[2], rtol=1e-12, atol=1e-12, equal_nan=True):
            there = tuple(compiled[2].tolist())
            return _differs("returns", f"gave {there}, interpreted {tuple(interpreted[2])}")
        return None

    def _run(self, function: Callable[..., Any], moves: tuple[Action, ...]) -> tuple[Any, ...]:
        interpreted = function is self._function
        plies, actions, values = self._buffers()
        state = self._fresh()
        path: Any = list(moves)
        if not interpreted:
            path = np.zeros(_MOST_PLIES, np.int64)
            path[: len(moves)] = moves
        result = function(
            self._game,
            None if interpreted else UCB1(),
            None if interpreted else Playout(),
            state,
            path,
            len(moves),
            plies,
            [0] * self._room if interpreted else actions,
            values,
        )
        if self._game.states_change:
            # A record is changed in place: the rest of what is compared tells of it.
            result = None
        return result, plies[: 4 * len(moves) + 4].tolist(), values

    def _buffers(self) -> tuple[Any, Any, Any]:
        return (
            np.zeros(4 * (_MOST_PLIES + 1), np.int64),
            np.zeros(self._room, np.int64),
            np.zeros(self._game.players),
        )

    def _fresh(self) -> State:
        return self._game.copy(self._first) if self._game.states_change else self._first


def _differs(method: str, problem: str) -> Fault:
    return Fault(
        method,
        "modes differ",
        f"compiled {problem}",
        "compiled integers have 64 bits, attributes are constants there, and nothing may depend "
        "on what a method has done before",
    )
