"""gametree against OpenSpiel's C++ MCTSBot: simulations a second from the first position.

One thread each, one uniformly random playout a simulation, the same number of
simulations (fewer of OpenSpiel's othello and chess, whose speed does not depend on it),
no solver, and the same exploration: OpenSpiel's uct_c = 1.4 counts in returns
from -1 to 1, gametree's c in returns scaled to 0..1, where it is 0.7. Timed is
the whole call: making the searcher or bot, the search, freeing the tree.
Compilation is over by then.
"""

from __future__ import annotations

from typing import NamedTuple

import pyspiel
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games

EXPLORATION = 1.4


class PlainConnectFour(gt.Game):
    """Connect four as one would first write it: five methods, nothing for speed."""

    players = 2

    def initial_state(self):
        """Return the boards of the player to move and of the other, and the stones played."""
        return (0, 0, 0)

    def current_player(self, state):
        """Players alternate."""
        return state[2] % 2

    def legal_actions(self, state):
        """Return a plain list."""
        mine, theirs, _ = state
        actions = []
        if not self.has_four(theirs):
            for column in range(7):
                if not (mine | theirs) >> 7 * column + 5 & 1:
                    actions.append(column)
        return actions

    def next_state(self, state, action):
        """Let a stone fall: adding a bit at the foot of a column carries to its first free cell."""
        mine, theirs, played = state
        taken = mine | theirs
        stone = (taken + (1 << 7 * action)) & ~taken & 0b111111 << 7 * action
        return (theirs, mine | stone, played + 1)

    def returns(self, state):
        """Whoever has just moved has won, or nobody has."""
        if not self.has_four(state[1]):
            return (0.0, 0.0)
        return (1.0, -1.0) if state[2] % 2 == 1 else (-1.0, 1.0)

    def has_four(self, board):
        """Tell whether there are four in a row: up, across, on either diagonal."""
        for step in (1, 6, 7, 8):
            pairs = board & board >> step
            if pairs & pairs >> 2 * step:
                return True
        return False


class Duel(NamedTuple):
    """One row of the table."""

    title: str
    ours: gt.Game
    theirs: str
    our_simulations: int
    their_simulations: int
    target: float


def gametree_run(game: gt.Game, simulations: int) -> Run:
    rule = gt.UCB1(EXPLORATION / 2)

    def run() -> tuple[int, object]:
        # The searcher, and with it the tree, is freed before search returns.
        result = gt.search(
            game, simulations=simulations, selection=rule, compiled=True, memory=8 << 30
        )
        return result.new_simulations, None

    return run


def openspiel_run(name: str, simulations: int) -> Run:
    game = pyspiel.load_game(name)

    def run() -> tuple[int, object]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 8 << 10, False, 1, False)
        bot.step(game.new_initial_state())
        return simulations, None

    return run


def main() -> None:
    chosen = options(__doc__, repeats=9, quick_repeats=3, large="10^6 and 10^7 simulations")
    print_heading("open_spiel")
    full = 20_000 if chosen.quick else 100_000
    if chosen.large:
        duels = [
            Duel("connect four", games.ConnectFour(), "connect_four", size, size, target)
            for size, target in ((1_000_000, 24), (10_000_000, 15))
        ]
        print_duels(duels, 3)
        return
    duels = [
        Duel("connect four", games.ConnectFour(), "connect_four", full, full, 27),
        Duel("othello", games.Othello(), "othello", full, full // 10, 140),
        Duel(
            "ultimate tic-tac-toe",
            games.UltimateTicTacToe(),
            "ultimate_tic_tac_toe",
            full,
            full,
            10,
        ),
        Duel("tic-tac-toe", games.TicTacToe(), "tic_tac_toe", full, full, 3),
        Duel("chess", games.Chess(), "chess", full // 5, full // 100, 30),
        Duel("connect four, a plain list", PlainConnectFour(), "connect_four", full, full, 12),
    ]
    print_duels(duels, chosen.repeats)


def print_duels(duels: list[Duel], repeats: int) -> None:
    """Let the two take turns, and print who is how fast."""
    rows = []
    for duel in duels:
        rates = interleaved_rates(
            {
                "ours": gametree_run(duel.ours, duel.our_simulations),
                "theirs": openspiel_run(duel.theirs, duel.their_simulations),
            },
            repeats,
        )
        rows.append(
            [
                duel.title,
                f"{duel.our_simulations:,} / {duel.their_simulations:,}",
                f"{spread(rates['ours']).median:,.0f}",
                f"{spread(rates['theirs']).median:,.0f}",
                ratios(rates["ours"], rates["theirs"]).text(),
                f"{duel.target:g}",
            ]
        )
    headings = ["game", "simulations", "gametree /s", "OpenSpiel /s", "ratio", "target"]
    print(table(headings, rows))
    print(f"\nMedians of {repeats} turns; the ratio of each pair of turns, from least to most.")


if __name__ == "__main__":
    main()
