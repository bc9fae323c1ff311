"""OpenSpiel's games, searched as they are.

    import gametree as gt
    from gametree.adapters.openspiel import OpenSpiel

    result = gt.search(OpenSpiel("go(board_size=9)"), simulations=1000)

Any sequential game that `pyspiel` can load: written in C++ or in Python, with
chance, for any number of players. Playouts run in OpenSpiel's C++ where the
rules do.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from copy import copy
from difflib import get_close_matches
from typing import Any, ClassVar, Self

from ..errors import BadParameter, InvalidState, UnknownGame
from ..game import Game
from ..machine.extras import load_extra
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.playout import Playout
from ..naming.parameters import expect
from ..primitives.rng import Rng
from ..rules.drawing import drawn
from ..rules.workspace import Workspace

__all__ = ["OpenSpiel", "SpielPlayout"]

_SEEDS = 1 << 31


class OpenSpiel(Game):
    """A game of OpenSpiel's for `gametree.search`; its states are `pyspiel.State` objects.

    Players, chance as a player, actions and returns are OpenSpiel's own. The returns of a finished
    game are all that was got on the way, so games with rewards before the end
    need nothing special. Actions are named by `action_to_string`.

    A state is taken for a value: the search makes each one once, by
    `state.child(action)`, and changes none.

    Args:
        game: a name with parameters, as for `pyspiel.load_game`, or a `pyspiel.Game`.
        see_hidden: must be True for a game of imperfect information. The search
            looks at whole states, with all that the players cannot see in them: its
            moves are those of a player who sees everybody's cards.
        samples: in a game with sampled chance, which shows its outcomes only by
            drawing them, how many are drawn at each chance node; they count as
            equally likely. Other games do not need it.

    Attributes:
        rules: the `pyspiel.Game`.
        draw_value: 0 if OpenSpiel's range of utilities holds it, else the middle.

    Raises:
        UnknownGame: if OpenSpiel has no game of this name.
        BadParameter: if it cannot load the game so, if players move at once, or
            if the game hides something and `see_hidden` is not given.
        MissingExtra: if OpenSpiel is not installed.

    """

    interpreted_only: ClassVar[bool] = True  # its states are objects of OpenSpiel's

    def __init__(self, game: Any, *, see_hidden: bool = False, samples: int = 8) -> None:
        expect(isinstance(see_hidden, bool), "see_hidden", "True or False", see_hidden)
        expect(
            isinstance(samples, int) and not isinstance(samples, bool) and samples >= 1,
            "samples",
            "a whole number of 1 or more",
            samples,
        )
        self.rules = _loaded(game)
        self.name = str(self.rules).removesuffix("()")  # type: ignore[misc]
        _refuse_unsuitable(self.rules, self.name, see_hidden)
        self.players = int(self.rules.num_players())
        self.draw_value = _draw_value(self.rules)
        self.min_return = float(self.rules.min_utility())
        self.max_return = float(self.rules.max_utility())
        self.in_python = _in_python(self.rules)
        self.samples = 0
        if _chance_is_sampled(self.rules):
            self.samples = samples
            self._as_given = self.rules.serialize()

    def __repr__(self) -> str:
        return f"OpenSpiel({self.name!r})"

    def initial_state(self) -> Any:
        if self.samples:  # such a game holds a generator: each search begins with it as it was
            pyspiel = load_extra("pyspiel", "openspiel")
            return pyspiel.deserialize_game(self._as_given).new_initial_state()
        return self.rules.new_initial_state()

    def dealt_state(self, seed: int) -> Any:
        """Return a first state where a player moves: dice and cards before it fall by the seed."""
        rng = Rng(seed)
        state = self.initial_state()
        while state.is_chance_node():
            state = self.next_state(state, drawn(self.chance_outcomes(state), rng))
        return state

    def current_player(self, state: Any) -> int:
        return state.current_player()  # type: ignore[no-any-return]

    def legal_actions(self, state: Any) -> Sequence[int]:
        if self.samples and state.is_chance_node():
            return range(self.samples)
        return state.legal_actions()  # type: ignore[no-any-return]

    def next_state(self, state: Any, action: int) -> Any:
        if self.samples and state.is_chance_node():
            action = state.legal_actions()[0]
        return state.child(action)

    def is_terminal(self, state: Any) -> bool:
        return state.is_terminal()  # type: ignore[no-any-return]

    def returns(self, state: Any) -> Sequence[float]:
        return state.returns()  # type: ignore[no-any-return]

    def chance_outcomes(self, state: Any) -> Sequence[tuple[int, float]]:
        if self.samples:
            return [(number, 1 / self.samples) for number in range(self.samples)]
        return state.chance_outcomes()  # type: ignore[no-any-return]

    def fill_legal_actions(self, state: Any, out: MutableSequence[int]) -> int:
        actions = self.legal_actions(state)
        count = len(actions)
        if count <= len(out):
            out[:count] = actions
        return count

    def random_action(self, state: Any, rng: Rng) -> int:
        actions = state.legal_actions()
        return actions[rng.below(len(actions))]  # type: ignore[no-any-return]

    def default_evaluation(self) -> Evaluation:
        """Return OpenSpiel's own playouts, or gametree's for rules written in Python."""
        return Playout() if self.in_python else SpielPlayout()

    def taken_state(self, state: Any) -> Any:
        """Return a copy of a user's state, which may then be changed without harm.

        Raises:
            InvalidState: if it is no state of this game.

        """
        if not isinstance(state, load_extra("pyspiel", "openspiel").State):
            raise InvalidState(
                f"a state of {self.name} must be a pyspiel.State, "
                f"such as rules.new_initial_state() gives, not {state!r}"
            )
        owner = state.get_game()
        if owner is not self.rules and str(owner) != str(self.rules):
            raise InvalidState(
                f"a state of {str(owner).removesuffix('()')} is no state of {self.name}: "
                "make the OpenSpiel game from state.get_game()"
            )
        return state.clone()

    # For people.

    def state_to_text(self, state: Any) -> str:
        return str(state).rstrip("\n")

    def action_to_text(self, state: Any, action: int) -> str:
        if self.samples and state.is_chance_node():
            return f"sample {action + 1}"
        return str(state.action_to_string(action))


class SpielPlayout(Evaluation):
    """Play the game out from the leaf in OpenSpiel's C++, every move at random.

    The same as `Playout()`, many times as fast, for games whose rules are written
    in C++. OpenSpiel draws the numbers, from generators that the search's own
    generator seeds: same seed, same tree.
    """

    def __init__(self) -> None:
        self._bots: list[Any] = []
        self._play: Any = None

    def fitted_to(self, game: Game) -> Self:
        if not isinstance(game, OpenSpiel) or game.in_python:
            raise BadParameter(
                f"SpielPlayout is for games of OpenSpiel's that are written in C++, "
                f"and {game.name or type(game).__name__} is none: use Playout()"
            )
        fitted = copy(self)  # generators of its own for each search
        fitted._bots = []
        fitted._play = load_extra("pyspiel", "openspiel").evaluate_bots
        return fitted

    def evaluate(self, game: Game, state: Any, rng: Rng, work: Workspace) -> None:
        if state.is_terminal():  # OpenSpiel's bots crash when asked for a move there
            work.values[:] = state.returns()
            return
        if not self._bots:
            make = load_extra("pyspiel", "openspiel").make_uniform_random_bot
            self._bots = [make(player, rng.below(_SEEDS)) for player in range(game.players)]
        work.values[:] = self._play(state.clone(), self._bots, rng.below(_SEEDS))


def _loaded(game: Any) -> Any:
    """Return the `pyspiel.Game` that is given or named."""
    pyspiel = load_extra("pyspiel", "openspiel")
    if isinstance(game, pyspiel.Game):
        return game
    expect(isinstance(game, str), "game", "a pyspiel.Game or the name of one", game)
    name = game.partition("(")[0].strip()
    if name not in pyspiel.registered_names() or "python_" in game:
        load_extra("open_spiel.python.games", "openspiel")  # registers those written in Python
    known = pyspiel.registered_names()
    if name not in known:
        close = get_close_matches(name, known, n=1)
        meant = f"did you mean {close[0]}?" if close else "pyspiel.registered_names() lists them"
        raise UnknownGame(f"OpenSpiel has no game {name!r}; {meant}")
    try:
        return pyspiel.load_game(game)
    except Exception as error:
        told = str(error).partition("\n")[0] or type(error).__name__
        raise BadParameter(f"OpenSpiel cannot load {game!r}: {told}") from error


def _refuse_unsuitable(rules: Any, name: str, see_hidden: bool) -> None:
    """Raise BadParameter for a game that this search cannot play, or not honestly."""
    kind = rules.get_type()
    if kind.dynamics == kind.Dynamics.SIMULTANEOUS:
        raise BadParameter(
            f"in {name} players move at once, which this search cannot do: let them move in turns "
            "with OpenSpiel(pyspiel.convert_to_turn_based(game), see_hidden=True), where whoever "
            "moves later sees what the others have chosen"
        )
    if kind.dynamics != kind.Dynamics.SEQUENTIAL:
        raise BadParameter(
            f"{name} is a mean-field game, of a whole population: this search is for games "
            "whose players move in turns"
        )
    if getattr(kind, "action_structs_only", False):  # newer than OpenSpiel 1.6
        raise BadParameter(
            f"the actions of {name} are structures and have no numbers: "
            "this search is for games whose actions OpenSpiel numbers"
        )
    if kind.information != kind.Information.PERFECT_INFORMATION and not see_hidden:
        raise BadParameter(
            f"{name} hides something from its players, and this search would look at it: "
            "pass see_hidden=True for the moves of a player who sees everything"
        )


def _chance_is_sampled(rules: Any) -> bool:
    kind = rules.get_type()
    return bool(kind.chance_mode == kind.ChanceMode.SAMPLED_STOCHASTIC)


def _in_python(rules: Any) -> bool:
    """Return True if the rules, or the rules that they wrap, are written in Python."""
    return not type(rules).__module__.startswith("pyspiel") or "python_" in str(rules)


def _draw_value(rules: Any) -> float:
    low, high = rules.min_utility(), rules.max_utility()
    if low <= 0 <= high or not math.isfinite(low + high):
        return 0.0
    return float(low + high) / 2
