"""Evaluations in flight: how busy they are kept, limits, failures and cancellation."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
from contextlib import suppress

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.batching.evaluators import EvaluatorFault
from jumping import run
from trees import flat, nodes_of

GAME = ConnectFour()


def worth(state):
    value = random.Random(repr(state)).uniform(-1, 1)
    return value, -value


DELAYS = {
    "exponential": lambda chance: chance.expovariate(20),
    "lognormal": lambda chance: 0.05 * chance.lognormvariate(-0.5, 1.0),
}


def finished(searcher):
    """Return how many simulations ended where the game is over."""
    count = 0
    for path, _, edges in nodes_of(searcher):
        state = GAME.initial_state()
        for action in path:
            state = GAME.next_state(state, action)
        count += sum(
            edge.visits
            for edge in edges
            if edge.visits and GAME.is_terminal(GAME.next_state(state, edge.action))
        )
    return count


@pytest.mark.parametrize("delays", DELAYS)
@pytest.mark.parametrize(("in_flight", "evaluations"), [(8, 300), (64, 1500)])
def test_evaluations_are_kept_in_flight(delays, in_flight, evaluations):
    chance, spans, seen = random.Random(1), [], set()

    async def slow(state):
        assert state not in seen  # no position is paid for twice
        seen.add(state)
        begun = asyncio.get_running_loop().time()
        spans.append((begun, begun + DELAYS[delays](chance)))
        await asyncio.sleep(spans[-1][1] - begun)
        return worth(state)

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    result, _ = run(searcher.run_async(slow, in_flight=in_flight, evaluations=evaluations))
    last = max(begun for begun, _ in spans)  # after that, the last answers are waited for
    busy = sum(min(end, last) - begun for begun, end in spans)
    assert busy >= 0.9 * in_flight * last
    assert len(spans) == searcher.asked.tickets == evaluations
    assert result.stopped_by == "evaluations"
    assert result.simulations == evaluations + searcher.asked.shared + finished(searcher)


def test_one_in_flight_is_the_search_one_by_one():
    async def slow(state):
        await asyncio.sleep(1)
        return worth(state), [1.0] * len(GAME.legal_actions(state))

    searcher = gt.Searcher(GAME, seed=1, selection=gt.PUCT(), compiled=False)
    run(searcher.run_async(slow, in_flight=1, simulations=100))

    def at_once(leaves):
        return [worth(tuple(state)) for state in leaves.states.tolist()], 1.0 * (
            leaves.actions >= 0
        )

    other = gt.Searcher(
        GAME, seed=1, compiled=False, evaluation=gt.BatchEvaluator(at_once, 1, priors=True)
    )
    other.run(simulations=100)
    assert flat(searcher) == flat(other)


@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("saved", [False, True])
def test_tickets_that_nobody_answers_hold_up_no_later_run(tmp_path, priors, saved):
    async def quick(state):
        return (worth(state), [1.0] * len(GAME.legal_actions(state))) if priors else worth(state)

    rule = gt.PUCT() if priors else gt.UCB1()
    searcher = gt.Searcher(GAME, seed=1, compiled=False, selection=rule)
    tickets = searcher.ask(3)
    if saved:
        searcher.save(tmp_path / "search")
        searcher = gt.Searcher.load(tmp_path / "search", GAME, selection=rule)
    result = asyncio.run(searcher.run_async(quick, in_flight=8, evaluations=200))
    assert result.stopped_by == "evaluations"
    assert 1 <= searcher.asked.expired <= len(tickets)


def test_plain_functions_run_in_threads_and_batches_are_filled():
    threads, sizes = set(), []

    def plain(state):
        threads.add(threading.get_ident())
        return worth(state)

    async def batched(leaves):
        sizes.append(len(leaves))
        await asyncio.sleep(0.01)
        return np.zeros((len(leaves), 2)), 1.0 * (leaves.actions >= 0)

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    asyncio.run(searcher.run_async(plain, evaluations=20))
    assert threading.get_ident() not in threads
    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    evaluator = gt.BatchEvaluator(batched, batch_size=8, priors=True)
    result, _ = run(searcher.run_async(evaluator, in_flight=16, evaluations=200))
    assert sum(sizes) == 200
    assert max(sizes) == 8
    assert len(sizes) < 60
    assert "PUCT" in result.method


def test_failures_are_tried_again_and_then_count_as_the_mean():
    calls = {}

    async def flaky(state):
        calls[state] = calls.get(state, 0) + 1
        await asyncio.sleep(0.01)
        if hash(state) % 5 == 0 and calls[state] < 3:
            raise ConnectionError("no answer")
        if hash(state) % 7 == 0:
            return (float("nan"), 0.0)
        return worth(state)

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning, match=r"the evaluator flaky .* ticket \d+"):
        result, _ = run(searcher.run_async(flaky, evaluations=100, retries=2))
    assert max(calls.values()) == 3
    assert min(searcher.asked.failed, searcher.asked.retries) > 0
    assert result.simulations == 100 + searcher.asked.shared
    assert all(node.waiting == 0 for _, node, _ in nodes_of(searcher))


def test_an_evaluator_that_always_fails_ends_the_search(caplog):
    async def broken(state):
        await asyncio.sleep(1)  # several fail at once
        raise KeyError("model")

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with (
        pytest.warns(gt.EvaluatorWarning),
        pytest.raises(EvaluatorFault, match="the evaluator broken raised KeyError"),
    ):
        run(searcher.run_async(broken, in_flight=4, evaluations=100, retries=0))
    assert not searcher.open_tickets
    gc.collect()
    assert not caplog.records  # of errors that nobody asked for


@pytest.mark.parametrize("batch", [1, 16])
def test_fewer_evaluations_than_slots_that_all_fail_end_with_an_error(batch):
    async def broken(leaves):
        raise KeyError("model")

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    evaluator = gt.BatchEvaluator(broken, batch_size=batch)
    with (
        pytest.warns(gt.EvaluatorWarning),
        pytest.raises(EvaluatorFault, match="the evaluator broken raised KeyError"),
    ):
        run(searcher.run_async(evaluator, in_flight=32, evaluations=20, retries=0))
    assert searcher.asked.failed == 20
    assert not searcher.open_tickets


async def _answers(state):
    await asyncio.sleep(0.1)
    return worth(state)


async def _raises(state):
    await asyncio.sleep(0.1)
    if hash(state) % 3 == 0:
        raise ConnectionError("no answer")
    return worth(state)


async def _gives_no_number(state):
    await asyncio.sleep(0.1)
    return (float("nan"), 0.0) if hash(state) % 3 == 0 else worth(state)


async def _is_silent(state):
    return worth(state) if hash(state) % 3 else await asyncio.Event().wait()


def _raises_in_a_thread(state):
    if hash(state) % 3 == 0:
        raise ConnectionError("no answer")
    return worth(state)


@pytest.mark.filterwarnings("ignore::gametree.EvaluatorWarning")
@pytest.mark.parametrize(
    "evaluator", [_answers, _raises, _gives_no_number, _is_silent, _raises_in_a_thread]
)
def test_a_run_leaves_nothing_to_the_garbage_collector(evaluator):
    """So a program may collect no garbage while it searches."""
    searcher = gt.Searcher(GAME, seed=1, compiled=False)

    async def measured():
        await searcher.run_async(_answers, evaluations=1)
        gc.collect()
        gc.disable()
        try:
            await searcher.run_async(evaluator, evaluations=60, timeout=2.0, retries=1)
            return gc.collect()
        finally:
            gc.enable()

    found, _ = run(measured())
    assert found == 0
    assert (searcher.asked.failed > 0) == (evaluator is not _answers)


def test_priors_that_come_late_are_a_failure_like_others():
    async def changing(state):
        await asyncio.sleep(random.Random(repr(state)).random())
        if hash(state) % 3:
            return worth(state)
        return worth(state), [1.0] * len(GAME.legal_actions(state))

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    (ticket,) = searcher.ask()
    searcher.tell(ticket, worth(ticket.state))
    with pytest.warns(gt.EvaluatorWarning, match="has priors, and the first answer had none"):
        result, _ = run(searcher.run_async(changing, evaluations=60))
    assert result.stopped_by == "evaluations"
    assert 10 < searcher.asked.failed < 40
    assert not searcher.open_tickets


def test_an_evaluator_that_never_answers_is_given_up():
    async def silent(state):
        if hash(state) % 3:
            return worth(state)
        return await asyncio.Event().wait()

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning, match="gave no answer within 2 s"):
        run(searcher.run_async(silent, evaluations=60, timeout=2.0, retries=1))
    assert searcher.asked.failed
    assert not searcher.open_tickets


@pytest.mark.parametrize(
    "answer",
    [
        gt.EvaluatorAnswer((0.0, 0.0), cost=float("nan")),
        gt.EvaluatorAnswer((0.0, 0.0), cost=None),
        gt.EvaluatorAnswer(iter((0.0, 0.0))),
        asyncio.CancelledError(),
    ],
    ids=["cost nan", "no cost", "iterator", "cancelled"],
)
def test_odd_failures_are_failures_like_others(answer):
    async def odd(state):
        if hash(state) % 3:
            return worth(state)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning, match="the evaluator odd"):
        run(searcher.run_async(odd, evaluations=40, retries=1))
    assert searcher.asked.failed
    assert not searcher.open_tickets


def test_an_evaluator_that_ignores_that_it_is_cancelled_holds_up_nothing():
    ended = []

    async def stubborn(state):
        if hash(state) % 3 == 0:
            for _ in range(3):
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(1000)
            ended.append(state)
        return worth(state)

    async def timed(searcher):
        await searcher.run_async(stubborn, evaluations=40, timeout=2.0, retries=0)
        assert not ended
        assert asyncio.get_running_loop().time() < 200

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning, match="gave no answer within 2 s"):
        run(timed(searcher))


def test_functions_that_never_return_use_up_no_threads():
    """Those that hang are left alone; a program ends without them."""
    never = threading.Event()
    hanging = []

    def hung(state):
        if hash(state) % 3 == 0:
            hanging.append(threading.current_thread())
            never.wait()
        return worth(state)

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with pytest.warns(gt.EvaluatorWarning, match="gave no answer within"):
        asyncio.run(searcher.run_async(hung, in_flight=2, evaluations=20, timeout=0.05, retries=0))
    assert len(hanging) > 2
    assert searcher.asked.answers > 2
    assert all(each.daemon for each in hanging)
    never.set()
    for each in hanging:
        each.join()


def test_a_cancelled_run_leaves_a_sound_tree():
    async def slow(state):
        await asyncio.sleep(0.1)
        return worth(state)

    async def cancelled(searcher):
        task = asyncio.ensure_future(searcher.run_async(slow, evaluations=1000))
        await asyncio.sleep(1.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    run(cancelled(searcher))
    assert searcher.asked.answers >= 60
    assert not searcher.open_tickets
    assert all(node.waiting == 0 for _, node, _ in nodes_of(searcher))
    run(searcher.run_async(slow, evaluations=10))  # it goes on


@pytest.mark.parametrize(
    ("limit", "stopped_by"),
    [({"cost": 50.0}, "cost"), ({"seconds": 3.0, "evaluations": 10**6}, "seconds")],
)
def test_limits_by_cost_and_by_time(limit, stopped_by, monkeypatch):
    async def priced(state):
        await asyncio.sleep(0.1)
        return gt.EvaluatorAnswer(worth(state), cost=2.5)

    async def timed(searcher):
        loop = asyncio.get_running_loop()
        monkeypatch.setattr("gametree.mcts.asking.run_async.time.perf_counter", loop.time)
        return await searcher.run_async(priced, in_flight=4, **limit)

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    result, loop = run(timed(searcher))
    assert result.stopped_by == stopped_by
    if stopped_by == "cost":
        assert 50.0 <= searcher.asked.cost < 50.0 + 4 * 2.5
    else:
        assert 2.9 <= loop.time() <= 3.1


def test_a_known_game_ends_without_more_evaluations():
    async def quick(state):
        return worth(state)

    searcher = gt.Searcher(TicTacToe(), ((0b000011011), 0b011100100), seed=1, compiled=False)
    result, _ = run(searcher.run_async(quick, evaluations=1000))
    assert result.stopped_by == "nothing left"
    assert searcher.asked.tickets < 10


def test_a_cache_is_shared_between_searches():
    asked = []

    async def counted(state):
        asked.append(state)
        return worth(state)

    cache = gt.AnswerCache(500)
    trees = []
    for _ in range(2):
        searcher = gt.Searcher(GAME, seed=1, compiled=False)
        run(searcher.run_async(counted, in_flight=1, simulations=100, cache=cache))
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
    assert len(set(asked)) == len(asked) <= 100


def test_bad_arguments():
    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    for function, match in ((3, "evaluator must be a function"), (lambda state: 1, "a limit")):
        with pytest.raises(gt.BadParameter, match=match):
            run(searcher.run_async(function, evaluations=5 if function == 3 else None))
    with pytest.raises(gt.BadParameter, match="without evaluation="):
        gt.Searcher(GAME, evaluation=gt.Playout(), compiled=False).ask()
    begun = gt.Searcher(GAME, seed=1, compiled=False)
    begun.run(simulations=10)
    with pytest.raises(gt.BadParameter, match="has not run yet"):
        begun.ask()
    searcher.ask()
    with pytest.raises(gt.BadParameter, match="go on with ask"):
        searcher.run(simulations=10)
    with pytest.raises(gt.BadParameter, match="not one of this searcher"):
        gt.Searcher(GAME, compiled=False).tell(searcher.open_tickets[0], (0.0, 0.0))
    over = gt.Searcher(TicTacToe(), (0b11000, 0b111), compiled=False)
    with pytest.raises(gt.FinishedPosition):
        over.ask()
    with pytest.raises(gt.BadParameter, match="it limits run_async"):
        begun.run(gt.Limit(evaluations=5))


class ThreadsOfRules(ConnectFour):
    """Notes the threads that call its rules."""

    def __init__(self):
        super().__init__()
        self.threads = set()

    def next_state(self, state, action):
        self.threads.add(threading.get_ident())
        return super().next_state(state, action)

    def current_player(self, state):
        self.threads.add(threading.get_ident())
        return super().current_player(state)


def test_the_event_loop_calls_no_rules():
    """Rules that take seconds for a move do not hold it."""

    async def quick(state):
        return worth(state)

    async def watched(searcher, game):
        game.threads.clear()
        await searcher.run_async(quick, in_flight=8, evaluations=100)
        assert threading.get_ident() not in game.threads
        assert len(game.threads) == 1

    game = ThreadsOfRules()
    searcher = gt.Searcher(game, seed=1, compiled=False)
    asyncio.run(searcher.run_async(quick, evaluations=1))
    asyncio.run(watched(searcher, searcher.game))


def test_progress_is_reported_on_the_event_loop(monkeypatch):
    reports, threads = [], set()

    def progress(result):
        reports.append(result.simulations)
        threads.add(threading.get_ident())

    async def slow(state):
        await asyncio.sleep(0.1)
        return worth(state)

    async def timed(searcher):
        loop = asyncio.get_running_loop()
        monkeypatch.setattr("gametree.mcts.asking.run_async.time.perf_counter", loop.time)
        await searcher.run_async(slow, in_flight=4, evaluations=100, progress=progress)

    run(timed(gt.Searcher(GAME, seed=1, compiled=False)))
    assert len(reports) > 10
    assert reports == sorted(reports)
    assert threads == {threading.get_ident()}


def test_an_evaluation_that_takes_far_longer_than_the_others_is_given_up():
    """Without a timeout: it is named after a minute, and given up after ten."""

    async def silent(state):
        await asyncio.sleep(1)
        return worth(state) if hash(state) % 5 else await asyncio.Event().wait()

    async def timed(searcher):
        await searcher.run_async(silent, in_flight=4, evaluations=60, retries=0)
        assert 600 <= asyncio.get_running_loop().time() < 3600

    searcher = gt.Searcher(GAME, seed=1, compiled=False)
    with (
        pytest.warns(gt.EvaluatorWarning, match="has not answered for 60 s"),
        pytest.warns(gt.EvaluatorWarning, match="gave no answer within 600 s"),
    ):
        run(timed(searcher))
    assert searcher.asked.failed
    assert searcher.asked.answers > searcher.asked.failed


class Stuck(ConnectFour):
    """Rules that come to a position where they do not return."""

    def __init__(self):
        super().__init__()
        self.go_on = threading.Event()

    def next_state(self, state, action):
        if state[1].bit_count() == 3:
            self.go_on.wait()
        return super().next_state(state, action)


def test_rules_that_do_not_return_are_named(monkeypatch):
    async def quick(state):
        return worth(state)

    told = []

    def warn(message, *_, **__):
        told.append(message)
        game.go_on.set()

    game = Stuck()
    game.go_on.set()
    searcher = gt.Searcher(game, seed=1, compiled=False)
    asyncio.run(searcher.run_async(quick, evaluations=1))
    game.go_on.clear()
    monkeypatch.setattr("gametree.mcts.asking.apart._NOTICE_SECONDS", 0.01)
    monkeypatch.setattr("gametree.mcts.asking.apart.warnings.warn", warn)
    asyncio.run(searcher.run_async(quick, evaluations=200))
    assert len(told) == 1
    assert "waits for the rules of Stuck" in told[0]
