"""Nim as three functions; the computer plays it, and its tree is watched as it grows.

One heap; take 1 to 3 chips; who takes the last one wins.

    python examples/rules_nim.py                            the computer against itself
    python examples/rules_nim.py --play                     against you
    python examples/rules_nim.py --play --iterations 5      against you, and weak
"""

from __future__ import annotations

import argparse
import sys
import time

from gametree.adapters.rules import Rules, create_state, get_content, get_player_just_moved


def apply(rule, state):
    """Return the state after taking `rule` chips."""
    return create_state(get_content(state) - rule, 3 - get_player_just_moved(state))


def get_rules(state):
    """Return the numbers of chips that may be taken."""
    return list(range(1, min(3, get_content(state)) + 1))


def get_result(state, player):
    """Return 1 if the player has taken the last chip, else 0."""
    return 1 if get_player_just_moved(state) == player else 0


NIM = Rules(apply, get_rules, get_result)


def watch(chips, iterations, every, pause=0.3, clear=True):
    """Draw the tree again and again as it grows."""
    for drawing in NIM.watch(create_state(chips, 2), iterations, every=every, seed=1):
        print(("\033[2J\033[H" if clear else "\n") + drawing)
        time.sleep(pause)


def play(chips, iterations, choose=None, seed=1):
    """Play a game, player 1 by `choose` if given (state -> rule); return the winner."""
    state = create_state(chips, 2)
    while get_rules(state):
        player = 3 - get_player_just_moved(state)
        if player == 1 and choose is not None:
            rule = choose(state)
        else:
            rule = NIM.UCT(state, iterations, seed=seed)
        state = apply(rule, state)
        print(f"player {player} takes {rule}, {get_content(state)} left")
    winner = get_player_just_moved(state)
    if choose is None:
        print(f"player {winner} wins")
    else:
        print("you win" if winner == 1 else "you lose")
    return winner


def ask(state):
    """Return what a person in the terminal takes."""
    while True:
        answer = input(f"{get_content(state)} chips; take {get_rules(state)}: ")
        if answer.isdecimal() and int(answer) in get_rules(state):
            return int(answer)


def main(chips=15, iterations=500, every=100, choose=None, pause=0.0, clear=False):
    """Watch the first search, then play; return the winner."""
    watch(chips, iterations, every, pause, clear)
    print()
    return play(chips, iterations, choose)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Nim against the computer.")
    parser.add_argument("--play", action="store_true", help="play yourself, as player 1")
    parser.add_argument("--iterations", type=int, default=500, help="how much it thinks")
    given = parser.parse_args()
    main(
        iterations=given.iterations,
        choose=ask if given.play else None,
        pause=0.5,
        clear=sys.stdout.isatty(),
    )
