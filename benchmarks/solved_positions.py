"""Solved positions: how many of a player's moves keep what the position is worth.

    python benchmarks/solved_positions.py --player mcts:c=0.7 --simulations 1000
    python benchmarks/solved_positions.py --set othello --player mcts --player alphabeta --seconds 1

The positions are those of benchmarks/positions; in each, some legal moves keep what it is worth
and some do not. `othello_discs` is othello with score=discs, where a move must reach the best
score. Players are described as for `gametree arena`; `openspiel` is OpenSpiel's MCTSBot in C++
with its solver on, exploration constant 2 and one playout a simulation, for connect four;
`default` is `gt.search` told nothing but the limit.
The intervals are Wilson's, 95 %. `random` is what a random move keeps, worked out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scipy.stats import binomtest
from timing import print_heading, table

import gametree as gt
from gametree.games import ConnectFour, Othello
from gametree.players.player import Choice, Player
from gametree.players.registry import make_player

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from oracles import solved
from oracles.solved import Solved

QUICK = 10  # every so many positions, for a rough look


class OpenSpiel(Player):
    """OpenSpiel's MCTSBot at connect four; both number the moves alike."""

    needs_limit = True

    def begin(self, game: gt.Game, seat: int, seed: int) -> None:
        import pyspiel

        if not isinstance(game, ConnectFour):
            raise gt.BadParameter("the player openspiel is for --set connect_four only")
        self._spiel = pyspiel
        self._rules = pyspiel.load_game("connect_four")
        self._seed = seed

    def choose(self, record: gt.Record, limit: gt.Limit | None) -> Choice:
        if limit is None:
            raise gt.BadParameter("the player openspiel needs --simulations or --seconds")
        state = self._rules.new_initial_state()
        for action in record.actions:
            state.apply_action(action)
        clock = {} if limit.seconds is None else {"max_wall_clock_time": limit.seconds}
        bot = self._spiel.MCTSBot(
            self._rules,
            self._spiel.RandomRolloutEvaluator(1, self._seed),
            2.0,
            limit.simulations or 1 << 30,
            1 << 12,
            True,
            self._seed,
            False,
            **clock,
        )
        return Choice(bot.step(state))


class Default(Player):
    """`gt.search` told nothing but the limit."""

    needs_limit = True

    def begin(self, game: gt.Game, seat: int, seed: int) -> None:
        self._game = game
        self._seed = seed

    def choose(self, record: gt.Record, limit: gt.Limit | None) -> Choice:
        if limit is None:
            raise gt.BadParameter("the player default needs --simulations or --seconds")
        result = gt.search(
            self._game,
            record.state,
            simulations=limit.simulations,
            seconds=limit.seconds,
            seed=self._seed,
        )
        return Choice(result.action, {"simulations": result.simulations})


_OWN = {"openspiel": OpenSpiel, "default": Default}


def player_of(spec: str) -> Player:
    return _OWN[spec]() if spec in _OWN else make_player(spec)


def record_of(game: gt.Game, position: Solved) -> gt.Record:
    """Return the game that led to a position."""
    record = gt.Record(game)
    for text in position.moves:
        record.play(game.text_to_action(record.state, text))
    return record


def good_moves(name: str, position: Solved) -> set[int]:
    return position.highest if name == "othello_discs" else position.keeping


class Answers(NamedTuple):
    """What a player did.

    Attributes:
        good: for each position, whether the move is a good one.
        work: for each position, how many simulations were run or positions visited, where told.

    """

    good: list[bool]
    work: list[int]


def answers_of(
    name: str, game: gt.Game, positions: list[Solved], spec: str, limit: gt.Limit | None
) -> Answers:
    """Ask a player for a move in each position."""
    player = player_of(spec)
    answers = Answers([], [])
    for index, position in enumerate(positions):
        record = record_of(game, position)
        player.begin(game, record.player, index)
        choice = player.choose(record, limit)
        player.end()
        answers.good.append(choice.action in good_moves(name, position))
        told = choice.statistics
        answers.work.append(told.get("simulations", told.get("nodes", 0)))
    return answers


def rows_of(name: str, positions: list[Solved], answers: dict[str, Answers]) -> list[list[str]]:
    """Return a row of the table for each group of positions, and for each grade within."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for index, position in enumerate(positions):
        kinds.setdefault((position.group, ""), []).append(index)
        if position.grade and position.group != "end":  # where all are easy
            kinds.setdefault((position.group, position.grade), []).append(index)
    rows = []
    for (group, grade), members in sorted(kinds.items(), key=lambda item: ORDER.index(item[0][0])):
        shares = [
            len(good_moves(name, positions[index])) / len(positions[index].values)
            for index in members
        ]
        row = [f"{group}, {grade}" if grade else group, str(len(members))]
        row.append(f"{100 * sum(shares) / len(shares):.0f}")
        for given in answers.values():
            count = sum(given.good[index] for index in members)
            bounds = binomtest(count, len(members)).proportion_ci(method="wilson")
            share = 100 * count / len(members)
            row.append(f"{share:.1f} ({100 * bounds.low:.1f} to {100 * bounds.high:.1f})")
        rows.append(row)
    return rows


ORDER = ("opening", "middle", "end", "10 empties", "14 empties")
SETS: dict[str, tuple[gt.Game, Callable[[], list[Solved]]]] = {
    "connect_four": (ConnectFour(), solved.connect_four),
    "othello": (Othello(), solved.othello),
    "othello_discs": (Othello(score="discs"), solved.othello),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--set", choices=SETS, default="connect_four", help="which positions")
    parser.add_argument(
        "--player", action="append", metavar="SPEC", help="by default mcts:c=0.7; give it again"
    )
    thought = parser.add_mutually_exclusive_group()
    thought.add_argument("--simulations", type=int, help="a move; alpha-beta takes them for nodes")
    thought.add_argument("--seconds", type=float, help="a move")
    parser.add_argument("--quick", action="store_true", help=f"one position of {QUICK}")
    chosen = parser.parse_args()
    try:
        limit = None
        if chosen.simulations is not None or chosen.seconds is not None:
            limit = gt.Limit(simulations=chosen.simulations, seconds=chosen.seconds)
        game, read = SETS[chosen.set]
        positions = read()[:: QUICK if chosen.quick else 1]
        specs = list(dict.fromkeys(chosen.player or ["mcts:c=0.7"]))
        print_heading("open_spiel")
        answers = {}
        for spec in specs:
            answers[spec] = answers_of(chosen.set, game, positions, spec, limit)
    except (gt.BadParameter, gt.GameError) as error:
        raise SystemExit(f"error: {error}") from error
    thinking = (
        f"{chosen.simulations:,} simulations a move"
        if chosen.simulations
        else f"{chosen.seconds:g} s a move"
        if chosen.seconds
        else "each by its own limit"
    )
    goal = "reach the best score" if chosen.set == "othello_discs" else "keep the value"
    print(f"Moves that {goal}, in percent; {thinking}.\n")
    rows = rows_of(chosen.set, positions, answers)
    print(table(["positions", "number", "random", *(f"`{spec}`" for spec in specs)], rows))
    medians = {spec: statistics.median(given.work) for spec, given in answers.items()}
    told = [f"`{spec}` {work:,.0f}" for spec, work in medians.items() if work]
    print(
        f"\nSimulations (alpha-beta: positions) a move, medians: {', '.join(told) or 'not told'}."
    )


if __name__ == "__main__":
    main()
