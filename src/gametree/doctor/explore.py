"""Where the doctor looks: all short sequences of moves, then random games to their end.

Breadth first, the first position that shows a fault is reached by the fewest
moves. A fault that only random games meet is shown by the shortest game that
met it, from which moves are dropped as long as it still shows.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from ..game import Action, State
from ..rng import Rng
from .checks import CAREFUL, QUICK, Position, random_actions_are_even
from .probe import Fault, Probe, told
from .report import WARNING, Finding
from .snapshots import freeze, is_value

__all__ = ["ENDLESS", "Ending", "Explorer"]

ENDLESS = 10_000
"""A random game of so many plies is taken for one without end."""

_MOST_REMEMBERED = 30_000
_LONGEST_REMEMBERED = 60
_CAREFUL_GAMES = 20
_MOST_PAIRS = 60

# Findings about several games at once: no one sequence of moves shows them again.
_NOT_TO_SHRINK = frozenset({"endless", "hangs", "equal states", "hash", "changes the game"})

_Key = tuple[str, str]


@dataclass(frozen=True)
class Ending:
    """How a random game went."""

    moves: tuple[Action, ...]
    returns: tuple[float, ...]
    last_player: int | None
    last_choices: int


@dataclass(frozen=True)
class _Seen:
    """The first position met with some contents."""

    state: State
    moves: tuple[Action, ...]
    answers: tuple[tuple[str, Any], ...]


class Explorer:
    """Looks at positions and collects what is wrong with them.

    Attributes:
        findings: by method and kind, each with the shortest moves so far.
        endings: of the random games that came to their end.
        samples: some positions where the game goes on, and some where it is over.
        games: random games begun.
        positions: positions looked at.
        broken: whether looking further makes no sense.
    """

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self.findings: dict[_Key, Finding] = {}
        self.endings: list[Ending] = []
        self.samples: tuple[list[State], list[State]] = ([], [])
        self.branching: list[int] = []
        self.games = 0
        self.positions = 0
        self.broken = False
        self._unfinished = 0
        self._seen: dict[Any, _Seen] = {}
        self._equal: dict[Any, _Seen] = {}
        self._recent: deque[_Seen] = deque(maxlen=_MOST_PAIRS)

    def add(self, fault: Fault, moves: list[Action] | tuple[Action, ...] | None) -> None:
        """Keep a finding, unless one of its kind is shown by as few moves."""
        key = (fault.method, fault.kind)
        path = None if moves is None else (*moves, *fault.moves)
        known = self.findings.get(key)
        if known is not None and (path is None or len(known.moves or ()) <= len(path)):
            return
        self.findings[key] = Finding(
            fault.method, fault.kind, fault.problem, path, fault.advice, fault.severity
        )
        if fault.kind == "hangs":
            self.broken = True

    def begin(self) -> State | None:
        """Return the first position; None if there is none."""
        try:
            state = self.probe.initial_state()
            if freeze(self.probe.initial_state()) != freeze(state):
                self.add(
                    Fault(
                        "initial_state",
                        "not repeatable",
                        "returned two different states",
                        "chance has no place in initial_state",
                    ),
                    (),
                )
        except Fault as fault:
            self.add(fault, ())
            self.broken = True
            return None
        self._take_notes(())
        return state

    def breadth_first(self, most_positions: int, until: float) -> None:
        """Look at all positions within few moves, the nearest first."""
        first = self.begin()
        if first is None:
            return
        self.probe.careful = True
        ahead: deque[tuple[tuple[Action, ...], State]] = deque([((), first)])
        met = {freeze(first)}
        looked = 0
        while ahead and looked < most_positions and not self.broken and time.perf_counter() < until:
            moves, state = ahead.popleft()
            position = self.visit(moves, state)
            looked += 1
            if position is None:
                continue
            self._check(random_actions_are_even, position, moves, only=looked <= 20)
            for action in position.actions:
                if len(ahead) + looked >= 4 * most_positions:
                    break
                successor = self.play(state, action, moves)
                if successor is None:
                    continue
                frozen = freeze(successor)
                if frozen not in met:
                    met.add(frozen)
                    ahead.append(((*moves, action), successor))

    def random_games(self, most_games: int, seed: int, until: float) -> None:
        """Play games with random moves to their ends."""
        rng = Rng(seed)
        while self.games < most_games and not self.broken and time.perf_counter() < until:
            self._random_game(rng, until)
            if self._unfinished >= 3 and self._unfinished > len(self.endings):
                break
        if self._unfinished and not self.broken:
            self._tell_of_the_unfinished()

    def visit(
        self, moves: list[Action] | tuple[Action, ...], state: State, *, careful: bool = True
    ) -> Position | None:
        """Look at one position; None if there is no going on from it."""
        self.positions += 1
        self.probe.careful = careful
        try:
            position = Position(state, self.probe.legal_actions(state))
        except Fault as fault:
            self.add(fault, moves)
            return None
        for check in CAREFUL if careful else QUICK:
            self._check(check, position, moves)
        self._remember(position, moves)
        self._take_notes(moves)
        return None if self.broken else position

    def play(
        self, state: State, action: Action, moves: list[Action] | tuple[Action, ...]
    ) -> State | None:
        """Return the position after a move; None if there is none."""
        try:
            return self.probe.next_state(state, action)
        except Fault as fault:
            self.add(fault, moves)
            return None
        finally:
            self._take_notes(moves)

    def shrink(self, until: float) -> None:
        """Drop moves from what shows a finding, as long as it still does."""
        for key, finding in list(self.findings.items()):
            if finding.kind in _NOT_TO_SHRINK or not finding.moves:
                continue
            moves = list(finding.moves)
            width = len(moves) // 2
            while width and time.perf_counter() < until:
                start = 0
                while start < len(moves) and time.perf_counter() < until:
                    shorter = moves[:start] + moves[start + width :]
                    if self._shows(key, shorter):
                        moves = list(self.findings[key].moves or ())
                    else:
                        start += width
                width //= 2

    def _shows(self, key: _Key, moves: list[Action]) -> bool:
        """Replay moves; tell whether the finding shows itself at their end, or before."""
        alone = Explorer(self.probe)
        self.probe.careful = True
        state = alone.begin()
        for index, action in enumerate(moves):
            if state is None:
                break
            try:
                legal = self.probe.legal_actions(state)
            except Fault as fault:
                alone.add(fault, moves[:index])
                break
            if freeze(action) not in map(freeze, legal):
                break
            state = alone.play(state, action, moves[:index])
        else:
            if state is not None:
                alone.visit(moves, state)
        found = alone.findings.get(key)
        if found is None or len(found.moves or ()) > len(moves):
            return False
        self.findings[key] = found
        return True

    def _random_game(self, rng: Rng, until: float) -> None:
        self.games += 1
        state = self.begin()
        moves: list[Action] = []
        last: tuple[int | None, int] = (None, 0)
        choices: list[int] = []
        trail: dict[Any, int] = {}
        while state is not None:
            careful = self.games <= _CAREFUL_GAMES or rng.below(50) == 0
            position = self.visit(moves, state, careful=careful and len(moves) < ENDLESS // 10)
            if position is None:
                return
            self._sample(position, rng)
            if position.finished:
                if position.returns is not None:
                    self.endings.append(Ending(tuple(moves), position.returns, *last))
                    self.branching += choices
                return
            if len(moves) >= ENDLESS:
                self._unfinished += 1
                self._note_a_loop(trail, moves)
                return
            if time.perf_counter() >= until:
                if self.games == 1:
                    self._tell_of_slowness(moves)
                return
            if self.games == 1 or self._unfinished:
                trail.setdefault(freeze(state), len(moves))
            last = (position.player, len(position.actions))
            choices.append(len(position.actions))
            action = position.actions[rng.below(len(position.actions))]
            state = self.play(state, action, moves)
            moves.append(action)

    def _tell_of_the_unfinished(self) -> None:
        finished = len(self.endings)
        if finished >= self._unfinished:
            self.add(
                Fault(
                    "legal_actions",
                    "long games",
                    f"let {self._unfinished} of {self.games} random games go on for "
                    f"{ENDLESS:,} plies",
                    "search with evaluation=Playout(max_plies=...), or mend the rules if every "
                    "game must end",
                    WARNING,
                ),
                None,
            )
            return
        self.add(
            Fault(
                "legal_actions",
                "endless",
                f"never came to an end: {finished} of {self.games} random games were over "
                f"after {ENDLESS:,} plies",
                "a game is over where there is no legal action",
            ),
            None,
        )

    def _tell_of_slowness(self, moves: list[Action]) -> None:
        self.add(
            Fault(
                "legal_actions",
                "unfinished",
                f"still gave actions after {len(moves):,} plies of the first random game, when "
                "the time was up",
                "allow more seconds, or look why the game does not end",
            ),
            None,
        )

    def _note_a_loop(self, trail: dict[Any, int], moves: list[Action]) -> None:
        """Say so if the game came back to where it had been."""
        if trail and len(trail) < len(moves):
            self.add(
                Fault(
                    "next_state",
                    "repeats",
                    f"led a random game of {len(moves):,} plies through only {len(trail):,} "
                    "different states",
                    "count the moves, or forbid repetition, so that games end",
                    WARNING,
                ),
                None,
            )

    def _check(
        self,
        check: Any,
        position: Position,
        moves: list[Action] | tuple[Action, ...],
        *,
        only: bool = True,
    ) -> None:
        if not only or self.broken:
            return
        try:
            check(self.probe, position)
        except Fault as fault:
            self.add(fault, moves)

    def _take_notes(self, moves: list[Action] | tuple[Action, ...]) -> None:
        for fault in self.probe.noted:
            self.add(fault, moves)
        self.probe.noted.clear()

    def _sample(self, position: Position, rng: Rng) -> None:
        goes_on, over = self.samples
        kept = over if position.finished else goes_on
        state = position.state
        if len(kept) < 200 and (position.finished or rng.below(3) == 0):
            kept.append(state)  # `play` leaves it as it is

    def _remember(self, position: Position, moves: list[Action] | tuple[Action, ...]) -> None:
        """Compare a position with equal ones met before, by whatever moves."""
        if len(self._seen) >= _MOST_REMEMBERED or len(moves) > _LONGEST_REMEMBERED:
            return
        answers: tuple[tuple[str, Any], ...] = (
            ("legal_actions", frozenset(map(freeze, position.actions))),
            ("current_player", position.player),
            ("returns", position.returns),
        )
        state = position.state
        frozen = freeze(state)
        known = self._seen.get(frozen)
        if known is None:
            new = _Seen(state, tuple(moves), answers)
            if not self.probe.game.states_change:
                self._compare_with_equals(new)
            self._seen[frozen] = new
            return
        for (method, before), (_, now) in zip(known.answers, answers, strict=True):
            if before != now and None not in (before, now):
                self.add(
                    Fault(
                        method,
                        "equal states",
                        f"answers otherwise for an equal state, met after {_listed(known.moves)}",
                        "an answer may depend on the state alone",
                    ),
                    moves,
                )
        if not is_value(state) and not self.probe.game.states_change:
            self._compare_hashes(known, _Seen(state, tuple(moves), answers), same=True)

    def _compare_with_equals(self, new: _Seen) -> None:
        """Find states of other contents that say they are equal."""
        if is_value(new.state):
            return
        for other in self._recent:
            if self._compare_hashes(other, new, same=False):
                for (method, before), (_, now) in zip(other.answers, new.answers, strict=True):
                    if before != now:
                        self.add(
                            Fault(
                                "__eq__",
                                "equal states",
                                f"of the state holds two states for equal of which {method} "
                                f"differs; the other is met after {_listed(other.moves)}",
                                "compare all that the rules look at, the player to move included",
                            ),
                            new.moves,
                        )
                        break
        self._recent.append(new)

    def _compare_hashes(self, first: _Seen, second: _Seen, *, same: bool) -> bool:
        """Return whether two states are equal; their hashes must be then, too."""
        try:
            equal = bool(first.state == second.state)
        except Exception:  # NumPy arrays have no one answer
            return False
        try:
            apart = hash(first.state) != hash(second.state)
        except Exception:  # not hashable: nobody can rely on it
            return equal
        if same and not equal and "__eq__" in _defined_by_user(first.state):
            self.add(
                Fault(
                    "__eq__",
                    "unequal",
                    "of the state holds two states of the same contents for different; the "
                    f"other is met after {_listed(first.moves)}",
                    "",
                    WARNING,
                ),
                second.moves,
            )
        if equal and apart:
            self.add(
                Fault(
                    "__hash__",
                    "hash",
                    "of the state differs for two equal states; the other is met after "
                    f"{_listed(first.moves)}",
                    "hash what __eq__ compares",
                ),
                second.moves,
            )
        return equal


def _listed(moves: tuple[Action, ...]) -> str:
    return "the moves " + " ".join(map(told, moves)) if moves else "no move"


def _defined_by_user(state: State) -> set[str]:
    """Return the names that the classes of a state define, those of `object` not counted."""
    return {name for cls in type(state).__mro__ if cls is not object for name in vars(cls)}
