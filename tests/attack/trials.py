"""One random game and what is tried with it: each family is a function of a seed."""

from __future__ import annotations

import tempfile
import warnings
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import NamedTuple

import gametree as gt
from gametree.actors import CHANCE

from . import kinds
from .cramped import cramped
from .dumps import difference, dump
from .graphs import random_graph
from .judge import Failed, Judge, MovesJudge, draws, insist, leaves, most
from .tables import FUSES, NONSENSE, RAISES
from .truth import Histories, Loops, RandomPlay, TooMany, Values


class Outcome(NamedTuple):
    """What came of a trial.

    Attributes:
        kind: what was tried.
        off, count: by how much the means of so many values, each within a range of 1, missed
            their expectation, added up: of many trials together that must be little, too.

    """

    kind: str
    off: float = 0.0
    count: int = 0


class Trial:
    """A random game with a search of one kind; everything follows from the seed.

    Args:
        seed: any text or number.
        choice: the kinds to choose from.
        compiled: what `compiled=` may be, of kinds that are tried compiled.

    """

    def __init__(self, seed, choice, compiled=(False, True), shapes=("tree", "dag"), **graph):
        self.random = random = Random(seed)
        self.kind = kind = random.choice(choice)
        self.compiled = kind.native and random.choice(compiled)
        ring = kind.loops or bool(kind.repetition)
        options = {
            "luck": kind.luck and random.random() < 0.8,
            "zero_sum": kind.solver or ring,
            "plain": bool(kind.repetition),
            "size": random.choice([6, 12, 24, 48]),
        }
        shape = "ring" if ring else random.choice(shapes)
        self.graph = random_graph(random, shape, kind.players, **(options | graph))
        self.game = kind.game().fill(self.graph)
        self.options = kind.options(random, self.game)
        self.line = [0]
        if kind.repetition:
            self.truth = Histories(self.graph, kind.repetition, kind.limit)
        elif kind.loops:
            self.truth = Loops(self.graph)
        else:
            self.truth = Values(self.graph)
        self.judge = (Judge if kind.positions else MovesJudge)(
            self.graph,
            self.truth,
            lines=bool(kind.repetition),
            shared=kind.transpositions,
        )

    def searcher(self, compiled=None, **options):
        return gt.Searcher(
            self.game,
            method="uct",
            **(self.options | {"compiled": self.compiled if compiled is None else compiled}),
            **options,
        )

    @property
    def over(self):
        return self.judge.over(self.line)

    def simulations(self):
        """Return how many to run: fewer where it takes long."""
        most = 60 if not self.compiled else 300
        if self.graph.shape == "line":
            most //= 4
        return 1 + int(most * self.random.random() ** 2)

    def step(self, searcher, action=None):
        """Make a move, by default a random one."""
        moves = self.judge.moves(tuple(self.line))
        if self.graph.movers[self.line[-1]] == CHANCE:
            moves = [move for move in moves if move[2] > 0.0]
        if action is None:
            action = self.random.choice(moves)[0]
        searcher.advance(action)
        self.line.append(next(target for label, target, _ in moves if label == action))

    def to_choice(self, searcher):
        """Make moves by luck until a player moves; False if the game is over before."""
        while not self.over and self.graph.movers[self.line[-1]] == CHANCE:
            self.step(searcher)
        return not self.over

    def runs(self, searcher, most=3):
        """Run and judge, and go on through the game."""
        for _ in range(self.random.randint(1, most)):
            result = searcher.run(simulations=self.simulations())
            self.judge.search(searcher, self.line)
            if self.random.random() < 0.5:
                self.step(searcher, self.random.choice([None, result.action]))
                if not self.to_choice(searcher):
                    return


SHAPES = ("tree", "tree", "dag", "dag", "dag", "line", "wide")


def proofs(seed, choice=kinds.PROVING, **options):
    """Judge bounds, proofs and lines, and every count, in games without a way back."""
    trial = Trial(seed, choice, shapes=SHAPES, **options)
    trial.runs(trial.searcher())
    return Outcome(str(trial.kind))


def repetition(seed, choice=kinds.REPEATING, **options):
    """The same in games with a policy for repetition."""
    trial = Trial(seed, choice, **options)
    if trial.over:
        return Outcome("over")
    trial.runs(trial.searcher())
    return Outcome(str(trial.kind))


def loops(seed, choice=kinds.LOOPING, **options):
    """The same in games with ways back and without such a policy."""
    trial = Trial(seed, choice, **options)
    trial.runs(trial.searcher())
    return Outcome(str(trial.kind))


def means(seed, choice=kinds.PLAIN, **options):
    """Compare means, and outcomes that were drawn, with their expectation."""
    choice = [kind for kind in choice if kind.true and not kind.transpositions]
    trial = Trial(seed, choice, shapes=("tree", "dag", "wide"), **options)
    searcher = trial.searcher()
    # A rule that shares out simulations in halves is no matter here.
    simulations = 40 if not trial.compiled else trial.random.choice([100, 400, 2000])
    searcher.run(simulations=simulations)
    nodes = trial.judge.search(searcher, trial.line)
    play = RandomPlay(trial.graph)
    off = leaves(nodes, trial.graph, play, simulations)
    slack = 2 * most(simulations) * simulations * trial.judge.spread
    slack += simulations * trial.judge.slack
    for each in off:
        insist(abs(each) <= slack, "values miss {} in {} simulations", each, simulations)
    luck, count = draws(nodes, trial.graph, lambda place: play.of(place)[0])
    slack = 2 * most(max(1, count)) * max(1, count) * trial.judge.spread
    insist(abs(luck) <= slack, "outcomes miss {} in {} draws", luck, count)
    return Outcome(str(trial.kind), off[0] / trial.judge.spread, simulations)


def solved_means(seed, choice=kinds.PROVING, **options):
    """Compare means beside proofs with what luck alone gives, or with what one can get at most."""
    choice = [kind for kind in choice if kind.luck and kind.true and kind.cls.__name__]
    trial = Trial(seed, choice, shapes=("tree", "dag"), luck=True, **options)
    graph = trial.graph
    forced = trial.kind.players > 1 or trial.random.random() < 0.5
    if forced:  # but for the first move everyone has one
        _force(trial)
    searcher = trial.searcher()
    simulations = 40 if not trial.compiled else trial.random.choice([100, 400, 2000])
    result = searcher.run(simulations=simulations)
    trial.judge.search(searcher, trial.line)
    targets = {label: target for label, target, _ in graph.moves(0)}
    off = 0.0
    for each in result.actions:
        if each.visits:
            found = trial.truth.of(targets[each.action])
            if found is None:
                return Outcome("too many")
            low, high = found[result.player]
            slack = 2 * most(result.simulations) * result.simulations * trial.judge.spread
            slack = slack / each.visits + trial.judge.slack
            told = "move {}: a mean of {} in {} visits, not {} at most"
            insist(each.mean <= high + slack, told, each.action, each.mean, each.visits, high)
            if forced:
                told = told.replace("at most", "at least")
                insist(each.mean >= low - slack, told, each.action, each.mean, each.visits, low)
                if low == high:
                    off += each.visits * (each.mean - low) / trial.judge.spread
    return Outcome(str(trial.kind), off, result.simulations)


def _force(trial):
    """Let chance move wherever a player has a choice, but at the root."""
    graph = trial.graph
    for place in range(1, len(graph)):
        moves = graph.moves(place)
        if len(moves) > 1 and graph.movers[place] != CHANCE:
            graph.movers[place] = CHANCE
            for move in range(graph.first[place], graph.first[place + 1]):
                graph.odds[move] = 1 / len(moves)
    trial.game.fill(graph)
    trial.truth = Values(graph)
    trial.judge = Judge(graph, trial.truth, shared=trial.kind.transpositions)


ALL = (*kinds.PROVING, *kinds.REPEATING, *kinds.LOOPING, *kinds.PLAIN)


def same(seed, choice=ALL, **options):
    """Compare trees of both modes, with room from the start and without."""
    trial = Trial(seed, choice, shapes=SHAPES, **options)
    if trial.over:
        return Outcome("over")
    plan = []
    for _ in range(trial.random.randint(1, 3)):
        plan.append(1 + int(60 * trial.random.random() ** 2))
    trees, states = [], []
    for compiled in (False, trial.compiled):
        narrow = trial.random.random() < 0.7 or compiled == trees
        with cramped() if narrow else nullcontext():
            trial.line = [0]
            moves = Random(f"moves {seed}")
            trial.random, kept = moves, trial.random
            searcher = trial.searcher(compiled=compiled)
            for simulations in plan:
                searcher.run(simulations=simulations)
                if moves.random() < 0.4:
                    trial.step(searcher)
                    if not trial.to_choice(searcher):
                        break
            trial.random = kept
        trees.append([] if trial.over else dump(searcher))
        states.append(searcher.state)
    told = difference(*trees)
    insist(told is None, "the modes differ: {}", told)
    insist(states[0] == states[1], "the modes are at {} and {}", *states)
    return Outcome(str(trial.kind))


def saved(seed, choice=ALL, **options):
    """Compare a search that goes on with one that was saved and loaded."""
    trial = Trial(seed, choice, shapes=SHAPES, **options)
    if trial.over:
        return Outcome("over")
    first, second = trial.simulations(), trial.simulations()
    with cramped() if trial.random.random() < 0.5 else nullcontext():
        searcher = trial.searcher()
        searcher.run(simulations=first)
        if trial.random.random() < 0.5:
            trial.step(searcher)
            if not trial.to_choice(searcher):
                return Outcome("over")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "search")
        searcher.save(path)
        with cramped() if trial.random.random() < 0.5 else nullcontext():
            selection = {
                name: trial.options[name] for name in ("selection", "evaluation", "chance")
            }
            loaded = gt.Searcher.load(path, trial.game, **selection)
            told = difference(dump(searcher), dump(loaded))
            insist(told is None, "loading changed {}", told)
            loaded.run(simulations=second)
        searcher.run(simulations=second)
    told = difference(dump(searcher), dump(loaded))
    insist(told is None, "going on, it differs: {}", told)
    return Outcome(str(trial.kind))


def workers(seed, choice=ALL, **options):
    """Search with two workers: trees of their own are the same again, a common one is sound."""
    choice = [kind for kind in choice if kind.shares and kind.native]
    trial = Trial(seed, choice, **(options | {"compiled": (True,)}))
    together = not trial.kind.transpositions and trial.random.random() < 0.7
    if trial.over:
        return Outcome("over")
    plan = [400 + trial.random.randrange(1000)] + [trial.random.randrange(1, 300)]
    parallel = "tree" if together else "root"
    dumps, moves = [], trial.random.randrange(2**30)
    proven = False
    for _ in range(1 if together else 2):
        trial.random.seed(moves)
        trial.line = [0]
        searcher = trial.searcher(workers=2, parallel=parallel)
        for simulations in plan:
            result = searcher.run(simulations=simulations)
            proven |= result.stopped_by == "proof"
            insist(
                result.stopped_by == "proof" or result.new_simulations == simulations,
                "{} simulations, not {}", result.new_simulations, simulations,
            )  # fmt: skip
            if together:
                trial.judge.search(searcher, trial.line)
            trial.step(searcher, result.action)
            if not trial.to_choice(searcher):
                break
        dumps.append(searcher)
    # A proof in one tree ends the search of the others, wherever they are.
    if not together and not proven:
        one, other = dumps
        insist(one.state == other.state, "two runs came to {} and {}", one.state, other.state)
        if not trial.over:
            told = [
                repr([(each.action, each.visits, each.mean) for each in sorted(
                    searcher.result().actions, key=lambda each: each.action)])
                for searcher in dumps
            ]  # fmt: skip
            insist(told[0] == told[1], "two runs differ: {} and {}", *told)
    return Outcome(f"{parallel}: {trial.kind}")


def faults(seed, choice=ALL, **options):
    """Let methods fail at random moments: the search is sound, and goes on when they are mended."""
    trial = Trial(seed, choice, shapes=SHAPES, **options)
    if trial.over:
        return Outcome("over")
    random, game = trial.random, trial.game
    blown = 0
    with cramped() if random.random() < 0.3 else nullcontext():
        searcher = trial.searcher()
        for _ in range(4):
            method = random.randrange(len(FUSES))
            calls = 1 + int(random.choice([3, 30, 300]) * random.random() ** 2)
            game.light(method, calls, random.choice([RAISES, NONSENSE]))
            blown += _run_or_fail(searcher, trial)
            game.put_out()
            if trial.over:
                break
            trial.judge.search(searcher, trial.line)
            searcher.run(simulations=trial.simulations())
            trial.judge.search(searcher, trial.line)
    return Outcome(f"{'blown' if blown else 'whole'}: {trial.kind}")


def _run_or_fail(searcher, trial):
    """Run, or make a move, under a method that may fail; tell whether it did."""
    moves = trial.random.random() < 0.4
    before = list(trial.line)
    try:
        if moves:
            trial.step(searcher)
            trial.to_choice(searcher)
        else:
            searcher.run(simulations=trial.simulations())
    except gt.GameError:
        failed = True
    else:
        failed = False
    trial.game.put_out()
    if failed and moves:  # it stands where it stood before the move that failed, or after it
        if searcher.state[0] != trial.line[-1]:
            raise Failed(f"from {before}, at {trial.line}: the searcher is at {searcher.state}")
        trial.to_choice(searcher)
    return failed


def memory(seed, choice=ALL, **options):
    """Search with little memory: the tree keeps to it and stays sound."""
    choice = [kind for kind in choice if not kind.repetition]
    graph = {"size": 40, **options.pop("graph", {})}
    trial = Trial(seed, choice, shapes=("dag", "dag", "wide"), **(options | graph))
    trial.judge.whole = False
    limit = 70_000
    searcher = trial.searcher()
    for _ in range(2):
        simulations = 5000 if trial.compiled else 300
        result = searcher.run(simulations=simulations, memory=limit)
        # Room for a root with many moves comes by fours, whatever the limit.
        insist(result.bytes <= max(limit, 4 * 8 * 4096), "{} bytes", result.bytes)
        insist(
            result.stopped_by == "proof" or result.new_simulations == simulations,
            "{} simulations", result.new_simulations,
        )  # fmt: skip
        trial.judge.search(searcher, trial.line)
        trial.step(searcher, result.action)
        if not trial.to_choice(searcher):
            break
    return Outcome(f"{'full' if result.memory_full else 'free'}: {trial.kind}")


FAMILIES = {
    each.__name__: each
    for each in (
        proofs, repetition, loops, means, solved_means, same, saved, workers, faults, memory
    )
}  # fmt: skip


def attempt(family, seed, **options):
    """Run one trial with warnings as errors; return its outcome."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return FAMILIES[family](f"{family} {seed}", **options)
        except TooMany:
            return Outcome("too many")
