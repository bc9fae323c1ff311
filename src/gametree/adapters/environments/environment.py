"""The common base of PettingZoo's and Gymnasium's environments as games."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from ...errors import BadParameter
from ...naming.parameters import expect
from ..replayed import PositionGame
from ..values.bounds import set_bounds
from ..values.copying import DuplicateInside, MutablePosition
from ..values.copying_check import choose

__all__ = ["EnvironmentGame", "factory_of", "seed_of"]


class EnvironmentGame(PositionGame):
    """An environment as a game; the rewards so far serve as the heuristic."""

    _source: Any

    def _begin(self, source: Any, copying: str | Callable[[Any], Any], bounds: Any) -> None:
        """Choose how the environment is copied; note what its returns lie between."""
        set_bounds(self, bounds)
        self._source = source
        way = DuplicateInside(copying) if callable(copying) else copying
        self._choice = choose(source, source.name, way, repeats=self.lines_repeat)

    def heuristic(self, state: MutablePosition) -> Sequence[float]:
        """Return the rewards of each player so far: the value of a playout that is cut off."""
        return self.returns(state)

    def last_observation(self, state: MutablePosition) -> Any:
        """Return what the environment has shown last: to the player to move, if there are more."""
        return self._ask(state, self._source.last_observation)

    def state_of(self, env: Any, **details: Any) -> MutablePosition:
        """Return the position in which an environment is now; the environment is left alone.

        Returns count from there. `details` are those of the adapter.

        Raises:
            BadParameter: if the environment cannot be copied (see `copied_by`), or is not under
                way.

        """
        if self.copied_by == "replay":
            raise BadParameter(
                f"{self._source.name} cannot be copied, so where it stands now is known by its "
                "moves only: use position(moves) with the seed that it was reset with "
                f"({self.copied_because})"
            )
        self._source.expect_environment("env", env)
        original = MutablePosition([], self._source.joined(env, **details), from_start=False)
        state = self.copy(original)
        self._ask(state, self._source.settle)
        return state


def factory_of(env: Any, is_one: Callable[[Any], bool], what: str) -> Callable[[], Any]:
    """Return a function that makes new environments, from such a function or from one of them.

    Raises:
        BadParameter: if it is neither, or if it cannot be copied to make new ones.

    """
    if is_one(env):
        try:
            copy.deepcopy(env)
        except Exception as error:
            raise BadParameter(
                f"{what} {env} cannot be copied to make another one ({type(error).__name__}: "
                f"{error}); give a function that makes it: lambda: make(...)"
            ) from error
        return lambda: copy.deepcopy(env)
    expect(callable(env), "env", f"{what} or a function that makes one: lambda: make(...)", env)
    return env  # type: ignore[no-any-return]


def seed_of(seed: Any) -> int:
    """Return a seed for `reset`.

    Raises:
        BadParameter: if it is none.

    """
    good = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 32
    expect(good, "seed", "a whole number from 0 to 2**32 - 1", seed)
    return int(seed)
