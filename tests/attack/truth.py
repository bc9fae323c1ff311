"""The exact values of the games of `graphs`, by backward induction, without gametree."""

from __future__ import annotations

from itertools import product

CHANCE = -1

_MOST = 200  # equilibria of one position; more are too many to reckon with
_TIE = 1e-9  # of the range: moves as good as each other


class TooMany(Exception):
    """The truth of a position takes too long to find."""


class Values:
    """The range of what each player gets in a graph without cycles: where several equilibria.

    `of(place)` is a list of (low, high) for each player, or None where it was not found.
    """

    def __init__(self, graph):
        self.graph = graph
        self.tie = _TIE * (graph.highest - graph.lowest) if graph.players > 2 else 0.0
        self._sets = [None] * len(graph)
        for place in range(len(graph) - 1, -1, -1):  # moves lead to greater numbers
            self._sets[place] = self._settle(place)

    def of(self, place):
        found = self._sets[place]
        if found is None:
            return None
        return [(min(column), max(column)) for column in zip(*found, strict=True)]

    def _settle(self, place):
        graph = self.graph
        moves = graph.moves(place)
        if not moves:
            return {tuple(graph.pays[place])}
        below = [self._sets[target] for _, target, _ in moves]
        mover = graph.movers[place]
        if mover == CHANCE:
            return self._mean(moves)
        if any(each is None for each in below):
            return None
        if graph.players <= 2:
            return max(below, key=lambda found: next(iter(found))[mover])
        # Others may settle on what is worst for the mover after any other move.
        sure = max(min(value[mover] for value in found) for found in below)
        found = {value for each in below for value in each if value[mover] >= sure - self.tie}
        return found if len(found) <= _MOST else None

    def _mean(self, moves):
        # Outcomes that lead to the same position may go on to different equilibria.
        sets = [(self._sets[target], odds) for _, target, odds in moves if odds > 0.0]
        size = 1
        for found, _ in sets:
            if found is None:
                return None
            size *= len(found)
            if size > _MOST:
                return None
        players = range(self.graph.players)
        return {
            tuple(
                sum(odds * value[player] for value, (_, odds) in zip(chosen, sets, strict=True))
                for player in players
            )
            for chosen in product(*(found for found, _ in sets))
        }


class RandomPlay:
    """What each player gets where players move at random; of graphs without cycles."""

    def __init__(self, graph):
        self._values = [()] * len(graph)
        for place in range(len(graph) - 1, -1, -1):
            moves = graph.moves(place)
            if not moves:
                self._values[place] = tuple(graph.pays[place])
                continue
            luck = graph.movers[place] == CHANCE
            self._values[place] = tuple(
                sum(
                    (odds if luck else 1 / len(moves)) * self._values[target][player]
                    for _, target, odds in moves
                )
                for player in range(graph.players)
            )

    def of(self, place):
        return self._values[place]


class Loops:
    """What one or two players can force in finitely many moves, in graphs with cycles."""

    def __init__(self, graph):
        self.low = self._iterate(graph, graph.lowest)
        self.high = self._iterate(graph, graph.highest)
        self._sum = graph.lowest + graph.highest
        self._players = graph.players

    def of(self, place):
        low, high = self.low[place], self.high[place]
        return [(low, high), (self._sum - high, self._sum - low)][: self._players]

    def _iterate(self, graph, start):
        values = [
            graph.pays[place][0] if graph.ends(place) else start for place in range(len(graph))
        ]
        for _ in range(10_000):
            change = 0.0
            for place in range(len(graph)):
                moves = graph.moves(place)
                if not moves:
                    continue
                below = [values[target] for _, target, _ in moves]
                mover = graph.movers[place]
                if mover == CHANCE:
                    value = sum(
                        odds * each for (_, _, odds), each in zip(moves, below, strict=True)
                    )
                else:
                    value = max(below) if mover == 0 else min(below)
                change = max(change, abs(value - values[place]))
                values[place] = value
            if change <= 1e-15 * (graph.highest - graph.lowest):
                return values
        raise TooMany


class Histories:
    """Values under a policy for repetition: of lines of positions, for one or two players.

    `of(line)` takes all positions from the start of the game to the one asked about.
    """

    def __init__(self, graph, policy, limit, most=30_000):
        self.graph = graph
        self.policy = policy
        self.limit = limit
        self._left = most
        self._known = {}

    def of(self, line):
        value = self._value(tuple(line))
        other = self.graph.lowest + self.graph.highest - value
        return [(value, value), (other, other)][: self.graph.players]

    def permitted(self, line):
        """Return the moves that may be made at the end of a line."""
        moves = self.graph.moves(line[-1])
        if self.policy == "forbidden" and self.graph.movers[line[-1]] != CHANCE:
            return [move for move in moves if line.count(move[1]) + 1 < self.limit]
        return moves

    def over(self, line):
        """Return whether the game is over at the end of a line."""
        if self.policy != "forbidden" and line.count(line[-1]) >= self.limit:
            return True
        return not self.permitted(line)

    def _value(self, line):
        if line in self._known:
            return self._known[line]
        self._left -= 1
        if self._left < 0:
            raise TooMany
        self._known[line] = value = self._settle(line)
        return value

    def _settle(self, line):
        graph = self.graph
        place = line[-1]
        if self.policy != "forbidden" and line.count(place) >= self.limit:
            return self._judged(line)
        if graph.ends(place):
            return graph.pays[place][0]
        moves = self.permitted(line)
        mover = graph.movers[place]
        if not moves:  # nothing may be played: lost
            return -1.0 if mover == 0 else 1.0
        below = [self._value((*line, target)) for _, target, _ in moves]
        if mover == CHANCE:
            return sum(odds * each for (_, _, odds), each in zip(moves, below, strict=True))
        return max(below) if mover == 0 else min(below)

    def _judged(self, line):
        """Return what player 0 gets at the end of a line that repeats a position."""
        graph = self.graph
        mover = graph.movers[line[-2]]
        if self.policy == "draw" or mover == CHANCE:
            return graph.draw
        if self.policy == "loss":
            return -1.0 if mover == 0 else 1.0
        before = max(index for index, each in enumerate(line[:-1]) if each == line[-1])
        plies = len(line) - 1 - before
        share = (graph.highest - graph.draw) * (0.25 if plies > 2 else 0.5)
        return graph.draw + (share if mover == 0 else -share)
