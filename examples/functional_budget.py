"""Tic-tac-toe with a database of positions, and how strong a budget of simulations is.

Each line of the table: so many games, seats in turn, against a random player and
against a perfect one.
"""

from __future__ import annotations

from gametree import Rng
from gametree.adapters.functional import EMPTY, analyze, select
from gametree.adapters.functional_players import perfect_player, play_game, random_player
from gametree.games import TicTacToe

GAME = TicTacToe()


def grow(budget=50, seed=1):
    """Show the database grow on an empty board; return the last one and the best action."""
    start = GAME.initial_state()
    database, rng = EMPTY, Rng(seed)
    for _ in range(budget):
        database = analyze(database, start, game=GAME, rng=rng)
    best = select(database, start, game=GAME, rng=rng)
    print(f"{len(EMPTY)} positions, then {len(database)}; best cell {best}")
    return database, best


def table(opponent, budgets, games, seed=1):
    """Return {budget: (won, lost, drawn)}."""
    rng = Rng(seed)
    rows = {}
    for budget in budgets:
        tally = {1.0: 0, -1.0: 0, 0.0: 0}
        for number in range(games):
            seat = number % 2
            played = play_game(GAME, opponent, budget=budget, rng=rng, seat=seat)
            tally[played.returns[seat]] += 1
        rows[budget] = tuple(tally.values())
    return rows


def main(budgets=(0, 1, 2, 3, 4, 5, 10, 100), games=50, seed=1):
    """Print both tables and return them."""
    grow()
    tables = {}
    for name, make in (("random", random_player), ("perfect", perfect_player)):
        print(f"\nagainst a {name} player   won  lost drawn")
        tables[name] = table(make(GAME, seed), budgets, games, seed)
        for budget, row in tables[name].items():
            shares = "".join(f"{100 * count / games:4.0f} %" for count in row)
            print(f"{budget:5} simulations{'':11}{shares}")
    return tables


if __name__ == "__main__":
    main()
