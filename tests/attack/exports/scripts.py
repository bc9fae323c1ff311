"""Random calls of the C interface of an exported game, and what the rules say of each."""

from __future__ import annotations

import re
from random import Random

import gametree as gt

RULES, MEMORY, ARGUMENT, FINISHED, CHANCE, GOES_ON = -1, -2, -3, -4, -5, -6
MOST_C = 1e9
UNKNOWN = object()
"""What a call returns that only a search or a generator knows."""

_ODD = (-1, -2, -(2**31), 2**31 - 1, 2**30, 255, 256, 65536)
_BUDGETS = (0, 1, 2, 50, 300, 2000, -1, -(2**63))
_MEMORIES = (0, 1, 8, 4096, 100_000, 1 << 20, 1 << 26, 2**63, 2**64 - 1)
_WEIGHTS = {
    "play": 24,
    "play_drawn": 10,
    "undo": 8,
    "search": 12,
    "best": 6,
    "visits": 2,
    "mean": 2,
    "is_proven": 2,
    "trace": 8,
    "notes_size": 2,
    "noted": 6,
    "rule": 1,
    "exploration": 1,
    "explore_by": 3,
    "line": 3,
    "simulations": 2,
    "tree": 3,
    "text": 4,
    "move_text": 4,
    "moves": 3,
    "player": 2,
    "players": 1,
    "returns": 3,
    "probability": 3,
    "is_over": 2,
    "is_chance": 1,
    "played": 2,
    "stop": 1,
    "restart": 1,
    "new": 1,
    "huge": 1,
    "null": 2,
}
_ON_NOTHING = (
    *("restart", "players", "player", "is_over", "is_chance", "returns", "moves", "probability"),
    *("draw", "play", "undo", "played", "move_text", "text", "search", "stop", "simulations"),
    *("best", "visits", "mean", "is_proven", "line", "tree_size", "error", "free"),
    *("trace", "notes_size", "noted", "rule", "exploration", "explore_by"),
)


def script(random: Random, length: int, opening=()) -> list[tuple[str, int]]:
    """Return random calls, each with one number that may be wrong; some begin with an opening."""
    calls = [("new", random.choice(_MEMORIES))]
    calls += [("play", move) for move in opening[: random.choice((0, 1, 9, 9))]]
    for name in random.choices([*_WEIGHTS], [*_WEIGHTS.values()], k=length):
        if name == "search":
            calls.append((name, random.choice(_BUDGETS)))
        elif name == "new":
            calls.append((name, random.choice(_MEMORIES)))
        elif name == "restart":
            calls.append((name, random.randrange(2**64)))
        elif name == "null":
            calls.append((f"null_{random.choice(_ON_NOTHING)}", 0))
        elif random.random() < 0.15:
            calls.append((name, random.choice(_ODD)))
        else:
            calls.append((name, random.randrange(20)))
    return calls


class Rules:
    """Says what calls return, by interpreted rules alone.

    Args:
        game: the rules.

    """

    def __init__(self, game: gt.Game) -> None:
        self.game = game
        self._begin()

    def _begin(self) -> None:
        self._states = [self.game.initial_state()]
        self._look()

    def _look(self) -> None:
        game, state = self.game, self._states[-1]
        self.legal = list(game.legal_actions(state))
        self.over = not self.legal
        self.returns = list(game.returns(state)) if self.over else [0.0] * game.players
        self.player = -1 if self.over else game.current_player(state)
        self.chance = not self.over and self.player == gt.CHANCE
        if self.chance:
            self.outcomes = list(game.chance_outcomes(state))
            self.legal = [action for action, _ in self.outcomes]
            self.player = -1
        self._searched = self._traced = False

    def expected(self, name: str, number: int, answer):
        """Return what a call returns; UNKNOWN for a good answer that only the search knows."""
        if name.startswith("null_"):
            return UNKNOWN
        return getattr(self, f"_{name}")(number, answer)

    def _new(self, number, answer):
        self._begin()
        return 1

    def _restart(self, number, answer):
        self._begin()
        return 0

    _huge = _restart  # it begins again, since nobody knows how far such a search came

    def _is(self, move):
        return 0 <= move < len(self.legal)

    def _no_move(self):
        return FINISHED if self.over else ARGUMENT

    def _play(self, move, answer):
        if not self._is(move):
            return self._no_move()
        try:
            self._states.append(
                self.game.next_state(self.game.copy(self._states[-1]), self.legal[move])
            )
        except Exception:  # whatever the rules raise
            return RULES
        try:
            self._look()
        except Exception:  # whatever the rules raise
            self._states.pop()
            self._look()
            return RULES
        return 0

    def _play_drawn(self, number, answer):
        if not self.chance:
            return GOES_ON
        if not self._is(answer):
            return "an outcome"
        return answer if self._play(answer, None) == 0 else RULES

    def _undo(self, number, answer):
        if len(self._states) == 1:
            return ARGUMENT
        self._states.pop()
        self._look()
        return 0

    def _text_of(self, make):
        try:
            text = make()
        except Exception:  # whatever the rules raise
            return None
        return re.sub("[\0\ud800-\udfff]", "\ufffd", text)  # what no text of C can hold

    def _text(self, number, answer):
        return self._text_of(lambda: self.game.state_to_text(self._states[-1]))

    def _move_text(self, move, answer):
        if not self._is(move):
            return None
        return self._text_of(lambda: self.game.action_to_text(self._states[-1], self.legal[move]))

    def _search(self, budget, answer):
        if self.over:
            return FINISHED
        if self.chance:
            return CHANCE
        if budget < 0:
            return ARGUMENT
        self._searched, self._traced = True, False
        # The rules may fail somewhere below, and a tree may have no memory.
        return UNKNOWN if answer in (RULES, MEMORY) or 0 <= answer <= budget else "simulations"

    def _trace(self, number, answer):
        wanted = self._search(1, answer)
        self._traced = answer == 1
        return wanted

    def _notes_size(self, number, answer):
        return UNKNOWN if self._traced and answer > 0 else 0

    def _noted(self, group, answer):
        return UNKNOWN if self._traced and group >= -1 else None

    def _rule(self, number, answer):
        return UNKNOWN if answer else "a name"

    def _exploration(self, number, answer):
        return UNKNOWN if 0 <= answer <= MOST_C else "a constant"

    def _explore_by(self, c, answer):
        return 0 if 0 <= c <= MOST_C else ARGUMENT

    def _best(self, number, answer):
        if not self._searched:
            return ARGUMENT
        return UNKNOWN if answer in (RULES, ARGUMENT) or self._is(answer) else "a move"

    def _visits(self, move, answer):
        return UNKNOWN if self._searched and self._is(move) else 0

    _mean = _visits

    def _is_proven(self, number, answer):
        return UNKNOWN if answer in (0, 1) else "0 or 1"

    def _simulations(self, number, answer):
        return UNKNOWN if self._searched else 0

    def _line(self, number, answer):
        return UNKNOWN if self._searched else None

    def _tree(self, number, answer):
        return UNKNOWN

    def _moves(self, number, answer):
        return len(self.legal)

    def _player(self, number, answer):
        return self.player

    def _players(self, number, answer):
        return self.game.players

    def _returns(self, player, answer):
        return self.returns[player] if 0 <= player < self.game.players else 0.0

    def _probability(self, move, answer):
        return self.outcomes[move][1] if self.chance and self._is(move) else 0.0

    def _is_over(self, number, answer):
        return int(self.over)

    def _is_chance(self, number, answer):
        return int(self.chance)

    def _played(self, number, answer):
        return len(self._states) - 1

    def _stop(self, number, answer):
        return None


def faults(game: gt.Game, calls, answers) -> list[str]:
    """Return what is wrong with the answers of a script, by the rules; empty if nothing is."""
    rules = Rules(game)
    found = []
    for place, ((name, number), answer) in enumerate(zip(calls, answers, strict=True)):
        value, error = answer
        wanted = rules.expected(name, number, value)
        if wanted is not UNKNOWN and wanted != value:
            told = f"{value!r} instead of {wanted!r} ({error})"
            return [*found, f"call {place}, {name}({number}): {told}"]
        if (
            isinstance(value, int)
            and value < 0
            and name not in ("player", "mean", "returns", "exploration")
        ):
            if not error and not name.startswith("null_"):
                found.append(f"call {place}, {name}({number}): {value} has no sentence")
    return found
