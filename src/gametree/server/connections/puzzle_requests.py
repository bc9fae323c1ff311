"""The HTTP requests about puzzles and ratings."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ..messages.puzzles import (
    AttemptTold,
    PersonTold,
    PuzzleStep,
    PuzzlesTold,
    PuzzleWish,
    RatingWish,
)
from ..messages.sent import PositionTold
from ..rooms.hub import Hub
from ..rooms.persons import person_told
from .answers import answers, take_turn
from .token_bucket import AddressBuckets

__all__ = ["add_puzzle_requests"]


def add_puzzle_requests(router: APIRouter, hub: Hub, buckets: AddressBuckets) -> None:
    """Let a router answer them."""

    @router.post(
        "/api/puzzles",
        summary="The next puzzle near a person's rating; the first request looks for puzzles",
        **answers(PuzzlesTold),
    )
    async def puzzle(wish: PuzzleWish, request: Request) -> PuzzlesTold:
        take_turn(buckets, request)
        return await hub.puzzles.next(wish)

    @router.post(
        "/api/puzzles/{attempt_id}",
        summary="A move in a puzzle, a hint, or the solution",
        **answers(AttemptTold),
    )
    async def step(attempt_id: str, wish: PuzzleStep, request: Request) -> AttemptTold:
        take_turn(buckets, request)
        return await hub.puzzles.step(attempt_id, wish)

    @router.get(
        "/api/puzzles/{attempt_id}/positions/{ply}",
        summary="The position after some moves of the solution",
        **answers(PositionTold),
    )
    async def position(attempt_id: str, ply: int, request: Request) -> PositionTold:
        take_turn(buckets, request)
        return await hub.puzzles.position(attempt_id, ply)

    @router.post(
        "/api/rating",
        summary="The rating of a person who plays levels, and the level to play next",
        **answers(PersonTold),
    )
    async def rating(wish: RatingWish, request: Request) -> PersonTold:
        take_turn(buckets, request)
        await hub.facts(wish.game, {})
        return await person_told(hub.rules, wish)
