"""Makes games of a network against itself: the search that plays them, and its memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import GameError
from ...game import Game
from ...mcts.backup.backup import Backup
from ...mcts.batching.pending import rule_for
from ...mcts.choice_of_method import choose_untrained
from ...mcts.engine.method import Method
from ...mcts.mode_verdicts import compare_rules
from ...mcts.proofs.multiplayer_bounds import bounds_for
from ...mcts.proofs.proofs import NoProofs
from ...mcts.selection.puct import GuidedPUCT
from ...mcts.tree.allocation import Sharing
from ...mcts.tree.transpositions import NoTranspositions
from ...mcts.tree.tree import ROOM, Tree, allocate
from ...networks.network import Network
from ...primitives.rng import Rng, derived_seed
from ...rules.checked_game import NarrowGame, rehearse
from ...rules.repetition import repetition_of
from ...rules.workspace import (
    ActionsFull,
    BoundsBroken,
    OutOfRoom,
    PastFull,
    PathFull,
    RulesBroken,
    TrailFull,
    TreeFull,
    enlarged,
    make_workspace,
    without_keys,
)
from ..update import Update
from .play import SelfPlay, play_game
from .played_positions import PLIES, PlayedPositions, SamplesFull, room_for_samples, taken_out
from .shared_network import InferenceEnded, SharedNetwork

__all__ = ["GameMaker"]

_WORDS = 1 << 16
_KEYS = 256
_POSITIONS = 256
_MOST_TOO_LONG = 5
"""Games that are given up, one after the other from the first, before training is refused."""


class GameMaker:
    """Plays games one after the other, each by one call of the compiled `play_game`.

    Args:
        game: its rules.
        network: what the search follows; `learn` gives it other weights.
        plan: how it plays.
        c: the exploration of PUCT.
        seed: of all games; each has one of its own by its number.
        compiled: as for `Searcher`.

    """

    def __init__(
        self,
        game: Game,
        network: Network | SharedNetwork,
        plan: SelfPlay,
        *,
        c: float = 1.25,
        seed: int = 0,
        compiled: bool = True,
    ) -> None:
        self.game = game
        self.network = network
        self.plan = plan
        self._seed = seed
        self._rng = Rng(seed)
        proves = bool(choose_untrained(game).strategies.get("solver"))
        self._method = Method(
            rule_for(GuidedPUCT(c), network),
            network,
            repetition_of(game),
            bounds_for(game) if proves else NoProofs(),
            NoTranspositions(),
            Sharing(),
            chance=game.has_chance,
            backup=Backup(),
        )
        self._first = game.initial_state()
        self._too_long = 0  # games that were given up; -1 once one has ended
        self.compiled = compiled
        self._packing = None
        if compiled:
            from ...native.build import packing_of

            self._packing = packing_of(game)
        if isinstance(network, SharedNetwork):
            network.furnish_for(compiled=compiled, packing=self._packing)
        self._tree = self._empty_tree(_WORDS)
        self._work = make_workspace(
            game.players,
            max(1, game.max_actions),
            64,
            _KEYS,
            compiled=compiled,
            state=self._first,
            packing=self._packing,
        )
        self._samples = room_for_samples(
            game.players,
            _POSITIONS,
            _POSITIONS * plan.features.most,
            _POSITIONS * plan.board.cells,
            _POSITIONS * 64,
        )
        self._play: Callable[..., bool] = play_game
        if compiled:
            self._compile()

    def _compile(self) -> None:
        from ...native.build import compile_search

        def rehearsal(game: Game, state: Any) -> None:
            rehearse(NarrowGame(game, self._packing), state)

        first = self._first
        self._play = compile_search(play_game, *self._arguments, rehearsal=rehearsal)
        compare_rules(self.game, first)
        self._first = self._play.hold(self._first)

    @property
    def _arguments(self) -> tuple[Any, ...]:
        words = self._tree.nodes.words if self.compiled else None
        return (
            self.game,
            self._method,
            self.plan,
            self._rng,
            self._first,
            self._tree,
            words,
            self._work,
            self._samples,
        )

    def game_played(self, number: int) -> PlayedPositions | None:
        """Play the game of this number; return its positions, or None if there are none.

        Raises:
            GameError: if the rules break their contract.

        """
        begun = Rng(derived_seed(self._seed, f"game {number}")).state[0]
        while True:
            self._rng.state[0] = begun
            try:
                learnt = self._play(*self._arguments)
            except OutOfRoom as shortage:
                self._make_room(shortage)
                continue
            except InferenceEnded:
                raise
            except Exception as error:
                raise self._failure(number, error) from error
            self._expect_an_end(learnt)
            return taken_out(self._samples) if learnt else None

    def give_up(self) -> None:
        """Have the game that is being played, by another thread perhaps, end without a result."""
        self.plan.over[0] = 1

    def _expect_an_end(self, learnt: bool) -> None:
        """Refuse rules whose games are all too long to learn from."""
        if self._too_long < 0 or self.plan.over[0]:
            return
        if learnt or self._samples.used[PLIES] < self.plan.longest:
            self._too_long = -1
            return
        self._too_long += 1
        if self._too_long == _MOST_TOO_LONG:
            raise GameError(
                f"{_MOST_TOO_LONG} games of self-play of {type(self.game).__name__} were given up "
                f"after {self.plan.longest:,.0f} moves, and none ended: a network learns from how "
                "games end; let the rules end long games, as drawn perhaps"
            )

    def _failure(self, number: int, error: Exception) -> GameError:
        """Return the error for what the rules raised, or for a signal that they are broken."""
        if isinstance(error, GameError):
            return error
        what = f"raised {type(error).__name__}: {error}"
        if isinstance(error, BoundsBroken):
            what = "returned what min_return and max_return rule out"
        elif isinstance(error, RulesBroken):
            what = "gave something impossible"
        name = type(self.game).__name__
        return GameError(
            f"in game {number} of self-play the rules of {name} {what}; gametree.check({name}()) "
            "looks for the moves that lead there"
        )

    def learn(self, update: Update) -> None:
        """Play as this says from now on."""
        self.network.learn(update.weights)
        self.plan.depth = update.depth
        self.plan.opening = update.opening

    def _empty_tree(self, words: int) -> Tree:
        return allocate(
            self._method, self.game.players, words, compiled=self.compiled, packing=self._packing
        )

    def _make_room(self, shortage: OutOfRoom) -> None:
        if isinstance(shortage, TreeFull):
            self._tree = self._empty_tree(4 * int(self._tree.used[ROOM]))
        elif isinstance(shortage, SamplesFull):
            held = self._samples
            self._samples = room_for_samples(
                self.game.players,
                2 * len(held.movers),
                2 * len(held.features),
                2 * len(held.cells),
                2 * len(held.actions),
            )
        elif isinstance(shortage, ActionsFull):
            actions = 2 * len(self._work.actions)
            self._work = enlarged(self._work, actions=actions)
            self.plan.room = np.zeros(actions)
        elif isinstance(shortage, PastFull):
            self._work = without_keys(self._work, 2 * len(self._work.keys))
        elif isinstance(shortage, TrailFull) and isinstance(self.network, SharedNetwork):
            self.network.lengthen()
        elif isinstance(shortage, PathFull):
            self._work = enlarged(self._work, path=2 * len(self._work.path_nodes))
        else:
            raise shortage
