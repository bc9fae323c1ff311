"""Trainings of seconds: interpreted, with few simulations and small rounds."""

from __future__ import annotations

from gametree import games
from gametree.learn import training
from gametree.learn.training import Training

POSITIONS = 40


def shorten(monkeypatch):
    """Let rounds be small and searches short, until the test is over."""
    plan_of = training.plan_of

    def short_plan(game, blueprint):
        plan = plan_of(game, blueprint)
        plan.long, plan.short = 12.0, 6.0
        return plan

    monkeypatch.setattr(training, "plan_of", short_plan)
    monkeypatch.setattr(training, "_FIRST_ROUND", POSITIONS)
    monkeypatch.setattr(training, "_LONGEST_ROUND", POSITIONS)


def begun(monkeypatch, seed=0, rounds=0):
    """Return a short training of tic-tac-toe after this many rounds."""
    shorten(monkeypatch)
    short = Training(games.TicTacToe(), seed=seed, compiled=False)
    for _ in range(rounds):
        short.round()
    return short
