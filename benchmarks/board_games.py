"""The board games against OpenSpiel's C++ MCTSBot, and against their own random games.

    python benchmarks/board_games.py

Both search from the first position: see against_openspiel.py. Below a simulation of plain UCT lies
the random game that it plays: how many of them a second are played without a tree is the floor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from against_openspiel import gametree_run, openspiel_run
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games
from gametree.game import fresh_state
from gametree.native.build import compile_function
from gametree.primitives.rng import Rng

SIMULATIONS = 20_000
LONGEST = 400  # moves of a random game: some of oware go round in circles, which the search notices
BOXES = "dots_and_boxes(num_rows=5,num_cols=5)"


class Duel(NamedTuple):
    """One row of the table; the target is the ratio that was promised, 0 for none."""

    title: str
    ours: gt.Game
    theirs: str
    target: int


DUELS = (
    Duel("breakthrough", games.Breakthrough(), "breakthrough", 20),
    Duel("hex 9x9", games.Hex(9), "hex(board_size=9)", 15),
    Duel("oware", games.Oware(), "oware", 10),
    Duel("checkers", games.Checkers(), "checkers", 30),
    Duel("go 9x9", games.Go(), "go(board_size=9,komi=7.5)", 10),
    Duel("hex 11x11", games.Hex(), "hex", 0),
    Duel("gomoku 15x15", games.Gomoku(), "gomoku", 0),
    Duel("dots and boxes 5x5", games.DotsAndBoxes(5, 5), BOXES, 0),
    Duel("kalah", games.Kalah(), "mancala", 0),
)


def random_games(game: Any, rng: Any, lengths: Any) -> None:
    """Play a random game for each of `lengths`, and note it. Compiled, as the search is."""
    for number in range(len(lengths)):
        lengths[number] = random_game(game, game.initial_state(), rng)


def random_games_in_place(game: Any, first: Any, room: Any, rng: Any, lengths: Any) -> None:
    """Do the same where a state is a record, which Python makes and a move changes."""
    for number in range(len(lengths)):
        lengths[number] = random_game(game, fresh_state(game, first, room), rng)


def random_game(game: Any, state: Any, rng: Any) -> int:
    """Play a random game from a state; return how many moves it took."""
    plies = 0
    while plies < LONGEST and not game.is_terminal(state):
        state = game.next_state(state, game.random_action(state, rng))
        plies += 1
    game.returns(state)
    return plies


def floor_run(game: gt.Game, lengths: Any) -> Run:
    first = game.initial_state()
    function: Any = random_games
    arguments: tuple[Any, ...] = (game, Rng(1), lengths)
    if isinstance(first, np.void):
        function = random_games_in_place
        arguments = (game, first, np.zeros(1, first.dtype), Rng(1), lengths)
    native = compile_function(function, *arguments)

    def run() -> tuple[int, object]:
        native(*arguments)
        return len(lengths), None

    return run


def main() -> None:
    chosen = options(__doc__, repeats=9, quick_repeats=3)
    print_heading("open_spiel")
    headings = ["game", "plies", "random games /s", "gametree /s", "of the floor"]
    print(table([*headings, "OpenSpiel /s", "ratio", "target"], []))
    for duel in DUELS:
        print(row_of(duel, chosen.repeats), flush=True)
    each = f"{SIMULATIONS:,} simulations or random games"
    print(f"\nMedians of {chosen.repeats} turns of {each}; the ratios of")
    print("each pair of turns, from least to most.")


def row_of(duel: Duel, repeats: int) -> str:
    """Let the three take turns; return the row of the table."""
    lengths = np.zeros(SIMULATIONS)
    rates = interleaved_rates(
        {
            "floor": floor_run(duel.ours, lengths),
            "ours": gametree_run(duel.ours, SIMULATIONS),
            "theirs": openspiel_run(duel.theirs, SIMULATIONS),
        },
        repeats,
    )
    cells = [
        duel.title,
        f"{lengths.mean():.0f}",
        f"{spread(rates['floor']).median:,.0f}",
        f"{spread(rates['ours']).median:,.0f}",
        ratios(rates["ours"], rates["floor"]).text(2),
        f"{spread(rates['theirs']).median:,.0f}",
        ratios(rates["ours"], rates["theirs"]).text(),
        str(duel.target or ""),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
