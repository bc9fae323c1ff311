"""Cart pole, taxi, cliff walking and blackjack, each searched before every step.

pip install 'gametree[gymnasium]'
python examples/gymnasium_tour.py
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise SystemExit(f"{error}: pip install 'gametree[gymnasium]'") from None

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium


def play(game, simulations, limit, **options):
    """Search, move, and search on until the end, or for so many steps; return the reward."""
    searcher = gt.Searcher(
        game, seed=1, compiled=False, final_move="value", method="uct", **options
    )
    for _ in range(limit):
        if game.is_terminal(searcher.state):
            break
        searcher.advance(searcher.run(simulations=simulations).action)
    (reward,) = game.returns(searcher.state)
    return reward


def cart_pole(simulations=20, limit=100):
    """Keep the pole up; one for every step."""
    game = Gymnasium(lambda: gymnasium.make("CartPole-v1"), seed=1)
    return play(game, simulations, limit, evaluation=gt.Playout(max_plies=20))


def taxi(simulations=1000, limit=30):
    """Fetch and bring a passenger: 20 for that, -1 for each step before it."""
    game = Gymnasium(lambda: gymnasium.make("Taxi-v4"), seed=2)
    return play(game, simulations, limit, evaluation=gt.Playout(max_plies=40))


def steps_left(game, state):
    """Return what has been paid, and one for each step to the goal: up, along, and down."""
    row, column = divmod(int(game.last_observation(state)), 12)
    down = (2 if column < 11 else 0) if row == 3 else 3 - row
    return (game.returns(state)[0] - down - (11 - column),)


def cliff_walking(simulations=100, limit=39):
    """Walk along a cliff: -1 for a step, -100 for a fall, which leads back to the start.

    The game has no end of its own, and walks at random do not find the goal: playouts are
    cut off at once, and a guess stands for the rest.
    """
    game = Gymnasium(lambda: gymnasium.make("CliffWalking-v1"))
    evaluation = gt.Playout(max_plies=0, cutoff=steps_left)
    return play(game, simulations, limit, evaluation=evaluation, selection=gt.UCB1(c=0.01))


def blackjack(simulations=1000, hands=5):
    """Hit or stick, with cards that nobody knows but the dealer's, which the search sees."""
    choices = []
    for seed in range(hands):
        game = Gymnasium(lambda: gymnasium.make("Blackjack-v1"), seed=seed, randomness="fresh")
        result = gt.search(game, simulations=simulations, seed=1, compiled=False, method="uct")
        own, shown, _ = game.last_observation(game.initial_state())
        choices.append((own, shown, ("stick", "hit")[result.action]))
    return choices


def main():
    """Play all four."""
    print(f"cart pole, up to 100 steps: {cart_pole():g}")
    print(f"taxi: {taxi():g}")
    print(f"cliff walking: {cliff_walking():g}")
    for own, shown, choice in blackjack():
        print(f"blackjack, {own} against {shown}: {choice}")


if __name__ == "__main__":
    main()
