"""Simultaneous moves as hidden moves one after another, so that one search serves both."""

from __future__ import annotations

from typing import Any

from ..actors import is_everyone
from ..errors import GameError
from ..game import Action, Game, State
from ..primitives.rng import Rng

__all__ = ["OneByOne", "SomeByOne", "one_by_one"]

_GAMES = 10
_PLIES = 300


def one_by_one(game: Game) -> Game:
    """Return a game whose players move one after another: `game` itself, unless some move at once.

    Raises:
        GameError: if the rules break their contract.

    """
    if not game.moves_together:
        return game
    return SomeByOne(game) if _names_some(game) else OneByOne(game)


def _names_some(rules: Game) -> bool:
    """Return True if `current_player` names those who choose, in some random games."""
    for seed in range(_GAMES):
        rng = Rng(seed)
        state = rules.initial_state()
        for _ in range(_PLIES):
            if _is_over_for_all(rules, state):
                break
            mover: Any = rules.current_player(state)
            if isinstance(mover, (set, frozenset)):
                return True
            together = is_everyone(mover)
            moves = []
            for seat in range(rules.players) if together else (mover,):
                actions = list(rules.legal_actions(state, seat))  # type: ignore[call-arg]
                if not actions:
                    return False  # it is told of later
                moves.append(actions[rng.below(len(actions))])
            state = rules.next_state(rules.copy(state), tuple(moves) if together else moves[0])
    return False


def _is_over_for_all(rules: Game, state: State) -> bool:
    """Return True at the end, which is where nobody has a move if `is_terminal` is not defined."""
    if rules.defines_is_terminal:
        return rules.is_terminal(state)
    seats = range(rules.players)
    return not any(list(rules.legal_actions(state, seat)) for seat in seats)  # type: ignore[call-arg]


class OneByOne(Game):
    """A game with simultaneous moves, in turns: nobody knows the choices before their own.

    A state is a triple: the state of the rules, the choices, and how many were made. The choices
    are a tuple with one item for each player; the last ones are those that were made.

    Args:
        rules: whose `current_player` may return `EVERYONE`.

    """

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        for name in ("players", "max_actions", "min_return", "max_return", "draw_value"):
            setattr(self, name, getattr(rules, name))
        for name in ("bounds_known", "lines_repeat", "misere", "interpreted_only"):
            setattr(self, name, getattr(rules, name))
        self.why_interpreted = rules.why_interpreted
        self.repetition = rules.repetition
        self.pieces = rules.pieces  # type: ignore[misc]
        self.name = rules.name  # type: ignore[misc]
        self.title = rules.title  # type: ignore[misc]
        self.users_class = type(rules).__name__
        self.states_change = rules.states_change  # type: ignore[misc]
        self.defines_chance_outcomes = rules.defines_chance_outcomes  # type: ignore[misc]
        self.has_chance = rules.has_chance  # type: ignore[misc]
        self.defines_heuristic = rules.defines_heuristic  # type: ignore[misc]
        hidden, samples = rules.defines_information_state, rules.defines_sample_state
        self.defines_sample_state = samples or not hidden  # type: ignore[misc]
        self.defines_public_state = rules.defines_public_state or not hidden  # type: ignore[misc]
        self.always = True  # all players choose in every position of some random games
        self.nothing: Action = None  # fills the place of choices not made yet
        for seed in range(_GAMES):
            self._play(Rng(seed))
        if self.nothing is None:
            raise GameError(
                f"{self.users_class}.legal_actions takes a player, but current_player returned "
                "EVERYONE in no position of random games"
            )

    def when_not_compiled(self, message: str) -> str:
        """Return the message about a method that does not compile, with what is known here."""
        code = getattr(self.rules.next_state, "__code__", None)
        apart = self.always or code is None or "isinstance" in code.co_names
        if apart or ".next_state cannot be compiled" not in message:
            return message
        return message.removesuffix("; change that, or run it interpreted") + (
            "; next_state receives a tuple where all choose and else one action: tell them apart "
            "by isinstance(moves, tuple), since compiled code reads types before values"
        )

    def _play(self, rng: Rng) -> None:
        """Play a random game, and note who moves in it and a choice."""
        rules = self.rules
        state = rules.initial_state()
        played: list[Any] = []
        for _ in range(_PLIES):
            if self._is_over(state):
                return
            mover = rules.current_player(state)
            seats = range(self.players) if is_everyone(mover) else (mover,)
            moves = []
            for seat in seats:
                actions = list(rules.legal_actions(state, seat))  # type: ignore[call-arg]
                if not actions:
                    raise GameError(
                        f"{self.users_class}.legal_actions gives player {seat} no move in the "
                        f"state {state!r}, where current_player returned "
                        f"{'EVERYONE' if is_everyone(mover) else mover}: each player who chooses "
                        f"needs a move, such as a pass {_after(played)}"
                    )
                moves.append(actions[rng.below(len(actions))])
            if is_everyone(mover) and self.nothing is None:
                self.nothing = moves[0]
            self.always = self.always and is_everyone(mover)
            played.append(tuple(moves) if is_everyone(mover) else moves[0])
            state = rules.next_state(rules.copy(state), played[-1])

    def begun(self, state: State, player: int = 0) -> State:
        """Return a state of the rules as a state of this game.

        Where all choose, `player` is to choose; nobody knows what others have chosen.
        """
        at_start = (state, (self.nothing,) * self.players, 0)
        return (*at_start[:2], player) if self.chooses(at_start, player) else at_start

    def chooses(self, state: State, player: int) -> bool:
        """Return True if all choose in a state, and a player has not chosen yet."""
        inner, _, count = state
        return (
            not self._is_over(inner)
            and is_everyone(self.rules.current_player(inner))
            and player >= count
        )

    def _is_over(self, inner: State) -> bool:
        if self.rules.defines_is_terminal:
            return self.rules.is_terminal(inner)
        return len(self.rules.legal_actions(inner, 0)) == 0  # type: ignore[call-arg,arg-type]

    def initial_state(self) -> State:
        return (self.rules.initial_state(), (self.nothing,) * self.players, 0)

    def current_player(self, state: State) -> int:
        if self.always:
            return state[2]  # type: ignore[no-any-return]
        mover = self.rules.current_player(state[0])
        return state[2] if is_everyone(mover) else mover

    def is_terminal(self, state: State) -> bool:
        return state[2] == 0 and self._is_over(state[0])

    def legal_actions(self, state: State) -> Any:
        return self.rules.legal_actions(state[0], self.current_player(state))  # type: ignore[call-arg]

    def next_state(self, state: State, action: Action) -> State:
        inner, choices, count = state
        if not self.always and not is_everyone(self.rules.current_player(inner)):
            return (self.rules.next_state(inner, action), choices, 0)
        choices = choices[1:] + (action,)
        if count + 1 < self.players:
            return (inner, choices, count + 1)
        return (self.rules.next_state(inner, choices), (self.nothing,) * self.players, 0)

    def returns(self, state: State) -> Any:
        return self.rules.returns(state[0])

    def heuristic(self, state: State) -> Any:
        return self.rules.heuristic(state[0])

    def chance_outcomes(self, state: State) -> Any:
        return self.rules.chance_outcomes(state[0])

    def copy(self, state: State) -> State:
        if not self.rules.states_change:
            return state
        return (self.rules.copy(state[0]), state[1], state[2])

    def information_state(self, state: State, player: int) -> Any:
        """Return what a player knows; whether others have chosen yet is no part of it."""
        inner, choices, count = state
        own = choices[self.players - count + player] if player < count else self.nothing
        if self.rules.defines_information_state:
            return (self.rules.information_state(inner, player), own, player < count)
        return (inner, own, player < count)

    def sample_state(self, known: Any, player: int, rng: Rng) -> State:
        """Return a state in which nobody has chosen, or only the players up to this one."""
        shown, own, chosen = known
        if self.rules.defines_information_state:
            inner = self.rules.sample_state(shown, player, rng)
        else:
            inner = shown
        choices = (self.nothing,) * self.players
        if not chosen:
            return (inner, choices, 0)
        for chooser in range(player):
            actions = self.rules.legal_actions(inner, chooser)  # type: ignore[call-arg]
            drawn = actions[rng.below(len(actions))]  # type: ignore[arg-type,index]
            choices = choices[1:] + (drawn,)
        return (inner, choices[1:] + (own,), player + 1)

    def public_state(self, state: State) -> Any:
        """Return what everybody knows: without `information_state`, all but the choices."""
        if self.rules.defines_public_state:
            return self.rules.public_state(state[0])
        return state[0]

    def sees_action(self, state: State, action: Action, player: int) -> bool:
        """Return True if a player sees an action by its name, once all have chosen."""
        if not self.rules.defines_information_state or self.current_player(state) == player:
            return True
        return self.rules.sees_action(state[0], action, player)

    def state_to_text(self, state: State) -> str:
        return self.rules.state_to_text(state[0])

    def information_to_text(self, known: Any, player: int) -> str:
        shown = known[0]
        if self.rules.defines_information_state:
            return self.rules.information_to_text(shown, player)
        return self.rules.state_to_text(shown)

    def information_view(self, known: Any, player: int | None) -> Any:
        rules = self.rules
        shown = known if player is None else known[0]
        if rules.defines_information_state:
            return rules.information_view(shown, player)
        return rules.information_view(shown, player) or rules.view(shown)

    def view(self, state: State) -> Any:
        return self.rules.view(state[0])

    def action_to_text(self, state: State, action: Action) -> str:
        return self.rules.action_to_text(state[0], action)


class SomeByOne(OneByOne):
    """Simultaneous moves of some players: `current_player` may return the set of those who choose.

    `next_state` then receives a tuple with one item for each player: a move, or None of a player
    who does not choose. Such rules run interpreted, since a set and a number differ in type.
    """

    def __init__(self, rules: Game) -> None:
        super().__init__(rules)
        self.always = False
        self.interpreted_only = True  # type: ignore[misc]
        self.why_interpreted = "its current_player returns the set of the players who choose"

    def _play(self, rng: Rng) -> None:
        """Do nothing: no value is needed for choices not made yet."""
        self.nothing = ()

    def _seats(self, inner: State) -> list[int]:
        """Return the players who choose at the same time, in order; none if one alone moves."""
        mover: Any = self.rules.current_player(inner)
        if isinstance(mover, (set, frozenset)):
            if not mover:
                raise GameError(
                    f"{self.users_class}.current_player returned an empty set in the state "
                    f"{inner!r}; return those who choose"
                )
            return sorted(mover)
        return list(range(self.players)) if is_everyone(mover) else []

    def _is_over(self, inner: State) -> bool:
        return _is_over_for_all(self.rules, inner)

    def begun(self, state: State, player: int = 0) -> State:
        at_start = (state, ((),) * self.players, 0)
        if not self.chooses(at_start, player):
            return at_start
        return (*at_start[:2], self._seats(state).index(player))

    def chooses(self, state: State, player: int) -> bool:
        inner, _, count = state
        return not self._is_over(inner) and player in self._seats(inner)[count:]

    def current_player(self, state: State) -> int:
        seats = self._seats(state[0])
        return seats[state[2]] if seats else self.rules.current_player(state[0])

    def next_state(self, state: State, action: Action) -> State:
        inner, choices, count = state
        nobody = ((),) * self.players
        seats = self._seats(inner)
        if not seats:
            return (self.rules.next_state(inner, action), nobody, 0)
        choices = (*choices[1:], action)
        if count + 1 < len(seats):
            return (inner, choices, count + 1)
        moves: list[Action] = [None] * self.players
        for seat, choice in zip(seats, choices[-len(seats) :], strict=True):
            moves[seat] = choice
        return (self.rules.next_state(inner, tuple(moves)), nobody, 0)

    def information_state(self, state: State, player: int) -> Any:
        inner, choices, count = state
        made = [] if self._is_over(inner) else self._seats(inner)[:count]
        own = choices[self.players - count + made.index(player)] if player in made else ()
        if self.rules.defines_information_state:
            return (self.rules.information_state(inner, player), own, player in made)
        return (inner, own, player in made)

    def sample_state(self, known: Any, player: int, rng: Rng) -> State:
        shown, own, chosen = known
        hidden = self.rules.defines_information_state
        inner = self.rules.sample_state(shown, player, rng) if hidden else shown
        choices = ((),) * self.players
        if not chosen:
            return (inner, choices, 0)
        place = self._seats(inner).index(player)
        for chooser in self._seats(inner)[:place]:
            actions = list(self.rules.legal_actions(inner, chooser))  # type: ignore[call-arg]
            choices = (*choices[1:], actions[rng.below(len(actions))])
        return (inner, (*choices[1:], own), place + 1)


def _after(played: list[Any]) -> str:
    """Return the moves of a game, for a message."""
    if not played:
        return "(in the first position)"
    return f"(after the moves {' '.join(map(str, played))})"
