"""Games that hide something from a player, and rewards on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..primitives.rng import Rng
from .basic_rules import Action, BasicRules, State, missing_method

if TYPE_CHECKING:
    from ..views.view import View

__all__ = ["HiddenInformation"]


class HiddenInformation(BasicRules):
    """The methods of games whose players do not know the whole state."""

    defines_information_state: ClassVar[bool] = False
    defines_sample_state: ClassVar[bool] = False
    defines_public_state: ClassVar[bool] = False
    defines_rewards: ClassVar[bool] = False

    discount: float = 1.0
    """What a reward counts, compared with the same reward one move earlier: from above 0 to 1. For
    games that define `rewards`."""

    moves_together: ClassVar[bool] = False
    """Whether players may choose at the same time: `legal_actions` takes a player, too."""

    hides_information: ClassVar[bool] = False
    """Whether a player may not know the whole state: the game defines `information_state`, or
    players choose at the same time. Proofs, best lines and searches of the state refuse it."""

    def information_state(self, state: State, player: int) -> Any:
        """Return all that `player` knows in a state: any value that can be hashed and compared.

        Two states with equal values are the same to the player: the same player is to move, with
        the same legal actions. Include what the player remembers, such as the moves so far.
        """
        raise NotImplementedError(missing_method(self, "information_state"))

    def sample_state(self, known: Any, player: int, rng: Rng) -> State:
        """Return a random state in which `player` would know exactly `known`.

        `known` is what `information_state` returned; the true state is never given. Draw what is
        hidden with `rng`, each possibility as often as it occurs in play. Without this method
        gametree replays the game with other hidden events.
        """
        raise NotImplementedError(missing_method(self, "sample_state"))

    def public_state(self, state: State) -> Any:
        """Return all that everybody knows: what people see who watch the game.

        For pages that show the game. Without it they see who is to move, and the moves that all
        players see.
        """
        raise NotImplementedError(missing_method(self, "public_state"))

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
        raise NotImplementedError(missing_method(self, "rewards"))

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
