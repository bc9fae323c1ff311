"""gametree as a bot among OpenSpiel's.

    from gametree.adapters.openspiel_bot import SpielBot
    from gametree.games import ConnectFour

    ours = SpielBot(ConnectFour(), simulations=10_000, seed=1)
    theirs = pyspiel.make_uniform_random_bot(1, 2)
    pyspiel.evaluate_bots(pyspiel.load_game("connect_four").new_initial_state(), [ours, theirs], 3)

`SpielBot` derives from `pyspiel.Bot`: this module needs the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import index
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter, ChancePosition, FinishedPosition, GameError, GametreeError
from ..game import Game
from ..limits import Limit
from ..machine.extras import load_extra
from ..mcts.results.result import SearchResult
from ..mcts.searcher import Searcher
from ..naming.parameters import expect
from ..primitives.rng import Rng, fresh_seed
from .openspiel import OpenSpiel

__all__ = ["SpielBot"]

pyspiel = load_extra("pyspiel", "openspiel")

_SEEDS = 1 << 31


class _Follower:
    """A search that follows a game of OpenSpiel's, whichever of its states it is shown.

    It goes by the state's history: where that goes on from the last one, the tree
    moves along; where not, a new search begins.
    """

    def __init__(
        self,
        game: Game,
        limit: Limit,
        numbers: tuple[Callable[[int], Any], Callable[[Any], int]] | None,
        options: dict[str, Any],
    ) -> None:
        self.game = game
        self.limit = limit
        self.numbers = numbers
        self.options = options
        self.rng = Rng(options["seed"])
        self.searcher: Searcher | None = None
        self.history: list[int] = []

    def forget(self) -> None:
        """Begin anew at the next state."""
        self.searcher = None

    def search(self, state: Any) -> SearchResult:
        """Search a state, with what is known of it from before."""
        self._follow(state)
        assert self.searcher is not None
        return self.searcher.run(self.limit)

    def policy(self, result: SearchResult) -> list[tuple[int, float]]:
        """Return OpenSpiel's actions, ascending, with their shares of the simulations."""
        if self.game.hides_information:
            shares = result.policy.items()
            return sorted((self.spiel_action(action), share) for action, share in shares)
        return sorted((self.spiel_action(each.action), each.share) for each in result.actions)

    def spiel_action(self, action: Any) -> int:
        """Return OpenSpiel's number for an action of the searched game."""
        found = action if self.numbers is None else self.numbers[1](action)
        try:
            return index(found)
        except TypeError:
            raise BadParameter(
                f"OpenSpiel's actions are integers, and {type(self.game).__name__} has {found!r}: "
                "pass numbers, two functions from OpenSpiel's action to yours and back"
            ) from None

    def own_action(self, action: int) -> Any:
        """Return the searched game's action for a number of OpenSpiel's."""
        return action if self.numbers is None else self.numbers[0](action)

    def _follow(self, state: Any) -> None:
        """Bring the root to the position that `state` shows."""
        history = state.history()
        if self.searcher is None or not self._advance(state, history):
            self.searcher = None
            self.searcher = self._begin(state, history)
        self.history = history
        self._compare(state)

    def _advance(self, state: Any, history: list[int]) -> bool:
        """Move the root on along the history; False if that does not lead to `state`."""
        assert self.searcher is not None
        known = len(self.history)
        if history[:known] != self.history or self.game.hides_information:
            return False
        try:
            for action in history[known:]:
                self.searcher.advance(self.own_action(action))
        except GametreeError:
            return False
        # Sampled chance and boards set up by hand are not in a history.
        return not isinstance(self.game, OpenSpiel) or str(self.searcher.state) == str(state)

    def _begin(self, state: Any, history: list[int]) -> Searcher:
        options = {**self.options, "seed": self.rng.below(_SEEDS)}
        if isinstance(self.game, OpenSpiel):
            return Searcher(self.game, state, **options)
        own = self.game.initial_state()
        positions = [own]
        for number in history:
            action = self.own_action(number)
            if action not in (legal := list(self.game.legal_actions(own))):
                found = f"no action {action!r} on the way there, but {_listed(legal)}"
                raise self._apart(found, number, state)
            own = self.game.next_state(own, action)
            positions.append(own)
        if self.game.hides_information:
            options["history"] = positions[:-1]
        return Searcher(self.game, own, **options)

    def _compare(self, state: Any) -> None:
        """Raise GameError unless both games offer the same moves to the same player."""
        if isinstance(self.game, OpenSpiel):
            return
        assert self.searcher is not None
        own = self.searcher.state
        ours = sorted(map(self.spiel_action, self.game.legal_actions(own)))
        theirs = sorted(state.legal_actions())
        if ours != theirs:
            raise self._apart(f"the legal actions {_listed(ours)}", _listed(theirs), state)
        player = self.game.current_player(own)
        if player != state.current_player():
            raise self._apart(f"player {player} to move", state.current_player(), state)

    def _apart(self, ours: str, theirs: object, state: Any) -> GameError:
        moves = " ".join(map(str, state.history())) or "none"
        return GameError(
            f"{type(self.game).__name__} and OpenSpiel's {state.get_game()} are not the same game, "
            f"or number their actions otherwise (see `numbers`): after the actions {moves}, "
            f"{type(self.game).__name__} has {ours}, OpenSpiel {theirs}"
        )


class SpielBot(pyspiel.Bot):  # type: ignore[misc, name-defined]
    """A player of OpenSpiel's games that searches with gametree.

    It keeps its tree from move to move, and follows whatever states it is
    shown. It plays for whoever is to move, so one bot can play every side.

    Args:
        game: what to search: an `OpenSpiel` game, or a class of your own with the
            same rules, which is faster by far where it compiles.
        simulations, seconds, memory: the limits of each move, as for `Limit`.
        numbers: where your class numbers its actions in another way than OpenSpiel:
            two functions, from OpenSpiel's number to your action and back.
        options: as for `Searcher`: selection, evaluation, seed and so on. The
            searches of one bot have different seeds, all drawn from the one given.

    Raises:
        BadParameter: if one of them is not as described.

    """

    def __init__(
        self,
        game: Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        numbers: tuple[Callable[[int], Any], Callable[[Any], int]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        expect(isinstance(game, Game), "game", 'a Game, such as OpenSpiel("go")', game)
        expect(
            numbers is None or _are_two_functions(numbers),
            "numbers",
            "two functions, from OpenSpiel's action to yours and back",
            numbers,
        )
        if "state" in options:
            raise BadParameter("a bot takes no state: it is shown one whenever it is to move")
        if options.get("seed") is None:
            options["seed"] = fresh_seed()
        limit = Limit(simulations, seconds, memory)
        # Here, not at the first move, wrong options are refused and rules compiled.
        seat = 0 if game.hides_information else None
        options["compiled"] = Searcher(game, player=seat, **options).compiled
        self._follower = _Follower(game, limit, numbers, options)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make the bot again, without its tree and its position in a game."""
        follower = self._follower
        limit = follower.limit
        make = partial(
            type(self),
            simulations=limit.simulations,
            seconds=limit.seconds,
            memory=limit.memory,
            numbers=follower.numbers,
            **follower.options,
        )
        return make, (follower.game,)

    def step(self, state: Any) -> int:
        """Return the action to play.

        Raises:
            FinishedPosition: if the game is over.
            ChancePosition: if it is chance's turn.
            InvalidState, GameError: if the state is one of another game.

        """
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return (action, share of the simulations) for each legal action, and the action."""
        _expect_a_move(state)
        result = self._follower.search(state)
        return self._follower.policy(result), self._follower.spiel_action(result.action)

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Return (action, share of the simulations) for each legal action."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        """Return True: the shares of the simulations are a policy."""
        return True

    def restart(self) -> None:
        """Forget the game so far."""
        self._follower.forget()

    def restart_at(self, state: Any) -> None:
        """Forget the game so far; the next state that is shown tells where it is."""
        self._follower.forget()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Do nothing: the next state contains the action."""

    def inform_actions(self, state: Any, actions: Sequence[int]) -> None:
        """Do nothing, as `inform_action`."""

    @property
    def game(self) -> Game:
        """The game that is searched."""
        return self._follower.game

    @property
    def searcher(self) -> Searcher | None:
        """The search at the last position that was shown; None before the first one."""
        return self._follower.searcher


def _expect_a_move(state: Any) -> None:
    """Raise an error where a C++ bot would take the process down."""
    expect(isinstance(state, pyspiel.State), "state", "a pyspiel.State", state)
    if state.is_terminal():
        raise FinishedPosition("the game is over in this state: there is no action to choose")
    if is_chance(state.current_player()):
        raise ChancePosition("chance moves in this state: a bot is asked where a player moves")


def _are_two_functions(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(callable, value))


def _listed(actions: Sequence[Any]) -> str:
    return ", ".join(map(str, actions[:12])) + (", ..." if len(actions) > 12 else "")
