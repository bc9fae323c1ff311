"""A tree with the buffers of its simulations, which grow where a simulation runs short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plainpython.hashing import key_of_state

from ...actors import is_player
from ...errors import GametreeError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import MOST_ACTIONS, CheckedGame
from ...rules.position_history import native_note, note
from ...rules.workspace import (
    ActionsFull,
    LineFull,
    OutOfRoom,
    PastFull,
    RootFull,
    TableFull,
    TrailFull,
    TreeFull,
    Workspace,
    enlarged,
    make_workspace,
    without_keys,
)
from ..batching.pending import Waiting
from ..tree.transpositions import refilled
from ..tree.tree import ROOT
from .method import Method
from .storage import Storage

__all__ = ["WorkingTree"]

_FIRST_PATH = 64
_FIRST_KEYS = 256
_FIRST_LINE = 256


class WorkingTree(Storage):
    """A tree, the workspace of its simulations, and the positions of the game before its root.

    Attributes:
        state: the position at the root.
        earlier: the positions of the game before it, the first one first.
        rng: the random generator.
        finished: whether the game is over at the root; the tree is empty then.
        keeps_states: whether rows can keep the states of leaves that wait.

    """

    def __init__(
        self, game: Game, method: Method, state: State, earlier: Sequence[State], rng: Rng
    ) -> None:
        super().__init__(game, method)
        self.state = state
        self.earlier = list(earlier)
        self.rng = rng
        self.finished = False
        self.keeps_states = True

    @property
    def simulations(self) -> int:
        """Simulations run by this engine, whatever the root was."""
        return int(self.work.counters.simulations)

    @property
    def solved(self) -> bool:
        """True once it is proven which move is best at the root."""
        return not self.finished and self.method.proofs.decided(self.tree, ROOT)

    @property
    def unit(self) -> int:
        """Simulations to run in one go: a batch, where leaves are evaluated together."""
        evaluation = self.method.evaluation
        return evaluation.asked.batch_size if isinstance(evaluation, Waiting) else 1

    def simulate(self, simulations: int) -> None:
        """Run so many simulations, or fewer and raise why; nothing is left half done."""
        raise NotImplementedError

    def diagnosis(self, error: Exception) -> GametreeError:
        """Return the error of rules or strategies behind a signal or an exception."""
        raise NotImplementedError

    def make_buffers(self, *, compiled: bool) -> None:
        players = self.game.players
        self.allocate(compiled=compiled)
        self.rng.keep_state(compiled=compiled)
        actions = max(1, self.game.max_actions)
        keys = _FIRST_KEYS if self.method.repetition.watches else 1
        self.work = make_workspace(
            players,
            actions,
            _FIRST_PATH,
            keys,
            compiled=compiled,
            state=self.state,
            packing=self.packing,
            line=_FIRST_LINE if is_player(self.method.seeker) else 1,
        )
        if isinstance(self.method.evaluation, Waiting):
            self.method.evaluation.furnish(
                self.state, self.unit, actions, compiled=compiled, packing=self.packing
            )

    def make_room(self, shortage: OutOfRoom, memory: int) -> None:
        if isinstance(shortage, TreeFull):
            self.frozen = not self.grow(memory)
            self.full |= self.frozen
        elif isinstance(shortage, RootFull):
            self.frozen = not self.widen_root(memory)
            self.full |= self.frozen
        elif isinstance(shortage, TableFull):
            self.method.transpositions = refilled(self.tree)
        elif isinstance(shortage, PastFull):
            self.recall_past(room=2 * len(self.work.keys))
        elif isinstance(shortage, ActionsFull):
            if len(self.work.actions) > MOST_ACTIONS:
                raise self.diagnosis(shortage)
            self.work = enlarged(self.work, actions=2 * len(self.work.actions))
            if isinstance(self.method.evaluation, Waiting):
                self.method.evaluation.widen(len(self.work.actions))
        elif isinstance(shortage, TrailFull) and isinstance(self.method.evaluation, Waiting):
            self.method.evaluation.lengthen()
        elif isinstance(shortage, LineFull):
            self.work = enlarged(self.work, line=2 * len(self.work.line))
        else:
            path = 2 * len(self.work.path_nodes)
            line = path if is_player(self.method.seeker) else 0
            self.work = enlarged(self.work, path=path, line=max(line, len(self.work.line)))

    def recall_past(self, room: int = 0) -> bool:
        """Note the positions up to the root; return True if a repetition ends the game there."""
        policy = self.method.repetition
        if not policy.watches:
            return False
        checked = CheckedGame(self.game)
        states = [*self.earlier, self.state]
        keys = [self._key(checked, state) for state in states]
        self.work = without_keys(self.work, max(room, 2 * len(keys), _FIRST_KEYS))
        for key in keys:
            (native_note if self.compiled else note)(self.work, key)
        self.work.counters.start_keys = len(keys)
        return not policy.forbids and keys.count(keys[-1]) >= policy.limit

    def _key(self, checked: CheckedGame, state: State) -> Any:
        """Return the key of a position among the watched ones."""
        key = checked.key(state)
        if not self.compiled:
            return key
        word = int(key) if self.game.defines_key else key_of_state(state)
        return (word + (1 << 63)) % (1 << 64) - (1 << 63)  # as a signed integer

    def interpreted_work(self, game: Game) -> Workspace:
        """Return the workspace with the past as interpreted code reads it, with the game's keys."""
        if not (self.compiled and self.method.repetition.watches):
            return self.work
        work = self.work._replace(keys=[], table={})
        for state in [*self.earlier, self.state]:
            note(work, game.key(state))
        return work

    def beginning(self, game: CheckedGame) -> tuple[State, Workspace]:
        """Return the position where the failed simulation started, and what it works with."""
        return self.state, self.interpreted_work(self.game)
