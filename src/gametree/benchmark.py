"""Measures the speed of searches, and the signature of their behaviour."""

from __future__ import annotations

import hashlib
import json
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from . import games
from .game import Game, State
from .mcts.evaluation.evaluation import Evaluation
from .mcts.evaluation.playout import Playout
from .mcts.evaluation.playout_policy import EpsilonGreedy
from .mcts.searcher import Searcher
from .mcts.selection.puct import PUCT
from .mcts.selection.ucb1 import UCB1, UCB1Tuned

__all__ = ["Measurement", "measure", "signature", "signature_searches"]

_REPEATS = 5
_FEWER_INTERPRETED = 100
_SIGNED_SIMULATIONS = 300
_SIGNED_GAMES = ("nim", "tic_tac_toe", "connect_four", "othello", "ultimate_tic_tac_toe")


@dataclass(frozen=True, slots=True)
class Measurement:
    """The speed of one game.

    Attributes:
        game: its name.
        compiled: simulations a second, the median of several searches.
        interpreted: the same in plain Python, of searches a hundredth as long.
        ready_seconds: time to compile the search, or to load it if it was
            compiled before.
        node_bytes: memory for each position in the tree, unvisited ones included.

    """

    game: str
    compiled: float
    interpreted: float
    ready_seconds: float
    node_bytes: float

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return asdict(self)


def measure(rules: Iterable[Game], simulations: int) -> list[Measurement]:
    """Measure games. The repeats take turns, so that a busy moment hits all games alike."""
    from .native import build  # noqa: F401 - so that no game's time has Numba's import in it

    rules = list(rules)
    ready = []
    for game in rules:
        started = time.perf_counter()
        Searcher(game, method="uct", compiled=True)
        ready.append(time.perf_counter() - started)
    compiled: list[list[float]] = [[] for _ in rules]
    interpreted: list[list[float]] = [[] for _ in rules]
    node_bytes = [0.0 for _ in rules]
    for repeat in range(_REPEATS):
        for number, game in enumerate(rules):
            result = Searcher(game, method="uct", seed=repeat, compiled=True).run(
                simulations=simulations
            )
            compiled[number].append(result.new_simulations / result.seconds)
            node_bytes[number] = result.bytes / result.nodes
            fewer = max(1, simulations // _FEWER_INTERPRETED)
            slow = Searcher(game, method="uct", seed=repeat, compiled=False).run(simulations=fewer)
            interpreted[number].append(slow.new_simulations / slow.seconds)
    return [
        Measurement(
            game.name,
            statistics.median(compiled[number]),
            statistics.median(interpreted[number]),
            ready[number],
            node_bytes[number],
        )
        for number, game in enumerate(rules)
    ]


def signature(*, compiled: bool = True) -> int:
    """Return a number that changes only when some search behaves differently.

    It is a hash of the whole trees, every node's visits and means, that a fixed
    set of searches grow. The same number, compiled or not, on every machine.
    """
    digest = hashlib.sha256()
    for game, options in signature_searches():
        searcher = Searcher(game, compiled=compiled, **options)
        searcher.run(simulations=_SIGNED_SIMULATIONS)
        tree = searcher.tree(max_depth=None).to_dict()
        digest.update(json.dumps(tree, sort_keys=True).encode())
    return int.from_bytes(digest.digest()[:6], "big")


def signature_searches() -> Iterator[tuple[Game, dict[str, Any]]]:
    """Yield the searches of the signature: five games, each with every rule.

    Each of them and every rule also meets every evaluation once.
    """
    evaluations: tuple[Evaluation, ...] = (
        Playout(),
        Playout(max_plies=6, cutoff=_guess),
        Playout(EpsilonGreedy(0.3, heuristic=_guess)),
    )
    for row, name in enumerate(_SIGNED_GAMES):
        for column, rule in enumerate((UCB1, UCB1Tuned, PUCT)):
            number = 3 * row + column
            yield (
                games.load(name),
                {
                    "selection": rule(),
                    "evaluation": evaluations[(row + column) % 3],
                    "expand_after": 1 + number % 4,
                    "seed": number,
                },
            )


def _guess(game: Game, state: State) -> tuple[float, float]:
    """Guess that it is good to have the other player move."""
    return (-0.25, 0.25) if game.current_player(state) == 0 else (0.25, -0.25)
