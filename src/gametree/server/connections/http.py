"""The HTTP requests: new games, their state and records, puzzles, and the server's health."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from ...errors import GametreeError
from ..messages.received import NewGame, OpeningsOf, SetUp
from ..messages.refusal import Refusal
from ..messages.schemas import schemas
from ..messages.sent import (
    OpeningsTold,
    RecordTold,
    ReviewTold,
    RoomTold,
    RulesTold,
    SetUpTold,
    StartedTold,
)
from ..rooms.hub import Hub
from ..rules.offered import plainly_listed
from .answers import answers, take_turn
from .puzzle_requests import add_puzzle_requests
from .token_bucket import AddressBuckets

__all__ = ["add_requests", "refusal_told"]

PAGE = Path(__file__).parents[1] / "page"


def refusal_told(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """Return the body of an answer that refuses."""
    return {"error": {"code": code, "message": message, "field": field}}


def add_requests(app: FastAPI, hub: Hub, buckets: AddressBuckets) -> None:
    """Let an application answer them."""
    router = APIRouter()
    _add_games(router, hub, buckets)
    add_puzzle_requests(router, hub, buckets)
    _add_service(router, hub)
    _add_page(router)
    app.include_router(router)
    _add_refusals(app, hub)


def _add_games(router: APIRouter, hub: Hub, buckets: AddressBuckets) -> None:
    @router.get(
        "/api/rules",
        summary="The games that this server offers",
        **answers(list[RulesTold]),
    )
    async def rules() -> list[dict[str, Any]]:
        return [await _listed(hub, spec) for spec in hub.settings.games]

    @router.post("/api/games", status_code=201, summary="Start a game", **answers(StartedTold, 201))
    async def new_game(wish: NewGame, request: Request) -> StartedTold:
        take_turn(buckets, request)
        return await hub.create(wish)

    @router.post(
        "/api/openings",
        summary="What was played in a position in the finished games of this server",
        **answers(OpeningsTold),
    )
    async def openings(wish: OpeningsOf, request: Request) -> OpeningsTold:
        take_turn(buckets, request)
        return await hub.openings_at(wish)

    @router.post(
        "/api/set-up",
        summary="A position by its pieces or its text, checked by the rules",
        **answers(SetUpTold),
    )
    async def set_up(wish: SetUp, request: Request) -> SetUpTold:
        take_turn(buckets, request)
        return await hub.set_up(wish)

    @router.get("/api/games/{game_id}", summary="How a game stands", **answers(RoomTold))
    async def game(game_id: str) -> RoomTold:
        live = await hub.room(game_id)
        report = live.told()
        live.rest()
        return report

    @router.get("/api/games/{game_id}/record", summary="The moves of a game", **answers(RecordTold))
    async def record(game_id: str) -> RecordTold:
        live = await hub.room(game_id)
        room = live.room
        live.rest()
        if room.hides:
            raise Refusal("hidden", "this game hides its moves until its end", status=403)
        return {
            "game": room.spec,
            "parameters": room.parameters,
            "moves": list(room.line.names),
            "returns": None if room.over is None else room.over["returns"],
        }

    @router.post(
        "/api/games/{game_id}/review",
        summary="The review of a finished game, as far as it is known; the first request begins it",
        **answers(ReviewTold),
    )
    async def review(game_id: str, request: Request) -> ReviewTold:
        take_turn(buckets, request)
        live = await hub.room(game_id)
        try:
            return hub.reviews.of(live.room)
        finally:
            live.rest()


def _add_service(router: APIRouter, hub: Hub) -> None:
    @router.get("/api/schemas", summary="All messages of both sides as a JSON Schema")
    def messages() -> dict[str, Any]:
        return schemas()

    @router.get("/health", summary="Whether the process answers")
    def health() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/ready", summary="Whether the database can be written")
    async def ready() -> JSONResponse:
        well = await hub.log.ready()
        status = "ready" if well else "the database cannot be written"
        return JSONResponse({"status": status}, status_code=200 if well else 503)

    @router.get("/metrics", summary="Numbers for Prometheus")
    def metrics() -> PlainTextResponse:
        return PlainTextResponse(hub.metrics.text(), media_type="text/plain; version=0.0.4")


def _add_page(router: APIRouter) -> None:
    @router.get("/", include_in_schema=False)
    def page() -> Response:
        return _file("index.html")

    @router.get("/{path:path}", include_in_schema=False)
    def file(path: str) -> Response:
        return _file(path)


async def _listed(hub: Hub, spec: str) -> dict[str, Any]:
    try:
        listed = await hub.rules.listed(spec)
    except GametreeError:  # who plays it is told what is wrong
        listed = plainly_listed(spec)
    elo = hub.settings.elo.get(spec, {})
    levels = [{**each, "elo": elo.get(each["simulations"])} for each in listed["levels"]]
    return {**listed, "levels": levels}


def _file(path: str) -> Response:
    """Return a file of the page."""
    try:
        found = (PAGE / path).resolve()
        known = found.is_file() and found.is_relative_to(PAGE.resolve())
    except (OSError, ValueError):  # too long, or no path at all
        known = False
    if known:
        # The names of assets change with their contents; the others are asked for each time.
        kept = "max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(found, headers={"cache-control": kept})
    if path == "index.html":
        return PlainTextResponse("gametree serves games here; the page has not been built.")
    raise HTTPException(404)


def _add_refusals(app: FastAPI, hub: Hub) -> None:
    @app.exception_handler(Refusal)
    def refused(_: Request, refusal: Refusal) -> JSONResponse:
        hub.metrics.count("refusals")
        answer = refusal_told(refusal.code, refusal.message, refusal.field)
        return JSONResponse(answer, status_code=refusal.status)

    @app.exception_handler(RequestValidationError)
    def misread(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        field = ".".join(str(each) for each in first["loc"][1:]) or None
        said = first["msg"][:1].lower() + first["msg"][1:]
        answer = refusal_told("bad_message", f"{field}: {said}" if field else said, field)
        return JSONResponse(answer, status_code=422)

    @app.exception_handler(HTTPException)
    def missing(_: Request, error: HTTPException) -> JSONResponse:
        message = "there is nothing here" if error.status_code == 404 else str(error.detail)
        return JSONResponse(refusal_told("http", message), status_code=error.status_code)
