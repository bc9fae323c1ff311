"""Any sequential game of OpenSpiel's: what to play, and a game against its random bots.

It needs OpenSpiel: pip install 'gametree[openspiel]'

    python examples/openspiel_game.py                        tic-tac-toe
    python examples/openspiel_game.py "go(board_size=9)"     another game
    python examples/openspiel_game.py pig --simulations 300
"""

from __future__ import annotations

import argparse

try:
    import pyspiel
except ImportError as error:
    raise SystemExit(f"{error}: pip install 'gametree[openspiel]'") from None

import gametree as gt
from gametree.adapters.openspiel import OpenSpiel
from gametree.adapters.openspiel_bot import SpielBot


def look(game, simulations):
    """Print what the search thinks of the first position where a player moves."""
    state = game.dealt_state(seed=1)
    print(game.state_to_text(state) + "\n")
    result = gt.search(game, state, simulations=simulations, seed=1)
    print(result)
    return result


def play(game, simulations):
    """Let gametree play first, and OpenSpiel's random bots the rest; return what each gets."""
    ours = SpielBot(game, simulations=simulations, seed=1)
    theirs = [pyspiel.make_uniform_random_bot(player, player) for player in range(1, game.players)]
    state = game.initial_state()
    returns = pyspiel.evaluate_bots(state, [ours, *theirs], 3)
    print("\n" + game.state_to_text(state) + "\n")
    for player, value in enumerate(returns):
        name = "gametree" if player == 0 else "random"
        print(f"player {player + 1} ({name}) gets {value:g}")
    return returns


def main(name="tic_tac_toe", simulations=1000):
    """Look at the first position, then play; return what each player gets."""
    game = OpenSpiel(name)
    look(game, simulations)
    return play(game, simulations)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="tic_tac_toe")
    parser.add_argument("--simulations", type=int, default=1000)
    chosen = parser.parse_args()
    main(chosen.game, chosen.simulations)
