"""Sentences of reviews, checked at random positions by exhaustive search that shares no code.

    PYTHONPATH=tests:benchmarks python benchmarks/reasons.py --positions 1000

Each game is played by random moves to its end, and reviewed from a position on that exhaustive
search can solve. A sentence that is not true ends the program. The table counts positions, checked
sentences, and the moves that lose nothing, with those of them that the review grades as mistakes.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import Counter
from typing import Any, NamedTuple

import untuned_games

import gametree as gt
from coach.facts import Exact, check, random_record
from gametree.game import title_of


class Margins(untuned_games.Harvest):
    """The row of coins, played for the difference of the sums."""

    _COINS = (3, 1, 4, 1, 5, 9, 2, 6)
    min_return, max_return = -31.0, 31.0

    def returns(self, state: Any) -> list[float]:
        return [float(state[3]), -float(state[3])]


class Steps(gt.Game):
    """A turn adds one step, or as many as a die with three sides shows; who makes step 12 loses."""

    min_return, max_return = -1.0, 1.0

    def initial_state(self) -> Any:
        return 0, 0, False

    def current_player(self, state: Any) -> int:
        return gt.CHANCE if state[2] else state[1]

    def legal_actions(self, state: Any) -> list[int]:
        return [1, 2, 3] if state[2] else [0, 1]

    def chance_outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(pips, 1 / 3) for pips in (1, 2, 3)]

    def next_state(self, state: Any, action: int) -> Any:
        if not state[2] and action == 1:
            return state[0], state[1], True
        return state[0] + max(1, action), 1 - state[1], False

    def is_terminal(self, state: Any) -> bool:
        return state[0] >= 12

    def returns(self, state: Any) -> list[float]:
        return [1.0, -1.0] if state[1] == 0 else [-1.0, 1.0]


class Subject(NamedTuple):
    """A game, how many random moves come before the review, and the searches that judge."""

    game: gt.Game
    opening: int
    simulations: tuple[int, ...]
    compiled: bool


def subjects() -> list[Subject]:
    """Return what is reviewed."""
    few, many = (30, 300, 2000), (100, 1000, 20_000)
    return [
        Subject(gt.games.load("tic_tac_toe"), 0, few, False),
        Subject(gt.games.load("nim"), 0, few, False),
        Subject(gt.games.load("connect_four", width=4, height=4, connect=3), 0, many, True),
        Subject(gt.games.load("othello"), 52, many, True),
        Subject(untuned_games.MisereFour(), 5, many, True),
        Subject(untuned_games.Harvest(), 4, many, True),
        Subject(Margins(), 0, few, False),
        Subject(Steps(), 0, few, False),
    ]


def solved_part(game: gt.Game, opening: int, rng: gt.Rng) -> gt.Record:
    """Return a random game without its first moves."""
    whole = random_record(game, rng)
    record = gt.Record(game, whole.positions[min(opening, len(whole.actions) - 1)])
    for action in whole.actions[opening:]:
        record.play(action)
    return record


class Found:
    """What a game has shown.

    Attributes:
        positions: the different moves that were judged, each with its simulations.
        kinds: the sentences that were checked, by kind.
        perfect: those of them that lose nothing, by whether they were graded.

    """

    def __init__(self) -> None:
        self.positions: set[Any] = set()
        self.kinds: Counter[str] = Counter()
        self.perfect: Counter[bool] = Counter()

    def add(self, exact: Exact, review: gt.Review, simulations: int) -> None:
        """Check all sentences of a review."""
        record = review.replay.record
        for move in review.moves:
            key = simulations, str(record.positions[: move.ply + 2])
            new = key not in self.positions
            self.positions.add(key)
            for fact in move.facts:
                check(exact, review, fact)
                self.kinds[fact.kind] += 1
            before, after = (
                exact.worth(state, move.player)
                for state in record.positions[move.ply : move.ply + 2]
            )
            if new and after >= before - 1e-9:
                self.perfect[bool(move.grade)] += 1


def measure(subject: Subject, positions: int, seed: int) -> Found:
    """Review random games until so many positions have been judged."""
    rng, exact, found = gt.Rng(seed), Exact(subject.game), Found()
    for simulations in itertools.cycle(subject.simulations):
        record = solved_part(subject.game, subject.opening, rng)
        if record.actions:
            review = gt.review(record, simulations=simulations, compiled=subject.compiled)
            found.add(exact, review, simulations)
        if len(found.positions) >= positions:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="of all games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the title of the games")
    asked = parser.parse_args()
    chosen = [each for each in subjects() if asked.only in title_of(each.game)]
    print("| game | positions | sentences | by kind | perfect moves | graded | processor time |")
    print("|---|--:|--:|---|--:|--:|--:|")
    for subject in chosen:
        begun = time.process_time()
        found = measure(subject, -(-asked.positions // len(chosen)), asked.seed)
        listed = ", ".join(f"{kind} {count}" for kind, count in sorted(found.kinds.items()))
        print(
            f"| {title_of(subject.game)} | {len(found.positions)} | {found.kinds.total()} | "
            f"{listed} | {found.perfect.total()} | {found.perfect[True]} | "
            f"{time.process_time() - begun:.0f} s |",
            flush=True,
        )


if __name__ == "__main__":
    main()
