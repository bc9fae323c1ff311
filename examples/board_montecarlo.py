"""A board with rules about repetition, and two players that know nothing of its rules.

Two kings walk on a ring of eight fields, one step to either side. Nobody may bring
about a position that was there before; who cannot move has lost. So the rules need
the whole history of the game, and the board gets it.
"""

from __future__ import annotations

from gametree.adapters.board import MonteCarlo

FIELDS = 8


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
        """Return the player who has won, or 0."""
        if self.legal_plays(state_history):
            return 0
        return 3 - self.current_player(state_history[-1])


def main(seconds=0.3, simulations=None, seed=1):
    """Let two players meet; return all states and the winner."""
    board = Ring()
    ais = {
        player: MonteCarlo(board, time=seconds, C=1.4, simulations=simulations, seed=seed)
        for player in (1, 2)
    }
    states = [board.start()]
    for ai in ais.values():
        ai.update(states[0])
    while not board.winner(states):
        player = board.current_player(states[-1])
        print(f"\nplayer {player} at {states[-1]}")
        play = ais[player].get_play()
        print(f"plays {play:+d}")
        states.append(board.next_state(states[-1], play))
        for ai in ais.values():
            ai.update(states[-1])
    winner = board.winner(states)
    print(f"\nplayer {winner} has won after {len(states) - 1} moves")
    return states, winner


if __name__ == "__main__":
    main()
