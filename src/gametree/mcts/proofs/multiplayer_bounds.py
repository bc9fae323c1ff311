"""Proofs where several players look after themselves: bounds of what each of them gets.

Every player takes a move that is best for himself. Which of several equally good ones he
takes is not known, and nothing is made of it: the bounds hold in every subgame-perfect
equilibrium, and meet where all of these give a player the same. For wins and losses this is
the standard rule of Nijssen and Winands ("Search policies in multi-player games", 2013), by
which a node is lost once the same opponent wins after every move. Their other two rules,
paranoid and first winner, guess which opponent is let win: no proof of anything.
"""

from __future__ import annotations

import math
from typing import Any

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Game
from ...primitives.atomics import lower_in_vector, raise_in_vector
from ...primitives.proposals import refuse_unlisted
from ...rules.hidden_information import refuse_hidden
from ...rules.workspace import MOST_RETURN, BoundsBroken
from ..tree.allocation import Sharing
from ..tree.tree import NO_CHILD, Tree
from .proofs import Known
from .score_bounds import FAR, Bounds, plies_of, slot_of

__all__ = ["BoundsForEach", "bounds_for"]

_TIE = 1e-9
"""Moves are equally good if they differ by less, in parts of the range of the returns:
probabilities are rounded."""

_HEARING = 16
"""Visits after which a node looks at its children without news. A child may never be settled:
of what was found when it was made, or on lines that lead there past this node, nobody tells."""


class BoundsForEach(Bounds):
    """Bounds for each player, of a game of any number of them and any returns.

    Where a player moves, he gets at least the most that one of his moves gives him at least,
    and at most the most of any. A move that gives him less at most is out of the question;
    what the others get lies within their bounds after the moves that are not. Where chance
    moves, bounds are means.

    Attributes:
        lowest, highest: the least and the most that any player can get.

    """

    def __init__(
        self,
        players: int,
        lowest: float,
        highest: float,
        *,
        chance: bool,
        sharing: Sharing | None = None,
    ) -> None:
        super().__init__(players, lowest, highest, chance=chance, sharing=sharing)
        self.tie = _TIE * (highest - lowest)
        self.node_fields = (
            ("unpruned", "i4"),
            ("plies", "i4"),
            ("next_finished", "i4"),
            ("low", "f8", (players,)),
            ("high", "f8", (players,)),
        )

    def settled(self, node: Any) -> bool:
        for player in range(self.players):
            if node.low[player] != node.high[player]:
                return False
        return True

    def begin(self, node: Any) -> None:
        for player in range(self.players):
            node.low[player] = self.lowest
            node.high[player] = self.highest

    def write_worth(self, node: Any, values: Any) -> None:
        for player in range(self.players):
            values[player] = node.low[player]

    def check(self, values: Any) -> None:
        for player in range(self.players):
            if not self.lowest <= values[player] <= self.highest:
                raise BoundsBroken

    def list_of(self, values: Any) -> int:
        slot = 0
        for player in range(self.players):
            slot = slot_of(slot, values[player])
        return slot

    def worth_of(self, node: Any) -> Any:
        return node.low

    def is_worth(self, node: Any, values: Any) -> bool:
        for player in range(self.players):
            if node.low[player] != values[player]:
                return False
        return True

    def set_worth(self, node: Any, values: Any) -> None:
        for player in range(self.players):
            node.low[player] = values[player]
            node.high[player] = values[player]

    def is_due(self, node: Any, news: bool) -> bool:
        return news or node.visits % max(_HEARING, node.count) == 0

    def narrow(self, tree: Tree, number: int) -> bool:
        node = tree.nodes[number]
        changed = False
        mover = node.player
        if not is_chance(mover):  # whose bounds tell which moves are out of the question
            changed |= self.tighten(tree, number, mover)
        for player in range(self.players):
            if player != mover:
                changed |= self.tighten(tree, number, player)
        if changed and self.settled(node):
            node.plies = min(FAR, 1 + self.distance(tree, number))
        return changed

    def tighten(self, tree: Tree, number: int, player: int) -> bool:
        """Update the bounds of one player at a node from the children; return whether they changed.

        To be called for the player who moves there first.
        """
        node = tree.nodes[number]
        edges = tree.edges[number]
        mover = node.player
        if self.chance and is_chance(mover):
            low, high = self.expected(tree, number, player)
        else:
            low, high = self.highest, self.lowest
            if mover == player:
                low = self.lowest
            for place in range(node.count):
                edge = edges[place]
                if mover != player and edge.child != NO_CHILD:
                    if self.hopeless(node, tree.nodes[edge.child]):
                        continue
                least, most = self.bounds_behind(tree, edge, player)
                low = max(low, least) if mover == player else min(low, least)
                high = max(high, most)
        changed = False
        if low > node.low[player]:  # else children have been recycled
            raise_in_vector(node, "low", player, low)
            changed = True
        if high < node.high[player]:
            lower_in_vector(node, "high", player, high)
            changed = True
        return changed

    def bounds_of(self, node: Any, player: int) -> tuple[float, float]:
        return node.low[player], node.high[player]

    def distance(self, tree: Tree, number: int) -> int:
        node = tree.nodes[number]
        edges = tree.edges[number]
        mover = node.player
        found = -1
        for place in range(node.count):
            edge = edges[place]
            if edge.child == NO_CHILD or edge.child == number:
                continue
            child = tree.nodes[edge.child]
            if not self.settled(child):
                continue
            if self.chance and is_chance(mover):
                if edge.probability > 0.0:
                    found = max(found, child.plies)
            elif child.low[mover] == node.low[mover]:
                losing = node.low[mover] < self.middle
                if found < 0 or (child.plies > found) == losing:
                    found = child.plies
        return found if found >= 0 else FAR

    def hopeless(self, node: Any, child: Any) -> bool:
        # Not one that may be as good: what the others get after it counts.
        player = node.player
        return child.high[player] < node.low[player] - self.tie  # type: ignore[no-any-return]

    def clamp(self, node: Any, values: Any, exact: bool) -> bool:
        settled = True
        for player in range(self.players):
            low = node.low[player]
            high = node.high[player]
            if low != high:
                settled = False
                if not exact:
                    continue
            if values[player] < low:
                values[player] = low
            elif values[player] > high:
                values[player] = high
        return exact or settled

    def known(self, node: Any, player: int) -> Known:
        if node is None:
            return Known(self.lowest, self.highest, 0)
        low, high = float(node.low[player]), float(node.high[player])
        if low == high and not self.settled(node):
            return Known(low, high, math.inf)
        return Known(low, high, plies_of(node))


def bounds_for(game: Game) -> Bounds:
    """Return bounds for a game, the widest that its returns allow.

    Of two players one is taken to lose what the other wins, as is checked in every
    finished position.

    Raises:
        BadParameter: if nothing can be proven of games like it.

    """
    refuse_hidden(game, "proofs")
    lowest, highest = float(game.min_return), float(game.max_return)
    name = type(game).__name__
    if not game.bounds_known:
        raise BadParameter(
            "proofs rest on the least and the most that a player can get, and nothing tells them "
            f"for {game.name}: give bounds=(-1, 1), say, where the game is made, on the command "
            "line --param bounds=-1,1"
        )
    if not lowest < highest:
        raise BadParameter(
            f"{name}.min_return must be below max_return, not {lowest:g} and {highest:g}"
        )
    if max(abs(lowest), abs(highest)) > MOST_RETURN:
        raise BadParameter(
            f"proofs rest on {name}.min_return and max_return, which must be numbers of at most "
            f"{MOST_RETURN:g} in size, not {lowest:g} and {highest:g}: set them to the least and "
            "the most of the game, or search with solver=False"
        )
    refuse_unlisted(game, "proofs")
    kind = Bounds if game.players <= 2 else BoundsForEach
    return kind(game.players, lowest, highest, chance=game.has_chance)
