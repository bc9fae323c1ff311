"""The options of a search in names and numbers, as descriptions and the command line give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from plainpython.compilable import Compilable

__all__ = ["SearchOptions"]


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How a search searches: each option once, with its type and a sentence for people.

    `named_strategies.strategies_of` makes strategies of them. What is None is left to the search;
    the parameters of named rules and policies are found by their names and left to their classes.
    """

    selection: Annotated[
        str | Compilable | None,
        "The rule that chooses moves in the tree: by name, such as puct or grave, or a class in a "
        "file, mine.py:MyRule:depth=3. By default ucb1, or puct if the evaluation gives priors "
        "and nothing else is said of the rule.",
    ] = None
    c: Annotated[float | None, "The rule's exploration constant."] = None
    ref: Annotated[
        float | None, "Of grave: how many visits a position needs for statistics of its own."
    ] = None
    rave_bias: Annotated[
        float | None, "Of grave: the higher, the sooner a move's own mean counts alone."
    ] = None
    alpha: Annotated[
        float | None, "Of implicit: the weight of the minimax value beside the mean."
    ] = None
    d: Annotated[
        float | None, "Of sp-mcts: the higher, the more are moves followed that were tried seldom."
    ] = None
    weight: Annotated[float | None, "Of history: the weight of its bonus."] = None
    bias: Annotated[float | None, "The weight of a bonus by priors, added to the score."] = None
    first_play: Annotated[
        float | None,
        "The score of moves not yet visited, from 0 for the lowest return seen to 1 for the "
        "highest; they are not tried first then.",
    ] = None
    widening: Annotated[
        float | None,
        "K, to look only at the first K * N^ALPHA moves of a position with N visits.",
    ] = None
    widening_alpha: Annotated[float | None, "ALPHA of the widening; 0.5 by default."] = None
    halving: Annotated[
        int | None,
        "Choose at the root by sequential halving, among so many moves where there are priors; it "
        "needs a number of simulations.",
    ] = None
    evaluation: Annotated[
        str | Compilable | None,
        "What a leaf is worth, in place of a playout: a class in a file.",
    ] = None
    heuristic_priors: Annotated[
        float | None, "Make priors of the game's heuristic, with this temperature."
    ] = None
    playout: Annotated[
        str | Compilable | None,
        "The policy of playouts: by name, such as greedy or mast, or a class in a file. By "
        "default greedy if epsilon is given, else uniform.",
    ] = None
    epsilon: Annotated[
        float | None, "Of greedy, mast and nst: the probability of a random move."
    ] = None
    decay: Annotated[
        float | None, "Of mast and nst: the part of their counts that each move of the game leaves."
    ] = None
    max_plies: Annotated[int | None, "Cut playouts off after so many moves."] = None
    backup: Annotated[
        str | Compilable | None,
        "What the statistics make of a simulation, in place of means: a class in a file.",
    ] = None
    expand_after: Annotated[
        int | None, "How many visits a position needs for a node of its own; 1 by default."
    ] = None
    final_move: Annotated[
        str | None,
        "Which move is the best: by visits (the default), value, visits_then_value, lower_bound, "
        "or best_line (the default of puzzles).",
    ] = None
    solver: Annotated[bool, "Keep what is proven; stop when it is proven which move is best."] = (
        False
    )
    transpositions: Annotated[bool, "Lines that meet share a node."] = False
    chance: Annotated[
        str | None,
        "How the tree goes on where chance moves: nodes (the default, with all outcomes), widened "
        "(with few of them) or open_loop (without).",
    ] = None
    chance_k: Annotated[
        float | None, "K of widened: a node with N visits has K * N^ALPHA outcomes; 1 by default."
    ] = None
    chance_alpha: Annotated[float | None, "ALPHA of widened; 0.5 by default."] = None
