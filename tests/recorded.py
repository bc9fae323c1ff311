"""Simulations of an interpreted search, written down as they run."""

from __future__ import annotations

from functools import cache

import gametree as gt
from gametree.mcts.backup.backup import BackupAround
from trees import plain


class Notebook:
    """What was played: each simulation is (moves in the tree, moves after it, values).

    A move is (player, action); values are relative to the first return of the search.
    """

    def __init__(self):
        self.simulations = []
        self.playout = []


class Noting(gt.PlayoutPolicy):
    """A policy that notes what is played in a notebook, which copies of it share."""

    learns = True

    def __init__(self, notebook, policy=None):
        self.notebook = [notebook]
        self.policy = policy or gt.Uniform()

    def begin(self):
        self.notebook[0].playout = []

    def note(self, player, action):
        self.notebook[0].playout.append((player, plain(action)))

    def choose(self, game, state, count, rng, work):
        return self.policy.choose(game, state, count, rng, work)


@cache
def noting(rule_class):
    """Return a subclass of a rule that writes each simulation down, too."""

    class Noted(rule_class, gt.LearningRule):
        def backup_around(self, backup):
            return NotingBackup(super().backup_around(backup), self.notebook)

    return Noted


class NotingBackup(BackupAround):
    """Another backup; simulations are written to a notebook before it learns of them."""

    follows = True

    def __init__(self, backup, notebook):
        super().__init__(backup)
        self.notebook = notebook

    def learn(self, tree, work, depth):
        path = list(zip(work.path_nodes[:depth], work.path_edges[:depth], strict=True))
        moves = [
            (tree.nodes[number].player, plain(tree.edges[number][place].action))
            for number, place in path
        ]
        book = self.notebook[0]
        book.simulations.append((moves, book.playout, list(work.values)))
        book.playout = []
        super().learn(tree, work, depth)


def recorded(game, rule_class, parameters, simulations, seed=5, playout=None, **options):
    """Return a searcher that has run this many simulations, and what they were."""
    book = Notebook()
    rule = noting(rule_class)(**parameters)
    rule.notebook = [book]
    searcher = gt.Searcher(
        game,
        selection=rule,
        evaluation=gt.Playout(Noting(book), **(playout or {})),
        seed=seed,
        compiled=False,
        **options,
    )
    searcher.run(simulations=simulations)
    return searcher, book.simulations
