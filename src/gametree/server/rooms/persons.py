"""The ratings of people who play levels: their browsers keep them, and the server computes them."""

from __future__ import annotations

import random
from typing import Any

from ...errors import GametreeError
from ...levels.ladder import Ladder, LadderLevel
from ...levels.person import PersonRating
from ..messages.puzzles import PersonTold, RatingWish, plain
from ..messages.refusal import Refusal
from ..rules.rules import OfferedRules

__all__ = ["person_told"]


async def person_told(rules: OfferedRules, wish: RatingWish) -> PersonTold:
    """Return a person's rating, after a game if the wish has one, and the level to play next.

    Args:
        rules: those of all games.
        wish: the game, which the server offers, the rating so far and the result.

    Raises:
        Refusal: if the levels of the game were not measured, or the rating or the level is wrong.

    """
    try:
        rows = (await rules.listed(wish.game))["ladder"]
    except GametreeError as error:
        raise Refusal("bad_game", str(error), field="game") from error
    ladder = _ladder(wish.game, rows)
    try:
        person = PersonRating.beginner(ladder)
        if wish.rating is not None:
            person = PersonRating.from_dict(plain(wish.rating))
    except GametreeError as error:
        raise Refusal("unmeasured", str(error), field="game") from error
    except ValueError as error:
        raise Refusal("bad_rating", "this is no rating", field="rating") from error
    if wish.score is not None:
        elo = next((each.elo for each in ladder.levels if each.player == wish.against), None)
        if elo is None:
            raise Refusal("bad_player", "the opponent is no level of this game", field="against")
        try:
            person = person.after(elo, wish.score)
        except GametreeError as error:
            raise Refusal("bad_rating", str(error), field="score") from error
    told: Any = person.to_dict()
    level = ladder[person.level(ladder, random.random())]
    return {"rating": told, "text": person.to_text(), "player": level.player}


def _ladder(game: str, rows: list[dict[str, Any]]) -> Ladder:
    levels = tuple(
        LadderLevel(each["name"], each["elo"], None, None, each["player"]) for each in rows
    )
    measured = bool(levels) and all(each.elo is not None for each in levels)
    return Ladder(levels, game, int(measured), 0.0, "")
