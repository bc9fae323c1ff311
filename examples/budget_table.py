"""Strength against budget: the table of an article, beside our own measurements.

Monte Carlo Tree Search in Clojure (2013) lets a program play tic-tac-toe against a random player,
50 games at each budget of simulations a move:
http://randomcomputation.blogspot.com/2013/01/monte-carlo-tree-search-in-clojure.html

    python examples/budget_table.py        50 games at each budget, as in the article
    python examples/budget_table.py 2000   sharper, and some minutes

Needs SciPy: pip install 'gametree[arena]'.
"""

import sys

from gametree.arena.budget import BudgetRow, budget_contest, share_of
from gametree.arena.run import compete

# Won, lost and drawn, in percent of 50 games.
ARTICLE = {
    0: (36, 44, 20),
    1: (52, 42, 6),
    2: (54, 40, 6),
    3: (70, 20, 10),
    4: (74, 22, 4),
    5: (68, 30, 2),
    10: (84, 8, 8),
    100: (82, 6, 12),
}

# The article's player does not explore, plays the best mean and forgets its tree; and the default.
PLAYERS = ("mcts:c=0,final_move=value,reuse=false", "mcts")


def compare(player: str, games: int) -> tuple[int, int]:
    """Print the table of a player; count the agreements with the article, by its and our intervals.

    The first number is how many of the article's figures lie in our 95 % intervals, the second
    how many of ours lie in the intervals of the article's.
    """
    print(f"{player}, {games} games at each budget; in brackets the article's figure")
    in_ours = in_theirs = 0
    for budget, figures in ARTICLE.items():
        contest = budget_contest(
            player, budget, "random", game="tic_tac_toe", games=games, opening_plies=0
        )
        row = BudgetRow.of(budget, compete(contest)[0])
        assert row is not None
        shares = (row.won, row.lost, row.drawn)
        for share, percent in zip(shares, figures, strict=True):
            theirs = share_of(percent // 2, 50)
            in_ours += share.low <= percent / 100 <= share.high
            in_theirs += theirs.low <= share.share <= theirs.high
        named = zip(("won", "lost", "drawn"), shares, figures, strict=True)
        told = ", ".join(f"{name} {share} [{percent}]" for name, share, percent in named)
        print(f"{budget:>4}: {told}")
    return in_ours, in_theirs


def main() -> None:
    """Compare both players."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    for player in PLAYERS:
        in_ours, in_theirs = compare(player, games)
        print(f"the article's figures in our intervals: {in_ours} of 24")
        print(f"our figures in the article's intervals: {in_theirs} of 24\n")


if __name__ == "__main__":
    main()
