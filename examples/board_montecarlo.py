"""A board with rules about repetition, and two players that know nothing of its rules.

Two kings walk on a ring of eight fields, one step to either side. Nobody may bring
about a position that was there before; who cannot move has lost. After 40 moves it is a
tie. So the rules need the whole history of the game, and the board gets it.

Player 1's playouts are light: random moves. Player 2's are heavy: mostly moves that leave
the other king little room.
"""

from __future__ import annotations

import gametree as gt
from gametree.adapters.board import MonteCarlo

FIELDS = 8
MOST_MOVES = 40
TIE = -1


class Ring:
    """State: (the first king's field, the second's, the player to move)."""

    def start(self):
        """Return the first state."""
        return (0, FIELDS // 2, 1)

    def current_player(self, state):
        """Return 1 or 2."""
        return state[2]

    def next_state(self, state, play):
        """Return the state after a step of -1 or 1."""
        kings = list(state[:2])
        mover = state[2] - 1
        kings[mover] = (kings[mover] + play) % FIELDS
        return (kings[0], kings[1], 3 - state[2])

    def legal_plays(self, state_history):
        """Return the steps to where nobody stands, and to no position that was there before."""
        state = state_history[-1]
        following = {play: self.next_state(state, play) for play in (-1, 1)}
        return [
            play
            for play, after in following.items()
            if after[0] != after[1] and after not in state_history
        ]

    def winner(self, state_history):
        """Return the player who has won, `TIE`, or 0 while the game goes on."""
        if not self.legal_plays(state_history):
            return 3 - self.current_player(state_history[-1])
        return TIE if len(state_history) > MOST_MOVES else 0


def room(game, history):
    """Return what a position promises each player: the fewer steps, the less."""
    promise = len(game.board.legal_plays(history)) / 4
    return (promise, 1 - promise) if history[-1][2] == 1 else (1 - promise, promise)


def main(seconds=0.3, simulations=None, seed=1, compiled="auto"):
    """Let two players meet; return all states and the winner, `TIE` if there is none."""
    board = Ring()
    options = {"time": seconds, "simulations": simulations, "seed": seed, "compiled": compiled}
    ais = {
        1: MonteCarlo(board, C=1.4, **options),
        2: MonteCarlo(board, C=1.4, policy=gt.EpsilonGreedy(0.2, room), **options),
    }
    states = [board.start()]
    for ai in ais.values():
        ai.update(states[0])

    for _ in range(10):  # simulations can be run by hand as well, and what they found looked at
        ais[1].run_simulation()
    print("10 simulations run by hand")
    print(ais[1].tree(max_depth=2).to_text())

    while not board.winner(states):
        player = board.current_player(states[-1])
        print(f"\nplayer {player} at {states[-1]}")
        play = ais[player].get_play()
        print(f"plays {play:+d}")
        states.append(board.next_state(states[-1], play))
        for ai in ais.values():
            ai.update(states[-1])
    winner = board.winner(states)
    told = "a tie" if winner == TIE else f"player {winner} has won"
    print(f"\n{told} after {len(states) - 1} moves")
    return states, winner


if __name__ == "__main__":
    main()
