"""Games whose actions only evaluators propose, by `run_async` and by `ask` and `tell`."""

from __future__ import annotations

import asyncio
import math

import pytest

import gametree as gt
from gametree.errors import BadParameter, GameError
from jumping import run

WANTED = ("the", "cat", "sat")


class Writing(gt.Game):
    """A sentence of three words; a word in its place is worth a third."""

    players = 1
    proposes_actions = True

    def initial_state(self):
        return ()

    def current_player(self, state):
        return 0

    def is_terminal(self, state):
        return len(state) == len(WANTED)

    def is_legal(self, state, action):
        return isinstance(action, str) and action.isalpha()

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (worth(state),)


def worth(state):
    return sum(map(str.__eq__, state, WANTED)) / len(WANTED)


class Model:
    """Proposes words at random, one of them no word."""

    def __init__(self):
        self.proposed = 0

    async def __call__(self, state):
        await asyncio.sleep(0)
        return (worth(state),)

    async def propose(self, state, rng):
        self.proposed += 1
        await asyncio.sleep(0)
        return gt.Proposal((*WANTED, "dog", "7")[rng.below(5)], 1.0 + rng.uniform())


def test_an_evaluator_proposes_the_actions():
    model = Model()
    searcher = gt.Searcher(Writing(), seed=1)
    result = asyncio.run(searcher.run_async(model, in_flight=4, evaluations=60, proposals=8))
    assert result.best_line.value >= 2 / 3
    assert model.proposed == 8 * searcher.asked.tickets
    assert searcher.asked.refused > 0
    assert all(each.action in (*WANTED, "dog") for each in result.actions)
    assert len({each.action for each in result.actions}) == len(result.actions)
    searcher.advance(result.action)
    assert searcher.state == (result.action,)


@pytest.mark.filterwarnings("ignore::gametree.EvaluatorWarning")
@pytest.mark.parametrize("proposal", ["7", None, [1], gt.Proposal("cat", math.nan), 1 / 3])
def test_a_first_position_without_legal_proposals_is_named(proposal):
    class Useless(Model):
        async def propose(self, state, rng):
            return proposal

    searcher = gt.Searcher(Writing(), seed=1)
    with pytest.raises(GameError, match="no legal action of Writing was proposed"):
        asyncio.run(searcher.run_async(Useless(), evaluations=20, retries=0))


def test_answers_have_actions_with_priors():
    searcher = gt.Searcher(Writing(), seed=1)
    (root,) = searcher.ask(2)
    assert (root.path, root.actions) == ((), ())
    proposals = ["dog", "the", "7", "dog", "cat"]
    searcher.tell(root, (0.0,), actions=proposals, priors=[1, 4, 9, 2, 1])
    assert searcher.asked.refused == 1
    tree = searcher.trees.first.tree
    laid = list(tree.edges[0])[: tree.nodes[0].laid]
    assert [edge.action for edge in laid] == ["the", "dog", "cat"]
    assert [edge.prior for edge in laid] == pytest.approx([0.5, 0.375, 0.125])
    (first,) = searcher.ask(1)
    assert first.path == ("the",)


def test_a_node_considers_more_moves_with_more_visits():
    searcher = gt.Searcher(Writing(), seed=1)
    words = [chr(97 + place) for place in range(20)]
    tried = []
    for _ in range(60):
        for ticket in searcher.ask(1):
            if len(ticket.path) == 1:
                tried.append(ticket.path[0])
            searcher.tell(ticket, (0.1,), actions=words, priors=range(20, 0, -1))
    assert tried == words[: len(tried)]  # the highest priors first
    visits = searcher.result().simulations
    assert 3 <= len(tried) <= math.ceil(math.sqrt(visits)) < len(words)


def test_a_position_without_proposals_is_worth_its_value():
    searcher = gt.Searcher(Writing(), seed=1)
    for _ in range(40):
        for ticket in searcher.ask(1):
            actions = () if ticket.path == ("the",) else ("the", "cat")
            searcher.tell(ticket, (worth(ticket.state),), actions=actions)
    result = searcher.result()
    means = {each.action: each.mean for each in result.actions}
    assert means["the"] == pytest.approx(1 / 3)


def test_open_tickets_are_saved(tmp_path):
    searcher = gt.Searcher(Writing(), seed=1)
    for number in range(20):
        for ticket in searcher.ask(2):
            if number < 19:
                searcher.tell(ticket, (worth(ticket.state),), actions=WANTED)
    searcher.save(tmp_path / "search")
    again = gt.Searcher.load(tmp_path / "search", Writing())
    assert [each.path for each in again.open_tickets] == [
        each.path for each in searcher.open_tickets
    ]
    for each in (searcher, again):
        for ticket in each.open_tickets:
            each.tell(ticket, (worth(ticket.state),), actions=WANTED)
    assert str(again.result().actions) == str(searcher.result().actions)


def test_bad_answers_are_named():
    searcher = gt.Searcher(Writing(), seed=1)
    (ticket,) = searcher.ask(1)
    for answer, told in (
        ({"actions": "the"}, "actions of type str"),
        ({"actions": ["the"], "priors": [1, 2]}, "2 priors"),
        ({"actions": ["the"], "priors": [-1]}, "prior -1"),
    ):
        with pytest.raises(BadParameter, match=told):
            searcher.tell(ticket, (0.0,), **answer)
    assert searcher.open_tickets == [ticket]


def test_such_a_game_needs_an_evaluator():
    with pytest.raises(GameError, match="run_async"):
        gt.search(Writing(), simulations=10)


def test_games_that_propose_take_values_from_evaluators():
    class Line(gt.Game):
        players = 1
        initial_state = lambda self: (0.0, 0)  # noqa: E731
        current_player = lambda self, state: 0  # noqa: E731
        action_bounds = lambda self, state: (-1.0, 1.0)  # noqa: E731
        is_terminal = lambda self, state: state[1] == 2  # noqa: E731
        next_state = lambda self, state, action: (state[0] + action, state[1] + 1)  # noqa: E731
        returns = lambda self, state: (-abs(state[0] - 0.5),)  # noqa: E731

    searcher = gt.Searcher(Line(), seed=1, compiled=False)
    result = asyncio.run(
        searcher.run_async(lambda state: (-abs(state[0] - 0.5),), in_flight=2, evaluations=30)
    )
    assert len(result.actions) > 5
    other = gt.Searcher(Line(), seed=1, compiled=False)
    (ticket,) = other.ask(1)
    with pytest.raises(BadParameter, match="actions must be None"):
        other.tell(ticket, (0.0,), actions=[1.0])


class Hesitant(Model):
    """One in three of its proposals never comes."""

    async def propose(self, state, rng):
        if rng.below(3) == 0:
            await asyncio.Event().wait()
        return await super().propose(state, rng)


class Mute(Model):
    """Proposes nothing, ever, but for the first position."""

    async def propose(self, state, rng):
        return await (super().propose(state, rng) if not state else asyncio.Event().wait())


def test_proposals_that_never_come_are_counted_and_done_without():
    searcher = gt.Searcher(Writing(), seed=1)
    run(searcher.run_async(Hesitant(), evaluations=40, timeout=5.0))
    assert searcher.asked.unproposed > 0
    assert searcher.asked.failed == 0
    assert f"{searcher.asked.unproposed} unproposed" in str(searcher.asked)


def test_a_position_without_any_proposal_in_time_is_named():
    searcher = gt.Searcher(Writing(), seed=1)
    with pytest.warns(gt.EvaluatorWarning, match="propose of the evaluator Mute returned nothing"):
        run(searcher.run_async(Mute(), evaluations=10, timeout=5.0, retries=0))
    assert searcher.asked.failed
