"""Hearts against OpenSpiel's information-set bot, in C++, at a table.

Two seats that face each other search with gametree, the other two with the bot; then the same cards
are played again with seats changed. A deal counts the mean of what gametree's four seats got
less what the bot's four seats got: 0 where both are as good. The 95 % interval is of deals.

    python benchmarks/hearts_match.py --deals 200
    python benchmarks/hearts_match.py --deals 200 --times 5    # five times the simulations

The bot plays the most visited move. Its constant of exploration is for returns of 0 to 26.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import gametree as gt
from gametree import games

MOST_VISITED = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

Choose = Callable[[Any, Any], int]
"""A move, by the positions of gametree and of OpenSpiel."""


class Clock:
    """The processor time of one side, and its moves."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.seconds = 0.0
        self.moves = 0

    def __call__(self, state: Any, theirs: Any) -> int:
        begun = time.process_time()
        action = self._choose(state, theirs)
        self.seconds += time.process_time() - begun
        self.moves += 1
        return action

    @property
    def milliseconds(self) -> float:
        """Processor time of a move."""
        return 1000.0 * self.seconds / max(1, self.moves)


def ours(game: gt.Game, simulations: int, seed: int) -> Choose:
    """Return how gametree plays."""

    def choose(state: Any, theirs: Any) -> int:
        searcher = gt.Searcher(game, state, seed=seed + theirs.move_number(), compiled=True)
        return int(searcher.run(simulations=simulations).action)

    return choose


def bot(simulations: int, exploration: float, seed: int) -> Choose:
    """Return how OpenSpiel's bot plays."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    player = pyspiel.ISMCTSBot(seed, evaluator, exploration, simulations, -1, MOST_VISITED)

    def choose(state: Any, theirs: Any) -> int:
        return int(player.step(theirs))

    return choose


def dealt(game: gt.Game, rng: gt.Rng) -> list[int]:
    """Return the cards of a deal, in order."""
    state, cards = game.initial_state(), []
    while game.current_player(state) == gt.CHANCE:
        left = list(game.legal_actions(state))
        cards.append(left[rng.below(len(left))])
        state = game.next_state(state, cards[-1])
    return cards


def played(game: gt.Game, rules: Any, cards: list[int], seats: list[Choose]) -> list[float]:
    """Return what the seats get for a deal."""
    state, theirs = game.initial_state(), rules.new_initial_state()
    theirs.apply_action(0)  # the direction in which nobody passes cards
    for card in cards:
        state = game.next_state(state, card)
        theirs.apply_action(card)
    while not game.is_terminal(state):
        legal = list(game.legal_actions(state))
        mover = game.current_player(state)
        action = legal[0] if len(legal) == 1 else seats[mover](state, theirs)
        state = game.next_state(state, action)
        theirs.apply_action(action)
    assert list(game.returns(state)) == list(theirs.returns())
    return list(game.returns(state))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--times", type=float, default=1.0, help="as many for gametree")
    parser.add_argument("--exploration", type=float, default=18.0, help="of the bot")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = games.load("hearts")
    rules = pyspiel.load_game("hearts(pass_cards=False)")
    rng = gt.Rng(given.seed)
    first = Clock(ours(game, int(given.times * given.simulations), given.seed))
    second = Clock(bot(given.simulations, given.exploration, given.seed))
    played(game, rules, dealt(game, gt.Rng(0)), [first, second] * 2)  # compiles
    first.seconds = second.seconds = 0.0
    first.moves = second.moves = 0
    gains = []
    for number in range(1, given.deals + 1):
        cards = dealt(game, rng)
        a, b, c, d = played(game, rules, cards, [first, second] * 2)
        e, f, g, h = played(game, rules, cards, [second, first] * 2)
        gains.append((a + c + f + h - b - d - e - g) / 4)
        if number > 1 and (number % 20 == 0 or number == given.deals):
            width = 1.96 * statistics.stdev(gains) / math.sqrt(number)
            print(
                f"{number} deals, each twice: gametree saves {statistics.mean(gains):+.2f} "
                f"(+-{width:.2f}) points a seat and deal; processor time of a move "
                f"{first.milliseconds:.1f} and {second.milliseconds:.1f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
