r"""A game that can go round for ever: positions come back, and then it is a draw.

Pong hau k'i, from China: two stones each on five points. A move takes a stone along a
line to the one free point; who cannot move has lost.

    O       O      top left 0, top right 1
    | \   / |
    |   .   |      the middle 2
    | /   \ |
    X ----- X      bottom left 3, bottom right 4

Nothing in these rules makes the game end. The line `repetition = "draw"` does: when a
position occurs for the second time, the search takes the game for a draw.
"""

from __future__ import annotations

import gametree as gt
from gametree.adapters.functional import EMPTY, analyze

# The points that a line joins to each point.
JOINED = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))


class PongHauKi(gt.Game):
    """Pong hau k'i: move a stone to the free point; who cannot has lost.

    State: (what lies on each point: 0 and 1 for the players' stones, 2 for none; who
    moves). Action: the point that a stone leaves.
    """

    repetition = "draw"
    pieces = ("X", "O")

    def initial_state(self):
        """Return the first position: X below, O above."""
        return ((1, 1, 2, 0, 0), 0)

    def current_player(self, state):
        """Return who moves."""
        return state[1]

    def legal_actions(self, state):
        """Return the points whose stones can move: none when the game is over."""
        points, player = state
        return [point for point in JOINED[points.index(2)] if points[point] == player]

    def next_state(self, state, action):
        """Return the position after the stone on a point has moved to the free one."""
        points, player = list(state[0]), state[1]
        points[points.index(2)], points[action] = player, 2
        return (tuple(points), 1 - player)

    def returns(self, state):
        """Return a loss for who cannot move."""
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

    def state_to_text(self, state):
        """Return the board as text."""
        a, b, c, d, e = ("XO."[stone] for stone in state[0])
        return f"{a}   {b}\n  {c}\n{d}   {e}"


def play(simulations, seed=1):
    """Let the search play itself; return all positions, and what each player gets."""
    game = PongHauKi()
    positions = [game.initial_state()]
    while game.legal_actions(positions[-1]):
        if positions[-1] in positions[:-1]:
            return positions, (game.draw_value, game.draw_value)
        searcher = gt.Searcher(
            game, positions[-1], history=positions[:-1], seed=seed, compiled=False, method="uct"
        )
        found = searcher.run(simulations=simulations)
        positions.append(game.next_state(positions[-1], found.action))
    return positions, game.returns(positions[-1])


def known_positions(simulations, seed=1):
    """Return how many positions so many simulations come to know.

    Here equal positions are one, by whatever way they are reached.
    """
    game, rng = PongHauKi(), gt.Rng(seed)
    database = EMPTY
    for _ in range(simulations):
        database = analyze(database, game.initial_state(), game=game, rng=rng)
    return len(database)


def main(simulations=500, seed=1):
    """Search, play, and count positions; return what each gave."""
    result = gt.search(
        PongHauKi(), simulations=simulations, seed=seed, compiled=False, method="uct"
    )
    print(result)
    positions, returns = play(simulations, seed)
    for position in positions:
        print(f"\n{PongHauKi().state_to_text(position)}")
    again = positions.index(positions[-1])
    if again < len(positions) - 1:
        print(f"\na draw: position {again + 1} has come back as position {len(positions)}")
    else:
        print(f"\nplayer {returns.index(1.0) + 1} wins")
    known = known_positions(simulations, seed)
    print(f"{known} positions known after {simulations} simulations")
    return result, positions, returns, known


if __name__ == "__main__":
    main()
