"""OpenSpiel's games, searched as they are.

    import gametree as gt
    from gametree.adapters.openspiel import OpenSpiel

    result = gt.search(OpenSpiel("go(board_size=9)"), simulations=1000)

Any game that `pyspiel` can load: written in C++ or in Python, with chance, for any number of
players. Playouts run in OpenSpiel's C++ where the rules do. A game that hides something from its
players is searched by OpenSpiel's information states.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar, Self

from ..errors import BadParameter, GameError, InvalidState, UnknownGame
from ..game import Game
from ..machine.extras import load_extra
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.playout import Playout
from ..naming.parameters import expect
from ..primitives.rng import Rng
from ..rules.drawing import drawn
from ..rules.workspace import Workspace
from .openspiel_positions import (
    SpielInformation,
    SpielPosition,
    digest_of,
    played,
    replayed,
    resampled,
)

__all__ = ["HiddenSpiel", "OpenSpiel", "SimultaneousSpiel", "SpielPlayout"]

_SEEDS = 1 << 31

_FEW_EVENTS = 8
"""With no more events of chance, replays find what a player knows."""


class OpenSpiel(Game):
    """A game of OpenSpiel's for `gametree.search`; its states are `pyspiel.State` objects.

    Players, chance as a player, actions and returns are OpenSpiel's own. The returns of a finished
    game are all that was got on the way, so games with rewards before the end
    need nothing special. Actions are named by `action_to_string`.

    A state is taken for a value: the search makes each one once, by
    `state.child(action)`, and changes none.

    Args:
        game: a name with parameters, as for `pyspiel.load_game`, or a `pyspiel.Game`.
        see_hidden: whether the search of a game of imperfect information looks at whole states,
            with all that the players cannot see in them: its moves are those of a player who sees
            everybody's cards. By default it goes by what a player knows: see docs/hidden.md.
        samples: in a game with sampled chance, which shows its outcomes only by
            drawing them, how many are drawn at each chance node; they count as
            equally likely. Other games do not need it.

    Attributes:
        rules: the `pyspiel.Game`.
        draw_value: 0 if OpenSpiel's range of utilities holds it, else the middle.

    Raises:
        UnknownGame: if OpenSpiel has no game of this name.
        BadParameter: if it cannot load the game so, or if the game hides something and has no
            information states.
        MissingExtra: if OpenSpiel is not installed.

    """

    interpreted_only: ClassVar[bool] = True  # its states are objects of OpenSpiel's

    def __new__(cls, game: Any = None, *, see_hidden: bool = False, samples: int = 8) -> Any:
        if cls is OpenSpiel and game is not None and see_hidden is False:
            kind = _loaded(game).get_type()
            if kind.dynamics == kind.Dynamics.SIMULTANEOUS:
                return super().__new__(SimultaneousSpiel)
            if kind.information != kind.Information.PERFECT_INFORMATION:
                return super().__new__(HiddenSpiel)
        return super().__new__(cls)

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
        if state.is_chance_node():
            return [action for action, _ in self.chance_outcomes(state)]
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
        outcomes = [each for each in state.chance_outcomes() if each[1] > 0.0]
        legal = state.legal_actions()
        if len(legal) >= len(outcomes):
            return outcomes
        # Hearts without passing lists four directions, of which one is legal.
        outcomes = [each for each in outcomes if each[0] in legal]
        total = sum(probability for _, probability in outcomes)
        return [(outcome, probability / total) for outcome, probability in outcomes]

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


class HiddenSpiel(OpenSpiel):
    """A game of OpenSpiel's that hides something, by its information states.

    Its positions are `SpielPosition`; a `pyspiel.State` is taken, too.
    """

    name = "openspiel"

    @cached_property
    def _resamples(self) -> bool:
        """True if replays are hopeless, and OpenSpiel can sample a state from a state."""
        if self.rules.max_chance_nodes_in_history() <= _FEW_EVENTS:
            return False
        state = self.dealt_state(seed=0).state
        try:
            self._resampled(state, state.current_player(), Rng(0))
        except (GameError, load_extra("pyspiel", "openspiel").SpielError):
            return False
        return True

    def _resampled(self, state: Any, player: int, rng: Rng) -> SpielPosition:
        return resampled(self.rules.new_initial_state, state, player, rng, self.name)

    def initial_state(self) -> SpielPosition:
        return SpielPosition(self.rules.new_initial_state())

    def next_state(self, state: Any, action: int) -> SpielPosition:
        position = self.taken_state(state)
        return position.after(position.state.child(action))

    def taken_state(self, state: Any) -> SpielPosition:
        if isinstance(state, SpielPosition):
            return state
        given = super().taken_state(state)
        position = played(self.rules.new_initial_state(), given.history())
        if position is None or str(position) != str(given):
            raise InvalidState(
                f"the history of this state of {self.name} does not lead to it: a game that hides "
                "something needs its moves"
            )
        return position

    def information_state(self, state: Any, player: int) -> SpielInformation:
        position = self.taken_state(state)
        mover = position.current_player()
        if position.sampled not in (None, player):
            return SpielInformation(mover, digest_of(position.state, player))
        path = position.path(player)
        text = position.information_state_string(player)
        world = None
        if self._resamples:
            world = position.state
            if position.sampled is None:  # the true one, which must not be kept
                world = self._resampled(world, player, Rng(path[-1])).state
        return SpielInformation(mover, path[-1], text, path, world)

    def sample_state(self, known: SpielInformation, player: int, rng: Rng) -> SpielPosition:
        if known.world is None:
            return replayed(self.rules.new_initial_state, known, player, rng, self.name)
        position = self._resampled(known.world, player, rng)
        position.keep_path(player, known.path)
        return position

    def information_to_text(self, known: SpielInformation, player: int) -> str:
        return known.text


class SimultaneousSpiel(HiddenSpiel):
    """A game of OpenSpiel's whose players move at once."""

    name = "openspiel"

    def legal_actions(self, state: Any, player: int) -> Sequence[int]:  # type: ignore[override]
        if state.is_chance_node():
            return super().legal_actions(state)
        return state.legal_actions(player)  # type: ignore[no-any-return]

    def next_state(self, state: Any, action: Any) -> SpielPosition:
        position = self.taken_state(state)
        if not position.is_simultaneous_node():
            return super().next_state(position, action)
        after = position.state.clone()
        after.apply_actions(list(action))
        return position.after(after)


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
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise BadParameter(f"OpenSpiel cannot load {game!r}: {reason}") from error


def _refuse_unsuitable(rules: Any, name: str, see_hidden: bool) -> None:
    """Raise BadParameter for a game that this search cannot play, or not honestly."""
    kind = rules.get_type()
    together = kind.dynamics == kind.Dynamics.SIMULTANEOUS
    if together and see_hidden:
        raise BadParameter(
            f"in {name} players move at once, which see_hidden=True cannot do: leave it out, or "
            "pass pyspiel.convert_to_turn_based(game) for moves in turns, where a player who moves "
            "later sees what the others chose"
        )
    if not together and kind.dynamics != kind.Dynamics.SEQUENTIAL:
        raise BadParameter(
            f"{name} is a mean-field game, of a whole population: this search is for games "
            "whose players move in turns"
        )
    if getattr(kind, "action_structs_only", False):  # newer than OpenSpiel 1.6
        raise BadParameter(
            f"the actions of {name} are structures and have no numbers: "
            "this search is for games whose actions OpenSpiel numbers"
        )
    hidden = together or kind.information != kind.Information.PERFECT_INFORMATION
    if see_hidden or not hidden:
        return
    why = ""
    if not kind.provides_information_state_string:
        why = "OpenSpiel has no information_state_string for it"
    elif _chance_is_sampled(rules):
        why = "OpenSpiel draws its luck itself, so that no other hidden events can be tried"
    if why:
        raise BadParameter(
            f"{name} hides something from its players, and {why}: pass see_hidden=True for the "
            "moves of a player who sees everything"
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
