"""Runs all checks on one position and plays the move to the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...actors import is_chance, is_player
from ...game import Action, State
from ...rules.snapshots import freeze, outline
from ..checks.key_collisions import play_alike_after_collision
from ..checks.keys import Memory
from ..checks.position_checks import CAREFUL, QUICK
from ..fault import Fault
from ..findings import Findings
from ..position import Position
from ..probe import Probe
from .game_in_progress import GameInProgress

__all__ = ["Examiner"]

_MOST_COLLISIONS = 500


class Examiner:
    """Checks positions and collects the findings.

    Attributes:
        findings: the findings so far.
        positions: the number of positions checked.
        movers: the players who have been to move.
        opening: the moves to the first position met where a player moves, and that position.
    """

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.findings = Findings(probe.game)
        self.memory = Memory(probe.game)
        self.positions = 0
        self.movers: set[int] = set()
        self.opening: tuple[tuple[Action, ...], State] | None = None
        self._collisions = 0

    def begin(self) -> State | None:
        """Return the first position; None if there is none."""
        try:
            state = self.probe.initial_state()
            if outline(self.probe.initial_state()) != outline(state):
                self.findings.add(
                    Fault(
                        "initial_state",
                        "not repeatable",
                        "returned two different states",
                        "chance has no place in initial_state",
                    ),
                    (),
                )
        except Fault as fault:
            self.findings.add(fault, ())
            self.findings.broken = True
            return None
        self._take_notes(())
        return state

    def visit(
        self, moves: Sequence[Action], state: State, *, careful: bool = True
    ) -> Position | None:
        """Check one position; return None if the game cannot go on from it."""
        self.positions += 1
        self.probe.careful = careful
        try:
            position = Position(state, moves, self.probe.legal_actions(state))
        except Fault as fault:
            self.findings.add(fault, moves)
            return None
        for check in CAREFUL if careful else QUICK:
            self.check(check, position)
        if position.player is not None:
            self.movers.add(position.player)
        for met, path in self.memory.meet(position):
            self.findings.add(met, path)
        if self.memory.same_key is not None and self._collisions < _MOST_COLLISIONS:
            self._collisions += 1
            self.check(partial(play_alike_after_collision, other=self.memory.same_key), position)
        self._take_notes(moves)
        if self.opening is None and is_player(position.player):
            self.opening = tuple(moves), state
        return None if self.findings.broken else position

    def play(self, state: State, action: Action, moves: Sequence[Action]) -> State | None:
        """Return the position after a move; None if there is none."""
        try:
            return self.probe.next_state(state, action)
        except Fault as fault:
            self.findings.add(fault, moves)
            return None
        finally:
            self._take_notes(moves)

    def check(self, check: Any, position: Position) -> None:
        """Run one check, unless a fault was found that makes further checks useless."""
        if self.findings.broken:
            return
        try:
            check(self.probe, position)
        except Fault as fault:
            self.findings.add(fault, position.moves)

    def replay(self, moves: Sequence[Action]) -> Position | None:
        """Play these moves and check the position they lead to; None if that is not possible."""
        self.probe.careful = True
        state = self.begin()
        current_game = GameInProgress(self.probe.game, self.probe)
        player: int | None = None
        played = 0
        try:
            for action in moves:
                if state is None:
                    return None
                current_game.arrive(state)
                actions = self.probe.legal_actions(state)
                if current_game.over or freeze(action) not in map(freeze, actions):
                    return None
                player = self._mover(current_game, state)
                if is_chance(player):
                    outcomes = self.probe.chance_outcomes(state, actions)
                    possible = [freeze(each) for each, share in outcomes if share > 0.0]
                    if freeze(action) not in possible:
                        return None
                elif not current_game.permits(state, action):
                    return None
                state = self.play(state, action, moves[:played])
                played += 1
            if state is None:
                return None
            position = self.visit(moves, state)
            current_game.arrive(state)
            if current_game.over and player is not None:
                current_game.returns(state, player)
        except Fault as fault:
            self.findings.add(fault, moves[:played])
            return None
        return position

    def _mover(self, current_game: GameInProgress, state: State) -> int | None:
        """Return the player to move; None if neither repetition nor chance needs to know."""
        if current_game.tracks_repetition or self.probe.game.has_chance:
            return self.probe.current_player(state)
        return None

    def _take_notes(self, moves: Sequence[Action]) -> None:
        for fault in self.probe.noted:
            self.findings.add(fault, moves)
        self.probe.noted.clear()
