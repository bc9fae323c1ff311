"""A playout policy that repeats the reply to a move that won last."""

from __future__ import annotations

from array import array
from typing import Any, ClassVar, Self

from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.workspace import Workspace, list_actions, mover
from .mast_nst import NOTHING, REMEMBERED, SLOTS, LearningPolicy
from .playout_policy import PLAYOUT_POLICIES, Uniform

__all__ = ["LastGoodReply"]


@PLAYOUT_POLICIES.register(
    "lgr",
    "Repeats the answer that won last time, else a random move.",
)
class LastGoodReply(LearningPolicy):
    """The answer to the move before that won when it was last played; else a random action.

    Last-good-reply (Drake, 2009) with forgetting (LGRF-1: Baier and Drake, 2010).
    After each simulation the answers of those who got most are kept, and those of
    the others forgotten. Where all got the same, nothing changes; so it is of no
    use with one player. Answers may go round in a ring (hold, hold, ...): from the
    move REMEMBERED of a simulation on, actions are random.
    """

    runtime_arrays: ClassVar[tuple[str, ...]] = (*LearningPolicy.runtime_arrays, "replies")

    def __init__(self) -> None:
        self.otherwise = Uniform()

    replies: Any  # for each player and slot: one more than the slot of the answer

    def fitted_to(self, game: Game) -> Self:
        fitted = super().fitted_to(game)
        fitted.replies = array("q", bytes(8 * SLOTS * game.players))
        return fitted

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        before = self.before()
        if before != NOTHING and self.remembered() < REMEMBERED:
            reply = self.replies[answered(before, mover(game, state, work))] - 1
            if reply >= 0:
                if count == 0:
                    count = list_actions(game, state, work)
                for index in range(count):
                    if self.slot_of(work.actions[index]) == reply:
                        return work.actions[index]
        return self.otherwise.choose(game, state, count, rng, work)

    def learn(self, values: Any) -> None:
        most = values[0]
        least = values[0]
        for player in range(1, self.players):
            most = max(most, values[player])
            least = min(least, values[player])
        if most == least:
            return
        before = NOTHING
        for place in range(self.remembered()):
            play = self.plays[place]
            if play != NOTHING and before != NOTHING:
                player = play // SLOTS
                reply = play - player * SLOTS + 1
                where = answered(before, player)
                if values[player] == most:
                    self.replies[where] = reply
                elif self.replies[where] == reply:
                    self.replies[where] = 0
            before = play


def answered(before: int, player: int) -> int:
    """Return the index of a player's answer to a move, whoever made the move."""
    return player * SLOTS + (before & (SLOTS - 1))
