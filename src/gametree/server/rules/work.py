"""Answers about the rules of a game, for the server: by names, as values ready for JSON."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from ...errors import GametreeError, IllegalMove
from ...game import Game, title_of
from ...mcts.return_scale import return_scale
from ...naming.loading import load_game
from ...naming.named_moves import play_all, play_named
from ...primitives.rng import Rng, fresh_seed
from ...record import Record
from ...rules.hidden_information import refuse_hidden
from ...user_code.locating import failure
from .offered import rules_of
from .position import position_of

__all__ = ["RulesWork"]

_MOST_RECORDS = 512
_MOST_GAMES = 64

_Key = tuple[str, tuple[tuple[str, str], ...]]
Line = tuple[str, ...]


class RulesWork:
    """Answers questions; keeps the games that were asked for last, so that a move costs one move.

    A question is a dict: `ask` (one of the methods below), `game`, `parameters`, `line` (the names
    of the moves so far) and `move`. The answer has `told`, or `illegal` or `fault` with a sentence,
    and `ends` if the process had better end.
    """

    def __init__(self) -> None:
        self._dice = Rng(fresh_seed())
        self._games: OrderedDict[_Key, Game] = OrderedDict()
        self._records: OrderedDict[tuple[_Key, Line], Record] = OrderedDict()

    def answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question; whatever the rules raise is one."""
        try:
            return {"told": getattr(self, f"_{question['ask']}")(question)}
        except IllegalMove as error:
            return {"illegal": str(error)}
        except GametreeError as error:
            return {"fault": str(error)}
        except MemoryError:
            self._games.clear()
            self._records.clear()
            fault = f"the rules of {question['game']} need more memory than they may have"
            return {"fault": fault, "ends": True}
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            return {"fault": failure(error, f"the rules of {question['game']}")}

    # The questions.

    def _listed(self, question: Mapping[str, Any]) -> dict[str, Any]:
        return rules_of(question["game"])

    def _facts(self, question: Mapping[str, Any]) -> dict[str, Any]:
        game = self._game(_key_of(question))
        lowest, highest = return_scale(game)
        return {
            "title": title_of(game),
            "players": game.players,
            "min_return": lowest,
            "max_return": highest,
            "draw_value": float(game.draw_value),
        }

    def _begin(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Play the first moves of a game; tell their names and who made them."""
        record = Record(self._game(_key_of(question)))
        names: list[str] = []
        players: list[int] = []
        for name in question["line"]:
            mover = None if record.over else record.player
            names += play_all(record, [name])
            assert mover is not None
            players.append(mover)
        return {"moves": names, "movers": players, **_standing(record)}

    def _stand(self, question: Mapping[str, Any]) -> dict[str, Any]:
        return _standing(self._record(_key_of(question), tuple(question["line"])))

    def _play(self, question: Mapping[str, Any]) -> dict[str, Any]:
        key, line = _key_of(question), tuple(question["line"])
        record = self._record(key, line)
        return self._played(key, line, record, question["move"])

    def _draw(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Let chance move."""
        key, line = _key_of(question), tuple(question["line"])
        record = self._record(key, line)
        drawn = record.draw_chance(self._dice)
        return self._played(key, line, record, record.game.action_to_text(record.state, drawn))

    # What is kept.

    def _game(self, key: _Key) -> Game:
        game = self._games.get(key)
        if game is None:
            game = load_game(key[0], dict(key[1]))
            refuse_hidden(game, "the page", "play it in the terminal, with gametree play")
            self._games[key] = game
            if len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return game

    def _record(self, key: _Key, line: Line) -> Record:
        """Return the game after a line: moved on from the one a move before, if that is kept."""
        record = self._records.get((key, line))
        if record is None:
            before = self._records.get((key, line[:-1])) if line else None
            if before is not None:
                self._played(key, line[:-1], before, line[-1])
                record = before
            else:
                record = Record(self._game(key))
                play_all(record, line)
                self._keep(key, line, record)
        self._records.move_to_end((key, line))
        return record

    def _played(self, key: _Key, line: Line, record: Record, name: str) -> dict[str, Any]:
        """Move a record that is kept on; it is lost if the rules fail meanwhile."""
        try:
            written = play_named(record, name)
        except IllegalMove:
            raise
        except BaseException:
            self._records.pop((key, line), None)
            raise
        self._records.pop((key, line), None)
        self._keep(key, (*line, written), record)
        return {"move": written, **_standing(record)}

    def _keep(self, key: _Key, line: Line, record: Record) -> None:
        self._records[key, line] = record
        if len(self._records) > _MOST_RECORDS:
            self._records.popitem(last=False)


def _key_of(question: Mapping[str, Any]) -> _Key:
    return question["game"], tuple(sorted(question["parameters"].items()))


def _standing(record: Record) -> dict[str, Any]:
    return {"position": position_of(record), "repeated": record.over_by_repetition}
