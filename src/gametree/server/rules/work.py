"""Answers about the rules of a game, for the server: by names, as values ready for JSON."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import GametreeError, IllegalMove
from ...game import Game, State, title_of
from ...mcts.return_scale import return_scale
from ...naming.named_moves import action_named, play_all, play_named
from ...primitives.rng import Rng, fresh_seed
from ...record import Record
from ...setting_up.beginnings import begun_game
from ...user_code.locating import failure
from .offered import rules_of
from .position import position_of
from .set_up import set_up
from .sight import Sight

__all__ = ["RulesWork"]

_MOST_RECORDS = 512
_MOST_GAMES = 64

_Key = tuple[str, tuple[tuple[str, str], ...]]
Line = tuple[str, ...]


class RulesWork:
    """Answers questions; keeps the games that were asked for last, so that a move costs one move.

    A question is a dict: `ask` (one of the methods below), `game`, `parameters`, `line` (the names
    of the moves so far), `move`, `seat` and `opened`: whether all of a game that hides something is
    to be seen, since it is over. The answer has `told`, or `illegal` or `fault` with a sentence,
    and `ends` if the process had better end.
    """

    def __init__(self) -> None:
        self._dice = Rng(fresh_seed())
        self._games: OrderedDict[_Key, tuple[Game, State | None]] = OrderedDict()
        self._records: OrderedDict[tuple[_Key, Line], _Kept] = OrderedDict()

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
            "hides": game.hides_information,
        }

    def _begin(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Play the first moves of a game; return their names and who made them."""
        kept = _Kept(self._begun(_key_of(question)))
        record = kept.record
        names: list[str] = []
        players: list[int] = []
        for name in question["line"]:
            mover = None if record.over else record.player
            names += play_all(record, [name])
            assert mover is not None
            players.append(mover)
        return {"moves": names, "movers": players, **kept.standing()}

    def _stand(self, question: Mapping[str, Any]) -> dict[str, Any]:
        kept = self._record(_key_of(question), tuple(question["line"]))
        return kept.standing(opened=question.get("opened", False))

    def _play(self, question: Mapping[str, Any]) -> dict[str, Any]:
        key, line = _key_of(question), tuple(question["line"])
        return self._played(key, line, self._record(key, line), question["move"])

    def _choice(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Tell the name of a choice that a seat makes before those whose turn comes first."""
        kept = self._record(_key_of(question), tuple(question["line"]))
        at = None if kept.sight is None else kept.sight.choice(question["seat"])
        if at is None:
            raise IllegalMove("you have nothing to choose now")
        action = action_named(at, question["move"])
        return {"move": at.game.action_to_text(at.state, action)}

    def _draw(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Let chance move."""
        key, line = _key_of(question), tuple(question["line"])
        kept = self._record(key, line)
        drawn = kept.record.draw_chance(self._dice)
        name = kept.record.game.action_to_text(kept.record.state, drawn)
        return self._played(key, line, kept, name)

    def _set_up(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Tell what a position is that somebody sets up, or why there is none."""
        wish = {name: question[name] for name in ("pieces", "player", "text")}
        return set_up(self._game(_key_of(question)), **wish)

    def _keys(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Name each position of a line, the last one too; the same are named the same."""
        record = self._begun(_key_of(question))
        play_all(record, question["line"])
        line = question["line"]
        named = enumerate(record.positions)
        return {"keys": [_name_of(record.game, state, line[:ply]) for ply, state in named]}

    # What is kept.

    def _game(self, key: _Key) -> Game:
        return self._loaded(key)[0]

    def _begun(self, key: _Key) -> Record:
        """Return a game that begins, where its parameters say."""
        return Record(*self._loaded(key))

    def _loaded(self, key: _Key) -> tuple[Game, State | None]:
        loaded = self._games.get(key)
        if loaded is None:
            loaded = self._games[key] = begun_game(key[0], dict(key[1]))
            if len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return loaded

    def _record(self, key: _Key, line: Line) -> _Kept:
        """Return the game after a line: moved on from the one a move before, if that is kept."""
        kept = self._records.get((key, line))
        if kept is None:
            before = self._records.get((key, line[:-1])) if line else None
            if before is not None:
                self._played(key, line[:-1], before, line[-1])
                kept = before
            else:
                kept = _Kept(self._begun(key))
                play_all(kept.record, line)
                self._keep(key, line, kept)
        self._records.move_to_end((key, line))
        return kept

    def _played(self, key: _Key, line: Line, kept: _Kept, name: str) -> dict[str, Any]:
        """Move a record that is kept on; it is lost if the rules fail meanwhile."""
        try:
            written = play_named(kept.record, name)
        except IllegalMove:
            raise
        except BaseException:
            self._records.pop((key, line), None)
            raise
        self._records.pop((key, line), None)
        self._keep(key, (*line, written), kept)
        return {"move": written, **kept.standing()}

    def _keep(self, key: _Key, line: Line, kept: _Kept) -> None:
        self._records[key, line] = kept
        if len(self._records) > _MOST_RECORDS:
            self._records.popitem(last=False)


class _Kept:
    """A record, and who sees what of it if the game hides something."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.sight = Sight(record) if record.game.hides_information else None

    def standing(self, *, opened: bool = False) -> dict[str, Any]:
        """Return what the rules say of the position.

        Of a game that hides something and goes on, there is a position for each seat alone.
        """
        record = self.record
        repeated = record.over_by_repetition
        if self.sight is not None and not (opened or record.over):
            return {"sight": self.sight.told(), "repeated": repeated}
        return {"position": position_of(record), "repeated": repeated}


def _name_of(game: Game, state: State, line: Sequence[str]) -> str:
    """Return a name for a position: by its key, or where that cannot be hashed by the moves."""
    key = game.key(state)
    try:
        hash(key)
    except TypeError:
        key = tuple(line)
    named = repr((game.current_player(state) if game.legal_actions(state) else None, key))
    return hashlib.blake2b(named.encode(), digest_size=12).hexdigest()


def _key_of(question: Mapping[str, Any]) -> _Key:
    return question["game"], tuple(sorted(question["parameters"].items()))
