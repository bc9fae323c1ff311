"""Judges what must hold of a search of a random game, whatever happened to it."""

from __future__ import annotations

import math

from gametree.actors import CHANCE

from .dumps import dump

_ALARM = 1e-13  # of one test: some millions of them may be made in a run
_LOG = math.log(2 / _ALARM)


class Failed(AssertionError):
    """A search that is not what it must be."""


def insist(holds, told, *values):
    if not holds:
        raise Failed(told.format(*values))


class Judge:
    """Judges searches of one game.

    Args:
        graph: the game.
        truth: what is known of it: `of(place)`, or `of(line)` with `lines`, gives the range
            of each player's value, or None.
        lines: whether values depend on how positions came about.
        shared: whether lines that meet share a node.
        whole: whether the tree still has every node it ever had.

    """

    def __init__(self, graph, truth, *, lines=False, shared=False, whole=True):
        self.graph = graph
        self.truth = truth
        self.lines = lines
        self.shared = shared
        self.whole = whole
        spread = graph.highest - graph.lowest
        self.spread = spread
        self.slack = 1e-9 * spread + 1e-12 * abs(graph.lowest)
        sums = [
            math.fsum(odds for _, _, odds in graph.moves(place))
            for place in range(len(graph))
            if graph.movers[place] == CHANCE
        ]
        if any(abs(total - 1) > 1e-12 for total in sums):  # what the contract lets pass
            self.slack += 1e-5 * (abs(graph.lowest) + abs(graph.highest))

    def value(self, line):
        """Return the range of each player's value at the end of a line of positions, or None."""
        return self.truth.of(line if self.lines else line[-1])

    def moves(self, line):
        return self.truth.permitted(line) if self.lines else self.graph.moves(line[-1])

    def over(self, line):
        return self.truth.over(line) if self.lines else self.graph.ends(line[-1])

    def search(self, searcher, line):
        """Judge the tree and the result of a search whose root is at the end of a line."""
        nodes = self.tree(searcher, line)
        if self.graph.movers[line[-1]] != CHANCE:
            self.result(searcher.result(), line, nodes)
        return nodes

    def tree(self, searcher, line):
        """Judge every node; return the dump of the tree, with the `line` to each node."""
        insist(searcher.state[0] == line[-1], "the root is at {}", searcher.state)
        nodes = dump(searcher)
        bounds = self._bounds(searcher)
        nodes[0]["line"] = tuple(line)
        waiting = [0]
        reached = {0}
        for place in waiting:
            node = nodes[place]
            self._node(node)
            if bounds:
                self._proven(node, nodes, bounds)
            successors = {label: target for label, target, _ in self.moves(node.line)}
            if node["count"]:
                actions = sorted(edge.action for edge in node.edges)
                insist(actions == sorted(successors), "{} has moves {}", node.line, actions)
            for edge in node.edges:
                if not edge.child:
                    continue
                after = (*node.line, successors[edge.action])
                child = nodes[edge.child]
                if not child["count"] and not child.visits and "next_finished" in child:
                    self._finished(child, after, bounds)
                elif edge.child not in reached:
                    child["line"] = after
                    reached.add(edge.child)
                    waiting.append(edge.child)
                else:
                    insist(self.shared, "two lines come to node {}", edge.child)
                    insist(child.line[-1] == after[-1], "{} and {} share a node", child.line, after)
        if not bounds and self.whole:
            stray = set(range(len(nodes))) - reached
            insist(not stray, "nodes {} hang nowhere", stray)
        return nodes

    def _node(self, node):
        if node["count"]:
            visits = sum(edge.visits for edge in node.edges)
            insist(node.visits == visits, "{}: {} of {} visits", node.line, visits, node.visits)
            insist(node.player == self.graph.movers[node.line[-1]], "{}: player", node.line)
        for mean in node.value:
            insist(math.isfinite(mean), "{}: a mean of {}", node.line, mean)
            if node.visits:
                low, high = self.graph.lowest - self.slack, self.graph.highest + self.slack
                insist(low <= mean <= high, "{}: a mean of {}", node.line, mean)

    def _bounds(self, searcher):
        """Return what gives the bounds of a node for each player, or None."""
        proofs = searcher.trees.first.method.proofs
        if not proofs.watches:
            return None
        players = self.graph.players
        total = self.graph.lowest + self.graph.highest

        def bounds(node):
            if isinstance(node.low, tuple):
                return list(zip(node.low, node.high, strict=True))
            return [(node.low, node.high), (total - node.high, total - node.low)][:players]

        return bounds

    def _within(self, bounds, line, told):
        found = self.value(line)
        for player, (low, high) in enumerate(bounds):
            insist(low <= high, "{} has bounds {} {}, turned round ({})", line, low, high, told)
            if found is not None:
                least, most = found[player]
                insist(
                    low <= least + self.slack and most - self.slack <= high,
                    "player {} gets {!r} to {!r} at {}, not {!r} to {!r} ({})",
                    player, least, most, line, low, high, told,
                )  # fmt: skip

    def _finished(self, node, line, bounds):
        """Judge a node of finished positions; or of others that are worth as much."""
        self._within(bounds(node), line, "finished")

    def _proven(self, node, nodes, bounds):
        self._within(bounds(node), node.line, "node")
        mover = node.player
        if mover == CHANCE or not node["count"]:
            return
        own = bounds(node)[mover]
        insist(
            0 <= node.unpruned <= node["count"], "{} has {} moves left", node.line, node.unpruned
        )
        if own[0] == own[1]:
            return
        insist(node.unpruned > 0, "{} is open and all its moves are pruned", node.line)
        # What is followed no more cannot be the only best move.
        targets = {label: target for label, target, _ in self.moves(node.line)}
        worth = [self.value((*node.line, targets[edge.action])) for edge in node.edges]
        if all(each is not None for each in worth):
            best = max(each[mover][1] for each in worth)
            # Or it is known, and nothing is to be learned of it: then it is what bounds it.
            left = max(own[0], *(each[mover][1] for each in worth[: node.unpruned]))
            insist(left >= best - self.slack, "{} follows its best move no more", node.line)

    def result(self, result, line, nodes=None):
        """Judge a result."""
        mover = result.player
        moves = {label: target for label, target, _ in self.moves(line)}
        insist(mover == self.graph.movers[line[-1]], "player {} moves", mover)
        insist(sorted(moves) == sorted(each.action for each in result.actions), "moves missing")
        visits = sum(each.visits for each in result.actions)
        insist(visits == result.simulations, "{} visits, not {}", visits, result.simulations)
        values = {action: self.value((*line, target)) for action, target in moves.items()}
        for each in result.actions:
            if each.proven is not None and values[each.action] is not None:
                low, high = values[each.action][mover]
                insist(
                    abs(each.proven - low) <= self.slack and abs(each.proven - high) <= self.slack,
                    "move {} is worth {} to {}, not {}", each.action, low, high, each.proven,
                )  # fmt: skip
        if result.proof is not None:
            self._proof(result, line, values)
        self._line(result, line)

    def _proof(self, result, line, values):
        mover = result.player
        found = self.value(line)
        if found is None:
            return
        for player, value in enumerate(result.proof.value):
            if value is not None:
                low, high = found[player] if player == mover else (-math.inf, math.inf)
                if self.graph.players <= 2:
                    low, high = found[player]
                insist(
                    low - self.slack <= value <= high + self.slack,
                    "player {} gets {} to {}, not {}, as was proven", player, low, high, value,
                )  # fmt: skip
        chosen = values[result.action]
        if chosen is not None:
            insist(
                chosen[mover][1] >= found[mover][0] - self.slack,
                "move {} is proven best, and worth {}, not {}", result.action, chosen, found,
            )  # fmt: skip

    def _line(self, result, line):
        at = tuple(line)
        luck = False
        for action in result.principal_variation:
            luck |= self.graph.movers[at[-1]] == CHANCE
            targets = {label: target for label, target, _ in self.moves(at)}
            insist(action in targets, "the line {} goes astray", result.principal_variation)
            at = (*at, targets[action])
        plies = len(result.principal_variation)
        proof = result.proof
        if proof is None or proof.plies is None or None in proof.value:
            return
        luck |= self.graph.movers[at[-1]] == CHANCE and not self.over(at)
        if luck:
            insist(plies <= proof.plies, "a line of {}, proven in {}", plies, proof.plies)
        elif self.whole:
            told = "{} plies, but the line {} from {} has {}"
            insist(plies == proof.plies, told, proof.plies, result.principal_variation, line, plies)
            insist(self.over(at), "the line {} ends before the game", result.principal_variation)
            value = self.value(at)
            for player, proven in enumerate(proof.value):
                insist(
                    abs(value[player][0] - proven) <= self.slack,
                    "the line {} is worth {}, not {}",
                    result.principal_variation, value, proof.value,
                )  # fmt: skip


class MovesJudge(Judge):
    """Judges searches whose nodes stand for moves made, whatever chance has done meanwhile."""

    def tree(self, searcher, line):
        insist(searcher.state[0] == line[-1], "the root is at {}", searcher.state)
        nodes = dump(searcher)
        low, high = self.graph.lowest - self.slack, self.graph.highest + self.slack
        waiting = [0]
        for place in waiting:  # nodes that had to grow were left behind
            node, told = nodes[place], f"node {place}"
            waiting += [edge.child for edge in node.edges if edge.child]
            if node["count"]:
                visits = sum(edge.visits for edge in node.edges)
                insist(node.visits == visits, "{}: {} of {} visits", told, visits, node.visits)
            for edge in node.edges:
                insist(
                    edge.visits <= edge.available <= node.visits,
                    "{}: {} visits where available {} times of {}",
                    told, edge.visits, edge.available, node.visits,
                )  # fmt: skip
            for mean in node.value:
                insist(not node.visits or low <= mean <= high, "{}: a mean of {}", told, mean)
        return nodes


def most(simulations, increments=1):
    """Return how far the mean of bounded differences may be from 0, in parts of their range.

    Each difference has the mean 0 whatever went before (Azuma, 1967; Hoeffding, 1963).
    """
    return math.sqrt(increments * _LOG / (2 * simulations))


def leaves(nodes, graph, play, simulations):
    """Return by how much the root's values miss the sum of what the leaves are worth.

    In a tree without proofs whose leaves were played out at random. Each leaf was the
    position behind some edge, before that had a node.
    """
    players = graph.players
    expected = [0.0] * players
    count = 0
    for node in nodes:
        targets = {label: target for label, target, _ in graph.moves(node.line[-1])}
        for edge in node.edges:
            there = edge.visits - (nodes[edge.child].visits if edge.child else 0)
            insist(there >= 0, "{}: more visits of a node than of its edge", node.line)
            count += there
            for player, value in enumerate(play.of(targets[edge.action])):
                expected[player] += there * value
    insist(count == simulations, "{} leaves of {} simulations", count, simulations)
    return [simulations * nodes[0].value[player] - expected[player] for player in range(players)]


def draws(nodes, graph, worth):
    """Return by how much outcomes that were drawn miss what luck would give, and how many were."""
    off, count = 0.0, 0
    for node in nodes:
        if node.player != CHANCE or not node["count"]:
            continue
        moves = graph.moves(node.line[-1])
        worths = {label: worth(target) for label, target, _ in moves}
        total = math.fsum(odds for _, _, odds in moves)
        mean = math.fsum(odds * worths[label] for label, _, odds in moves) / total
        for edge in node.edges:
            off += edge.visits * (worths[edge.action] - mean)
        count += node.visits
    return off, count
