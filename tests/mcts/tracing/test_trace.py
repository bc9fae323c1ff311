"""Traced searches: the tree is that of the search, in both modes, and the steps tell of it."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.games import Nim, TicTacToe
from toys import Gather, OneHeap, Pig, Ring, Words
from trees import flat

RULES = {
    "ucb1": {"method": "uct"},
    "ucb1-tuned": {"selection": gt.UCB1Tuned()},
    "puct": {"selection": gt.PUCT(reduction=0.1)},
    "grave": {"selection": gt.GRAVE(ref=5, c=0.1)},
    "history": {"selection": gt.ProgressiveHistory()},
    "thompson": {"selection": gt.Thompson()},
    "first play": {"selection": gt.FirstPlay(gt.UCB1())},
    "widening": {"selection": gt.Widening(gt.UCB1())},
    "halving": {"selection": gt.SequentialHalving()},
    "solver": {"solver": True},
    "transpositions": {"transpositions": True},
    "both": {"solver": True, "transpositions": True},
    "expand after 5": {"expand_after": 5},
    "mast": {"evaluation": gt.Playout(gt.MAST())},
}

# Each a kind of its own, and all compiled for other tests as well: tests/mcts/selection.
COMPILED = {
    "ucb1": (TicTacToe(), {"method": "uct"}),
    "learning": (
        Gather(),
        {"selection": gt.ProgressiveHistory(), "evaluation": gt.Playout(gt.NST(0.3, least=2))},
    ),
    "both": (TicTacToe(), {"solver": True, "transpositions": True}),
}

# Seven moves are left: some hundred simulations see the end of many lines, and visit the
# children of the root often enough for all that a rule does.
TWO_STONES = (0b000000001, 0b000010000)
SOME = 250


def state_of(searcher):
    return flat(searcher), int(searcher.trees.first.rng.state[0]), searcher.trees.first.max_depth


def traced(searcher, simulations):
    return list(searcher.trace(simulations=simulations))


def pair(game, **options):
    return [gt.Searcher(game, seed=3, **options) for _ in range(2)]


@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
def test_a_trace_grows_the_tree_of_the_search(options):
    plain, told = pair(TicTacToe(), state=TWO_STONES, compiled=False, **options)
    plain.run(simulations=SOME)
    traced(told, SOME)
    assert state_of(told) == state_of(plain)
    assert told.result().action == plain.result().action
    assert told.result().new_simulations == SOME


@pytest.mark.parametrize(("game", "options"), COMPILED.values(), ids=COMPILED)
def test_a_trace_goes_on_in_a_compiled_tree_and_the_search_after_it(game, options):
    plain, told = pair(game, compiled=True, **options)
    plain.run(simulations=700)
    told.run(simulations=300)
    traced(told, 100)
    told.run(simulations=300)
    assert told.compiled
    assert state_of(told) == state_of(plain)


@pytest.mark.parametrize("policy", ["", "draw", "own", "forbidden"])
def test_where_positions_come_back_the_tree_is_the_same(policy):
    options = {"evaluation": gt.Playout(max_plies=40), "compiled": False}
    plain, told = pair(Ring(policy), **options)
    plain.run(simulations=200)
    steps = traced(told, 200)
    assert state_of(told) == state_of(plain)
    ways = {step.how for step in steps if step.kind == "evaluation"}
    assert ("repetition" in ways) == (policy != "")


def test_a_compiled_search_that_watches_positions_is_traced():
    plain, told = pair(Ring("loss"), compiled=True, method="uct")  # as for the rules' tests
    plain.run(simulations=200)
    told.run(simulations=50)
    traced(told, 100)
    told.run(simulations=50)
    assert state_of(told) == state_of(plain)


@pytest.mark.parametrize("game", [Pig(), Words(), Nim((2, 3, 4))], ids=lambda game: game.name)
def test_chance_and_states_that_are_lists(game):
    plain, told = pair(game, compiled=False, method="uct")
    plain.run(simulations=200)
    steps = traced(told, 200)
    assert state_of(told) == state_of(plain)
    drawn = [step for step in steps if step.kind == "selection" and step.player == gt.CHANCE]
    assert bool(drawn) == isinstance(game, Pig)
    for step in drawn:
        assert step.reason == "chance"
        assert step.choice.probability == pytest.approx(1 / 6)


@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
def test_the_terms_sum_to_the_score_and_the_highest_is_chosen(options):
    scored = 0
    for step in gt.Searcher(TicTacToe(), seed=1, compiled=False, **options).trace(200):
        if step.kind != "selection" or step.reason != "score":
            continue
        asked = [each for each in step.candidates if each.score is not None]
        assert step.choice.score == max(each.score for each in asked)
        for each in asked:
            assert math.fsum(term.value for term in each.terms) == pytest.approx(each.score)
            scored += 1
    assert scored > 100 or "selection" in options


def test_the_terms_of_ucb1_follow_from_the_numbers_beside_them():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, selection=gt.UCB1(c=1.1))
    step = [each for each in searcher.trace(60) if each.kind == "selection" and not each.path][-1]
    mean, exploration = step.choice.terms
    numbers = exploration.numbers
    assert (mean.value, numbers["n"]) == (step.choice.mean, step.choice.visits)
    assert (numbers["N"], numbers["range"], numbers["c"]) == (step.visits, 2.0, 1.1)
    root = math.sqrt(math.log(numbers["N"]) / numbers["n"])
    assert exploration.value == pytest.approx(1.1 * 2.0 * root, rel=1e-6)


class Doubled(gt.UCB1):
    """Scores in another way than its parent, and says nothing of how."""

    def score(self, node, edge, value_range):
        return 2.0 * edge.mean


def test_a_rule_with_a_score_of_its_own_does_not_show_the_terms_of_its_parent():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, selection=Doubled())
    step = [each for each in searcher.trace(30) if each.kind == "selection" and not each.path][-1]
    (term,) = step.choice.terms
    assert (term.name, term.value) == ("score", 2.0 * step.choice.mean)


def test_the_steps_of_a_simulation():
    game = TicTacToe()
    searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
    steps = [step for step in searcher.trace(40) if step.simulation == 40]
    kinds = [step.kind for step in steps]
    assert kinds[0] == "selection"
    assert kinds[-2:] == ["evaluation", "backup"]
    evaluated, backed_up = steps[-2:]
    assert evaluated.how == "playout"
    last = evaluated.positions()[-1]
    assert game.is_terminal(last)
    assert tuple(game.returns(last)) == evaluated.values == backed_up.values
    assert len(evaluated.playout_as_text()) == len(evaluated.playout)
    assert [change.name for change in backed_up.changes] == list(reversed(evaluated.line))
    for change in backed_up.changes:
        assert change.visits[1] == change.visits[0] + 1
        assert change.node_visits[1] == change.node_visits[0] + 1
        moved = (
            change.mean[0] + (evaluated.values[change.player] - change.mean[0]) / (change.visits[1])
        )
        assert change.mean[1] == pytest.approx(moved)
    assert backed_up.changes[-1].node_visits == (39, 40)


def test_where_lines_meet_the_expansion_says_so():
    searcher = gt.Searcher(OneHeap(12), seed=1, compiled=False, transpositions=True)
    met = {step.shared for step in searcher.trace(200) if step.kind == "expansion"}
    assert met == {False, True}


def test_what_all_moves_as_first_credits_is_told():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, selection=gt.GRAVE())
    *_, step = searcher.trace(20)
    credited = [name for name, before, after in step.changes[-1].kept if after == before + 1]
    assert sum("amaf_visits" in name for name in credited) > 1


def test_what_is_proven_is_told():
    searcher = gt.Searcher(Nim((1, 2)), seed=1, compiled=False, solver=True)
    steps = list(searcher.trace(1000))
    assert len({step.simulation for step in steps}) < 1000  # it ended when all was known
    assert searcher.result().stopped_by == "proof"
    assert steps[-1].changes[-1].proven == searcher.result().proof.value
    assert "proven" in {step.how for step in steps if step.kind == "evaluation"}
    assert list(searcher.trace(10)) == []


def test_steps_are_told_in_json():
    import json

    searcher = gt.Searcher(OneHeap(7), seed=1, compiled=False, selection=gt.GRAVE())
    for step in searcher.trace(30):
        told = json.loads(json.dumps(step.to_dict(), allow_nan=False))
        assert told["kind"] == step.kind
        assert told["line"] == list(step.line)


def test_other_methods_may_be_called_between_two_steps():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct")
    steps = searcher.trace(20)
    for step in steps:
        assert searcher.result().simulations == step.simulation
        if step.simulation == 10:
            break
    searcher.advance(searcher.result().action)
    before = searcher.result().simulations
    rest = list(steps)
    assert len(rest[-1].changes) >= 1
    assert rest[-1].simulation > before


@pytest.mark.parametrize("simulations", [0, -1, 1.5, None, True])
def test_a_number_of_simulations_is_needed(simulations):
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, method="uct")
    with pytest.raises(gt.BadParameter, match="simulations"):
        searcher.trace(simulations)


def test_several_workers_are_not_traced():
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=True, method="uct", workers=2)
    with pytest.raises(gt.BadParameter, match="workers=1"):
        searcher.trace(5)


def test_leaves_that_wait_are_not_traced():
    even = gt.BatchEvaluator(lambda batch: [[0.0, 0.0]] * len(batch))
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False, evaluation=even)
    with pytest.raises(gt.BadParameter, match="BatchEvaluator"):
        searcher.trace(5)


def test_rules_that_fail_are_named_and_the_tree_stays_sound():
    class Failing(OneHeap):
        def next_state(self, state, action):
            if state[0] == 3:
                raise ValueError("three")
            return super().next_state(state, action)

    searcher = gt.Searcher(Failing(9), seed=1, compiled=False, method="uct")
    with pytest.raises(gt.GameError, match="next_state"):
        list(searcher.trace(100))
    assert searcher.result().simulations >= 0


def test_a_finished_game_has_no_trace():
    with pytest.raises(gt.FinishedPosition):
        gt.Searcher(OneHeap(), (0, 0), compiled=False).trace(5)
