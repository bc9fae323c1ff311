"""Looking at one position, and going on to the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ..game import CHANCE, Action, State
from ..rules.snapshots import freeze, outline
from .checks.keys import Memory
from .checks.position_checks import CAREFUL, QUICK
from .checks.twins import lead_alike
from .fault import Fault
from .findings import Findings
from .game_in_progress import Course
from .position import Position
from .probe import Probe

__all__ = ["Look"]

_MOST_TWINS = 500


class Look:
    """Looks at positions and collects what is wrong with them.

    Attributes:
        findings: so far.
        positions: how many positions were looked at.
        movers: the players who were seen to move.
        opening: the moves to the first position met where a player moves, and that position.
    """

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.findings = Findings(probe.game)
        self.memory = Memory(probe.game)
        self.positions = 0
        self.movers: set[int] = set()
        self.opening: tuple[tuple[Action, ...], State] | None = None
        self._twins = 0

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
        """Look at one position; None if there is no going on from it."""
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
        if self.memory.twin is not None and self._twins < _MOST_TWINS:
            self._twins += 1
            self.check(partial(lead_alike, other=self.memory.twin), position)
        self._take_notes(moves)
        if self.opening is None and position.player not in (None, CHANCE):
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
        """Look for one thing, as long as looking makes sense."""
        if self.findings.broken:
            return
        try:
            check(self.probe, position)
        except Fault as fault:
            self.findings.add(fault, position.moves)

    def follow(self, moves: Sequence[Action]) -> Position | None:
        """Look at the position after these moves; None if they are no game, or show a fault."""
        self.probe.careful = True
        state = self.begin()
        course = Course(self.probe.game, self.probe)
        player: int | None = None
        played = 0
        try:
            for action in moves:
                if state is None:
                    return None
                course.arrive(state)
                actions = self.probe.legal_actions(state)
                if course.over or freeze(action) not in map(freeze, actions):
                    return None
                player = self._mover(course, state)
                if player == CHANCE:
                    outcomes = self.probe.chance_outcomes(state, actions)
                    possible = [freeze(each) for each, share in outcomes if share > 0.0]
                    if freeze(action) not in possible:
                        return None
                elif not course.permits(state, action):
                    return None
                state = self.play(state, action, moves[:played])
                played += 1
            if state is None:
                return None
            position = self.visit(moves, state)
            course.arrive(state)
            if course.over and player is not None:
                course.returns(state, player)
        except Fault as fault:
            self.findings.add(fault, moves[:played])
            return None
        return position

    def _mover(self, course: Course, state: State) -> int | None:
        """Return who moves, where it matters."""
        if course.watched or self.probe.game.defines_chance_outcomes:
            return self.probe.current_player(state)
        return None

    def _take_notes(self, moves: Sequence[Action]) -> None:
        for fault in self.probe.noted:
            self.findings.add(fault, moves)
        self.probe.noted.clear()
