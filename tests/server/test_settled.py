"""Waiting for cancelled tasks."""

from __future__ import annotations

import asyncio

import anyio

from gametree.server.settled import cancelled


def test_a_cancelled_caller_passes_the_cancellation_on_as_it_came():
    """AnyIO, in which the clients of tests run the server, ends its own cancellations."""

    async def ending(waiting):
        try:
            await asyncio.sleep(1000)
        finally:
            waiting.set()
            for _ in range(10):
                await asyncio.sleep(0)

    async def talk(scope, waiting):
        with scope:
            tasks = [
                asyncio.ensure_future(ending(waiting)),
                asyncio.ensure_future(asyncio.sleep(0)),
            ]
            for _ in range(10):
                await asyncio.sleep(0)  # the second one is done
            await cancelled(tasks)

    async def scenario():
        scope, waiting = anyio.CancelScope(), asyncio.Event()
        talking = asyncio.ensure_future(talk(scope, waiting))
        await waiting.wait()
        scope.cancel()
        await asyncio.wait([talking])
        assert not talking.cancelled()
        assert talking.exception() is None

    asyncio.run(scenario())


def test_errors_are_returned_and_cancelled_tasks_have_none():
    async def failing():
        raise ValueError("seven")

    async def scenario():
        tasks = [asyncio.ensure_future(failing()), asyncio.ensure_future(asyncio.sleep(1000))]
        await asyncio.sleep(0)
        return await cancelled(tasks)

    (error,) = asyncio.run(scenario())
    assert str(error) == "seven"
    assert asyncio.run(cancelled([])) == []
