"""The steps of a traced search, as values: what was chosen and why, added, evaluated, changed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...game import Action, Game, State
from ..selection.terms import Term

__all__ = ["BackedUp", "Candidate", "Change", "Evaluated", "Expanded", "Selected", "TraceStep"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move of a position where the search chooses, as it stood when it chose.

    Attributes:
        action, name: the move, and what the game calls it.
        visits: simulations that went on with it.
        mean: what these gave the player who moves, on average; None without any.
        score: what the selection rule gave it; None if it was not asked, for a move was tried
            first that had not been tried, or the rule left this one out.
        terms: what the score is made of.
        prior: None where there are no priors.
        probability: None where a player moves.
        proven: what the player who moves gets for certain after it; None if that is not known.
        followed: False if a proof says that it cannot be the best any more.

    """

    action: Action
    name: str
    visits: int
    mean: float | None
    score: float | None = None
    terms: tuple[Term, ...] = ()
    prior: float | None = None
    probability: float | None = None
    proven: float | None = None
    followed: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has; an infinite score is None, its term is "untried"."""
        return {
            "move": self.name,
            "visits": self.visits,
            "mean": self.mean,
            "score": _finite(self.score),
            "terms": [
                {
                    "name": term.name,
                    "value": _finite(term.value),
                    "formula": term.formula,
                    "numbers": {name: float(each) for name, each in term.numbers.items()},
                }
                for term in self.terms
            ],
            "prior": self.prior,
            "probability": self.probability,
            "proven": self.proven,
            "followed": self.followed,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """What a simulation did to the statistics of one move on its path, and of its position.

    Attributes:
        depth: moves from the root to the position.
        action, name: the move.
        player: who made it, or CHANCE.
        visits, mean: of the move, before and after; the mean is that of the player who moved, 0
            before the first simulation and where chance moves.
        node_visits, value: of the position, before and after; `value` has a mean for each player.
        proven: what each player gets there for certain, as far as it is known now.
        kept: what strategies keep on the position and its moves that has changed: triples of a
            name, such as "amaf_visits of 3", the number before, and the number after.

    """

    depth: int
    action: Action
    name: str
    player: int
    visits: tuple[int, int]
    mean: tuple[float, float]
    node_visits: tuple[int, int]
    value: tuple[tuple[float, ...], tuple[float, ...]]
    proven: tuple[float | None, ...]
    kept: tuple[tuple[str, float, float], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {
            "depth": self.depth,
            "move": self.name,
            "player": self.player,
            "visits": list(self.visits),
            "mean": list(self.mean),
            "node_visits": list(self.node_visits),
            "value": [list(each) for each in self.value],
            "proven": list(self.proven),
            "kept": [list(each) for each in self.kept],
        }


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of a simulation. Base class.

    Attributes:
        kind: "selection", "expansion", "evaluation" or "backup".
        simulation: which one it belongs to; the first one at this root is 1.
        path: the moves from the root to the position that the step is about.
        line: what the game calls them.
        player: who is to move there, or CHANCE; None if nobody is.
        state: the position.

    """

    kind: ClassVar[str]
    simulation: int
    path: tuple[Action, ...]
    line: tuple[str, ...]
    player: int | None
    game: Game = field(repr=False, compare=False)
    state: State = field(repr=False, compare=False)

    @property
    def depth(self) -> int:
        """How many moves the position is from the root."""
        return len(self.path)

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has, moves by their names and the position as text."""
        return {
            "kind": self.kind,
            "simulation": self.simulation,
            "line": list(self.line),
            "player": self.player,
            "position": self.game.state_to_text(self.state),
        }


@dataclass(frozen=True, slots=True)
class Selected(TraceStep):
    """The search followed a move of a position in the tree.

    Attributes:
        visits: simulations that went on from the position before this one.
        value: its mean for each player.
        value_range: the highest return seen so far less the lowest one; 1 while there is none.
        candidates: the moves, in the order in which the search looks at them.
        chosen: which of them was followed, counted from 0.
        reason: "score" (the highest one), "untried" (each is tried once before), "planned" (the
            rule leaves no choice) or "chance" (drawn by its probability).

    """

    kind: ClassVar[str] = "selection"
    visits: int
    value: tuple[float, ...]
    value_range: float
    candidates: tuple[Candidate, ...]
    chosen: int
    reason: str

    @property
    def choice(self) -> Candidate:
        """The move that was followed."""
        return self.candidates[self.chosen]

    def to_dict(self) -> dict[str, Any]:
        return {
            **_of_step(self),
            "visits": self.visits,
            "value": list(self.value),
            "value_range": self.value_range,
            "candidates": [each.to_dict() for each in self.candidates],
            "chosen": self.chosen,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Expanded(TraceStep):
    """A position got a node in the tree, or, where lines meet, joined one that was there.

    Attributes:
        shared: whether another line had led there before.
        moves: the moves from there by name, in the order in which they are tried.
        priors: theirs, where the evaluation gives some.

    """

    kind: ClassVar[str] = "expansion"
    shared: bool
    moves: tuple[str, ...]
    priors: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            **_of_step(self),
            "shared": self.shared,
            "moves": list(self.moves),
            "priors": list(self.priors),
        }


@dataclass(frozen=True, slots=True)
class Evaluated(TraceStep):
    """It was found what the end of the path is worth.

    Attributes:
        how: "playout", "evaluation" (anything else that the search was told to ask), "finished"
            (the game is over there), "repetition" (by which it is over) or "proven".
        playout: the moves that were played from there on, chance's as well.
        values: what it came to for each player.

    """

    kind: ClassVar[str] = "evaluation"
    how: str
    playout: tuple[Action, ...]
    values: tuple[float, ...]

    def positions(self) -> list[State]:
        """Return the positions of the playout, one after each of its moves."""
        found = []
        state = self.state
        for action in self.playout:
            state = self.game.next_state(self.game.copy(state), action)
            found.append(state)
        return found

    def playout_as_text(self) -> list[str]:
        """Return the names of the moves of the playout."""
        before = [self.state, *self.positions()]
        pairs = zip(before, self.playout, strict=False)
        return [self.game.action_to_text(state, action) for state, action in pairs]

    def to_dict(self) -> dict[str, Any]:
        return {
            **_of_step(self),
            "how": self.how,
            "playout": self.playout_as_text(),
            "values": list(self.values),
        }


@dataclass(frozen=True, slots=True)
class BackedUp(TraceStep):
    """The values went into the statistics on the path; the step is about the root.

    Attributes:
        values: what the evaluation came to.
        changes: what changed, at the end of the path first.

    """

    kind: ClassVar[str] = "backup"
    values: tuple[float, ...]
    changes: tuple[Change, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            **_of_step(self),
            "values": list(self.values),
            "changes": [each.to_dict() for each in self.changes],
        }


def _of_step(step: TraceStep) -> dict[str, Any]:
    # `super` is not to be had in a class that was rebuilt for its slots.
    return TraceStep.to_dict(step)


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
