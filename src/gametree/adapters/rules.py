"""Rules as functions over states that know their content and who has just moved.

A state is a list of two, `[content, player_just_moved]`, with players 1 and 2 who take
turns; `create_state`, `get_content` and `get_player_just_moved` make and read it. The
rules of a game are three functions, which change no state that they are given:

    apply(rule, state)          the state after a rule was applied
    get_rules(state)            the rules that apply; none: the game is over
    get_result(state, player)   at the end: 1 for a win, 0.5 for a draw, 0 for a loss

    rules = Rules(apply, get_rules, get_result)
    rule = rules.UCT(create_state(15, 2), 1000)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from ..game import Game
from ..mcts.evaluation import Playout
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection import UCB1
from .faults import ask, expect, fault, in_the_users_words, listed, number
from .history import History

__all__ = [
    "RuleGame",
    "Rules",
    "create_state",
    "get_content",
    "get_player_just_moved",
]

SQRT2 = math.sqrt(2)


def create_state(content: Any, player_just_moved: int) -> list[Any]:
    """Return a state; 2 has just moved where player 1 begins."""
    expect(player_just_moved in (1, 2), "player_just_moved", "1 or 2", player_just_moved)
    return [content, player_just_moved]


def get_content(state: Any) -> Any:
    """Return what the state holds: a heap, a board."""
    return state[0]


def get_player_just_moved(state: Any) -> int:
    """Return the player, 1 or 2, who made the last move."""
    return int(state[1])


class RuleGame(Game):
    """Rules as a game for `gametree.search`; its states are lines of play.

    `line[-1]` is the user's state. Player 1 is player 0 of the search.
    """

    name = "rule_game"
    draw_value = 0.5

    def __init__(self, rules: Rules, root_state: Any) -> None:
        self.rules = rules
        self.root_state = root_state

    def initial_state(self) -> History:
        return History(_state("root_state", self.root_state, ()))

    def current_player(self, state: History) -> int:
        return 2 - get_player_just_moved(state[-1])

    def legal_actions(self, state: History) -> list[Any]:
        rules = ask("get_rules", self.rules.get_rules, state, state[-1])
        return listed("get_rules", rules, "a list of rules", state)

    def next_state(self, state: History, action: Any) -> History:
        before = get_player_just_moved(state[-1])
        longer = state.extended(None, action)
        following = ask("apply", self.rules.apply, longer, action, state[-1])
        _state("apply", following, longer)
        if get_player_just_moved(state[-1]) != before or following is state[-1]:
            raise fault("apply", "changed the state that it was given; return a new one", longer)
        if get_player_just_moved(following) == before:
            told = f"returned a state in which player {before} has just moved again"
            raise fault("apply", f"{told}; players take turns", longer)
        return state.extended(following, action)

    def returns(self, state: History) -> tuple[float, float]:
        first, second = (
            number(
                "get_result", ask("get_result", self.rules.get_result, state, state[-1], p), state
            )
            for p in (1, 2)
        )
        return (first, second)

    def state_to_text(self, state: History) -> str:
        return str(get_content(state[-1]))


class Rules:
    """The rules of a game, to be searched.

    Args:
        apply: (rule, state) -> state.
        get_rules: (state) -> the rules that apply.
        get_result: (state, player) -> 1, 0.5 or 0, or any other number.

    """

    def __init__(
        self,
        apply: Callable[[Any, Any], Any],
        get_rules: Callable[[Any], Any],
        get_result: Callable[[Any, int], float],
    ) -> None:
        for name, function in (
            ("apply", apply),
            ("get_rules", get_rules),
            ("get_result", get_result),
        ):
            expect(callable(function), name, "a function", function)
        self.apply = apply
        self.get_rules = get_rules
        self.get_result = get_result

    def UCT(  # noqa: N802
        self, root_state: Any, n: int, *, c: float = SQRT2, seed: int | None = None
    ) -> Any:
        """Run n iterations and return the rule of the most visited child.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        return self.search(root_state, n, c=c, seed=seed).action

    def search(
        self, root_state: Any, n: int, *, c: float = SQRT2, seed: int | None = None
    ) -> SearchResult:
        """Run n iterations and return all statistics.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        with in_the_users_words():
            return self.searcher(root_state, c=c, seed=seed).run(simulations=n)

    def searcher(self, root_state: Any, *, c: float = SQRT2, seed: int | None = None) -> Searcher:
        """Return a search that can be run on, and whose tree can be shown.

        Raises:
            BadParameter, GameError.

        """
        game = RuleGame(self, root_state)
        with in_the_users_words():
            return Searcher(
                game,
                game.initial_state(),
                selection=UCB1(c),
                evaluation=Playout(),
                final_move="visits",
                seed=seed,
                compiled=False,
            )

    def show(
        self,
        root_state: Any,
        n: int,
        *,
        depth: int | None = 2,
        min_visits: int = 1,
        c: float = SQRT2,
        seed: int | None = None,
    ) -> str:
        """Run n iterations and return a drawing of the tree, `depth` plies deep.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        *_, drawing = self.watch(
            root_state, n, every=n, depth=depth, min_visits=min_visits, c=c, seed=seed
        )
        return drawing

    def watch(
        self,
        root_state: Any,
        n: int,
        *,
        every: int = 1,
        depth: int | None = 2,
        min_visits: int = 1,
        c: float = SQRT2,
        seed: int | None = None,
    ) -> Iterator[str]:
        """Run n iterations and yield a drawing of the tree after every so many, and at the end.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        for name, count in (("n", n), ("every", every)):
            expect(
                isinstance(count, int) and not isinstance(count, bool) and count >= 1,
                name,
                "a whole number of 1 or more",
                count,
            )
        return self._drawings(
            self.searcher(root_state, c=c, seed=seed), n, every, depth, min_visits
        )

    def _drawings(
        self, searcher: Searcher, n: int, every: int, depth: int | None, min_visits: int
    ) -> Iterator[str]:
        done = 0
        while done < n:
            step = min(every, n - done)
            with in_the_users_words():
                searcher.run(simulations=step)
            done += step
            yield searcher.tree(depth, min_visits).to_text()


def _state(name: str, value: Any, where: History | tuple[Any, ...]) -> Any:
    """Return the value if it is a state: a content and 1 or 2."""
    try:
        good = len(value) == 2 and value[1] in (1, 2)
    except (TypeError, KeyError):
        good = False
    if name == "root_state":
        expect(good, name, "[content, player_just_moved] with a player of 1 or 2", value)
    elif not good:
        expected = "[content, player_just_moved] with a player of 1 or 2 was expected"
        raise fault(name, f"returned {value!r}; {expected}", where)
    return value
