"""Games whose states change in place, searched on checked copies.

    gt.search(InPlace(game), simulations=1000, compiled=False)

A game with `states_change` and a correct `copy` needs none of this. `InPlace` is for one
that has no `copy`, or one that cannot be trusted; `Replayed` for one whose states cannot be
copied at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, ClassVar

from ..actors import is_chance
from ..errors import BadParameter, IllegalMove
from ..game import Action, Game
from ..primitives.rng import Rng
from ..rules.snapshots import freeze
from .values.copying import Duplicate, MutablePosition, Source, call, duplicates, guarded
from .values.copying_check import CheckedWay, choose

__all__ = ["InPlace", "KeyedPositionGame", "PositionGame", "Replayed"]


class PositionGame(Game):
    """A game whose states are `MutablePosition`s, which moves change and a checked way copies.

    Attributes:
        copied_by: how a position is copied, such as "copy.deepcopy" or "replay".
        copied_because: the reason, in a sentence.

    """

    interpreted_only: ClassVar[bool] = True
    why_interpreted = "its states hold objects that compiled code does not know"

    _source: Source
    _choice: CheckedWay

    @property
    def copied_by(self) -> str:
        return self._choice.name

    @property
    def copied_because(self) -> str:
        return self._choice.reason

    @property
    def steps(self) -> int:
        """How many moves were played on the user's objects: by searches, replays and checks."""
        return self._source.steps

    def initial_state(self) -> MutablePosition:
        return call((), self._choice.way.begin)  # type: ignore[no-any-return]

    def copy(self, state: MutablePosition) -> MutablePosition:
        return call(state.moves, self._choice.way.copy, state)  # type: ignore[no-any-return]

    def is_terminal(self, state: MutablePosition) -> bool:
        return bool(self._ask(state, self._source.over))

    def legal_actions(self, state: MutablePosition) -> Sequence[Action]:
        return self._ask(state, self._source.actions)  # type: ignore[no-any-return]

    def current_player(self, state: MutablePosition) -> int:
        return self._ask(state, self._source.mover)  # type: ignore[no-any-return]

    def returns(self, state: MutablePosition) -> Sequence[float]:
        return self._ask(state, self._source.returns)  # type: ignore[no-any-return]

    def next_state(self, state: MutablePosition, action: Action) -> MutablePosition:
        call([*state.moves, action], self._choice.way.play, state, action)
        return state

    def position(self, moves: Iterable[Action]) -> MutablePosition:
        """Return the position after these moves from the start.

        Raises:
            IllegalMove: if one of them is not legal where its turn comes.

        """
        state = self.initial_state()
        for number, move in enumerate(moves, 1):
            legal = [] if self.is_terminal(state) else self.legal_actions(state)
            if move not in legal:
                listed = ", ".join(map(str, islice(legal, 12)))
                listed += ", ..." if len(legal) > 12 else ""
                raise IllegalMove(
                    f"move {number}, {move!r}, is not legal there; "
                    + (f"legal moves are {listed}" if legal else "the game is over by then")
                )
            state = self.next_state(state, move)
        return state

    def _ask(self, state: MutablePosition, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the answer of a function of a live object about a position."""
        return call(state.moves, self._of_live, state, function, *arguments)

    def _of_live(
        self, state: MutablePosition, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        return function(self._choice.way.live(state), *arguments)


class KeyedPositionGame(PositionGame):
    """A `PositionGame` whose source has a `key` for each position."""

    _source: Any

    def key(self, state: MutablePosition) -> Any:
        return self._ask(state, self._source.key)


class InPlace(KeyedPositionGame):
    """A game whose states change in place, with checked copies.

    Args:
        game: rules whose `next_state` may change the state that it is given. Their `copy` is
            not used.
        copying: "auto" tries the states' own `copy` or `clone`, `copy.deepcopy` and pickles,
            in random games, and replays the moves where none of them is right; "replay"
            does so at once; a function from a state to a copy is checked, and used.

    Raises:
        BadParameter, GameError: see `copying_check.choose`.

    """

    name = "in_place"

    def __init__(self, game: Game, copying: str | Duplicate = "auto") -> None:
        if not isinstance(game, Game):
            raise BadParameter(f"game must be a Game, not {game!r}")
        self.game = game
        self.players = game.players
        self.max_actions = game.max_actions
        self.draw_value = game.draw_value
        self.min_return, self.max_return = game.min_return, game.max_return
        self.bounds_known = game.bounds_known
        # Read by the search in place of those of this class.
        self.defines_random_action = game.defines_random_action  # type: ignore[misc]
        self.defines_heuristic = game.defines_heuristic  # type: ignore[misc]
        self.defines_chance_outcomes = game.defines_chance_outcomes  # type: ignore[misc]
        self.has_chance = game.has_chance  # type: ignore[misc]
        self.defines_key = game.defines_key  # type: ignore[misc]
        self.defines_returns_after_repetition = (  # type: ignore[misc]
            game.defines_returns_after_repetition
        )
        self.repetition = game.repetition
        self.repetition_limit = game.repetition_limit
        self._source = _States(game)
        self._choice = choose(self._source, type(game).__name__, copying)

    def heuristic(self, state: MutablePosition) -> Sequence[float]:
        return self._rule(state, "heuristic")  # type: ignore[no-any-return]

    def chance_outcomes(self, state: MutablePosition) -> Sequence[tuple[Action, float]]:
        return self._rule(state, "chance_outcomes")  # type: ignore[no-any-return]

    def returns_after_repetition(
        self, state: MutablePosition, player: int, plies: int
    ) -> Sequence[float]:
        return self._rule(state, "returns_after_repetition", player, plies)  # type: ignore[no-any-return]

    def random_action(self, state: MutablePosition, rng: Rng) -> Action:
        return self._rule(state, "random_action", rng)

    def state_to_text(self, state: MutablePosition) -> str:
        return self._rule(state, "state_to_text")  # type: ignore[no-any-return]

    def action_to_text(self, state: MutablePosition, action: Action) -> str:
        return self._rule(state, "action_to_text", action)  # type: ignore[no-any-return]

    def live(self, state: MutablePosition) -> Any:
        """Return the game's own state in a position, to be looked at only."""
        return self._ask(state, lambda live: live)

    def _rule(self, state: MutablePosition, method: str, *arguments: Any) -> Any:
        return self._ask(state, self._source.rule, method, *arguments)


class Replayed(InPlace):
    """A game whose states cannot be copied: they remember their moves and play them again."""

    name = "replayed"

    def __init__(self, game: Game) -> None:
        super().__init__(game, "replay")


class _States(Source):
    """The states of a game that change in place."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._name = type(game).__name__

    def start(self, used: Any | None) -> Any:
        return guarded(f"{self._name}.initial_state", self._game.initial_state)

    def over(self, live: Any) -> bool:
        return bool(self.rule(live, "is_terminal"))

    def actions(self, live: Any) -> list[Any]:
        return list(self.rule(live, "legal_actions"))

    def mover(self, live: Any) -> int:
        return self.rule(live, "current_player")  # type: ignore[no-any-return]

    def returns(self, live: Any) -> Sequence[float]:
        return self.rule(live, "returns")  # type: ignore[no-any-return]

    def key(self, live: Any) -> Any:
        return self.rule(live, "key")

    def play(self, live: Any, move: Any) -> Any:
        self.steps += 1
        return self.rule(live, "next_state", move)

    def rule(self, live: Any, method: str, *arguments: Any) -> Any:
        """Return the answer of a method of the rules about a state."""
        function = getattr(self._game, method)
        return guarded(f"{self._name}.{method}", function, live, *arguments)

    def view(self, live: Any) -> dict[str, Any]:
        over = self.over(live)
        seen: dict[str, Any] = {"is_terminal": over}
        if over:
            seen["returns"] = tuple(map(float, self.returns(live)))
        else:
            seen["current_player"] = self.mover(live)
            seen["legal_actions"] = self.actions(live)
            if is_chance(seen["current_player"]) and self._game.defines_chance_outcomes:
                seen["chance_outcomes"] = list(self.rule(live, "chance_outcomes"))
        seen["contents"] = freeze(live)
        return seen

    def duplicates(self, live: Any) -> Iterable[tuple[str, Duplicate]]:
        return duplicates(live)
