"""From trees to a result: the ranking of the moves, their statistics, the expected line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...actors import is_chance
from ...game import Action
from ...primitives.actions import is_same
from ..backup.best_line import FoundLine
from ..engine.engine import Engine
from ..history import Moment
from ..parallel.merged_tree import MergedEdge, MergedNode
from ..parallel.root_parallel import RootParallel
from ..parallel.worker import Standing
from ..proofs.proofs import Known, NoProofs
from ..tree.tree import ROOT, priors_of
from .result import ActionStatistics, Proof, SearchResult, half_width

__all__ = ["BEST_LINE", "FINAL_MOVES", "SECURE", "Prospect", "moment", "prospects", "summarize"]

_Rank = Callable[[MergedEdge], Any]
_Rule = Callable[[MergedNode, Standing], _Rank]


class _Line(NamedTuple):
    """The expected line, and how many moves follow before the game ends; infinite: not known."""

    moves: tuple[Action, ...]
    rest: float


class Prospect(NamedTuple):
    """What is expected of a move of the root.

    Attributes:
        prior: the share of the visits that the evaluation advised; None where it gives no priors.
        line: the moves expected after it; empty if it was not tried.

    """

    prior: float | None
    line: tuple[Action, ...]


_LEAST_SHARE = 0.15
"""Of the visits of the most visited move: with fewer, a lower bound does not count."""


def _mean(edge: MergedEdge) -> float:
    return edge.mean if edge.visits else float("-inf")


def _lower_bound(node: MergedNode, standing: Standing) -> _Rank:
    """Return the rank by the mean less the half-width that is reported beside it.

    Only for moves with some part of the visits of the most visited one, so that a lucky
    one that was rarely tried is not played; the others come after them, by visits. The
    rule and the part are KataGo's (`useLcbForSelection` and `minVisitPropForLCB` in
    cpp/configs/gtp_example.cfg of github.com/lightvector/KataGo); its interval is another.
    """
    least = max(1.0, _LEAST_SHARE * max(edge.visits for edge in node.edges))

    def rank(edge: MergedEdge) -> tuple[bool, float]:
        if edge.visits < least:
            return (False, edge.visits)
        mean = edge.mean
        return (True, mean - half_width(mean, edge.visits, standing.low, standing.high))

    return rank


def _secure(node: MergedNode, standing: Standing) -> _Rank:
    """Return the rank by the mean less the range of the returns over the root of the visits.

    The secure child (Chaslot, Winands, van den Herik, Uiterwijk, Bouzy, "Progressive Strategies
    for Monte-Carlo Tree Search", 2008), with A = 1 for returns scaled to 0..1.
    """
    extent = standing.high - standing.low if standing.high > standing.low else 1.0

    def rank(edge: MergedEdge) -> float:
        return edge.mean - extent / math.sqrt(edge.visits) if edge.visits else -math.inf

    return rank


BEST_LINE = "best_line"
SECURE = "secure"

FINAL_MOVES: dict[str, _Rule] = {
    "visits": lambda node, standing: lambda edge: edge.visits,
    "value": lambda node, standing: _mean,
    "visits_then_value": lambda node, standing: lambda edge: (edge.visits, _mean(edge)),
    "lower_bound": _lower_bound,
    SECURE: _secure,
    BEST_LINE: lambda node, standing: lambda edge: edge.visits,
}
"""How to choose the move to play: of a node's moves the one that is ranked highest.

By `BEST_LINE` it is the first one of that, if there is one.
"""


def summarize(
    trees: RootParallel,
    engine: Engine,
    *,
    final_move: str,
    new_simulations: int,
    seconds: float,
    stopped_by: str,
    seed: int,
    method: str,
    history: Sequence[Moment] = (),
) -> SearchResult:
    """Return the result of the trees; `engine` is that of the first one."""
    root = trees.root()
    standing = trees.standing()
    rule = FINAL_MOVES[final_move]
    proofs = engine.method.proofs

    by_rank = _ranked(root, proofs, rule(root, standing))

    def ranked_at(node: MergedNode) -> list[MergedEdge]:
        return by_rank if node is root else _ranked(node, proofs, rule(node, standing))

    found = trees.best_line()
    played = found if final_move == BEST_LINE else None
    ranked = _with_first(by_rank, played)
    line = _line(root, ranked_at)
    proof = _proof(root, ranked[0], line)
    if played is not None and proof is None:
        line = _Line(played.actions, math.inf)
    return SearchResult(
        action=ranked[0].action,
        value=root.value if proof is None else _proven_first(proof, root.value),
        player=root.player,
        actions=_statistics(root, standing, ranked),
        principal_variation=line.moves,
        proof=proof,
        simulations=root.visits,
        new_simulations=new_simulations,
        seconds=seconds,
        max_depth=standing.max_depth,
        stopped_by=stopped_by,
        memory_full=standing.full,
        nodes=standing.nodes,
        bytes=standing.bytes,
        seed=seed,
        compiled=engine.compiled,
        method=method,
        game=engine.game,
        state=engine.state,
        lost_workers=tuple(trees.lost),
        best_line=found,
        history=(
            *(each for each in history if each.simulations < root.visits),
            _moment(root, standing, ranked, seconds),
        ),
    )


def moment(trees: RootParallel, engine: Engine, final_move: str, seconds: float) -> Moment:
    """Return what a search would say now, in short."""
    root = trees.root()
    standing = trees.standing()
    rank = FINAL_MOVES[final_move](root, standing)
    played = trees.best_line() if final_move == BEST_LINE else None
    ranked = _with_first(_ranked(root, engine.method.proofs, rank), played)
    return _moment(root, standing, ranked, seconds)


def _moment(
    root: MergedNode, standing: Standing, ranked: Sequence[MergedEdge], seconds: float
) -> Moment:
    (best,) = _statistics(root, standing, ranked[:1])
    return Moment(
        simulations=root.visits,
        seconds=seconds,
        action=best.action,
        mean=best.mean,
        half_width=best.half_width,
        value=root.value,
        shares=tuple((each.action, each.visits / root.visits) for each in ranked if each.visits),
        max_depth=standing.max_depth,
        nodes=standing.nodes,
    )


def prospects(
    trees: RootParallel, engine: Engine, final_move: str, plies: int
) -> tuple[Prospect, ...]:
    """Return what is expected of each move of the root, best first, for so many plies."""
    root = trees.root()
    standing = trees.standing()
    rule = FINAL_MOVES[final_move]
    proofs = engine.method.proofs

    def ranked_at(node: MergedNode) -> list[MergedEdge]:
        return _ranked(node, proofs, rule(node, standing))

    played = trees.best_line() if final_move == BEST_LINE else None
    priors = dict(zip(map(id, root.edges), priors_of(engine.tree, ROOT), strict=False))
    return tuple(
        Prospect(
            priors.get(id(edge)),
            _line(edge.node(), ranked_at, plies).moves if edge.leads_on else (),
        )
        for edge in _with_first(ranked_at(root), played)
    )


def _ranked(node: MergedNode, proofs: NoProofs, rank: _Rank) -> list[MergedEdge]:
    """Return the edges of a node where a player moves, best first.

    What the selection rule has dropped comes after the rest, whatever the rank.
    A solved node's best moves win as fast, or lose as late, as is known. At
    others, what is certain is preferred to what looks no better, and a move that
    cannot be better comes last.
    """
    ranked = sorted(node.edges, key=lambda edge: (edge.followed, rank(edge)), reverse=True)
    if not proofs.watches:
        return ranked
    own = node.known[node.player]
    if own.settled:
        losing = own.low < proofs.middle
        return sorted(ranked, key=lambda edge: _demerit(edge.known, own, losing=losing))
    hopeful = [edge for edge in ranked if edge.known.high > own.low]
    others = [edge for edge in ranked if edge.known.high <= own.low]
    others.sort(key=lambda edge: -edge.known.low)
    if not hopeful:  # another line has proven more than the node has heard of yet
        return others
    if others and others[0].known.low >= _mean(hopeful[0]):
        return [others[0], *hopeful, *others[1:]]
    return hopeful + others


def _with_first(ranked: list[MergedEdge], found: FoundLine | None) -> list[MergedEdge]:
    """Return the edges with that of the best line first, unless another is proven to be as good."""
    if found is None:
        return ranked
    best = ranked[0].known
    if best.settled and best.low >= found.value:
        return ranked
    first = [edge for edge in ranked if is_same(edge.action, found.actions[0])]
    return first + [edge for edge in ranked if edge not in first]


def _demerit(known: Known, best: Known, *, losing: bool) -> tuple[int, float]:
    """Return what sorts the moves of a solved node; `best` is what the node is worth.

    First come those by which it was solved: they need fewer moves than the node itself, so that
    a line of them ends. Last come those that are worse for certain.
    """
    if known.settled and known.low == best.low:
        return (0 if known.plies < best.plies else 1, -known.plies if losing else known.plies)
    return (2 if known.low <= best.low <= known.high else 3, 0.0)


def _proof(root: MergedNode, best: MergedEdge, line: _Line) -> Proof | None:
    """Return what is known if the best move is made; None if it may not be the best."""
    own, known = root.known[root.player], root.known
    if not (own.settled and best.known.settled and best.known.low == own.low):
        return None
    if not all(each.settled for each in known):
        known = best.node().known
    value = tuple(each.low if each.settled else None for each in known)
    plies = math.inf if None in value else len(line.moves) + line.rest
    return Proof(value, None if math.isinf(plies) else int(plies))


def _proven_first(proof: Proof, means: tuple[float, ...]) -> tuple[float, ...]:
    pairs = zip(proof.value, means, strict=True)
    return tuple(mean if proven is None else proven for proven, mean in pairs)


def _statistics(
    root: MergedNode, standing: Standing, ranked: Sequence[MergedEdge]
) -> tuple[ActionStatistics, ...]:
    """Return the statistics of moves. Among very many, moves share few means and widths."""
    widths: dict[tuple[float, int], float] = {}
    found = []
    for action, visits, mean, _, known, _, _ in ranked:
        proven = known.low if known.settled else None
        if visits == 0:
            found.append(ActionStatistics(action, 0, 0.0, None, None, proven))
            continue
        width = widths.get((mean, visits))
        if width is None:
            width = half_width(mean, visits, standing.low, standing.high)
            widths[mean, visits] = width
        found.append(ActionStatistics(action, visits, visits / root.visits, mean, width, proven))
    return tuple(found)


def _line(
    node: MergedNode, ranked_at: Callable[[MergedNode], list[MergedEdge]], plies: float = math.inf
) -> _Line:
    """Return the line of the best moves, as far as they are known, or for so many plies."""
    moves: list[Action] = []
    passed = set()
    while (
        len(moves) < plies
        and node.edges
        and node.places not in passed
        and not is_chance(node.player)
    ):
        passed.add(node.places)
        best = ranked_at(node)[0]
        if best.visits == 0 and not best.leads_on:
            return _Line(tuple(moves), math.inf)
        moves.append(best.action)
        if not best.leads_on:
            return _Line(tuple(moves), math.inf)
        node = best.node()
    if node.places in passed or not all(each.settled for each in node.known):
        return _Line(tuple(moves), math.inf)
    return _Line(tuple(moves), max(each.plies for each in node.known))
