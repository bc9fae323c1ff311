"""The rules of a game, as a class that runs interpreted and compiled.

Five methods make a game. This one is whole:

    class Nim(Game):
        players = 2
        def __init__(self, counters=21): self.counters = counters
        def initial_state(self): return (self.counters, 0)
        def current_player(self, state): return state[1]
        def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
        def next_state(self, state, action): return (state[0] - action, 1 - state[1])
        def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

The search knows a game through these methods alone. It never assumes that
players take turns, that returns are within any bounds or sum to zero, or that
a game has two players.
"""

from __future__ import annotations

import inspect
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from .actors import Actor, is_chance
from .errors import FinishedPosition, IllegalMove
from .primitives.proposals import DrawnOutcomes, ProposedActions, proposed
from .primitives.real_actions import between
from .primitives.rng import Rng

if TYPE_CHECKING:
    from .views.view import View

__all__ = [
    "Action",
    "Game",
    "State",
    "UnwrappedRules",
    "fresh_state",
    "legal_action",
    "snake_case",
    "title_of",
]

State = Any
"""A position. To be compiled: a number, text, tuple, list, dict, set, NumPy array, NamedTuple,
dataclass, object of a class of one's own or enumeration's member, or these within each other; or
a NumPy record. Interpreted: any object."""

Action = Any
"""A move. To be compiled: a number, an enumeration's member, None, a text of at most eight
characters, a tuple of such; those of a game may be of several kinds. Interpreted: any object."""


def _native_chance_outcomes(game: Game, state: State) -> Any:
    return ((0, 1.0),)  # what gives it a type; never asked of a game without chance


def _native_random_action(game: Game, state: State, rng: Rng) -> Any:
    if game.proposes_actions:
        return proposed(game, state, rng)
    actions: Any = game.legal_actions(state)
    return actions[rng.below(len(actions))]


def _native_key(game: Game, state: State) -> Any:
    return key_of_state(state)


def _native_returns_after_repetition(game: Game, state: State, player: int, plies: int) -> Any:
    return (game.draw_value, game.draw_value)


def _native_copy(game: Game, state: State) -> Any:
    return state_copy(state)


class UnwrappedRules(NamedTuple):
    """Rules in the form in which their author wrote them, with the author's states.

    Attributes:
        state: returns the author's state for a state of the game.
        legal_actions, next_state, returns: as those of `Game`, of the author's states.
        wrapped: returns the game's state for one of the author's, which came from a given state of
            the game by so many plies.
        mover: returns who moves in a state of the game, by the state that a move of it led to.
        children: returns the states behind the actions 0, 1, ... of a state of the game, where the
            author's rules list these states; else None.

    """

    state: Callable[[State], Any]
    legal_actions: Callable[[Any], Iterable[Action]]
    next_state: Callable[[Any, Action], Any]
    returns: Callable[[Any], Sequence[float]]
    wrapped: Callable[[Any, State, int], State]
    mover: Callable[[State, State], int]
    children: Callable[[State], Sequence[State]] | None = None


class Game(Compilable):
    """Base class of all games.

    A subclass must define `initial_state`, `current_player`, `legal_actions`,
    `next_state` and `returns`. It may define, for speed, `is_terminal`,
    `fill_legal_actions` and `random_action`; for strength, `heuristic`; for
    networks, `observation` and `symmetries`; for people, `view`, `state_to_text`,
    `action_to_text` and `text_to_action`. Games with dice or cards define `chance_outcomes`.
    Games whose actions are numbers, or cannot be listed, define `action_bounds` or `propose` in
    place of `legal_actions`, and `is_terminal`.
    Games that hide something from a player define `information_state` and `sample_state`, and
    `rewards` where players get something on the way.

    States are values: no method changes the state that it is given. Only in a
    game with `states_change` may `next_state` change its argument and return it.
    """

    name: ClassVar[str] = ""
    """The name on the command line and in messages; by default from the class's name."""

    title: ClassVar[str] = ""
    """How people write the name, where that is not the name with spaces: Can't Stop."""

    players: int = 2
    """Number of players, counted from 0."""

    max_actions: int = 64
    """How many legal actions `fill_legal_actions` may write. Exceeding it is
    an error only where a class writes its own `fill_legal_actions`."""

    min_return: float = -1.0
    """The least that a player can get. Proofs rest on it (`solver=True`)."""

    max_return: float = 1.0
    """The most that a player can get."""

    listing_functions: ClassVar[tuple[str, ...]] = ()
    """Attributes that are functions which list the actions, of several kinds perhaps."""

    bounds_known: bool = True
    """Whether these two are known to hold. Adapters of rules that do not tell them say no:
    nothing is proven then."""

    lines_repeat: bool = True
    """Whether the same moves lead to the same end again. Adapters of rules that draw luck by
    themselves say no: no best line is kept then."""

    draw_value: float = 0.0
    """What each player gets for a draw: the value of a playout that is cut
    off in a game without `heuristic`."""

    discount: float = 1.0
    """What a reward counts, compared with the same reward one move earlier: from above 0 to 1. For
    games that define `rewards`."""

    misere: bool = False
    """Whether a player may lose by the very move that ends the game, as in misère games.
    Only `check` asks: it takes that for returns with the wrong sign otherwise."""

    states_change: ClassVar[bool] = False
    """Whether `next_state` may change the state that it is given and return it.
    The search then plays on copies: those of `copy`, which by default is
    `copy.deepcopy`. A class that defines `copy` need not say so."""

    repetition: str = ""
    """What it means that a position occurs again: "draw", "loss" (of the player
    whose move repeated it: -1, and 1 for each other), "forbidden" (such a move
    is not legal; who has no other gets -1, each other 1), "own"
    (`returns_after_repetition` tells), or "" if the rules see to it themselves."""

    repetition_limit: int = 2
    """Which occurrence it takes: 2 if a position may not come back once, 3 for
    threefold repetition."""

    interpreted_only: ClassVar[bool] = False
    """Whether the rules or their states are objects of another library, so that there
    is nothing to compile: such a game is searched interpreted, without a warning."""

    why_interpreted: str = "its rules or states are another library's objects"
    """Why a game is `interpreted_only`, for who asks for a compiled search of it."""

    counts_actions: ClassVar[bool] = False
    """Whether the actions of a position are the numbers from 0 on, `legal_actions` a `range`
    of them. A search does not list them then: see `order_of_actions`."""

    tries_by_index: ClassVar[bool] = False
    """Whether actions that are counted are tried by their number, else in random order."""

    arranges_actions: ClassVar[bool] = False
    """Whether the game says in which order the actions of a position are tried: see
    `arrange_actions`. Else the order is random."""

    pieces: ClassVar[tuple[str, ...]] = ()
    """The characters for the stones of each player in `state_to_text`, used for
    nothing else there, so that a terminal can colour them; in upper case, too, such as kings."""

    # Which of the optional methods the class defines: constants in compiled code.
    defines_is_terminal: ClassVar[bool] = False
    defines_random_action: ClassVar[bool] = False
    defines_heuristic: ClassVar[bool] = False
    defines_chance_outcomes: ClassVar[bool] = False
    defines_key: ClassVar[bool] = False
    defines_returns_after_repetition: ClassVar[bool] = False
    defines_observation: ClassVar[bool] = False
    defines_information_state: ClassVar[bool] = False
    defines_sample_state: ClassVar[bool] = False
    defines_public_state: ClassVar[bool] = False
    defines_rewards: ClassVar[bool] = False
    defines_action_bounds: ClassVar[bool] = False
    defines_is_legal: ClassVar[bool] = False

    proposes_actions: ClassVar[bool] = False
    """Whether actions of players are proposed: the game defines `propose` or `action_bounds`, and
    no `legal_actions`. A game sets this itself if only evaluators propose its actions."""

    asks_evaluator: ClassVar[bool] = False
    """Whether only evaluators propose the actions: see `Searcher.run_async` and `tell`."""

    draws_outcomes: ClassVar[bool] = False
    """Whether outcomes of chance are drawn, not listed: the game defines `draw_outcome`."""

    has_chance: ClassVar[bool] = False
    """Whether chance may move: the game defines `chance_outcomes` or `draw_outcome`."""

    moves_together: ClassVar[bool] = False
    """Whether players may choose at the same time: `legal_actions` takes a player, too."""

    hides_information: ClassVar[bool] = False
    """Whether a player may not know the whole state: the game defines `information_state`, or
    players choose at the same time. Proofs, best lines and searches of the state refuse it."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if not vars(cls).get("name"):
            cls.name = snake_case(cls.__name__)
        cls.defines_is_terminal = cls.is_terminal is not Game.is_terminal
        cls.defines_random_action = cls.random_action is not Game.random_action
        cls.defines_heuristic = cls.heuristic is not Game.heuristic
        cls.defines_chance_outcomes = cls.chance_outcomes is not Game.chance_outcomes
        cls.defines_key = cls.key is not Game.key
        cls.defines_returns_after_repetition = (
            cls.returns_after_repetition is not Game.returns_after_repetition
        )
        cls.defines_observation = cls.observation is not Game.observation
        cls.defines_information_state = cls.information_state is not Game.information_state
        cls.defines_sample_state = cls.sample_state is not Game.sample_state
        cls.defines_public_state = cls.public_state is not Game.public_state
        cls.defines_rewards = cls.rewards is not Game.rewards
        cls.defines_action_bounds = cls.action_bounds is not Game.action_bounds
        cls.defines_is_legal = cls.is_legal is not Game.is_legal
        proposes = cls.propose is not Game.propose or cls.defines_action_bounds
        unlisted = cls.legal_actions is Game.legal_actions
        cls.asks_evaluator = unlisted and cls.proposes_actions and not proposes
        cls.proposes_actions = unlisted and (proposes or cls.asks_evaluator)
        if cls.asks_evaluator:
            cls.interpreted_only = True
            cls.why_interpreted = "evaluators propose its actions"
        cls.draws_outcomes = cls.draw_outcome is not Game.draw_outcome
        cls.has_chance = cls.draws_outcomes or cls.defines_chance_outcomes
        cls.defines_random_action = cls.defines_random_action or cls.proposes_actions
        cls.moves_together = _takes_a_player(cls.legal_actions)
        cls.hides_information = (
            cls.defines_information_state or cls.defines_sample_state or cls.moves_together
        )
        cls.states_change = cls.states_change or cls.copy is not Game.copy

    # The rules: what a game must define.

    def initial_state(self) -> State:
        """Return the first position."""
        raise NotImplementedError(_missing(self, "initial_state"))

    def current_player(self, state: State) -> Actor:
        """Return the player to move, from 0 to `players` - 1, or `CHANCE`, or `EVERYONE`.

        `EVERYONE` is for games where all players choose at the same time: there
        `legal_actions(state, player)` takes a player, and `next_state(state, moves)` takes a
        tuple with one move for each player. Never asked at the end.
        """
        raise NotImplementedError(_missing(self, "current_player"))

    def legal_actions(self, state: State) -> Iterable[Action]:
        """Return the legal actions, each once. None exactly when the game is over.

        Where chance moves, the actions are the possible outcomes. A game that cannot list its
        actions defines `propose` or `action_bounds` instead; then these are some of them.
        """
        if self.proposes_actions:
            if self.has_chance and is_chance(self.current_player(state)):
                if self.draws_outcomes:
                    return DrawnOutcomes(self, state)
                return [action for action, _ in self.chance_outcomes(state)]
            return ProposedActions(self, state)
        raise NotImplementedError(_missing(self, "legal_actions"))

    def next_state(self, state: State, action: Action) -> State:
        """Return the position after a legal action."""
        raise NotImplementedError(_missing(self, "next_state"))

    def returns(self, state: State) -> Sequence[float]:
        """Return what each player has got in a finished position: a tuple of `players` numbers."""
        raise NotImplementedError(_missing(self, "returns"))

    # For games whose actions are numbers, or cannot be listed: in place of `legal_actions`.

    def action_bounds(self, state: State) -> tuple[Any, Any]:
        """Return the lowest and the highest action: all numbers between them are legal.

        Two numbers; or two tuples of numbers, where an action is a tuple of as many. Actions are
        floats. Never asked at the end, nor where chance moves.
        """
        raise NotImplementedError(_missing(self, "action_bounds"))

    def propose(self, state: State, rng: Rng) -> Action:
        """Return a legal action that is worth trying; all random choices come from `rng`.

        Asked again and again: what equals an earlier proposal for the position adds nothing. By
        default a number between the bounds, each with the same probability. Never asked where
        chance moves.
        """
        if self.asks_evaluator:
            raise NotImplementedError(
                f"only evaluators propose the actions of {type(self).__name__}: search it with "
                "run_async, or with ask and tell"
            )
        low, high = self.action_bounds(state)
        return between(low, high, rng)

    def is_legal(self, state: State, action: Action) -> bool:
        """Return whether a proposal may be played, besides being between the bounds."""
        return True

    # For games of chance.

    @native_twin(_native_chance_outcomes)
    def chance_outcomes(self, state: State) -> Sequence[tuple[Action, float]]:
        """Return an (action, probability) pair for each legal action, where chance moves."""
        raise NotImplementedError(_missing(self, "chance_outcomes"))

    def draw_outcome(self, state: State, rng: Rng) -> Action:
        """Return a random outcome where chance moves, by its probability.

        For games with more outcomes than can be listed, such as numbers with noise: in place of
        `chance_outcomes` and of `legal_actions` where chance moves. Such a game defines
        `is_terminal`. All random choices come from `rng`.
        """
        raise NotImplementedError(_missing(self, "draw_outcome"))

    # For games that hide something from a player.

    def information_state(self, state: State, player: int) -> Any:
        """Return all that `player` knows in a state: any value that can be hashed and compared.

        Two states with equal values are the same to the player: the same player is to move, with
        the same legal actions. Include what the player remembers, such as the moves so far.
        """
        raise NotImplementedError(_missing(self, "information_state"))

    def sample_state(self, known: Any, player: int, rng: Rng) -> State:
        """Return a random state in which `player` would know exactly `known`.

        `known` is what `information_state` returned; the true state is never given. Draw what is
        hidden with `rng`, each possibility as often as it occurs in play. Without this method
        gametree replays the game with other hidden events.
        """
        raise NotImplementedError(_missing(self, "sample_state"))

    def public_state(self, state: State) -> Any:
        """Return all that everybody knows: what people see who watch the game.

        For pages that show the game. Without it they see who is to move, and the moves that all
        players see.
        """
        raise NotImplementedError(_missing(self, "public_state"))

    def sees_action(self, state: State, action: Action, player: int) -> bool:
        """Return True if `player` sees this action, or chance event, of a state by its name.

        For lists of moves on pages. By default players see their own actions alone.
        """
        return self.current_player(state) == player

    def rewards(self, state: State, action: Action) -> Sequence[float]:
        """Return what each player gets by an action in a state, before any discount.

        The action is a legal move, or an outcome where chance moves. `returns` is the sum of all
        rewards of a game, where each counts `discount` times as much for each move before. A search
        of what a player knows then sees which move brought what, and its values are the rewards
        still to come.
        """
        raise NotImplementedError(_missing(self, "rewards"))

    # For games where positions can come back.

    @native_twin(_native_key)
    def key(self, state: State) -> Any:
        """Return what names a position: equal for two states exactly when they are the same.

        By default the state itself. To be compiled, a key of one's own is an
        integer of 64 bits, such as a Zobrist hash; interpreted, anything hashable.
        """
        return state

    @native_twin(_native_returns_after_repetition)
    def returns_after_repetition(self, state: State, player: int, plies: int) -> Sequence[float]:
        """Return what each player gets when `player` has repeated a position of `plies` moves ago.

        For `repetition = "own"`; asked at the occurrence `repetition_limit`.
        """
        raise NotImplementedError(_missing(self, "returns_after_repetition"))

    # Optional: for speed.

    def is_terminal(self, state: State) -> bool:
        """Return True if the game is over."""
        if self.proposes_actions or self.draws_outcomes:
            raise NotImplementedError(_missing(self, "is_terminal"))
        for _ in self.legal_actions(state):
            return False
        return True

    def fill_legal_actions(self, state: State, out: MutableSequence[Action]) -> int:
        """Write the legal actions to `out` from index 0 on; return how many there are.

        Only those that fit are written, and any number that does not fit may be
        returned then: the caller tries again with more room.
        """
        count = 0
        for action in self.legal_actions(state):
            if count == len(out):
                return count + 1
            out[count] = action
            count += 1
        return count

    @native_twin(_native_random_action)
    def random_action(self, state: State, rng: Rng) -> Action:
        """Return a legal action, each with the same probability. Never asked where chance moves."""
        if self.proposes_actions:
            return proposed(self, state, rng)
        actions = list(self.legal_actions(state))
        return actions[rng.below(len(actions))]

    def order_of_actions(self, state: State, count: int, key: int) -> Iterator[Action]:
        """Return in which order so many actions are tried where they are only counted.

        Interpreted; each key from 1 on gives another order: see `rules.many_moves.keyed`.
        """
        raise NotImplementedError(_missing(self, "order_of_actions"))

    def first_actions(self, state: State, out: Any, most: int) -> int:
        """Write which actions are tried first, `most` of them at most; return how many.

        For games that count and arrange their actions.
        """
        raise NotImplementedError(_missing(self, "first_actions"))

    def arrange_actions(self, state: State, actions: Any, count: int, rng: Rng) -> None:
        """Put the first `count` actions of a buffer in the order in which a search tries them."""
        raise NotImplementedError(_missing(self, "arrange_actions"))

    # Optional: for strength.

    def heuristic(self, state: State) -> Sequence[float]:
        """Return a guess of `returns` for a position where the game goes on."""
        raise NotImplementedError(_missing(self, "heuristic"))

    # Optional: for networks.

    def observation(self, state: State, player: int) -> Sequence[Any]:
        """Return what `player`, who is to move, makes of a position, beside what the state shows.

        Each item is a number, a line of numbers (the cells of a board, say) or rows of numbers (a
        board), as a tuple, a list or an array; always as many, and each always of one size.
        Never asked at the end, nor where chance moves. A network learns from it as from
        members of the state; an observation changes nothing in searches without a network.
        """
        raise NotImplementedError(_missing(self, "observation"))

    def symmetries(self) -> Sequence[tuple[Callable[[State], State], Callable[[Action], Action]]]:
        """Return the symmetries of the rules: for each, functions for a position and an action.

        They return the image of a position, and that of an action. In the image of a position the
        same player moves, the images of the legal actions are legal and lead to the images of
        the positions that they lead to, and the returns are the same. What makes several of them
        one after the other needs no declaring. A game that does not define this has the
        turns and reflections of its board that random play shows to be symmetries. Asked
        interpreted only.
        """
        raise NotImplementedError(_missing(self, "symmetries"))

    # Optional: for games whose states are mutable.

    @native_twin(_native_copy)
    def copy(self, state: State) -> State:
        """Return a state equal to `state` that can be changed apart from it."""
        return deepcopy(state) if self.states_change else state

    def recommended_search(self) -> dict[str, Any] | None:
        """Return how this game is best searched; None: gametree chooses, by a few random games.

        Keywords of `Searcher`, of `selection`, `evaluation`, `expand_after`, `solver` and
        `transpositions`. Searches that are given none of these follow it.
        """
        return None

    # Optional: for rules of another library.

    def default_evaluation(self) -> Any:
        """Return the `Evaluation` of a search that is given none; None means `Playout()`."""
        return None

    def taken_state(self, state: State) -> State:
        """Return what is searched for a state that a user passes: a copy, if it may change.

        Raises:
            InvalidState: if it is no state of this game.

        """
        return state

    def unwrapped_rules(self) -> UnwrappedRules | None:
        """Return the rules that an adapter wraps, for the interpreted search; None: none.

        With them, no ply of a playout calls the adapter. They list no action exactly where
        the game is over, so nobody asks `is_terminal`.
        """
        return None

    # Optional: for people.

    def state_to_text(self, state: State) -> str:
        """Return the position as one or more lines of text."""
        return str(state)

    def information_to_text(self, known: Any, player: int) -> str:
        """Return what a player knows as one or more lines of text.

        `known` is what `information_state` returned. The state is not given, so the text cannot
        show what the player does not know.
        """
        return str(known)

    def information_view(self, known: Any, player: int | None) -> View | None:
        """Return how what a player knows is drawn; None: by its text, with moves as buttons.

        `known` is what `information_state` returned, or `public_state` where `player` is None. The
        state is not given, so the view cannot show what the player does not know.
        """
        return None

    def view(self, state: State) -> View | None:
        """Return how the position is drawn; None: by its text, with moves as buttons.

        Made by `gametree.views`; asked interpreted only. `views.view_of(game, state)` shows it.
        """
        return None

    def action_to_text(self, state: State, action: Action) -> str:
        """Return the name of a legal action in a position, as people write it."""
        return str(action)

    def text_to_action(self, state: State, text: str) -> Action:
        """Return the legal action that `text` names.

        Upper and lower case count as one, and spaces count only where names differ in nothing
        else: (4,4) names the tuple (4, 4).

        Raises:
            IllegalMove: if it names no legal action here; the message lists some that are.

        """
        wanted = text.strip().casefold()
        names = {}
        for action in self.legal_actions(state):
            name = self.action_to_text(state, action)
            if name.casefold() == wanted:
                return action
            names[name] = action
        if self.proposes_actions:
            with suppress(LookupError, SyntaxError, ValueError):
                return legal_action(typed_value(text), self.legal_actions(state))
        squeezed = "".join(wanted.split())
        alike = [name for name in names if "".join(name.casefold().split()) == squeezed]
        if squeezed and len(alike) == 1:
            return names[alike[0]]
        if not names:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        listed = ", ".join(list(names)[:12]) + (", ..." if len(names) > 12 else "")
        raise IllegalMove(f"{text.strip()!r} is no legal move here; legal moves are {listed}")


def state_copy(state: State) -> State:
    """Return a state of a compiled game that can be changed apart from `state`."""
    return state


def legal_action(action: Action, legal: Iterable[Action]) -> Action:
    """Return the legal action that equals `action`, as the rules write it: 2, say, for 2.0.

    Raises:
        LookupError: if there is none; what cannot be compared equals nothing.

    """
    if isinstance(legal, DrawnOutcomes):
        return legal.taken(action)
    if isinstance(legal, range):  # however long it is
        with suppress(Exception):
            whole = int(action)
            if whole == action and whole in legal:
                return whole
        raise LookupError
    for each in legal:
        with suppress(Exception):
            if each == action:
                return each
    raise LookupError


def typed_value(text: str) -> Any:
    """Return the number or tuple that somebody types, or else the text itself.

    Raises:
        SyntaxError, ValueError: if it looks like one and is none.

    """
    text = text.strip()
    return literal_eval(text) if text[:1] in "+-.0123456789([" and text else text


def _missing(game: Game, method: str) -> str:
    return f"{type(game).__name__} must define the method {method}"


def _takes_a_player(legal_actions: Any) -> bool:
    """Return True for `legal_actions(self, state, player)`, of rules with simultaneous moves."""
    try:
        parameters = list(inspect.signature(legal_actions).parameters.values())
    except (TypeError, ValueError):
        return False
    needed = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        and each.default is each.empty
    ]
    return len(needed) == 3


def snake_case(name: str) -> str:
    """Return e.g. connect_four for ConnectFour, and game_2048 for Game2048."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])", "_", name).lower()


def title_of(game: Game | type[Game]) -> str:
    """Return how people write the name of a game."""
    users = getattr(game, "users_title", "") if isinstance(game, Game) else ""  # of an adapter
    return game.title or users or game.name.replace("_", " ")


def fresh_state(game: Game, state: State, room: Any) -> State:
    """Return `state` itself where states are values, else a copy that may be changed.

    Compiled, a record is copied to `room`, an array of one record.
    """
    return game.copy(state) if game.states_change else state
