"""Rules as functions over states that know their content and who has just moved.

A state is any structure that tells both: a pair `[content, player_just_moved]` as
`create_state` makes it, a dict with these keys, an object with these attributes, or
anything else, with functions of your own that read it. Players are 1 and 2. The rules of
a game are three functions, which change no state that they are given:

    apply(rule, state)          the state after a rule was applied
    get_rules(state)            the rules that apply; none: the game is over
    get_result(state, player)   at the end: 1 for a win, 0.5 for a draw, 0 for a loss

`apply` alone decides who moves: the rules of a state are moves of the player who has just
moved in the states that they lead to.

    rules = Rules(apply, get_rules, get_result)
    rule = rules.UCT(create_state(15, 2), 1000)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from plainpython.compilable import native_twin

from ..errors import BadParameter
from ..game import Game
from ..limits import Limit
from ..mcts.evaluation.playout import Playout
from ..mcts.results.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection.ucb1 import UCB1
from ..naming.parameters import expect
from ..primitives.state_parts import MISSING, content_part, mover_part, state_pair
from ..user_code.locating import brief
from ..views.found.pictures import Pictures
from .boards.history import History
from .own.rules import STATE_EXPECTED, OwnRules, attributes_of
from .recognition.random_lines import play_at_random
from .recognition.titles import title_of_function
from .values.bounds import set_bounds
from .values.faults import STATE_CHANGED, UserFault, ask, fault, in_the_users_words, listed, number
from .values.values import value_of

if TYPE_CHECKING:
    from ..views import View

__all__ = [
    "RuleGame",
    "Rules",
    "create_state",
    "get_content",
    "get_player_just_moved",
]

SQRT2 = math.sqrt(2)


def _native_create_state(content: Any, player_just_moved: int) -> Any:
    return state_pair(content, player_just_moved)


@native_twin(_native_create_state)
def create_state(content: Any, player_just_moved: int) -> list[Any]:
    """Return a state; 2 has just moved where player 1 begins."""
    expect(player_just_moved in (1, 2), "player_just_moved", "1 or 2", player_just_moved)
    return [content, player_just_moved]


def _native_get_content(state: Any) -> Any:
    return content_part(state)


@native_twin(_native_get_content)
def get_content(state: Any) -> Any:
    """Return the content of the state: a heap, a board; of a structure of another kind, itself."""
    content = content_part(state)
    return state if content is MISSING else content


def _native_get_player_just_moved(state: Any) -> Any:
    return mover_part(state)


@native_twin(_native_get_player_just_moved)
def get_player_just_moved(state: Any) -> Any:
    """Return the player, 1 or 2, who made the last move."""
    player = mover_part(state)
    return None if player is MISSING else player


class RuleGame(Game):
    """Rules as a game for `gametree.search`; its states are lines of play.

    `line[-1]` is the user's state. Player 1 is player 0 of the search. Equal states are one
    position for `transpositions=True` and for players that remember positions.

    Args:
        rules: what `Rules` has been given.
        root_state: the first state.
        bounds: the least and the most that a player can get, (-1, 1) for instance, for proofs;
            by default not known.
        watched: whether every answer is checked; such a game is only searched interpreted. Else
            random games show that the rules keep their contract, and it compiles if they do.

    """

    name = "rule_game"
    understood = (
        "rules by get_rules; applied by apply; over when no rule applies; players 1 and 2, of whom "
        "the one who has just moved is in the state; result by get_result, of each player"
    )
    draw_value = 0.5
    interpreted_only: ClassVar[bool] = True

    def __init__(
        self,
        rules: Rules,
        root_state: Any,
        bounds: tuple[float, float] | None = None,
        *,
        watched: bool = False,
    ) -> None:
        set_bounds(self, bounds)
        self.rules = rules
        self.root_state = root_state
        self._pictures = Pictures(self, self._content)
        if watched:
            return
        try:
            rules.play_at_random(root_state)
        except (UserFault, BadParameter) as error:
            self.why_interpreted = str(error)
            return
        vars(self).update(attributes_of(rules, root_state))
        self.__class__ = OwnRuleGame

    def initial_state(self) -> History:
        mover = self._who_moved(self.root_state)
        expect(mover in (1, 2), "root_state", STATE_EXPECTED, self.root_state)
        return History(self.root_state)

    def current_player(self, state: History) -> int:
        rules = self.legal_actions(state)
        movers = {self._moved(self.next_state(state, rule)) for rule in (rules[0], rules[-1])}
        if len(movers) > 1:
            message = "let both players move from one state; it is one's turn"
            raise fault("apply", message, state, self.rules.apply)
        return movers.pop() - 1

    def legal_actions(self, state: History) -> list[Any]:
        rules = ask("get_rules", self.rules.get_rules, state, state[-1])
        return listed("get_rules", rules, "a list of rules", state, self.rules.get_rules)

    def next_state(self, state: History, action: Any) -> History:
        before = self._who_moved(state[-1])
        longer = state.extended(None, action)
        following = ask("apply", self.rules.apply, longer, action, state[-1])
        longer = state.extended(following, action)
        if self._who_moved(following) not in (1, 2):
            given = "nothing" if following is None else brief(following)
            message = f"returned {given}; {STATE_EXPECTED} was expected"
            raise fault("apply", message, longer, self.rules.apply)
        if following is state[-1] or self._who_moved(state[-1]) != before:
            raise fault("apply", STATE_CHANGED, longer, self.rules.apply)
        return longer

    def returns(self, state: History) -> tuple[float, float]:
        result = self.rules.get_result
        first, second = (
            number("get_result", ask("get_result", result, state, state[-1], p), state, result)
            for p in (1, 2)
        )
        return (first, second)

    def key(self, state: History) -> Any:
        return value_of(state[-1])

    def state_to_text(self, state: History) -> str:
        return self._pictures.text(state)

    def view(self, state: History) -> View | None:
        return self._pictures.view(state)

    @property
    def users_title(self) -> str:
        """What people call the rules."""
        return title_of_function(self.rules.apply)

    def _content(self, state: History) -> Any:
        return ask("get_content", self.rules.get_content, state, state[-1])

    def _moved(self, state: History) -> int:
        return int(self._who_moved(state[-1]))

    def _who_moved(self, state: Any) -> Any:
        return ask("get_player_just_moved", self.rules.get_player_just_moved, (), state)


class OwnRuleGame(OwnRules, RuleGame):
    """A `RuleGame` whose states are the user's."""

    name = "rule_game"
    interpreted_only: ClassVar[bool] = False


class Rules:
    """The rules of a game, to be searched.

    Args:
        apply: (rule, state) -> state.
        get_rules: (state) -> the rules that apply.
        get_result: (state, player) -> 1, 0.5 or 0, or any other number.
        get_player_just_moved: (state) -> 1 or 2, for states that do not tell it as
            `create_state` and the like do.
        get_content: (state) -> what is shown of it.

    """

    def __init__(
        self,
        apply: Callable[[Any, Any], Any],
        get_rules: Callable[[Any], Any],
        get_result: Callable[[Any, int], float],
        *,
        get_player_just_moved: Callable[[Any], int] = get_player_just_moved,
        get_content: Callable[[Any], Any] = get_content,
    ) -> None:
        for name, function in (
            ("apply", apply),
            ("get_rules", get_rules),
            ("get_result", get_result),
            ("get_player_just_moved", get_player_just_moved),
            ("get_content", get_content),
        ):
            expect(callable(function), name, "a function", function)
        self.apply = apply
        self.get_rules = get_rules
        self.get_result = get_result
        self.get_player_just_moved = get_player_just_moved
        self.get_content = get_content
        self._sound: set[type] = set()  # types of states from which random games were sound

    def play_at_random(self, root_state: Any) -> None:
        """Play random games from a state, the first time for states of its type.

        Raises:
            UserFault: if the rules break their contract.
            BadParameter: if it is no state.

        """
        if type(root_state) not in self._sound:
            play_at_random(RuleGame(self, root_state, watched=True), "apply")
            self._sound.add(type(root_state))

    def UCT(  # noqa: N802
        self, root_state: Any, n: int, *, seconds: float | None = None, **options: Any
    ) -> Any:
        """Run n iterations and return the rule of the most visited child.

        `seconds` may end it before; `options` are those of `searcher`.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        return self.search(root_state, n, seconds=seconds, **options).action

    def search(
        self, root_state: Any, n: int, *, seconds: float | None = None, **options: Any
    ) -> SearchResult:
        """Search as `UCT` does, and return all statistics."""
        limit = Limit(simulations=n, seconds=seconds)
        searcher = self.searcher(root_state, **options)
        with in_the_users_words("max_moves=100, say"):
            return searcher.run(limit)

    def searcher(
        self,
        root_state: Any,
        *,
        c: float = SQRT2,
        max_moves: int | None = None,
        seed: int | None = None,
        compiled: bool | str = "auto",
    ) -> Searcher:
        """Return a search that can be run on, and whose tree can be shown.

        Args:
            root_state: the state to search.
            c: how much to explore.
            max_moves: moves after which a playout is cut off and counts as a draw.
            seed: the same one gives the same tree.
            compiled: as for `Searcher`: "auto" compiles the rules if that is possible.

        Raises:
            BadParameter, GameError.

        """
        game = RuleGame(self, root_state)
        with in_the_users_words():
            return Searcher(
                game,
                game.initial_state(),
                selection=UCB1(c),
                evaluation=Playout(max_plies=max_moves),
                final_move="visits",
                seed=seed,
                compiled=compiled,
            )

    def show(
        self,
        root_state: Any,
        n: int,
        *,
        depth: int | None = 2,
        min_visits: int = 1,
        **options: Any,
    ) -> str:
        """Run n iterations and return a drawing of the tree, `depth` plies deep.

        Each node has its state, its wins/visits for who moved there, and the rules that are
        untried. `options` are those of `searcher`.

        Raises:
            BadParameter, FinishedPosition, GameError.

        """
        *_, drawing = self.watch(
            root_state, n, every=n, depth=depth, min_visits=min_visits, **options
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
        **options: Any,
    ) -> Iterator[str]:
        """Search as `show` does; yield a drawing after each `every` iterations, and at the end."""
        for name, count in (("n", n), ("every", every)):
            expect(
                isinstance(count, int) and not isinstance(count, bool) and count >= 1,
                name,
                "a whole number of 1 or more",
                count,
            )
        return self._drawings(self.searcher(root_state, **options), n, every, depth, min_visits)

    def _drawings(
        self, searcher: Searcher, n: int, every: int, depth: int | None, min_visits: int
    ) -> Iterator[str]:
        done = 0
        while done < n:
            step = min(every, n - done)
            with in_the_users_words("max_moves=100, say"):
                searcher.run(simulations=step)
            done += step
            yield searcher.tree(depth, min_visits, states=True).to_text()
