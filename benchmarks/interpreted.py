"""gametree interpreted against plain Python: the same rules class for everyone.

The contenders: a plain UCT loop as one writes it in an afternoon, and the MCTS
packages of PyPI, each behind a thin wrapper. All get the same exploration
(1.4 on returns from -1 to 1) where they let it be set, and the cheapest
wrapper that their interface allows: legal actions are worked out once a
position, whoever moves is passed on, nothing is copied that need not be. The
garbage collector stays on, and trees are freed off the clock.

The packages, and what was mended in them to be comparable:
    mcts 1.0.4: backs up every reward for the same player; mended in a subclass.
    monte-carlo-tree-search 2.1.0: as it is.
    mctspy 0.1.1: as it is; its exploration cannot be set (1.4 * sqrt(2)).
    imparaai-montecarlo 1.3.1: stalls on finished positions unless `child_finder`
        counts them again, so ours does. It plays out all children of a leaf at
        once; each playout counts as a simulation.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

from plain_uct import EXPLORATION, Node, simulate
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games


def plain_loop(game: gt.Game, simulations: int) -> tuple[int, object]:
    root = Node(game, game.initial_state(), 0)
    for _ in range(simulations):
        simulate(game, root)
    return root.visits, root


# The packages. Players alternate in the games used here, so a position is told its side.


class Position:
    """A state and its legal actions; side is 1 where the first player moves, else -1."""

    __slots__ = ("actions", "game", "side", "state")

    def __init__(self, game: gt.Game, state: Any, side: int) -> None:
        self.game = game
        self.state = state
        self.side = side
        self.actions = game.legal_actions(state)


class MctsState(Position):
    """For mcts 1.0.4."""

    __slots__ = ()

    def getPossibleActions(self) -> list[int]:  # noqa: N802
        return self.actions

    def takeAction(self, action: int) -> MctsState:  # noqa: N802
        return MctsState(self.game, self.game.next_state(self.state, action), -self.side)

    def isTerminal(self) -> bool:  # noqa: N802
        return not self.actions

    def getReward(self) -> float:  # noqa: N802
        return self.game.returns(self.state)[0]


def mcts_contender() -> Callable[[gt.Game, int], tuple[int, object]]:
    # monte-carlo-tree-search brings a package `mcts` that hides this module of the same name.
    path = distribution("mcts").locate_file("mcts.py")
    spec = importlib.util.spec_from_file_location("mcts_1_0_4", str(path))
    if spec is None or spec.loader is None:
        raise ImportError("mcts 1.0.4 has no mcts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    class Mended(module.mcts):  # type: ignore[name-defined,misc]
        """Rewards count for the player who moved to a node."""

        def backpropogate(self, node: Any, reward: float) -> None:
            """Add the reward with the sign of that player."""
            while node is not None:
                node.numVisits += 1
                node.totalReward -= reward * node.state.side
                node = node.parent

    def run(game: gt.Game, simulations: int) -> tuple[int, object]:
        # It explores by c * sqrt(2 ln N / n).
        searcher = Mended(
            iterationLimit=simulations, explorationConstant=EXPLORATION / math.sqrt(2)
        )
        searcher.search(MctsState(game, game.initial_state(), 1))
        return searcher.root.numVisits, searcher

    return run


class TreeSearchState(Position):
    """For monte-carlo-tree-search 2.1.0."""

    __slots__ = ()

    def get_current_player(self) -> int:
        return self.side

    def get_possible_actions(self) -> list[int]:
        return self.actions

    def take_action(self, action: int) -> TreeSearchState:
        return TreeSearchState(self.game, self.game.next_state(self.state, action), -self.side)

    def is_terminal(self) -> bool:
        return not self.actions

    def get_reward(self) -> float:
        return self.game.returns(self.state)[0]


def tree_search_contender() -> Callable[[gt.Game, int], tuple[int, object]]:
    from mcts.searcher.mcts import MCTS

    def run(game: gt.Game, simulations: int) -> tuple[int, object]:
        searcher = MCTS(iteration_limit=simulations, exploration_constant=EXPLORATION)
        searcher.search(TreeSearchState(game, game.initial_state(), 1))
        return searcher.root.numVisits, searcher

    return run


class MctspyState(Position):
    """For mctspy 0.1.1."""

    __slots__ = ()

    @property
    def next_to_move(self) -> int:
        return self.side

    @property
    def game_result(self) -> int:
        return int(self.game.returns(self.state)[0])

    def is_game_over(self) -> bool:
        return not self.actions

    def move(self, action: int) -> MctspyState:
        return MctspyState(self.game, self.game.next_state(self.state, action), -self.side)

    def get_legal_actions(self) -> list[int]:
        return self.actions[:]  # nodes empty the list that they get


def mctspy_contender() -> Callable[[gt.Game, int], tuple[int, object]]:
    from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
    from mctspy.tree.search import MonteCarloTreeSearch

    def run(game: gt.Game, simulations: int) -> tuple[int, object]:
        root = TwoPlayersGameMonteCarloTreeSearchNode(MctspyState(game, game.initial_state(), 1))
        MonteCarloTreeSearch(root).best_action(simulations)
        return int(root.n), root

    return run


def imparaai_contender() -> Callable[[gt.Game, int], tuple[int, object]]:
    from montecarlo.montecarlo import MonteCarlo
    from montecarlo.node import Node as ImparaaiNode

    def run(game: gt.Game, simulations: int) -> tuple[int, object]:
        def find_children(node: Any, search: Any) -> None:
            position = node.state
            if not position.actions:
                node.update_win_value(game.returns(position.state)[0])
                return
            for action in position.actions:
                successor = game.next_state(position.state, action)
                child = ImparaaiNode(Position(game, successor, -position.side))
                child.player_number = -position.side
                child.discovery_factor = EXPLORATION
                node.add_child(child)

        def evaluate(node: Any, search: Any) -> float | None:
            position = node.state
            return None if position.actions else game.returns(position.state)[0]

        root = ImparaaiNode(Position(game, game.initial_state(), 1))
        root.player_number = 1
        search = MonteCarlo(root)
        search.child_finder = find_children
        search.node_evaluator = evaluate
        while root.visits < simulations:
            search.simulate(1)
        return root.visits, search

    return run


PACKAGES: dict[str, tuple[str, Callable[[], Callable[[gt.Game, int], tuple[int, object]]]]] = {
    "mcts 1.0.4, mended": ("mcts", mcts_contender),
    "monte-carlo-tree-search 2.1.0": ("monte-carlo-tree-search", tree_search_contender),
    "mctspy 0.1.1": ("mctspy", mctspy_contender),
    "imparaai-montecarlo 1.3.1": ("imparaai-montecarlo", imparaai_contender),
}


def gametree_search(game: gt.Game, simulations: int) -> tuple[int, object]:
    searcher = gt.Searcher(game, selection=gt.UCB1(EXPLORATION / 2), compiled=False)
    return searcher.run(simulations=simulations).new_simulations, searcher


def main() -> None:
    chosen = options(__doc__, repeats=15, quick_repeats=3)
    print_heading(*(package for package, _ in PACKAGES.values()))
    simulations = 1_000 if chosen.quick else 5_000
    contenders = {"gametree, interpreted": gametree_search, "a plain loop": plain_loop}
    missing = []
    for name, (package, load) in PACKAGES.items():
        try:
            distribution(package)
            contenders[name] = load()
        except (PackageNotFoundError, ImportError):
            missing.append(name)

    rows = []
    for game in (games.ConnectFour(), games.TicTacToe()):

        def turn(contender: Callable[[gt.Game, int], tuple[int, object]], game: gt.Game) -> Run:
            return lambda: contender(game, simulations)

        rates = interleaved_rates(
            {name: turn(contender, game) for name, contender in contenders.items()},
            chosen.repeats,
        )
        ours = rates.pop("gametree, interpreted")
        title = game.name.replace("_", " ")
        rows.append([title, "gametree, interpreted", f"{spread(ours).median:,.0f}", "", ""])
        for name, theirs in rates.items():
            target = "1.0" if name == "a plain loop" else "1.3"
            rate = f"{spread(theirs).median:,.0f}"
            rows.append([title, name, rate, ratios(ours, theirs).text(2), target])
    print(table(["game", "contender", "simulations/s", "gametree is faster by", "target"], rows))
    print(
        f"\nMedians of {chosen.repeats} turns of {simulations:,} simulations "
        "from the first position."
    )
    if missing:
        print(f"Not installed: {', '.join(missing)}.")


if __name__ == "__main__":
    main()
