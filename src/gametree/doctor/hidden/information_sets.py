"""Positions that a player cannot tell apart, met in games: what they show, and what is drawn."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.drawing import drawn
from ...rules.one_by_one import OneByOne
from ...rules.snapshots import freeze, outline
from ...rules.untouched import Untouched
from ..fault import Fault
from ..findings import Findings
from ..probe import Probe
from ..report import WARNING
from .knowledge_checks import agrees, information_stays, known_key, told_apart

__all__ = ["InformationSets"]

_NEAR = 1500
_GAMES = 400
_PLIES = 300
_KEPT = 4
"""Different positions of one information set that are kept and compared."""

_COMPARED = 60
"""Information sets whose draws are compared."""

_DRAWS = 64
_FEW = 8
_WRONG = 5
"""Positions in which one world alone is drawn, and not the true one, before it is a fault."""

_OFTEN = 8
"""Meetings of an information set after which its only world counts as wrong."""

_POSITIONS = 30
"""Positions in which the truth alone is drawn before this counts as a fault."""

_EACH = "draw each possibility as often as it occurs in play, with the given rng"

_Moves = tuple[Action, ...]


@dataclass
class _Met:
    """A position of an information set."""

    moves: _Moves
    state: State
    actions: list[Action]
    world: Any


@dataclass
class _Set:
    """What was met of one information set.

    `worlds` is what others can know in it, and `counts` how often in random games.
    """

    known: Any
    player: int
    met: list[_Met] = field(default_factory=list)
    worlds: set[Any] = field(default_factory=set)
    counts: Counter[Any] = field(default_factory=Counter)
    frozen: set[Any] = field(default_factory=set)


class InformationSets:
    """Collects positions where players decide, by what the player knows; adds findings.

    Args:
        probe: calls the rules.
        findings: what is found is added to them.
        untouched: the game as it was before it had seen a position.
        games: the number of random games that others play; fewer of them, fewer are played here.

    """

    def __init__(self, probe: Probe, findings: Findings, untouched: Untouched, games: int) -> None:
        self._games = min(_GAMES, 4 * games)
        self._compared = min(_COMPARED, 4 * games)
        self._probe = probe
        self._findings = findings
        self._untouched = untouched
        self._sets: dict[tuple[int, int], _Set] = {}
        self._others: dict[tuple[int, int], tuple[_Moves, int | None]] = {}
        self._whole = False
        self._counting = False
        self._until = 0.0
        self._drawn = 0

    def examine(self, seed: int, until: float) -> None:
        """Collect positions, and examine the information sets."""
        self._until = until
        self._probe.careful = False
        try:
            self._near()
            self._random_games(seed, until - 0.4 * (until - self._probe.watchdog.now()))
            self._compare_movers()
            if _samples(self._probe.game):
                self._compare_draws()
        except Fault as fault:
            self._findings.add(fault, None)

    def _late(self, until: float) -> bool:
        return self._probe.watchdog.now() >= until or self._findings.broken

    # Collecting.

    def _near(self) -> None:
        """Meet all positions within few moves, once each; `_whole` says that this is the game."""
        probe = self._probe
        first = probe.initial_state()
        ahead: deque[tuple[_Moves, State]] = deque([((), first)])
        met = {freeze(first)}
        half = self._until - 0.7 * (self._until - probe.watchdog.now())
        for _ in range(min(_NEAR, 10 * self._games)):
            if not ahead:
                self._whole = True
                return
            if self._late(half):
                return
            moves, state = ahead.popleft()
            for action in self._meet(moves, state):
                successor = probe.next_state(state, action)
                frozen = freeze(successor)
                if frozen not in met:
                    met.add(frozen)
                    ahead.append(((*moves, action), successor))

    def _random_games(self, seed: int, until: float) -> None:
        probe, rng = self._probe, Rng(seed)
        self._counting = True
        for _ in range(self._games):
            state = probe.initial_state()
            moves: list[Action] = []
            for _ in range(_PLIES):
                if self._late(until):
                    return
                actions = self._meet(tuple(moves), state)
                if not actions:
                    break
                action = actions[rng.below(len(actions))]
                if is_chance(probe.current_player(state)):
                    action = drawn(probe.chance_outcomes(state, probe.legal_actions(state)), rng)
                state = probe.next_state(state, action)
                moves.append(action)

    def _meet(self, moves: _Moves, state: State) -> list[Action]:
        """Take in a position; return the actions that can happen there."""
        probe = self._probe
        actions = probe.legal_actions(state)
        mover = probe.current_player(state) if actions else None
        for player in range(probe.players):
            self._place(moves, state, actions, mover, player)
        if is_chance(mover):
            return [each for each, share in probe.chance_outcomes(state, actions) if share > 0.0]
        return actions

    def _place(
        self, moves: _Moves, state: State, actions: list[Action], mover: int | None, player: int
    ) -> None:
        known = self._probe.information_state(state, player)
        key = (player, key_of_state(known))
        if mover != player:
            # Whether chance moves, a player need not know before their own move.
            if not is_chance(mover):
                self._others.setdefault(key, (moves, mover))
            return
        found = self._sets.setdefault(key, _Set(known, player))
        world = self._world(state, player)
        found.worlds.add(world)
        if self._counting:
            found.counts[world] += 1
        frozen = freeze(state)
        if len(found.met) >= _KEPT or frozen in found.frozen:
            return
        found.frozen.add(frozen)
        found.met.append(_Met(moves, state, actions, world))
        if len(found.met) > 1:
            self._compare(found)

    def _world(self, state: State, player: int) -> Any:
        """Return what matters of what a player does not know: what the others know.

        Of a single player, it is what that player knows after each move, and what chance can do.
        """
        probe = self._probe
        state = self._before_choices(state, player)
        if probe.players > 1:
            others = (each for each in range(probe.players) if each != player)
            return tuple(known_key(probe, state, each) for each in others)
        parts = []
        for action in probe.legal_actions(state):
            after = probe.next_state(state, action)
            follow = probe.legal_actions(after)
            if follow and is_chance(probe.current_player(after)):
                parts.append((0, outline(probe.chance_outcomes(after, follow))))
            else:
                parts.append((known_key(probe, after, player), ()))
        return tuple(parts)

    # What the player to move sees.

    def _compare(self, found: _Set) -> None:
        """Compare the last position of an information set with its first one."""
        first, last = found.met[0], found.met[-1]
        player = found.player
        difference = told_apart(
            self._probe, first.state, first.actions, last.state, last.actions, player
        )
        if difference is None:
            return
        method, problem = difference
        also = f"the other is met {_after(first.moves)}"
        if method == "legal_actions":
            fault = Fault(
                "information_state",
                "other moves",
                f"gives player {player} the same in two positions with other legal moves: "
                f"{problem}; {also}",
                "in all states with the same information, the player has the same legal moves",
            )
        else:
            fault = Fault(
                method,
                "shows hidden",
                f"tells two positions apart in which player {player} knows the same: {problem}; "
                f"{also}",
                "show only what the player knows",
            )
        self._findings.add(fault, last.moves)

    def _compare_movers(self) -> None:
        """Find players who do not know that it is their turn."""
        if isinstance(self._probe.game, OneByOne):  # the turns are the search's, not the game's
            return
        for key, (moves, mover) in self._others.items():
            found = self._sets.get(key)
            if found is None:
                continue
            what = "the game is over" if mover is None else f"player {mover} is to move"
            fault = Fault(
                "information_state",
                "other mover",
                f"gives player {found.player} the same where {what} as where they are to move, "
                f"{_after(found.met[0].moves)}",
                "include whose turn it is, or what shows it",
            )
            self._findings.add(fault, moves)

    # What is drawn.

    def _compare_draws(self) -> None:
        """Examine what is drawn in each set, and then in all of them together."""
        several = [each for each in self._sets.values() if len(each.met) > 1][: self._compared]
        alone = [each for each in self._sets.values() if len(each.met) == 1][: self._compared]
        vary = wrong = 0
        for found in several + alone:
            if self._late(self._until):
                return
            worlds = self._draws(found, _DRAWS if len(found.met) > 1 else _FEW)
            if worlds is None:
                return
            vary += len(worlds) > 1
            wrong += len(worlds) == 1 and found.met[0].world not in worlds
        count = len(several) + len(alone)
        hides = any(len(each.worlds) > 1 for each in self._sets.values())
        together = isinstance(self._probe.game, OneByOne)  # their choices are hidden
        if vary or not count:
            return
        if wrong >= _WRONG:
            fault = Fault(
                "sample_state",
                "one world",
                f"drew one state only in each of {count} positions, and in {wrong} not the true "
                "one",
                _EACH,
            )
            self._findings.add(fault, alone[0].met[0].moves if alone else None)
        elif not together and not hides and not wrong and (count >= _POSITIONS or self._whole):
            fault = Fault(
                "sample_state",
                "hides nothing",
                f"drew nothing but the true state in {count} positions: every player seems to know "
                "everything",
                "let information_state leave out what the player does not know; if nothing is "
                "hidden, define neither method",
            )
            self._findings.add(fault, ())

    def _draws(self, found: _Set, count: int) -> Counter[Any] | None:
        """Draw from an information set; return how often each world came, or None at a fault."""
        probe, player = self._probe, found.player
        drawn_worlds: Counter[Any] = Counter()
        last = found.met[-1]
        first = self._drawn
        self._drawn += count
        for seed in range(first, first + count):
            information_stays(probe, found.met[0].state, player, found.known)
            known = probe.information_state(found.met[0].state, player)
            world = probe.sample_state(known, player, seed)
            agrees(probe, known, world, player)
            if seed < first + _FEW and self._remembers(found, outline(world), seed):
                return None
            drawn_worlds[self._world(world, player)] += 1
        if self._is_one_world(found, drawn_worlds):
            fault = Fault(
                "sample_state",
                "one world",
                f"draws the same for player {player} each time, though other players can know "
                f"something else; another possibility is met {_after(found.met[0].moves)}",
                _EACH,
            )
            self._findings.add(fault, last.moves)
            return None
        impossible = [each for each in drawn_worlds if each not in found.worlds]
        if self._whole and impossible:
            fault = Fault(
                "sample_state",
                "impossible",
                f"draws states for player {player} that no moves lead to",
                "draw only what can have happened",
                WARNING,
            )
            self._findings.add(fault, found.met[0].moves)
        return drawn_worlds

    def _before_choices(self, state: State, player: int) -> State:
        """Return a state without the choices of a move that players make at the same time."""
        game = self._probe.game
        if isinstance(game, OneByOne) and game.chooses(state, player):
            return game.begun(state[0], player)
        return state

    def _remembers(self, found: _Set, before: Any, seed: int) -> bool:
        """Find a draw that rests on the true state, which the sampler cannot know."""
        probe, player, last = self._probe, found.player, found.met[-1]
        known = probe.information_state(last.state, player)
        after = outline(probe.sample_state(known, player, seed))
        message = "drew another state after information_state had seen another position"
        if after == before and self._untouched.game is not None:
            after = outline(self._untouched.game.sample_state(known, player, Rng(seed)))
            message = "drew another state than in a copy of the game that had seen no position"
        if after == before:
            with self._untouched.put_back() as changed:
                if changed:
                    after = outline(probe.sample_state(known, player, seed))
            message = "drew another state than before a variable of its class or module had changed"
        if after == before:
            return False
        fault = Fault(
            "sample_state",
            "remembers",
            f"{message}, from the same information of player {player} with the same rng",
            "keep no state in the game or in a variable: the sampler would know what is hidden",
        )
        self._findings.add(fault, last.moves)
        return True

    def _is_one_world(self, found: _Set, drawn_worlds: Counter[Any]) -> bool:
        if len(drawn_worlds) > 1 or sum(drawn_worlds.values()) < _DRAWS:
            return False
        (only,) = drawn_worlds
        met = sum(found.counts.values())
        return met >= _OFTEN and 4 * (met - found.counts[only]) >= met


def _samples(game: Game) -> bool:
    """Return True if the user's own rules draw states."""
    rules = game.rules if isinstance(game, OneByOne) else game
    return rules.defines_sample_state


def _after(moves: _Moves) -> str:
    return f"after the moves {' '.join(map(str, moves))}" if moves else "in the first position"
