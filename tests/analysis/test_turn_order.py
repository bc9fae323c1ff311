"""Who comes next."""

from __future__ import annotations

from itertools import count

from gametree.analysis import Query
from gametree.analysis.turn_order import Asked, TurnOrder

numbers = count(1)


def entered(order, client, *, priority=0, report_every=None):
    query = Query(f"{client}", "nim", priority=priority, report_every=report_every)
    asked = Asked(next(numbers), query, client, None)
    order.enter(asked)
    order.put(asked)
    return asked


def serve_next(order):
    """Take who comes first, as a worker does, and return his client."""
    asked = next(order.waiting())
    order.take(asked)
    order.serve(asked)
    return asked.client


def test_priority_then_each_client_in_turn():
    order = TurnOrder()
    for client in "aab":
        entered(order, client)
    entered(order, "c", priority=1)
    assert [serve_next(order) for _ in range(4)] == ["c", "a", "b", "a"]
    assert list(order.waiting()) == []


def test_who_comes_later_is_not_before_those_who_have_waited():
    order = TurnOrder()
    for client in "aab":
        entered(order, client)
    assert serve_next(order) == "a"
    entered(order, "c")
    assert [serve_next(order) for _ in range(3)] == ["b", "a", "c"]


def test_searches_of_one_client_that_report_take_turns_and_others_are_finished():
    order = TurnOrder()
    first, second = (entered(order, "a", report_every=0.1) for _ in range(2))
    order.serve(first)
    assert order.rank(second) < order.rank(first)
    order.serve(second)
    assert order.rank(first) < order.rank(second)
    first, second = (entered(order, "b") for _ in range(2))
    order.serve(first)
    assert order.rank(first) < order.rank(second)


def test_a_client_without_queries_is_forgotten():
    order = TurnOrder()
    gone, waits = entered(order, "a"), entered(order, "b")
    order.leave(gone)
    assert list(order.waiting()) == [waits]
    order.leave(waits)
    assert list(order.waiting()) == []
    assert vars(order) == vars(TurnOrder())
