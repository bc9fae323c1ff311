"""Players that search: flat Monte Carlo, and MCTS in any configuration."""

from __future__ import annotations

from typing import Any, ClassVar

from ..errors import BadParameter
from ..game import Game
from ..mcts.evaluation import EpsilonGreedy, Playout
from ..mcts.limits import Limit
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection import PUCT, UCB1, SelectionRule, UCB1Tuned
from ..record import Record
from .player import Choice, Player

__all__ = ["SELECTION_RULES", "Flat", "Mcts", "selection_rule"]

SELECTION_RULES: dict[str, type[UCB1 | UCB1Tuned | PUCT]] = {
    "ucb1": UCB1,
    "ucb1-tuned": UCB1Tuned,
    "puct": PUCT,
}
"""Selection rules by the names that descriptions and the command line share."""

_NEVER = 1 << 30


def selection_rule(name: str, c: float | None) -> SelectionRule:
    """Return a rule with its exploration constant, or with the rule's own default.

    Raises:
        BadParameter: if there is no such rule, or it does not accept `c`.

    """
    if name not in SELECTION_RULES:
        raise BadParameter(f"selection must be one of {', '.join(SELECTION_RULES)}, not {name!r}")
    rule = SELECTION_RULES[name]
    return rule() if c is None else rule(c)


class _Searching(Player):
    """A player with a searcher, and a limit of its own or of the match."""

    needs_limit = True

    def __init__(self, simulations: int | None, seconds: float | None) -> None:
        given = simulations is not None or seconds is not None
        self._limit = Limit(simulations, seconds) if given else None
        self.needs_limit = not given  # type: ignore[misc]
        self._searcher: Searcher | None = None

    def end(self) -> None:
        self._searcher = None

    def _run(self, searcher: Searcher, limit: Limit | None) -> Choice:
        limit = self._limit or limit
        if limit is None:
            raise BadParameter(
                f"{self.name} needs a limit of its own, {self.name}:simulations=1000 or "
                f"{self.name}:seconds=0.1, or one for the whole match"
            )
        result = searcher.run(limit)
        return Choice(result.action, _statistics(result))


class Mcts(_Searching):
    """Monte Carlo tree search; the parameters are those of `Searcher`.

    Args:
        simulations, seconds: how long to think; by default as long as the match allows.
        c: exploration; by default the rule's own.
        selection: "ucb1", "ucb1-tuned" or "puct".
        expand_after, final_move: as for `Searcher`.
        max_plies: moves after which playouts are cut off.
        epsilon: playouts choose by the game's heuristic, but with this probability
            at random; by default always at random.
        reuse: whether the tree is kept from move to move.

    """

    name = "mcts"

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        c: float | None = None,
        selection: str = "ucb1",
        expand_after: int = 1,
        final_move: str = "visits",
        max_plies: int | None = None,
        epsilon: float | None = None,
        reuse: bool = True,
    ) -> None:
        super().__init__(simulations, seconds)
        self._options: dict[str, Any] = {
            "selection": selection_rule(selection, c),
            "expand_after": expand_after,
            "final_move": final_move,
        }
        if max_plies is not None or epsilon is not None:
            policy = None if epsilon is None else EpsilonGreedy(epsilon)
            self._options["evaluation"] = Playout(policy, max_plies=max_plies)
        self._reuse = reuse
        self._known = 0  # moves of the record that the searcher has seen

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._searcher = Searcher(game, seed=seed, **self._options)
        self._known = 0

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        return self._run(self._follow(record), limit)

    def _follow(self, record: Record) -> Searcher:
        """Return the searcher, its root at the position of the record."""
        searcher = self._searcher
        if searcher is None or not self._reuse or len(record.actions) < self._known:
            *history, state = record.positions
            state = self._game.copy(state)
            searcher = Searcher(
                self._game, state, history=history, seed=self._seed, **self._options
            )
        else:
            for action in record.actions[self._known :]:
                searcher.advance(action)
        self._searcher = searcher
        self._known = len(record.actions)
        return searcher


class Flat(_Searching):
    """Flat Monte Carlo: as many playouts after each move, no tree; the best mean is played."""

    name = "flat"

    def __init__(self, simulations: int | None = None, seconds: float | None = None) -> None:
        super().__init__(simulations, seconds)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._game = game
        self._seed = seed
        self._searching(game, None, ())  # compiled now, before the clock runs

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        *history, state = record.positions
        return self._run(self._searching(self._game, self._game.copy(state), history), limit)

    def _searching(self, game: Game, state: Any, history: Any) -> Searcher:
        return Searcher(
            game,
            state,
            history=history,
            selection=Evenly(),
            expand_after=_NEVER,
            final_move="value",
            seed=self._seed,
        )


class Evenly(SelectionRule):
    """The child with the fewest visits."""

    tries_all_first: ClassVar[bool] = True  # type: ignore[misc]

    def score(self, node: Any, edge: Any, spread: float) -> float:
        return -float(edge.visits)


def _statistics(result: SearchResult) -> dict[str, Any]:
    return {
        "simulations": result.new_simulations,
        "kept": result.simulations - result.new_simulations,
        "depth": result.max_depth,
        "value": result.value[result.player],
        "share": result.actions[0].share,
        "nodes": result.nodes,
    }
