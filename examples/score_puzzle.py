"""A puzzle and a duel by their scores, and how the search compares with its baselines.

The puzzle: from the top of a triangle of numbers go down, left or right, and gather as
much as you can. Great numbers lie behind small ones, so greed is a poor guide.

Moves beyond the tree may be random, greedy or your own, or left out where a function says
what a state is worth.

The duel: take a number from either end of a row, in turns; more points win. The score
is the first player's lead, so it is negative when the second one leads.
"""

from __future__ import annotations

from typing import NamedTuple

from gametree.adapters.scores import (
    flat_player,
    greedy_player,
    play_out,
    random_player,
    search,
    uct_player,
)

ROWS = (
    (3,),
    (7, 4),
    (2, 4, 6),
    (8, 5, 9, 3),
    (1, 9, 1, 2, 8),
    (6, 1, 1, 1, 2, 9),
    (1, 2, 2, 1, 3, 1, 30),
    (2, 1, 5, 1, 1, 1, 2, 40),
)


class Triangle(NamedTuple):
    """How far down and to the right one is, and what has been gathered."""

    row: int = 0
    place: int = 0
    gathered: int = ROWS[0][0]

    def get_score(self):
        """Return the numbers gathered so far."""
        return self.gathered

    def get_move_count(self):
        """Return 2 (down to the left, down to the right), 0 at the bottom."""
        return 2 if self.row + 1 < len(ROWS) else 0

    def do_move(self, index):
        """Return the state below."""
        place = self.place + index
        return Triangle(self.row + 1, place, self.gathered + ROWS[self.row + 1][place])


def promise(state):
    """Return what is gathered, and the greatest number that may still be reached."""
    greatest = 0
    for row in range(state.row + 1, len(ROWS)):
        steps = row - state.row  # one gets as far to the right as one goes down
        greatest = max(greatest, max(ROWS[row][state.place : state.place + steps + 1]))
    return state.gathered + greatest


def towards_the_right(state):
    """Return a move for a rollout: down to the right."""
    return 1


class Ends(NamedTuple):
    """The numbers left, the first player's lead, and the sign of who moves."""

    numbers: tuple = (4, 9, 30, 2, 1, 8, 3, 25, 12, 6)
    lead: int = 0
    sign: int = 1

    def get_score(self):
        """Return the first player's lead."""
        return self.lead

    def get_move_count(self):
        """Return how many ends there are."""
        return min(2, len(self.numbers))

    def do_move(self, index):
        """Return the state after taking the left (0) or right (1) number."""
        taken = self.numbers[-index]
        left = self.numbers[:-1] if index else self.numbers[1:]
        return Ends(left, self.lead + self.sign * taken, -self.sign)


def main(iterations=400, seconds=0.05, seed=1):
    """Print the best lines and both comparisons; return the scores by rollout, and by player."""
    best = search(Triangle(), iterations=iterations, seed=seed)
    print(f"best line {best.moves}, {best.found.score:g} gathered in {best.found.moves}")
    print("the best found by so few as 40 iterations, with rollouts of each kind")
    few = {}
    for rollout in ("random", "greedy", "deterministic", towards_the_right):
        name = rollout if isinstance(rollout, str) else "to the right"
        few[name] = search(Triangle(), iterations=40, rollout=rollout, seed=seed).found.score
        print(f"  {name:17} gathers {few[name]:g}")
    valued = search(Triangle(), iterations=40, max_moves=0, evaluate=promise, seed=seed)
    print(f"no rollouts, but states evaluated: {valued.moves}, worth {valued.score:.1f}")
    timed = search(Triangle(), seconds=seconds, seed=seed)
    print(f"{timed.result.simulations} iterations in {seconds} s: {timed.found.score:g} gathered")

    print("chosen move by move")
    scores = {
        "random": play_out(Triangle(), random_player(seed)).score,
        "greedy": play_out(Triangle(), greedy_player()).score,
        "flat": play_out(Triangle(), flat_player(iterations // 16, seed)).score,
        "uct": play_out(Triangle(), uct_player(iterations, seed=seed)).score,
    }
    for name, score in scores.items():
        print(f"  {name:8} gathers {score:g}")

    print("the duel: the first player's lead at the end")
    uct = uct_player(iterations, seed=seed)
    for name, opponent in [
        ("random", random_player(seed)),
        ("greedy", greedy_player()),
        ("flat", flat_player(iterations // 16, seed)),
        ("uct", uct_player(iterations, seed=seed + 1)),
    ]:
        duel = play_out(Ends(), uct, opponent)
        scores[f"uct against {name}"] = duel.score
        print(f"  uct against {name:8} {duel.score:+g}")
    return few, scores


if __name__ == "__main__":
    main()
